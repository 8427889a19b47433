// Every page by its path: the landing page, the documentation, the applications. src/http mounts them.
import type { RequestHandler, Response } from "express";
import { appPage } from "./app-page.ts";
import type { Built } from "./built.ts";
import { docsTree, readText, renderText, type Text, texts } from "./docs.ts";
import { type ReadFacts, remembered } from "./facts.ts";
import { html } from "./html.ts";
import { landing } from "./landing.ts";
import { llmsText } from "./llms.ts";
import type { Heading } from "./markdown.ts";
import type { OpenApi } from "./openapi-shape.ts";
import { renderReference } from "./reference.ts";
import { type SitePage, sitePage } from "./site-frame.ts";

export interface PagesOptions {
  built: Built;
  version: string;
  /** base URL that callers see, without /api/v1 */
  publicUrl: () => string;
  facts: ReadFacts;
  openApi: OpenApi;
  /** forms that send requests stand in the reference */
  dev: boolean;
}

/** Path (Express's syntax) -> what answers a GET there. */
export type Pages = Record<string, RequestHandler | RequestHandler[]>;

const appPaths = {
  account: ["/account", "/account/*rest", "/sign-up", "/sign-in", "/reset"],
  admin: ["/admin", "/admin/*rest"],
} as const;

export function createPages(options: PagesOptions): Pages {
  const { built, openApi, dev } = options;
  const facts = remembered(options.facts);
  const origin = () => options.publicUrl().replace(/\/$/, "");
  const docs = docsPages(options, origin, facts);
  return {
    "/": landing(built, { ...options, facts }),
    "/docs": (_request, response) => response.redirect(302, "/docs/quickstart"),
    ...docs,
    "/docs/reference": renderedOnce(origin, async () => {
      const { content, headings } = renderReference(openApi, { base: `${origin()}/api/v1`, dev });
      return frame(
        options,
        { path: "/docs/reference", title: "API reference", description: "Every endpoint", content },
        headings,
      );
    }),
    "/llms.txt": async (_request, response) => {
      response
        .set("Cache-Control", "no-cache")
        .type("text/plain")
        .send(await llmsText(openApi, origin()));
    },
    ...Object.fromEntries(appPaths.account.map((path) => [path, appPage(built, "account", "Account · Disclosed")])),
    ...Object.fromEntries(appPaths.admin.map((path) => [path, appPage(built, "admin", "Admin · Disclosed")])),
  };
}

function docsPages(options: PagesOptions, origin: () => string, facts: ReadFacts): Pages {
  const page = (path: string, text: Text): RequestHandler => {
    const made = renderedOnce(
      async () => `${origin()} ${JSON.stringify((await facts()).plans)}`,
      async () => {
        const { plans } = await facts();
        const { content, headings } = renderText(await readText(text), { origin: origin(), plans });
        return frame(options, { path, title: text.title, description: text.description, content }, headings);
      },
    );
    return made;
  };
  const guides = Object.entries(texts).filter(([name]) => name.startsWith("guides/"));
  const list = html`<h1>Guides</h1><ul>${guides.map(([name, { title, description }]) => html`<li><a href="/docs/${name}">${title}</a>: ${description}</li>`)}</ul>`;
  return {
    "/docs/guides": (_request, response) =>
      sendPage(
        response,
        frame(
          options,
          { path: "/docs/guides", title: "Guides", description: "How to work with the API", content: list },
          [],
        ),
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

/** Renders when what it depends on has changed, and sends what was rendered. */
function renderedOnce(dependsOn: () => string | Promise<string>, render: () => Promise<string>): RequestHandler {
  let last: { on: string; text: string } | undefined;
  return async (_request, response) => {
    const on = await dependsOn();
    if (last?.on !== on) last = { on, text: await render() };
    sendPage(response, last.text);
  };
}

function sendPage(response: Response, text: string): void {
  response.set("Cache-Control", "no-cache").type("html").send(text);
}
