// The security headers of pages: no inline scripts, no content from other origins, no framing. Pages also work over
// plain HTTP on a local network: HSTS is sent only where the public address is https.
import { randomBytes } from "node:crypto";
import type { RequestHandler, Response } from "express";
import helmet from "helmet";

/**
 * `https`: whether callers reach the service by https (PUBLIC_URL). Sets `response.locals.nonce` for styles that a page
 * creates at run time.
 */
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
    // browsers obey these two only on https, and log a warning otherwise
    crossOriginOpenerPolicy: https,
    originAgentCluster: https,
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: "deny" },
  });
  return [drawNonce, headers];
}
