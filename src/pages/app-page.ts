// The pages that run in the browser (account, admin): one document per group with the caller's session, so that the
// page knows the user immediately; /graphql decides what the user may read.
import type { Request, RequestHandler, Response } from "express";
import type { Built } from "./built.ts";
import { htmlDocument } from "./document.ts";
import { html } from "./html.ts";
import type { Visitors } from "./viewer.ts";

interface AppPage {
  /** the folder in src/web */
  group: "account" | "admin";
  title: string;
  visitors: Visitors | undefined;
}

export function appPage(built: Built, { group, title, visitors }: AppPage): RequestHandler {
  const entry = built.entry(`${group}/main.tsx`);
  const body = html`<div id="root"></div><noscript><p>These pages need JavaScript. The API and <a href="/docs">its documentation</a> do not.</p></noscript>`;
  return async (request, response) => {
    response.set("Cache-Control", "no-store").vary("Cookie");
    const session = await sessionOf(visitors, request, response);
    // src/http/app.ts does not compress it
    response.locals.isOwnDocument = true;
    response.type("html").send(htmlDocument(built, { title, entry, nonce: response.locals.nonce, session }, body));
  };
}

/** The session as JSON, with its cookies set; undefined where it cannot be read, and the page requests it itself. */
async function sessionOf(
  visitors: Visitors | undefined,
  request: Request,
  response: Response,
): Promise<string | undefined> {
  if (!visitors) return undefined;
  try {
    const { body, cookies } = await visitors.session(request);
    for (const cookie of cookies) response.append("Set-Cookie", cookie);
    return JSON.stringify(body);
  } catch {
    return undefined;
  }
}
