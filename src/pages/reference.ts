// The API reference, made from the OpenAPI document: what all endpoints have in common, each described once, a page for
// each endpoint (reference-endpoint.ts) and one for the objects.
import { type Html, html } from "./html.ts";
import { type Heading, jsonBlock, renderInline, renderMarkdown, slug } from "./markdown.ts";
import { endpointPath, sharedParameters } from "./reference-endpoint.ts";
import {
  fieldTable,
  nameOfRef,
  type OpenApi,
  type Operation,
  objectsPath,
  parameterTable,
} from "./reference-schema.ts";

interface Page {
  content: Html;
  /** for the tree */
  headings: Heading[];
}

const headingsOf = (texts: string[]): Heading[] => texts.map((text) => ({ id: slug(text), text, depth: 2 }));

/** @param base URL with /api/v1 */
export function renderReference(openApi: OpenApi, base: string): Page {
  const introduction = renderMarkdown(openApi.info.description);
  const content = html`<h1>API reference</h1>
<p class="lead">Version ${openApi.info.version}, also as <a href="/api/v1/openapi.json">OpenAPI document</a>. Base URL <code>${base}</code>.</p>
${overview(groupsOf(openApi))}
<h2 id="basics">Basics</h2>
${introduction.body}
<h2 id="shared-parameters">Shared parameters</h2>
<p>Many endpoints have these parameters; each endpoint's page names the ones that it accepts.</p>
${parameterTable([...sharedParameters(openApi).values()], "shared")}
${errors(openApi)}
${headers(openApi)}
<h2 id="objects">Objects</h2>
<p>The <a href="${objectsPath}">objects</a> that several endpoints respond with have a page of their own.</p>`;
  return {
    content,
    headings: headingsOf(["Endpoints", "Basics", "Shared parameters", "Errors", "Headers", "Objects"]),
  };
}

export function renderObjects({ components }: OpenApi): Page {
  const objects = Object.entries(components.schemas).map(
    ([name, schema]) => html`<section class="object"><h2 id="object-${name}">${name}</h2>
${schema.description && html`<p>${schema.description}.</p>`}${fieldTable(schema, `Fields of ${name}`)}</section>`,
  );
  return { content: html`<h1>Objects</h1>${objects}`, headings: [] };
}

/** The endpoints by group, each group in the order of the paths. */
export function groupsOf(openApi: OpenApi): Group[] {
  const operations = Object.entries(openApi.paths)
    .map(([path, { get }]) => ({ path, operation: get }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return openApi.tags.map(({ name, description }) => ({
    name,
    description,
    operations: operations.filter(({ operation }) => operation.tags.includes(name)),
  }));
}

interface Group {
  name: string;
  description: string;
  operations: { path: string; operation: Operation }[];
}

function overview(groups: Group[]): Html {
  const rows = groups.flatMap(({ operations }) =>
    operations.map(
      ({ path, operation }) =>
        html`<tr id="${operation.operationId}"><td><a href="${endpointPath(operation)}"><code>${path}</code></a></td><td>${operation.summary}</td></tr>`,
    ),
  );
  return html`<h2 id="endpoints">Endpoints</h2><div class="scroll" tabindex="0" role="group" aria-label="Endpoints"><table><thead><tr><th scope="col">GET</th><th scope="col">Returns</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function errors({ components }: OpenApi): Html {
  return html`<h2 id="errors">Errors</h2>
${Object.entries(components.responses).map(([status, { description, content }]) => {
  const body = content?.["application/json"];
  const name = nameOfRef(body?.schema.$ref ?? "");
  return html`<section><h3 id="error-${status}">${status}</h3><p>${description}.${name && html` Body: <a href="${objectsPath}#object-${name}">${name}</a>.`}</p>
${body?.example !== undefined && jsonBlock(body.example, `Example of ${status}`)}</section>`;
})}`;
}

function headers({ components }: OpenApi): Html {
  const rows = Object.entries(components.headers).map(
    ([name, { description }]) =>
      html`<tr><th scope="row"><code>${name}</code></th><td>${renderInline(description)}</td></tr>`,
  );
  return html`<h2 id="headers">Headers</h2><div class="scroll" tabindex="0" role="group" aria-label="Headers"><table class="fields"><tbody>${rows}</tbody></table></div>`;
}
