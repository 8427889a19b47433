// The page of one endpoint: its own parameters, what it shares with others by a link, its response and its errors.
import type { SampleValues } from "./facts.ts";
import { type Html, html } from "./html.ts";
import { codeBlock, type Heading, jsonBlock, renderInline, renderMarkdown, sampleBlocks } from "./markdown.ts";
import { fieldTable, type OpenApi, type Operation, type ParameterObject, parameterTable } from "./reference-schema.ts";
import { exampleFile, exampleVersion } from "./texts.ts";

/** The body that the API responds with, without `requestId`. Rejects for a route whose response is about an account. */
export type Respond = (address: string) => Promise<Record<string, unknown>>;

/** Where the forms of the reference send requests, for development or to the playground. */
export interface TryOut {
  /** the path of the API */
  base: string;
  /** the playground: values of its sample data; it needs no key. Without it, the service itself, with a key */
  samples?: SampleValues;
}

export interface EndpointOptions {
  /** base URL with /api/v1 */
  base: string;
  /** without it there is no form that sends the request */
  tryOut?: TryOut | undefined;
  /** values of the store for the samples */
  samples: SampleValues;
  respond: Respond;
}

interface Endpoint {
  /** template of the path below /api/v1 */
  path: string;
  operation: Operation;
}

/** `/docs/reference/list-trades` of `listTrades`. */
export const endpointPath = ({ operationId }: Operation): string =>
  `/docs/reference/${operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** operations that have a parameter in the same words, from which on it is described once for all of them */
const minShared = 5;

/** The parameters that many endpoints have in the same words, by name. */
export function sharedParameters({ paths }: OpenApi): Map<string, ParameterObject> {
  const uses = new Map<string, { parameter: ParameterObject; count: number }>();
  for (const { get } of Object.values(paths))
    for (const parameter of get.parameters ?? []) {
      const use = uses.get(wordsOf(parameter)) ?? { parameter, count: 0 };
      use.count += 1;
      uses.set(wordsOf(parameter), use);
    }
  const shared = [...uses.values()].filter(({ count }) => count >= minShared);
  return new Map(shared.map(({ parameter }) => [parameter.name, parameter]));
}

const wordsOf = ({ name, description, schema }: ParameterObject) => JSON.stringify([name, description, schema]);

/** The page's content and its headings, for the tree. */
export async function renderEndpoint(
  openApi: OpenApi,
  { path, operation }: Endpoint,
  options: EndpointOptions,
): Promise<{ content: Html; headings: Heading[] }> {
  const { operationId, summary, description, parameters = [] } = operation;
  const shared = sharedParameters(openApi);
  const isShared = (one: ParameterObject) => {
    const known = shared.get(one.name);
    return known !== undefined && wordsOf(known) === wordsOf(one);
  };
  const own = parameters.filter((one) => !isShared(one));
  const others = parameters.filter(isShared);
  const body = contentOf(operation)["application/json"];
  const isStream = streamType in contentOf(operation);
  const address = exampleUrl(path, withValues(parameters, options.samples.parameters[path]));
  const content = html`<h1><code><span class="method">GET</span> ${path}</code></h1>
<p class="lead">${summary}.${operation.deprecated && html` <strong>Deprecated.</strong>`}</p>
${description && renderMarkdown(description, 1).body}
<div class="sides"><div>
${parameters.length > 0 && html`<h2 id="parameters">Parameters</h2>${own.length > 0 && parameterTable(own, operationId)}`}
${others.length > 0 && html`<p>Also, as on other endpoints: ${others.map(({ name }, at) => html`${at > 0 && ", "}<a href="/docs/reference#shared-${name}"><code>${name}</code></a>`)}.</p>`}
<h2 id="response">Response</h2>
${body ? fieldTable(body.schema, `Response of ${path}`) : html`<p>${isStream ? "Server-Sent Events, until one side closes the connection." : "The document."}</p>`}
<h2 id="errors">Errors</h2>
${errorsOf(openApi, operation)}
</div><div class="aside">
${sampleOf({ path, operation }, options.base + address, options.samples)}
${body && (await responseOf({ path, operation }, address, options))}
${options.tryOut && !isStream && tryForm({ path, operation }, options.tryOut)}
</div></div>`;
  const headings = ["Parameters", "Response", "Errors"].filter(
    (text) => text !== "Parameters" || parameters.length > 0,
  );
  return { content, headings: headings.map((text) => ({ id: text.toLowerCase(), text, depth: 2 })) };
}

function errorsOf({ components }: OpenApi, { responses }: Operation): Html {
  const statuses = Object.keys(responses).filter((status) => Number(status) >= 400);
  return html`<ul>${statuses.map((status) => {
    const description = components.responses[status]?.description;
    return html`<li><a class="status" href="/docs/reference#error-${status}">${status}</a> ${description && renderInline(description)}</li>`;
  })}</ul>`;
}

/** The response of this store; of a route that has none without an account, the example of the contract. */
async function responseOf({ path, operation }: Endpoint, address: string, options: EndpointOptions): Promise<Html> {
  const label = `Response of ${path}`;
  const isMissing = path.includes("{") && !options.samples.parameters[path];
  if (!isMissing) {
    const live = await options.respond(address).catch(() => null);
    if (live) return html`<h2 id="live">Response of this service</h2>${jsonBlock(live, label)}`;
  }
  const example = contentOf(operation)["application/json"]?.example;
  if (example === undefined) return html``;
  return html`<h2 id="example">Example response</h2>${jsonBlock(ownExample(example, options.samples), label)}`;
}

/**
 * A form that sends the request of an endpoint; site.ts sends it. It asks for a key in development only (GRAPHQL_DEV):
 * otherwise a browser page must not have one.
 */
function tryForm({ path, operation }: Endpoint, { base, samples }: TryOut): Html {
  const { operationId, parameters = [], security } = operation;
  const id = (name: string) => `try-${operationId}-${name}`;
  const values = samples?.parameters[path] ?? {};
  const field = ({
    name,
    in: place,
    required,
    example,
  }: ParameterObject) => html`<label for="${id(name)}">${name}</label>
<input id="${id(name)}" name="${name}" data-place="${place}" autocomplete="off"${required && html` required`}${values[name] && html` value="${values[name]}"`} placeholder="${example === undefined ? "" : String(example)}">`;
  const key = html`<label for="${id("key")}">Key</label><input id="${id("key")}" class="try-key" type="password" autocomplete="off" placeholder="disc_live_...">`;
  return html`<details><summary>${samples ? "Try it with sample data" : "Try it (development)"}</summary><form class="try" data-path="${base}${path}">
${samples ? html`<p>Invented sample data, without a key. At most 20 requests a minute.</p>` : !security && key}
${parameters.map(field)}
<button type="submit">Send</button><pre class="try-response" tabindex="0" role="group" aria-live="polite" aria-label="Response" hidden></pre></form></details>`;
}

const streamType = "text/event-stream";

/** What a request that succeeds gets, by media type. */
function contentOf({ responses }: Operation) {
  const response = responses["200"];
  return (response && !("$ref" in response) && response.content) || {};
}

/** No sample for which this store would respond with 404. */
function sampleOf({ path, operation }: Endpoint, url: string, samples: SampleValues): Html {
  const { operationId, security } = operation;
  if (path.includes("{") && !samples.parameters[path]) return html`<p>No data is stored yet to show as an example.</p>`;
  // the samples of other languages read a response to its end, which a stream does not have
  if (streamType in contentOf(operation))
    return codeBlock(`curl -N -H "Authorization: Bearer $DISCLOSED_API_KEY" \\\n  "${url}"`, "shell", "Sample");
  return security ? codeBlock(`curl "${url}"`, "shell", "Sample") : sampleBlocks({ url }, operationId);
}

/** The example with this store's data version and file, so that its links work; links that cannot work are left out. */
function ownExample(example: unknown, { dataVersion, parameters }: SampleValues): unknown {
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
  return JSON.parse(JSON.stringify(example, write));
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
  // one row shows the fields of a list
  if (parameters.some(({ name }) => name === "pageSize")) query.push("pageSize=1");
  return query.length > 0 ? `${filled}?${query.join("&")}` : filled;
}
