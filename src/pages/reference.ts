// The API reference: one HTML page made from the OpenAPI document. Each endpoint with its parameters, response and
// errors; shared objects, errors and headers are described once.

import type { SampleValues } from "./facts.ts";
import { type Html, html } from "./html.ts";
import { codeBlock, type Heading, renderInline, renderMarkdown, sampleBlocks, slug } from "./markdown.ts";
import { nameOfRef, type OpenApi, type Operation, type ParameterObject, type Schema } from "./openapi-shape.ts";
import { exampleFile, exampleVersion } from "./texts.ts";

// Types of the OpenAPI document as text, and the fields of an object as a table.

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
  return html`<a href="#object-${name}">${name}</a>`;
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
function fieldTable(schema: Schema, label: string): Html {
  if (schema.$ref) return html`<p>${typeOf(schema)}</p>`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${label}"><table class="fields"><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows(schema, "")}</tbody></table></div>`;
}

function rows({ properties = {} }: Schema, prefix: string): Html[] {
  return Object.entries(properties).flatMap(([name, field]) => [
    html`<tr><th scope="row"><code>${prefix}${name}</code></th><td>${typeOf(field)}</td><td>${field.description ? renderInline(field.description) : null}</td></tr>`,
    ...(field.properties ? rows(field, `${prefix}${name}.`) : []),
  ]);
}

// A form that sends the request of an endpoint, for development only (GRAPHQL_DEV): otherwise a browser page must not
// have a key.

/** The form alone; site.ts sends it. */
function tryOut(path: string, { operationId, parameters = [], security }: Operation): Html {
  const field = (
    name: string,
    parameterIn: string,
    required: boolean,
    example: unknown,
  ) => html`<label for="try-${operationId}-${name}">${name}</label>
<input id="try-${operationId}-${name}" name="${name}" data-place="${parameterIn}" autocomplete="off"${required && html` required`} placeholder="${example === undefined ? "" : String(example)}">`;
  return html`<details><summary>Try it (development)</summary><form class="try" data-path="/api/v1${path}">
${!security && html`<label for="try-${operationId}-key">Key</label><input id="try-${operationId}-key" class="try-key" type="password" autocomplete="off" placeholder="disc_live_...">`}
${parameters.map((parameter) => field(parameter.name, parameter.in, parameter.required, parameter.example))}
<button type="submit">Send</button><pre class="try-answer" tabindex="0" role="group" aria-live="polite" aria-label="Response" hidden></pre></form></details>`;
}

export interface ReferenceOptions {
  /** base URL with /api/v1 */
  base: string;
  /** forms that send requests, for development */
  dev: boolean;
  /** values of the store for the samples */
  samples: SampleValues;
}

/** The page's content and its headings, for the tree. */
export function renderReference(openApi: OpenApi, options: ReferenceOptions): { content: Html; headings: Heading[] } {
  const introduction = renderMarkdown(openApi.info.description);
  const operations = Object.entries(openApi.paths)
    .map(([path, { get }]) => ({ path, operation: get }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const groups = openApi.tags.map(({ name, description }) => ({
    name,
    description,
    operations: operations.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const content = html`<h1>API reference</h1>
<p class="lead">Version ${openApi.info.version}, also as <a href="/api/v1/openapi.json">OpenAPI document</a>. Base URL <code>${options.base}</code>.</p>
${overview(groups)}
<h2 id="basics">Basics</h2>
${introduction.body}
${groups.map(
  (group) => html`<h2 id="${slug(group.name)}">${group.name}</h2><p>${group.description}</p>
${group.operations.map(({ path, operation }) => endpoint(path, operation, options))}`,
)}
${errors(openApi)}
${headers(openApi)}
<h2 id="objects">Objects</h2>
${Object.entries(openApi.components.schemas).map(
  ([name, schema]) => html`<section class="object"><h3 id="object-${name}">${name}</h3>
${schema.description && html`<p>${schema.description}.</p>`}${fieldTable(schema, `Fields of ${name}`)}</section>`,
)}`;
  const own = ["Endpoints", "Basics", ...groups.map(({ name }) => name), "Errors", "Headers", "Objects"];
  const ownHeadings = own.map((text) => ({ id: slug(text), text, depth: 2 }));
  return { content, headings: ownHeadings };
}

interface Group {
  name: string;
  operations: { path: string; operation: Operation }[];
}

function overview(groups: Group[]): Html {
  const rows = groups.flatMap(({ operations }) =>
    operations.map(
      ({ path, operation }) =>
        html`<tr><td><a href="#${operation.operationId}"><code>${path}</code></a></td><td>${operation.summary}</td></tr>`,
    ),
  );
  return html`<h2 id="endpoints">Endpoints</h2><div class="scroll" tabindex="0" role="group" aria-label="Endpoints"><table><thead><tr><th scope="col">GET</th><th scope="col">Returns</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function endpoint(path: string, operation: Operation, { base, dev, samples }: ReferenceOptions): Html {
  const { operationId, summary, description, parameters = [] } = operation;
  const body = contentOf(operation)["application/json"];
  const isStream = streamType in contentOf(operation);
  const url = base + exampleUrl(path, withValues(parameters, samples.parameters[path]));
  return html`<section class="endpoint"><h3 id="${operationId}"><code><span class="method">GET</span> ${path}</code></h3>
<p>${summary}.${operation.deprecated && html` <strong>Deprecated.</strong>`}</p>
${description && renderMarkdown(description, 2).body}
<div class="sides"><div>
${parameters.length > 0 && html`<h4>Parameters</h4>${parameterTable(parameters, operationId)}`}
<h4>Response</h4>
${body ? fieldTable(body.schema, `Response of ${path}`) : html`<p>${isStream ? "Server-Sent Events, until one side closes the connection." : "The document."}</p>`}
<h4>Errors</h4>
<p>${Object.keys(operation.responses)
    .filter((status) => Number(status) >= 400)
    .map((status) => html`<a class="status" href="#error-${status}">${status}</a> `)}</p>
</div><div class="aside">
${sampleOf(path, operation, url, samples)}
${body?.example !== undefined && html`<details><summary>Example response</summary>${codeBlock(exampleResponse(body.example, samples), "json", `Example response of ${path}`)}</details>`}
${dev && !isStream && tryOut(path, operation)}
</div></div></section>`;
}

const streamType = "text/event-stream";

/** What a request that succeeds gets, by media type. */
function contentOf({ responses }: Operation) {
  const response = responses["200"];
  return (response && !("$ref" in response) && response.content) || {};
}

/** No sample for which this store would respond with 404. */
function sampleOf(path: string, operation: Operation, url: string, samples: SampleValues): Html {
  const { operationId, security } = operation;
  if (path.includes("{") && !samples.parameters[path]) return html`<p>No data is stored yet to show as an example.</p>`;
  // the samples of other languages read a response to its end, which a stream does not have
  if (streamType in contentOf(operation))
    return codeBlock(`curl -N -H "Authorization: Bearer $DISCLOSED_API_KEY" \\\n  "${url}"`, "shell", "Sample");
  return security ? codeBlock(`curl "${url}"`, "shell", "Sample") : sampleBlocks({ url }, operationId);
}

/** The example with this store's data version and file, so that its links work; links that cannot work are left out. */
function exampleResponse(example: unknown, { dataVersion, parameters }: SampleValues): string {
  const stored = [
    [`dataVersion=${exampleVersion}`, dataVersion && `dataVersion=${dataVersion}`],
    [exampleFile, parameters["/exports/{name}"]?.name],
  ] as const;
  const write = (name: string, value: unknown) => {
    if (name === "data_version") return dataVersion ?? value;
    if (typeof value !== "string") return value;
    const [shown, own] = stored.find(([text]) => value.includes(text)) ?? [];
    if (shown && own) return value.replace(shown, own);
    return shown && value.startsWith("/api/") ? undefined : value;
  };
  return JSON.stringify(example, write, 2);
}

/** Examples for which this store has rows, where there are any. */
function withValues(parameters: ParameterObject[], values: Record<string, string> = {}): ParameterObject[] {
  return parameters.map((parameter) => ({ ...parameter, example: values[parameter.name] ?? parameter.example }));
}

/** The path with example values, and the first few parameters that have one. */
function exampleUrl(path: string, parameters: ParameterObject[]): string {
  const filled = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((all, { name, example }) => all.replace(`{${name}}`, encodeURIComponent(String(example))), path);
  const required = parameters.filter((parameter) => parameter.in === "query" && parameter.required);
  const query = required.map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  return query.length > 0 ? `${filled}?${query.join("&")}` : filled;
}

function parameterTable(parameters: ParameterObject[], operationId: string): Html {
  const rows = parameters.map(
    ({
      name,
      required,
      description,
      schema,
      example,
    }) => html`<tr><th scope="row" id="${operationId}-${name}"><code>${name}</code>${required && html` <span class="required">required</span>`}</th>
<td>${typeOf(schema)}${limitsOf(schema)}</td><td>${renderInline(description)}${example !== undefined && html`; e.g. <code>${String(example)}</code>`}</td></tr>`,
  );
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Parameters of ${operationId}"><table class="fields"><thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function errors({ components }: OpenApi): Html {
  return html`<h2 id="errors">Errors</h2>
${Object.entries(components.responses).map(([status, { description, content }]) => {
  const body = content?.["application/json"];
  const name = nameOfRef(body?.schema.$ref ?? "");
  return html`<section><h3 id="error-${status}">${status}</h3><p>${description}.${name && html` Body: <a href="#object-${name}">${name}</a>.`}</p>
${body?.example !== undefined && codeBlock(JSON.stringify(body.example, null, 2), "json", `Example of ${status}`)}</section>`;
})}`;
}

function headers({ components }: OpenApi): Html {
  const rows = Object.entries(components.headers).map(
    ([name, { description }]) =>
      html`<tr><th scope="row"><code>${name}</code></th><td>${renderInline(description)}</td></tr>`,
  );
  return html`<h2 id="headers">Headers</h2><div class="scroll" tabindex="0" role="group" aria-label="Headers"><table class="fields"><tbody>${rows}</tbody></table></div>`;
}
