// Every page by its path: the landing page, the documentation, the applications. src/http mounts them.
import type { Request, RequestHandler, Response } from "express";
import type { Built } from "./built.ts";
import { htmlDocument, type SitePage, sitePage, statute, type TreeItem } from "./document.ts";
import { type PlanFacts, type ReadFacts, remembered, type SampleValues } from "./facts.ts";
import { type Html, html, trusted } from "./html.ts";
import { landing, plansTable } from "./landing.ts";
import { type Heading, renderMarkdown, sampleBlocks } from "./markdown.ts";
import type { OpenApi } from "./openapi-shape.ts";
import { renderReference } from "./reference.ts";
import { renderedOnce } from "./rendered.ts";
import { filledIn, plainMarkdown, readText, type Text, texts } from "./texts.ts";
import type { Visitors } from "./viewer.ts";

// The documentation: Markdown of docs/ and the changelog in one frame, with samples and plans where the text requests
// them.

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

/** The tree beside every page; the open page shows its sections. */
function docsTree(path: string, headings: Heading[]): TreeItem[] {
  const sections = headings.filter(({ depth }) => depth === 2).map(({ id, text }) => ({ href: `#${id}`, label: text }));
  const item = (href: string, label: string): TreeItem =>
    href === path ? { href, label, items: sections } : { href, label };
  const of = (name: string) => item(`/docs/${name}`, texts[name]?.title ?? name);
  const names = Object.keys(texts);
  return [
    of("quickstart"),
    item("/docs/reference", "Reference"),
    ...names.filter((name) => name.startsWith("guides/")).map(of),
    of("changelog"),
  ];
}

// The pages that run in the browser (account, admin): one document per group with the caller's session, so that the
// page knows the user immediately; /graphql decides what the user may read.
interface AppPage {
  /** the folder in src/web */
  group: "account" | "admin";
  title: string;
  visitors: Visitors | undefined;
}

function appPage(built: Built, { group, title, visitors }: AppPage): RequestHandler {
  const entry = built.entry(`${group}/main.tsx`);
  const body = html`<div id="root"></div><noscript><p>These pages need JavaScript. The API and <a href="/docs">its documentation</a> do not.</p></noscript>`;
  return async (request, response) => {
    response.set("Cache-Control", "no-store").vary("Cookie");
    const session = await sessionOf(visitors, request, response);
    // src/http/app.ts does not compress it
    response.locals.isOwnDocument = true;
    response.type("html").send(htmlDocument(built, { title, entry, nonce: response.locals.nonce, session }, body));
  };
}

/** The session as JSON, with its cookies set; undefined where it cannot be read, and the page requests it itself. */
async function sessionOf(
  visitors: Visitors | undefined,
  request: Request,
  response: Response,
): Promise<string | undefined> {
  if (!visitors) return undefined;
  try {
    const { body, cookies } = await visitors.session(request);
    for (const cookie of cookies) response.append("Set-Cookie", cookie);
    return JSON.stringify(body);
  } catch {
    return undefined;
  }
}

// The paths of the pages that run in the browser, in Express's syntax. test/pages/app-paths.test.ts compares them with
// the routers of src/web.
export const appPaths = {
  account: [
    "/sign-up",
    "/sign-in",
    "/reset",
    "/account",
    "/account/keys",
    "/account/usage",
    "/account/plan",
    "/account/errors",
  ],
  admin: [
    "/admin",
    "/admin/accounts",
    "/admin/accounts/:id",
    "/admin/audit",
    "/admin/data",
    "/admin/data/clusters",
    "/admin/data/clusters/:id",
    "/admin/data/committees",
    "/admin/data/committees/:code",
    "/admin/data/companies/:cik",
    "/admin/data/find",
    "/admin/data/insiders/:cik",
    "/admin/data/late",
    "/admin/data/politician-trades",
    "/admin/data/politicians/:id",
    "/admin/data/trades",
    "/admin/filings",
    "/admin/ingestion",
    "/admin/ingestion/runs/:id",
    "/admin/quality",
    "/admin/quarantine",
    "/admin/quarantine/:id",
    "/admin/signal",
  ],
} as const;

// /llms.txt: the documentation for language models, as one text with links (llmstxt.org).

/** @param origin base URL that callers see, without /api/v1 */
async function llmsText(openApi: OpenApi, origin: string): Promise<string> {
  const links = Object.entries(texts).map(
    ([name, { title, description }]) => `- [${title}](${origin}/docs/${name}): ${description}`,
  );
  const endpoints = Object.entries(openApi.paths).map(([path, { get }]) => {
    const names = (get.parameters ?? []).filter((parameter) => parameter.in === "query").map(({ name }) => name);
    return `- GET ${path}: ${get.summary}${names.length > 0 ? `. Parameters: ${names.join(", ")}` : ""}`;
  });
  const quickstart = await readText({ file: "docs/quickstart.md", title: "", description: "" });
  return `# Disclosed

> Insider trades (SEC Forms 3, 4 and 5) and congressional disclosures (STOCK Act) as a read-only REST API. Base URL: ${origin}/api/v1

${statute}

## Documentation

${links.join("\n")}
- [Reference](${origin}/docs/reference): every endpoint with parameters, response and errors
- [OpenAPI document](${origin}/api/v1/openapi.json): the contract, machine-readable

## Endpoints

All need the header \`Authorization: Bearer disc_live_...\`, except for /openapi.json.

${endpoints.join("\n")}

${plainMarkdown(quickstart, origin).replace(/^# /m, "## ")}`;
}

export interface PagesOptions {
  built: Built;
  version: string;
  /** base URL that callers see, without /api/v1 */
  publicUrl: () => string;
  facts: ReadFacts;
  /** the viewer of a page; without it every viewer is treated as signed out */
  visitors?: Visitors | undefined;
  openApi: OpenApi;
  /** the reference has forms that send requests */
  dev: boolean;
}

/** Path (Express's syntax) -> handlers of a GET request. */
export type Pages = Record<string, RequestHandler | RequestHandler[]>;

export function createPages(options: PagesOptions): Pages {
  const { built, openApi, dev, visitors } = options;
  const facts = remembered(options.facts);
  const origin = () => options.publicUrl().replace(/\/$/, "");
  const docs = docsPages(options, origin, facts);
  return {
    "/": landing(built, { ...options, facts }),
    "/docs": (_request, response) => response.redirect(302, "/docs/quickstart"),
    ...docs,
    "/docs/reference": renderedOnce(
      async () => `${origin()} ${JSON.stringify((await facts()).samples)}`,
      async () => {
        const { samples } = await facts();
        const { content, headings } = renderReference(openApi, { base: `${origin()}/api/v1`, dev, samples });
        return frame(
          options,
          { path: "/docs/reference", title: "API reference", description: "Every endpoint", content },
          headings,
        );
      },
      { visitors },
    ),
    "/llms.txt": renderedOnce(origin, () => llmsText(openApi, origin()), { type: "text/plain" }),
    ...appPages(options, "account", "Account · Disclosed"),
    ...appPages(options, "admin", "Admin · Disclosed"),
  };
}

/** The pages of an application, and a 404 for other paths below it, which the application itself shows. */
function appPages({ built, visitors }: PagesOptions, group: keyof typeof appPaths, title: string): Pages {
  const page = appPage(built, { group, title, visitors });
  const notFound: RequestHandler = (_request, response, next) => {
    response.status(404);
    next();
  };
  return {
    ...Object.fromEntries(appPaths[group].map((path) => [path, page])),
    [`/${group}/*rest`]: [notFound, page],
  };
}

function docsPages(options: PagesOptions, origin: () => string, facts: ReadFacts): Pages {
  const page = (path: string, text: Text): RequestHandler => {
    const made = renderedOnce(
      async () => `${origin()} ${JSON.stringify([(await facts()).plans, (await facts()).samples])}`,
      async () => {
        const { plans, samples } = await facts();
        const { content, headings } = renderText(await readText(text), { origin: origin(), plans, samples });
        return frame(options, { path, title: text.title, description: text.description, content }, headings);
      },
      { visitors: options.visitors },
    );
    return made;
  };
  const guides = Object.entries(texts).filter(([name]) => name.startsWith("guides/"));
  const list = html`<h1>Guides</h1><ul>${guides.map(([name, { title, description }]) => html`<li><a href="/docs/${name}">${title}</a>: ${description}</li>`)}</ul>`;
  return {
    "/docs/guides": renderedOnce(
      origin,
      async () =>
        frame(options, { path: "/docs/guides", title: "Guides", description: "How to use the API", content: list }, []),
      { visitors: options.visitors },
    ),
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [`/docs/${name}`, page(`/docs/${name}`, text)])),
  };
}

function frame(
  { built, version }: PagesOptions,
  page: Omit<SitePage, "tree" | "version">,
  headings: Heading[],
): string {
  return sitePage(built, { ...page, version, tree: docsTree(page.path, headings) });
}
