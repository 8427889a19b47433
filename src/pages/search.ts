// What the search of the documentation finds, and its page for browsers without scripts; with scripts,
// src/web/site/search.ts shows the results while one types.
import type { RequestHandler } from "express";
import type { SitePage } from "./document.ts";
import { type Html, html } from "./html.ts";
import { slug } from "./markdown.ts";
import { endpointPath } from "./reference-endpoint.ts";
import { type OpenApi, objectsPath } from "./reference-schema.ts";
import { maxQueryLength, openSearch, type SearchEntry, type SearchResult } from "./search-options.ts";
import { readText, type Text, texts } from "./texts.ts";
import { forViewer, type Visitors, viewerOf } from "./viewer.ts";

/** Reads the texts once. */
export function searchEntries(openApi: OpenApi): () => Promise<SearchEntry[]> {
  let all: Promise<SearchEntry[]> | undefined;
  const read = async () => {
    const sections = await Promise.all(Object.entries(texts).map(([name, text]) => sectionsOf(`/docs/${name}`, text)));
    return [...sections.flat(), ...endpointEntries(openApi), ...objectEntries(openApi)];
  };
  return () => {
    all ??= read();
    return all;
  };
}

async function sectionsOf(path: string, text: Text): Promise<SearchEntry[]> {
  const [first = "", ...others] = (await readText(text)).split(/^## /m);
  const beginning = { id: path, title: text.title, section: "", text: words(`${text.description} ${first}`) };
  const rest = others.map((part) => {
    const [heading = ""] = part.split("\n", 1);
    const section = heading.replaceAll("`", "");
    return { id: `${path}#${slug(heading)}`, title: text.title, section, text: words(part.slice(heading.length)) };
  });
  return [beginning, ...rest];
}

/** Each word once: a search asks whether a section has it. */
function words(text: string): string {
  // linear time: our own texts have few links in a section
  const plain = text.replace(/\]\([^)]*\)/g, " ").toLowerCase();
  return [...new Set(plain.match(/[\p{L}\p{N}][\p{L}\p{N}_-]+/gu) ?? [])].join(" ");
}

const endpointEntries = ({ paths }: OpenApi): SearchEntry[] =>
  Object.entries(paths).map(([path, { get }]) => {
    const parameters = (get.parameters ?? []).map(({ name }) => name);
    const text = words([get.operationId, get.summary, get.description ?? "", ...parameters].join(" "));
    return { id: endpointPath(get), title: `GET ${path}`, section: "", text };
  });

const objectEntries = ({ components }: OpenApi): SearchEntry[] =>
  Object.entries(components.schemas).map(([name, { description = "", properties = {} }]) => ({
    id: `${objectsPath}#object-${name}`,
    title: "Objects",
    section: name,
    text: words([description, ...Object.keys(properties)].join(" ")),
  }));

/** /docs/search?q=. `framed` renders the whole document. */
export function searchPage(
  entries: () => Promise<SearchEntry[]>,
  framed: (page: Omit<SitePage, "tree" | "version">) => string,
  visitors: Visitors | undefined,
): RequestHandler {
  let search: ReturnType<typeof openSearch> | undefined;
  return async (request, response) => {
    search ??= openSearch(await entries());
    const query =
      new URLSearchParams(request.originalUrl.split("?")[1]).get("q")?.trim().slice(0, maxQueryLength) ?? "";
    const content = results(query, query === "" ? [] : search(query));
    const page = framed({ path: "/docs/search", title: "Search", description: "Search the documentation", content });
    response.set("Cache-Control", "no-store").vary("Cookie");
    response.type("html").send(forViewer(page, await viewerOf(visitors, request)));
  };
}

function results(query: string, found: SearchResult[]): Html {
  const list = found.map(
    ({ id, title, section }) => html`<li><a href="${id}">${section === "" ? title : `${title}: ${section}`}</a></li>`,
  );
  if (query === "") return html`<h1>Search</h1><p>Enter a word in the search field beside the contents.</p>`;
  if (found.length === 0)
    return html`<h1>Search</h1><p>Nothing was found for <bdi>${query}</bdi>. Try another word, or look through the <a href="/docs/guides">guides</a>.</p>`;
  return html`<h1>Search</h1><p>Results for <bdi>${query}</bdi>:</p><ol>${list}</ol>`;
}
