// The HTML document around every page, with linked files only and nothing inline. A small script sets the colour scheme
// before the first paint.
import type { Built, Entry } from "./built.ts";
import { type Html, html } from "./html.ts";

export interface Head {
  title: string;
  description?: string;
  entry: Entry;
  /** for pages whose styles are created at run time */
  nonce?: string;
  /** JSON of the signed-in user, for pages that run in the browser */
  session?: string | undefined;
}

const icon = "site/icon.svg";

/** A whole document. `built` has the names of the files. */
export function htmlDocument(built: Built, { title, description, entry, nonce, session }: Head, body: Html): string {
  return html`<!doctype html>
<html lang="en">
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
</head>
<body>
${body}
</body>
</html>
`.text;
}
