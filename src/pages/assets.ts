// /assets: the built files. Their names change with their content, so browsers cache them permanently.
import type { RequestHandler } from "express";
import { codingFor } from "../lib/packed.ts";
import type { Built } from "./built.ts";

/** Sends the smallest encoding that the browser accepts; a file that was not built is passed to the next handler. */
export function serveAssets({ assets }: Built): RequestHandler {
  return (request, response, next) => {
    const asset = assets.get(request.path);
    if (!asset) return next();
    const coding = codingFor(request);
    if (coding !== "identity") response.set("Content-Encoding", coding);
    response.set({ "Content-Type": asset.type, "Cache-Control": "public, max-age=31536000, immutable" });
    response.vary("Accept-Encoding");
    response.send(asset[coding]);
  };
}
