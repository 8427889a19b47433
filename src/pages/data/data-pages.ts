// The public data pages: who may see them, how often, the rendered page from the cache or the renderer, and the
// document around it: title, description, canonical address, and what search engines and networks read of it.
import type { Request, RequestHandler, Response } from "express";
import { AppError } from "../../errors.ts";
import { codingFor, packAs } from "../../lib/http-headers.ts";
import type { Built } from "../built.ts";
import { htmlDocument, sharedLink } from "../document.ts";
import { type Html, html, trusted } from "../html.ts";
import type { Visitors } from "../viewer.ts";
import { dataPages, formerPaths } from "./paths.ts";
import type { CachedPage, PageCache, Renderer } from "./renderer.ts";
import type { PublicPages, ReadPublic, RenderedPage } from "./rendering.ts";
import { robots, sitemap } from "./sitemap.ts";

interface DataPagesOptions {
  built: Built;
  mode: PublicPages;
  /** base URL that callers see, without /api/v1 */
  origin: () => string;
  visitors: Visitors;
  read: ReadPublic;
  /** hash of each public document, by the name of its operation */
  hashes: ReadonlyMap<string, string>;
  /** the current data version; undefined while it is not known */
  version: () => string | undefined;
  /** today's calendar date in UTC */
  today: () => string;
  /** Counts a page of an address. Rejects with AppError `limit_exceeded`. */
  admit(address: string): Promise<void>;
  renderer: Renderer;
  cache: PageCache;
  log: { error(fields: Record<string, unknown>, message: string): void };
}

type Handlers = Record<string, RequestHandler>;

/** Path (Express's syntax) -> handler of a GET request. */
export function createDataPages(options: DataPagesOptions): Handlers {
  return {
    ...Object.fromEntries(dataPages.map((page) => [page.path, dataPage(options, page)])),
    ...Object.fromEntries(Object.keys(formerPaths).map((path) => [path, movedTo(formerPaths[path] ?? "/")])),
    "/robots.txt": (_request, response) => {
      response.type("text/plain").send(robots(options.origin(), options.mode));
    },
    "/sitemap.xml": async (request, response) => {
      await failing(options, response, async () => {
        if (options.mode !== "open") throw new AppError("not_found", "Not found");
        await options.admit(String(response.locals.address));
        const version = options.version();
        const page = await options.cache.get("/sitemap.xml", version, () => sitemap(options, version));
        await send(request, response.type("application/xml"), page.text);
      });
    },
  };
}

/** A permanent redirect that keeps the query. */
const movedTo =
  (path: string): RequestHandler =>
  ({ params, originalUrl }, response) => {
    const target = path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(params[name])));
    const query = originalUrl.indexOf("?");
    response.redirect(308, query < 0 ? target : target + originalUrl.slice(query));
  };

/** longer addresses are not links of these pages, and would fill the cache */
const maxPathLength = 2_000;

function dataPage(options: DataPagesOptions, page: (typeof dataPages)[number]): RequestHandler {
  return async (request, response) => {
    response.vary("Cookie").set("Cache-Control", "private, no-cache");
    await failing(options, response, async () => {
      const { body, cookies } = await options.visitors.session(request);
      for (const cookie of cookies) response.append("Set-Cookie", cookie);
      const { user } = body as { user: { role: string } | null };
      if (options.mode === "off" && user?.role !== "admin") throw new AppError("not_found", "Not found");
      if (options.mode === "accounts" && !user) throw new AppError("unauthorized", "Sign in first");
      const path = request.originalUrl;
      if (path.length > maxPathLength) throw new AppError("bad_request", "The address is too long");
      await options.admit(String(response.locals.address));
      const found = await find(options, page, { path, session: body });
      const text = found.text.replaceAll(nonceSlot, String(response.locals.nonce));
      await send(request, response.status(found.status).type("html"), text);
    });
  };
}

interface Asked {
  path: string;
  session: object;
}

function find(options: DataPagesOptions, page: (typeof dataPages)[number], asked: Asked): Promise<CachedPage> {
  const { built, origin, read, renderer, cache, today } = options;
  const version = options.version();
  const session = JSON.stringify(asked.session);
  return cache.get(`${today()} ${asked.path} ${session}`, version, async () => {
    let isOfVersion = true;
    const rendered = await renderer.render({ ...asked, nonce: nonceSlot }, async ({ hash, variables }) => {
      const result = await read(hash, variables as Record<string, unknown>);
      if (result.dataVersion !== version) isOfVersion = false;
      return result.data;
    });
    const text = dataDocument(built, { page, rendered, origin: origin(), path: asked.path, session });
    return { status: rendered.status, text, isOfVersion };
  });
}

/** A failure becomes the response; src/http/app.ts makes a page of it. */
async function failing({ log }: DataPagesOptions, response: Response, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { requestId } = response.locals;
    if (!(error instanceof AppError)) log.error({ requestId, err: error }, "a public page could not be rendered");
    const { status, message, code, retryAfter } = error instanceof AppError ? error : new AppError("internal");
    if (retryAfter !== undefined) response.set("Retry-After", String(retryAfter));
    response.set("Cache-Control", "no-store").status(status).json({ error: message, code, requestId });
  }
}

/** Compressed here, outside of the event loop. */
async function send(request: Request, response: Response, text: string): Promise<void> {
  const coding = codingFor(request);
  response.vary("Accept-Encoding");
  const body = await packAs(coding, Buffer.from(text), true);
  if (coding !== "identity") response.set("Content-Encoding", coding);
  response.locals.isOwnDocument = true;
  response.send(body);
}

// The document around a rendered data page: title, description, canonical address, and what search engines and networks
// read of it.

/** Stands for the nonce in a cached document. */
const nonceSlot = "nonce-of-this-response";

interface DataDocument {
  page: (typeof dataPages)[number];
  rendered: RenderedPage;
  /** base URL that callers see, without /api/v1 */
  origin: string;
  /** path and query as requested */
  path: string;
  /** the response of /auth/session as JSON */
  session: string;
}

function dataDocument(built: Built, { page, rendered, origin, path, session }: DataDocument): string {
  const { title, css, data } = rendered;
  const description = page.record ? `${title}: ${page.about}` : page.about;
  const { pathname, searchParams } = new URL(path, "http://localhost");
  const isWhole = [...searchParams.keys()].every((name) => name === "page");
  const address = `${origin}${pathname}${isWhole ? (searchParams.size > 0 ? `?${searchParams}` : "") : ""}`;
  // the first paint waits for the whole page: the widths of a table's columns, and so the height of its head, depend on all
  // of its rows
  const more = html`<link rel="expect" href="#page-data" blocking="render">
<link rel="canonical" href="${address}">
${(!isWhole || rendered.status !== 200) && html`<meta name="robots" content="noindex">\n`}${sharedLink(built, { title, description, address, origin, picture: page.picture })}
${linkedData({ title, description, address, record: page.record })}
<style id="page-styles" nonce="${nonceSlot}">${trusted(css)}</style>`;
  const entry = {
    script: built.entry("data/start.ts").script,
    styles: built.entry("data/main.tsx").styles,
    preloads: [],
  };
  return htmlDocument(
    built,
    { title: `${title} · Disclosed`, description, entry, nonce: nonceSlot, session, more },
    html`<div id="root">${trusted(rendered.html)}</div>
<script type="application/json" id="page-data">${trusted(data)}</script>`,
  );
}

interface Described {
  title: string;
  description: string;
  address: string;
  record: (typeof dataPages)[number]["record"];
}

function linkedData({ title, description, address, record }: Described): Html {
  const about = record
    ? { "@type": "WebPage", name: title, description, url: address, about: { "@type": record, name: title } }
    : { "@type": "Dataset", name: title, description, url: address, isAccessibleForFree: true };
  const text = JSON.stringify({ "@context": "https://schema.org", ...about }).replaceAll("<", "\\u003c");
  return html`<script type="application/ld+json">${trusted(text)}</script>`;
}
