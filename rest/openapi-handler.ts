// GET /api/v1/openapi.json: public, uncounted, bare. Its limit headers are all zero.
import type { RequestHandler } from "express";
import { AppError } from "../src/errors.ts";
import { codingFor, type Packed, packed } from "../src/packed.ts";
import { matchesTag } from "./envelope.ts";
import { limitHeaderList, noFigures } from "./limit-headers.ts";
import { documentHash } from "./persisted.ts";
import { headersOf, sendError, sendJson, setHeaders } from "./pipeline/respond.ts";
import type { Exchange } from "./ports.ts";

interface OpenApiOptions {
  /** the document as generated; its server's address becomes `publicUrl` */
  openApi: Record<string, unknown>;
  /** base URL that callers see, without /api/v1 */
  publicUrl: () => string;
  /** Unix seconds */
  seconds: () => number;
}

interface Written {
  base: string;
  tag: string;
  forms: Promise<Packed>;
}

export function openApiHandler({ openApi, publicUrl, seconds }: OpenApiOptions): RequestHandler {
  // serialised and compressed once per base URL: any client may fetch it, without a key
  let last: Written | undefined;
  const written = (base: string): Written => {
    if (last?.base === base) return last;
    const text = JSON.stringify({ ...openApi, servers: [{ url: `${base.replace(/\/$/, "")}/api/v1` }] });
    last = { base, tag: `W/"${documentHash(text).slice(0, 22)}"`, forms: packed(Buffer.from(text)) };
    return last;
  };
  return async (request, response) => {
    (response.locals as Exchange).route = "/openapi.json";
    const figures = noFigures(seconds());
    if (request.method !== "GET" && request.method !== "HEAD") {
      sendError({ seconds }, response, figures, new AppError("method_not_allowed"));
      return;
    }
    const { tag, forms } = written(publicUrl());
    setHeaders(response, headersOf(response).concat(limitHeaderList(figures, seconds())));
    response.set({ ETag: tag, "Cache-Control": "public, max-age=60", Vary: "Accept-Encoding" });
    if (matchesTag(request.get("if-none-match"), tag)) {
      response.status(304).end();
      return;
    }
    const coding = codingFor(request);
    const bytes = (await forms)[coding];
    if (coding !== "identity") response.set("Content-Encoding", coding);
    sendJson(response, 200, bytes);
  };
}
