// Every page by its path: the landing page, the documentation, the applications. src/http mounts them.
import type { RequestHandler } from "express";
import { appPage } from "./app-page.ts";
import { appPlaces } from "./app-places.ts";
import type { Built } from "./built.ts";
import { docsTree, renderText } from "./docs.ts";
import { type ReadFacts, remembered } from "./facts.ts";
import { html } from "./html.ts";
import { landing } from "./landing.ts";
import { llmsText } from "./llms.ts";
import type { Heading } from "./markdown.ts";
import type { OpenApi } from "./openapi-shape.ts";
import { renderReference } from "./reference.ts";
import { renderedOnce } from "./rendered.ts";
import { type SitePage, sitePage } from "./site-frame.ts";
import { readText, type Text, texts } from "./texts.ts";
import type { Visitors } from "./viewer.ts";

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
function appPages({ built, visitors }: PagesOptions, group: keyof typeof appPlaces, title: string): Pages {
  const page = appPage(built, { group, title, visitors });
  const notFound: RequestHandler = (_request, response, next) => {
    response.status(404);
    next();
  };
  return {
    ...Object.fromEntries(appPlaces[group].map((path) => [path, page])),
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
        frame(
          options,
          { path: "/docs/guides", title: "Guides", description: "How to work with the API", content: list },
          [],
        ),
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
