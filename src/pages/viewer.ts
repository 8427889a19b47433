// The viewer that a page shows, and the effect on caching: a page for a signed-in user is private.
import type { Request } from "express";
import { shortened } from "../lib/display.ts";
import type { Viewer } from "../ports/requests.ts";
import { type Html, html } from "./html.ts";

/** How pages identify their viewer. Without a session cookie neither method queries the store. */
export interface Visitors {
  /** null for a signed-out visitor */
  viewer(request: Request): Promise<Viewer | null>;
  /** the response of /auth/session, with its Set-Cookie headers */
  session(request: Request): Promise<{ body: object; cookies: string[] }>;
}

/** The viewer of a public page; null where the session cannot be read, since the page itself needs none. */
export async function viewerOf(visitors: Visitors | undefined, request: Request): Promise<Viewer | null> {
  if (!visitors || request.get("cookie") === undefined) return null;
  try {
    return await visitors.viewer(request);
  } catch {
    return null;
  }
}

/** Placeholder for the viewer's link in a rendered page, so that a page is rendered once for all viewers. */
export const viewerSlot = html`<!--viewer-->`;

/** Placeholder in a rendered page for the address at which its viewer creates a key. */
export const keyPositionSlot = html`<!--key-place-->`;

const maxEmailLength = 32;

/** The rendered page for this viewer. */
export function forViewer(page: string, viewer: Viewer | null): string {
  return page
    .replace(viewerSlot.text, () => viewerLink(viewer).text)
    .replace(keyPositionSlot.text, () => html`${keyPosition(viewer)}`.text);
}

/** A signed-out viewer signs up first, which leads to the first key. An administrator creates keys for accounts. */
function keyPosition(viewer: Viewer | null): string {
  if (!viewer) return "/sign-up";
  return viewer.hasAccount ? "/account/keys?create=true" : "/admin/accounts";
}

function viewerLink(viewer: Viewer | null): Html {
  if (!viewer) return html`<a class="button quiet" href="/sign-in">Sign in</a>`;
  const { email, hasAccount } = viewer;
  const [href, label] = hasAccount ? ["/account", "Account"] : ["/admin", "Admin"];
  return html`<a class="button quiet viewer" href="${href}" title="${email}"><span class="unseen">Signed in: </span><bdi class="email">${shortened(email, maxEmailLength)}</bdi><span class="place">${label}</span></a>`;
}
