// Every page by its path: the landing page, the documentation, the applications. src/http mounts them.
import type { Request, RequestHandler, Response } from "express";
import type { SessionState } from "../ports/requests.ts";
import type { Built } from "./built.ts";
import { docsPages } from "./docs.ts";
import { htmlDocument, sitePage } from "./document.ts";
import { type ReadFacts, rememberedFacts } from "./facts.ts";
import { signInPage } from "./form-pages.ts";
import { html } from "./html.ts";
import { landing } from "./landing.ts";
import { renderMarkdown } from "./markdown.ts";
import type { Respond, TryOut } from "./reference-endpoint.ts";
import type { OpenApi } from "./reference-schema.ts";
import { renderedOnce } from "./rendered.ts";
import { statute } from "./site-texts.ts";
import { type ReadStatus, statusPage } from "./status.ts";
import { plainMarkdown, readText, texts } from "./texts.ts";
import type { Visitors } from "./viewer.ts";

// The pages that run in the browser (account, admin): one document per group with the caller's session, so that the
// page knows the user immediately; /graphql decides what the user may read.
/** The folder in src/web. Without a session each path shows the sign-in form instead, which leads back to it. */
function appPage(
  { built, version, visitors }: PagesOptions,
  group: keyof typeof appPaths,
  title: string,
): RequestHandler {
  const entry = built.entry(`${group}/main.tsx`);
  const body = html`<div id="root"></div><noscript><p>These pages need JavaScript. The API and <a href="/docs">its documentation</a> do not.</p></noscript>`;
  return async (request, response) => {
    response.set("Cache-Control", "no-store").vary("Cookie");
    const session = await sessionOf(visitors, request, response);
    // src/http/app.ts does not compress it
    response.locals.isOwnDocument = true;
    response.type("html");
    if (session?.user === null) {
      response.send(signInPage(built, version, { form: "sign-in", rules: session, next: request.originalUrl }, null));
      return;
    }
    const head = { title, entry, nonce: response.locals.nonce, session: session && JSON.stringify(session) };
    response.send(htmlDocument(built, head, body));
  };
}

/** The session, with its cookies set; undefined where it cannot be read, and the page requests it itself. */
async function sessionOf(
  visitors: Visitors | undefined,
  request: Request,
  response: Response,
): Promise<SessionState | undefined> {
  if (!visitors) return undefined;
  try {
    const { body, cookies } = await visitors.session(request);
    for (const cookie of cookies) response.append("Set-Cookie", cookie);
    return body;
  } catch {
    return undefined;
  }
}

// The paths of the pages that run in the browser, in Express's syntax. test/pages/app-paths.test.ts compares them with
// the routers of src/web.
export const appPaths = {
  account: [
    "/account",
    "/account/keys",
    "/account/webhooks",
    "/account/webhooks/:id",
    "/account/usage",
    "/account/requests",
    "/account/settings",
    "/account/plan",
    "/account/errors",
  ],
  admin: [
    "/admin",
    "/admin/accounts",
    "/admin/accounts/:id",
    "/admin/audit",
    "/admin/filings",
    "/admin/ingestion",
    "/admin/ingestion/runs/:id",
    "/admin/quality",
    "/admin/quarantine",
    "/admin/quarantine/:id",
    "/admin/settings",
    "/admin/webhooks",
    "/admin/webhooks/:id",
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

interface PagesOptions {
  built: Built;
  version: string;
  /** base URL that callers see, without /api/v1 */
  publicUrl: () => string;
  facts: ReadFacts;
  status: ReadStatus;
  /** the viewer of a page; without it every viewer is treated as signed out */
  visitors?: Visitors | undefined;
  openApi: OpenApi;
  /** what the API responds with, for the reference */
  respond: Respond;
  /** without it the reference has no forms that send requests */
  tryOut?: TryOut | undefined;
  /** the data pages; without them their addresses are not found */
  data?: Pages | undefined;
}

/** Path (Express's syntax) -> handlers of a GET request. */
type Pages = Record<string, RequestHandler | RequestHandler[]>;

export function createPages(options: PagesOptions): Pages {
  const { built, openApi } = options;
  const facts = rememberedFacts(options.facts);
  const origin = () => options.publicUrl().replace(/\/$/, "");
  return {
    "/": landing(built, { ...options, facts }),
    "/status": statusPage(built, options),
    "/terms": termsPage(built, options),
    ...docsPages({ ...options, facts, origin }),
    "/llms.txt": renderedOnce(origin, () => llmsText(openApi, origin()), { type: "text/plain" }),
    ...options.data,
    ...appPages(options, "account", "Account · Disclosed"),
    ...appPages(options, "admin", "Admin · Disclosed"),
  };
}

/** The pages of an application, and a 404 for other paths below it, which the application itself shows. */
function appPages(options: PagesOptions, group: keyof typeof appPaths, title: string): Pages {
  const page = appPage(options, group, title);
  const notFound: RequestHandler = (_request, response, next) => {
    response.status(404);
    next();
  };
  return {
    ...Object.fromEntries(appPaths[group].map((path) => [path, page])),
    [`/${group}/*rest`]: [notFound, page],
  };
}

// /terms: the terms of the service and of its data, a text of docs/.

const text = { title: "Terms", description: "Use of the service and of its data", file: "docs/terms.md" };

function termsPage(
  built: Built,
  { version, visitors }: { version: string; visitors?: Visitors | undefined },
): RequestHandler {
  const render = async () => {
    const content = html`<div class="prose">${renderMarkdown(await readText(text)).body}</div>`;
    return sitePage(built, { ...text, path: "/terms", version, content });
  };
  return renderedOnce(() => version, render, { visitors });
}
