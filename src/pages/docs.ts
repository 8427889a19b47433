// The documentation: Markdown of docs/ and the changelog, the reference, and the search, in one frame.
import type { RequestHandler } from "express";
import type { Built } from "./built.ts";
import { type SitePage, sitePage, type TreeItem } from "./document.ts";
import { type PlanFacts, plansTable, type ReadFacts, type SampleValues } from "./facts.ts";
import { type Html, html, trusted } from "./html.ts";
import { type Heading, renderMarkdown, sampleBlocks } from "./markdown.ts";
import { groupsOf, renderObjects, renderReference } from "./reference.ts";
import { endpointPath, type Respond, renderEndpoint, type TryOut } from "./reference-endpoint.ts";
import { type OpenApi, objectsPath } from "./reference-schema.ts";
import { renderedOnce } from "./rendered.ts";
import { searchEntries, searchPage } from "./search.ts";
import { filledIn, readText, type Text, texts } from "./texts.ts";
import type { Visitors } from "./viewer.ts";

export interface DocsOptions {
  built: Built;
  version: string;
  /** base URL that callers see, without /api/v1 */
  origin: () => string;
  facts: ReadFacts;
  visitors?: Visitors | undefined;
  openApi: OpenApi;
  respond: Respond;
  tryOut?: TryOut | undefined;
}

type Page = Omit<SitePage, "tree" | "version"> & { headings?: Heading[] };

export function docsPages(options: DocsOptions): Record<string, RequestHandler> {
  const { built, version, origin, facts, visitors, openApi } = options;
  const framed = ({ headings = [], ...page }: Page): string =>
    sitePage(built, { ...page, version, tree: docsTree(openApi, page.path, headings) });
  const page = (
    path: string,
    render: (surroundings: Surroundings) => Omit<Page, "path"> | Promise<Omit<Page, "path">>,
  ) => {
    const surroundings = async () => {
      const { plans, samples } = await facts();
      return { origin: origin(), plans, samples };
    };
    const made = async () => framed({ ...(await render(await surroundings())), path });
    return { [path]: renderedOnce(async () => JSON.stringify(await surroundings()), made, { visitors }) };
  };
  const text = (name: string, { title, description, file }: Text) =>
    page(`/docs/${name}`, async (surroundings) => {
      const content = renderText(await readText({ title, description, file }), surroundings);
      return { title, description, ...content };
    });
  const entries = searchEntries(openApi);
  return {
    "/docs": (_request, response) => response.redirect(302, "/docs/quickstart"),
    ...page("/docs/guides", () => ({ title: "Guides", description: "How to use the API", content: listOfGuides() })),
    ...Object.assign({}, ...Object.entries(texts).map(([name, one]) => text(name, one))),
    ...referencePages(options, page),
    "/docs/search": searchPage(entries, framed, visitors),
    "/docs/search.json": renderedOnce(
      () => version,
      async () => JSON.stringify(await entries()),
      { type: "json" },
    ),
  };
}

type AddPage = (
  path: string,
  render: (surroundings: Surroundings) => Omit<Page, "path"> | Promise<Omit<Page, "path">>,
) => Record<string, RequestHandler>;

function referencePages({ openApi, tryOut, respond }: DocsOptions, page: AddPage): Record<string, RequestHandler> {
  const endpoints = Object.entries(openApi.paths).map(([path, { get: operation }]) =>
    page(endpointPath(operation), async ({ origin, samples }) => {
      const options = { base: `${origin}/api/v1`, tryOut, samples, respond };
      const shown = await renderEndpoint(openApi, { path, operation }, options);
      return { title: `GET ${path}`, description: operation.summary, ...shown };
    }),
  );
  return {
    ...page("/docs/reference", ({ origin }) => ({
      title: "API reference",
      description: "Every endpoint",
      ...renderReference(openApi, `${origin}/api/v1`),
    })),
    ...page(objectsPath, () => ({ title: "Objects", description: "Objects of responses", ...renderObjects(openApi) })),
    ...Object.assign({}, ...endpoints),
  };
}

/** Values that a text may request. */
interface Surroundings {
  /** base URL that callers see, without /api/v1 */
  origin: string;
  plans: PlanFacts[];
  samples: SampleValues;
}

/** Values in `{{}}` are filled in by `filledIn`; `{{samples PATH}}` and `{{plans}}` are on a line of their own. */
function renderText(
  text: string,
  { origin, plans, samples: values }: Surroundings,
): { content: Html; headings: Heading[] } {
  const base = `${origin}/api/v1`;
  const { body, headings } = renderMarkdown(filledIn(text, origin, values));
  let samples = 0;
  const filled = body.text
    .replace(/<p>\{\{samples (\S+)\}\}<\/p>/g, (_all, path: string) => {
      return sampleBlocks({ url: base + path.replaceAll("&amp;", "&") }, `sample-${++samples}`).text;
    })
    .replace("<p>{{plans}}</p>", () => plansTable(plans).text);
  return { content: trusted(filled), headings };
}

const guides = Object.entries(texts).filter(([name]) => name.startsWith("guides/"));

function listOfGuides(): Html {
  return html`<h1>Guides</h1><ul>${guides.map(([name, { title, description }]) => html`<li><a href="/docs/${name}">${title}</a>: ${description}</li>`)}</ul>`;
}

/** The tree beside every page: all texts and all endpoints; the open page shows its sections. */
function docsTree(openApi: OpenApi, path: string, headings: Heading[]): TreeItem[] {
  const sections = headings.filter(({ depth }) => depth === 2).map(({ id, text }) => ({ href: `#${id}`, label: text }));
  const item = (href: string, label: string): TreeItem =>
    href === path ? { href, label, items: sections } : { href, label };
  const of = (name: string) => item(`/docs/${name}`, texts[name]?.title ?? name);
  const endpoints = groupsOf(openApi).flatMap(({ operations }) =>
    operations.map(({ path: template, operation }) => item(endpointPath(operation), template)),
  );
  const reference = item("/docs/reference", "Reference");
  return [
    of("quickstart"),
    ...guides.map(([name]) => of(name)),
    { ...reference, items: [...(reference.items ?? []), ...endpoints, item(objectsPath, "Objects")] },
    of("changelog"),
  ];
}
