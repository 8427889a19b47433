// What a browser is told beside a page: nothing inline, nothing from elsewhere, no frame around it. A page works over plain HTTP on
// a local network too: only where the public address is https is the browser told to stay there.
import { randomBytes } from "node:crypto";
import type { RequestHandler, Response } from "express";
import helmet from "helmet";

/** `https`: whether callers reach the service by https (PUBLIC_URL). Leaves `response.locals.nonce` for styles that a page makes as it runs. */
export function pageHeaders(https: boolean): RequestHandler[] {
  const drawNonce: RequestHandler = (_request, response, next) => {
    response.locals.nonce = randomBytes(16).toString("base64url");
    next();
  };
  const headers = helmet({
    contentSecurityPolicy: {
      // the library's defaults turn every link into https, which a local network does not have
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", (_request, response) => `'nonce-${(response as Response).locals.nonce}'`],
        imgSrc: ["'self'"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // a browser heeds these two on https only, and complains elsewhere
    crossOriginOpenerPolicy: https,
    originAgentCluster: https,
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: "deny" },
  });
  return [drawNonce, headers];
}
