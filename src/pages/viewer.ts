// The viewer that a page shows, and the effect on caching: a page for a signed-in user is private.
import type { Request } from "express";
import { shortened } from "../lib/display.ts";
import type { SessionState, Viewer } from "../ports/requests.ts";
import { type Html, html } from "./html.ts";

/** How pages identify their viewer. Without a session cookie neither method queries the store. */
export interface Visitors {
  /** null for a signed-out visitor */
  viewer(request: Request): Promise<Viewer | null>;
  /** the response of /auth/session, with its Set-Cookie headers */
  session(request: Request): Promise<{ body: SessionState; cookies: string[] }>;
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

/**
 * Placeholder for the viewer's link in a rendered page, so that a page is rendered once for all viewers. `path`: of the
 * page, to which a sign-in leads back.
 */
export const viewerSlot = (path: string): Html => html`<!--viewer ${encodeURIComponent(path)}-->`;

const [slotStart, slotEnd] = ["<!--viewer ", "-->"];

/** Placeholder in a rendered page for the path at which its viewer creates a key. */
export const keyPathSlot = html`<!--key-path-->`;

const maxEmailLength = 32;

/** The rendered page for this viewer. */
export function forViewer(page: string, viewer: Viewer | null): string {
  const shownKeyPath = html`${keyPath(viewer)}`.text;
  return filledSlot(page, (path) => viewerLink(viewer, path).text).replace(keyPathSlot.text, () => shownKeyPath);
}

function filledSlot(page: string, fill: (path: string) => string): string {
  const at = page.indexOf(slotStart);
  if (at === -1) return page;
  const end = page.indexOf(slotEnd, at);
  return page.slice(0, at) + fill(page.slice(at + slotStart.length, end)) + page.slice(end + slotEnd.length);
}

/** A signed-out viewer signs up first, which leads to the first key. An administrator creates keys for accounts. */
function keyPath(viewer: Viewer | null): string {
  if (!viewer) return "/sign-up";
  return viewer.hasAccount ? "/account/keys?create=true" : "/admin/accounts";
}

/** `path`: encoded; from the landing page a sign-in leads to the account. */
function viewerLink(viewer: Viewer | null, path: string): Html {
  if (!viewer) {
    const next = path === "" || path === encodeURIComponent("/") ? "" : `?next=${path}`;
    return html`<a class="button quiet" href="/sign-in${next}">Sign in</a>`;
  }
  const { email, hasAccount } = viewer;
  const [href, label] = hasAccount ? ["/account", "Account"] : ["/admin", "Admin"];
  return html`<a class="button quiet viewer" href="${href}" title="${email}"><span class="unseen">Signed in: </span><bdi class="email">${shortened(email, maxEmailLength)}</bdi><span class="place">${label}</span></a>`;
}
