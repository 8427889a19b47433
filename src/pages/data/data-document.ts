// The document around a rendered data page: title, description, canonical address, and what search engines and networks
// read of it.
import type { Built } from "../built.ts";
import { htmlDocument } from "../document.ts";
import { type Html, html, trusted } from "../html.ts";
import { sharedLink } from "../shared-link.ts";
import type { dataPages } from "./paths.ts";
import type { RenderedPage } from "./rendering.ts";

/** Stands for the nonce in a cached document. */
export const nonceSlot = "nonce-of-this-response";

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

export function dataDocument(built: Built, { page, rendered, origin, path, session }: DataDocument): string {
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
