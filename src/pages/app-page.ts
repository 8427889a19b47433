// The pages that run in the browser (account, admin): one document a group, the same for everybody; who may see what is /graphql's to say.
import type { RequestHandler } from "express";
import type { Built } from "./built.ts";
import { htmlDocument } from "./document.ts";
import { html } from "./html.ts";

/** `group`: the folder in src/web. */
export function appPage(built: Built, group: "account" | "admin", title: string): RequestHandler {
  const entry = built.entry(`${group}/main.tsx`);
  const body = html`<div id="root"></div><noscript><p>These pages need JavaScript. The API and <a href="/docs">its documentation</a> do not.</p></noscript>`;
  return (_request, response) => {
    response.set("Cache-Control", "no-store");
    response.type("html").send(htmlDocument(built, { title, entry, nonce: response.locals.nonce }, body));
  };
}
