// /assets: the built files. Their names change with their content, so browsers keep them for good.
import type { RequestHandler } from "express";
import type { Built } from "./built.ts";

/** Sends the smallest form that the browser takes; what was not built is passed on. */
export function serveAssets({ assets }: Built): RequestHandler {
  return (request, response, next) => {
    const asset = assets.get(request.path);
    if (!asset) return next();
    // browsers name gzip first; which of two equal forms is smaller is ours to know
    const form = request.acceptsEncodings("br") || request.acceptsEncodings("gzip");
    if (form) response.set("Content-Encoding", form);
    response.set({ "Content-Type": asset.type, "Cache-Control": "public, max-age=31536000, immutable" });
    response.vary("Accept-Encoding");
    response.send(form === "br" ? asset.br : form === "gzip" ? asset.gzip : asset.plain);
  };
}
