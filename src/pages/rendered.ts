// Pages that are the same for every signed-out visitor: rendered and compressed once. A page for a signed-in viewer has
// a header of its own; the newest of these are cached too. Rendering or compressing a page for each request would let
// one caller, without a key, exhaust the processor.
import { createHash } from "node:crypto";
import type { RequestHandler, Response } from "express";
import { LRUCache } from "lru-cache";
import { type Coding, codingFor, type Packed, packAs, packed, weakTag } from "../lib/http-headers.ts";
import type { Viewer } from "../ports/requests.ts";
import { forViewer, type Visitors, viewerOf } from "./viewer.ts";

interface Rendered {
  /** what `dependsOn` returned before it was rendered */
  state: string;
  /** with its slots for the viewer */
  text: string;
  /** the ETag of the page for signed-out visitors */
  tag: string;
  signedOut: Packed;
  /** by coding and viewer */
  viewers: LRUCache<string, Buffer>;
}

/** bytes of one page that are cached for signed-in viewers */
const maxViewerBytes = 2 * 1024 * 1024;

interface Kind {
  type?: "html" | "json" | "text/plain";
  visitors?: Visitors | undefined;
  /** for signed-out visitors; a page for a signed-in viewer is never stored */
  cacheControl?: "no-cache" | "no-store";
}

/** Renders when the page's data has changed, once for all concurrent requests, and sends the rendered page. */
export function renderedOnce(
  dependsOn: () => string | Promise<string>,
  render: () => string | Promise<string>,
  { type = "html", visitors, cacheControl = "no-cache" }: Kind = {},
): RequestHandler {
  let last: Rendered | undefined;
  let pending: { state: string; page: Promise<Rendered> } | undefined;
  const begin = (state: string) => {
    const mine = { state, page: pack(state, render) };
    pending = mine;
    mine.page
      .then((page) => {
        if (pending === mine) last = page;
      })
      .catch(() => {})
      .finally(() => {
        if (pending === mine) pending = undefined;
      });
    return mine.page;
  };
  return async (request, response) => {
    const state = await dependsOn();
    const page = last?.state === state ? last : await (pending?.state === state ? pending.page : begin(state));
    const viewer = await viewerOf(visitors, request);
    const coding = codingFor(request);
    response.type(type).vary("Accept-Encoding");
    if (type === "html") response.vary("Cookie");
    response.set("Cache-Control", viewer ? "private, no-store" : cacheControl);
    // Express responds with 304 where the caller has it already
    if (!viewer && cacheControl === "no-cache") response.set("ETag", page.tag);
    send(response, coding, viewer ? await packedFor(page, viewer, coding) : page.signedOut[coding]);
  };
}

async function pack(state: string, render: () => string | Promise<string>): Promise<Rendered> {
  const text = await render();
  const identity = Buffer.from(forViewer(text, null));
  const tag = weakTag(createHash("sha256").update(identity).digest("base64url"));
  const viewers = new LRUCache<string, Buffer>({ maxSize: maxViewerBytes, sizeCalculation: ({ length }) => length });
  return { state, text, tag, signedOut: await packed(identity), viewers };
}

async function packedFor({ text, viewers }: Rendered, viewer: Viewer, coding: Coding): Promise<Buffer> {
  const name = JSON.stringify([coding, viewer.email, viewer.role, viewer.hasAccount]);
  const known = viewers.get(name);
  if (known) return known;
  const made = await packAs(coding, Buffer.from(forViewer(text, viewer)));
  viewers.set(name, made);
  return made;
}

function send(response: Response, coding: Coding, body: Buffer): void {
  if (coding !== "identity") response.set("Content-Encoding", coding);
  response.send(body);
}
