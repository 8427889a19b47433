// Which Origin an MCP call may have. A page in a browser always sends one, which identifies a page that was redirected
// here (DNS rebinding); programs send none. By the protocol, an invalid Origin gets 403.
import type { Request } from "express";

const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];

export interface OriginRules {
  /** host names of the server; undefined = the loopback names */
  allowedHosts: string[] | undefined;
  /** other origins, in lower case, as `https://app.example.com` */
  allowedOrigins: string[];
}

/**
 * Accepts no Origin, an allowed one, and the server's own: the host and port of the Host header, under a name of the
 * server.
 */
export function hasProperOrigin(request: Request, { allowedHosts, allowedOrigins }: OriginRules): boolean {
  const [origin, ...more] = request.headersDistinct.origin ?? [];
  if (origin === undefined) return true;
  if (more.length > 0) return false;
  if (allowedOrigins.includes(origin.toLowerCase())) return true;
  if (!/^https?:\/\/[^/?#@\\\s]+$/i.test(origin) || !URL.canParse(origin)) return false;
  const { protocol, hostname, host } = new URL(origin);
  const reached = `${protocol}//${request.headers.host}`;
  if (!(allowedHosts ?? loopbackNames).includes(hostname)) return false;
  return URL.canParse(reached) && new URL(reached).host === host;
}
