// The OpenAPI document as the reference reads it: its parts (it is our own, so it contains nothing else), its types as
// text, and tables of fields and parameters.
import { type Html, html } from "./html.ts";
import { renderInline } from "./markdown.ts";

// The parts of the OpenAPI document that the reference reads. It is our own, so it contains nothing else.

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export interface ParameterObject {
  name: string;
  in: "path" | "query";
  required: boolean;
  description: string;
  schema: Schema;
  example?: unknown;
}

interface Response {
  description: string;
  content?: { "application/json"?: Content; "text/event-stream"?: Content };
}

interface Content {
  schema: Schema;
  example?: unknown;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  deprecated?: boolean;
  security?: unknown[];
  parameters?: ParameterObject[];
  responses: Record<string, Response | { $ref: string }>;
}

export interface OpenApi {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, { get: Operation }>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    headers: Record<string, { description: string }>;
  };
}

/** `#/components/schemas/Cluster` -> `Cluster` */
export const nameOfRef = (ref: string): string => ref.split("/").pop() ?? "";

/** the page of the objects that several endpoints respond with */
export const objectsPath = "/docs/reference/objects";

/** `string or null`, `list of Cluster` with a link, `D, R or I`. */
function typeOf(schema: Schema): Html {
  if (schema.$ref) return link(schema.$ref);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return joined(options.map(typeOf), " or ");
  if (schema.enum)
    return joined(
      schema.enum.map((value) => html`<code>${String(value)}</code>`),
      ", ",
    );
  if (schema.items) return html`list of ${typeOf(schema.items)}`;
  const names = [schema.type ?? "object"]
    .flat()
    .map((name) => (name === "string" && schema.format ? wordFor(schema.format) : name));
  return html`${names.join(" or ")}`;
}

function wordFor(format: string): string {
  return format === "date" ? "date" : format === "date-time" ? "time" : `string (${format})`;
}

function link(ref: string): Html {
  const name = nameOfRef(ref);
  return html`<a href="${objectsPath}#object-${name}">${name}</a>`;
}

function joined(pieces: Html[], between: string): Html {
  return html`${pieces.map((piece, index) => (index === 0 ? piece : html`${between}${piece}`))}`;
}

/** Default and bounds as text, or nothing. */
function limitsOf({
  default: fallback,
  minimum,
  maximum,
  minItems,
  maxItems,
  minLength,
  maxLength,
}: Schema): Html | null {
  const words = [
    range(minimum, maximum, ""),
    range(minLength, maxLength, " characters"),
    maxItems !== undefined && range(minItems, maxItems, " items"),
    fallback !== undefined && `default ${String(fallback)}`,
  ].filter((word) => typeof word === "string");
  return words.length > 0 ? html`<br><small>${words.join("; ")}</small>` : null;
}

function range(min: number | undefined, max: number | undefined, unit: string): string | false {
  if (min !== undefined && max !== undefined) return `${min} to ${max}${unit}`;
  if (min !== undefined) return `at least ${min}${unit}`;
  return max !== undefined && `at most ${max}${unit}`;
}

/** Name, type and meaning of each field; the fields of unnamed nested objects are indented. */
export function fieldTable(schema: Schema, label: string): Html {
  if (schema.$ref) return html`<p>${typeOf(schema)}</p>`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${label}"><table class="fields"><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows(schema, "")}</tbody></table></div>`;
}

function rows({ properties = {} }: Schema, prefix: string): Html[] {
  return Object.entries(properties).flatMap(([name, field]) => [
    html`<tr><th scope="row"><code>${prefix}${name}</code></th><td>${typeOf(field)}</td><td>${field.description ? renderInline(field.description) : null}</td></tr>`,
    ...(field.properties ? rows(field, `${prefix}${name}.`) : []),
  ]);
}

/** Name, type and meaning of each parameter; a name is an anchor below `prefix`. */
export function parameterTable(parameters: ParameterObject[], prefix: string): Html {
  const rows = parameters.map(
    ({
      name,
      required,
      description,
      schema,
      example,
    }) => html`<tr><th scope="row" id="${prefix}-${name}"><code>${name}</code>${required && html` <span class="required">required</span>`}</th>
<td>${typeOf(schema)}${limitsOf(schema)}</td><td>${renderInline(description)}${example !== undefined && html`; e.g. <code>${String(example)}</code>`}</td></tr>`,
  );
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Parameters"><table class="fields"><thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}
