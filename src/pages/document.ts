// The HTML document around every page, with linked files only and nothing inline; a small script sets the colour scheme
// before the first paint. And the frame of the pages without React (landing, documentation): skip link, header, tree,
// content, footer.
import type { Built, Entry } from "./built.ts";
import type { SharedPicture } from "./data/paths.ts";
import { type Html, html } from "./html.ts";
import { maxQueryLength } from "./search-options.ts";
import { publicLinks, searchPage, statute } from "./site-texts.ts";
import { viewerSlot } from "./viewer.ts";

interface Head {
  title: string;
  description?: string;
  entry: Entry;
  /** for pages whose styles are created at run time */
  nonce?: string;
  /** JSON of the signed-in user, for pages that run in the browser */
  session?: string | undefined;
  /** further elements of the head */
  more?: Html | undefined;
}

const icon = "site/icon.svg";

/** A whole document. `built` has the names of the files. */
export function htmlDocument(
  built: Built,
  { title, description, entry, nonce, session, more }: Head,
  body: Html,
): string {
  return html`<!doctype html>
<html lang="en" data-mantine-color-scheme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${description && html`<meta name="description" content="${description}">`}
${nonce && html`<meta property="csp-nonce" nonce="${nonce}">`}
${session && html`<meta name="disclosed-session" content="${session}">`}
<link rel="icon" type="image/svg+xml" href="${built.entry(icon).script}">
<script src="${built.entry("site/color-scheme.ts").script}"></script>
${entry.styles.map((href) => html`<link rel="stylesheet" href="${href}">\n`)}
${entry.preloads.map((href) => html`<link rel="modulepreload" href="${href}">\n`)}
<script type="module" src="${entry.script}"></script>
${more}
</head>
<body>
${body}
</body>
</html>
`.text;
}

export interface TreeItem {
  href: string;
  label: string;
  items?: TreeItem[];
}

export interface SitePage {
  title: string;
  description: string;
  /** path of the page, to mark it where it is linked */
  path: string;
  content: Html;
  /** the documentation's tree; pages without one have the full width */
  tree?: TreeItem[];
  version: string;
  /** further elements of the head */
  more?: Html;
}

/** The page with a slot for its viewer, which `forViewer` fills. */
export function sitePage(built: Built, page: SitePage): string {
  const entry = built.entry("site/site.ts");
  const { title, description } = page;
  return htmlDocument(
    built,
    { title: page.path === "/" ? title : `${title} · Disclosed`, description, entry, more: page.more },
    html`<a class="skip" href="#content">Skip to content</a>
${head(page.path)}
${page.tree ? withTree(page, page.tree) : html`<main id="content" tabindex="-1">${page.content}</main>`}
<footer class="foot"><p>${statute}</p><p>Nothing here is investment advice. Disclosed ${page.version} · <a href="/llms.txt">llms.txt</a> · <a href="/api/v1/openapi.json">openapi.json</a> · <a href="/status">Status</a> · <a href="/terms">Terms</a></p></footer>`,
  );
}

const links: TreeItem[] = [
  ...publicLinks.map(({ to, label }) => ({ href: to, label })),
  { href: "/docs/quickstart", label: "Docs" },
  { href: "/docs/reference", label: "Reference" },
];

function head(path: string): Html {
  return html`<header class="head"><a class="brand" href="/"><span aria-hidden="true" class="mark"></span>Disclosed</a>
<nav aria-label="Main">${links.map((link) => anchor(link, path))}</nav>
<form class="find-data" role="search" aria-label="${searchPage.label}" action="${searchPage.to}"><input type="search" name="q" aria-label="${searchPage.label}" placeholder="${searchPage.label}" maxlength="200"></form>
<button type="button" class="scheme" hidden aria-label="Dark colours" aria-pressed="false"></button>
${viewerSlot(path)}</header>`;
}

function anchor({ href, label }: TreeItem, path: string): Html {
  return html`<a href="${href}"${href === path && html` aria-current="page"`}>${label}</a>`;
}

function withTree({ path, content }: SitePage, tree: TreeItem[]): Html {
  return html`<div class="docs"><nav class="tree" aria-label="Documentation">${searchForm}<details open><summary>Contents</summary>${branch(tree, path)}</details></nav>
<main id="content" tabindex="-1">${content}</main></div>`;
}

const searchForm = html`<form role="search" aria-label="Documentation" action="/docs/search" class="find"><label for="find" class="unseen">Search the documentation</label>
<input id="find" name="q" type="search" placeholder="Search" maxlength="${maxQueryLength}" autocomplete="off" aria-keyshortcuts="/"><span role="status" class="unseen"></span><ul class="found" hidden></ul></form>`;

function branch(items: TreeItem[], path: string): Html {
  return html`<ul>${items.map((item) => html`<li>${anchor(item, path)}${item.items && branch(item.items, path)}</li>`)}</ul>`;
}

// What networks show of a shared link: title, description and a picture of the page's kind. Networks accept no SVG, and
// a picture of each record would need a library that takes 130 MB while it draws (ADR 71).

interface SharedLink {
  title: string;
  description: string;
  /** absolute address of the page */
  address: string;
  /** base URL that callers see, without /api/v1 */
  origin: string;
  picture: SharedPicture;
}

/** Elements of the head, by the Open Graph protocol. */
export function sharedLink(built: Built, { title, description, address, origin, picture }: SharedLink): Html {
  return html`<meta property="og:type" content="website">
<meta property="og:site_name" content="Disclosed">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${address}">
<meta property="og:image" content="${origin}${built.entry(`site/shared/${picture}.png`).script}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">`;
}
