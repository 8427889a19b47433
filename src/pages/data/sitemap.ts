// For search engines: which pages exist, and which they should not index.
import { html } from "../html.ts";
import { dataPages } from "./paths.ts";
import type { PublicPages, ReadPublic } from "./rendering.ts";

export function robots(origin: string, mode: PublicPages): string {
  const closed = ["/account", "/admin", "/auth", "/graphql", "/api/", "/search"];
  const lists = mode === "open" ? [] : dataPages.filter(({ record }) => record === null).map(({ path }) => path);
  const map = mode === "open" ? `\nSitemap: ${origin}/sitemap.xml\n` : "";
  return `User-agent: *\n${[...closed, ...lists].map((path) => `Disallow: ${path}\n`).join("")}${map}`;
}

interface SitemapSource {
  origin: () => string;
  read: ReadPublic;
  hashes: ReadonlyMap<string, string>;
}

/** Records of a list whose pages are in the map: the operation, its order, and the address of a row. */
interface Listed {
  operation: string;
  variables: Record<string, unknown>;
  pages: number;
  rows: (data: Record<string, { nodes: Row[] }>) => Row[];
  address: (row: Row) => string;
}

interface Row {
  cik: string;
  code: string;
  member: { bioguideId: string };
}

const listed: Listed[] = [
  {
    operation: "Politicians",
    variables: { sort: "TRADES", order: "DESC" },
    pages: 6,
    rows: (data) => data.politicians?.nodes ?? [],
    address: ({ member }) => `/politicians/${member.bioguideId}`,
  },
  {
    operation: "Companies",
    variables: { sort: "LAST_FILING", order: "DESC", days: 90 },
    pages: 10,
    rows: (data) => data.companies?.nodes ?? [],
    address: ({ cik }) => `/companies/${cik}`,
  },
  {
    operation: "Insiders",
    variables: { sort: "TRADES", order: "DESC" },
    pages: 10,
    rows: (data) => data.insiders?.nodes ?? [],
    address: ({ cik }) => `/insiders/${cik}`,
  },
  {
    operation: "Committees",
    variables: {},
    pages: 3,
    rows: (data) => data.committees?.nodes ?? [],
    address: ({ code }) => `/committees/${code}`,
  },
];

const pageSize = 100;

/** All lists, and the records with the most or the newest trades: a map may have 50,000 addresses, a store has more. */
export async function sitemap({ origin, read, hashes }: SitemapSource, version: string | undefined) {
  const addresses = dataPages
    .filter(({ path, record }) => record === null && path !== "/search")
    .map(({ path }) => path);
  let isOfVersion = true;
  for (const { operation, variables, pages, rows, address } of listed)
    for (let page = 1; page <= pages; page++) {
      const { data, dataVersion } = await read(hashes.get(operation) ?? "", { ...variables, page, pageSize });
      if (dataVersion !== version) isOfVersion = false;
      const found = rows(data as Record<string, { nodes: Row[] }>);
      addresses.push(...found.map(address));
      if (found.length < pageSize) break;
    }
  const text = html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.map((path) => html`<url><loc>${origin()}${path}</loc></url>\n`)}</urlset>
`.text;
  return { status: 200, text, isOfVersion };
}
