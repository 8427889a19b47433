// /assets: the built files. Their names change with their content, so browsers keep them for good.
import type { RequestHandler } from "express";
import { codingFor } from "../packed.ts";
import type { Built } from "./built.ts";

/** Sends the smallest form that the browser takes; what was not built is passed on. */
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
