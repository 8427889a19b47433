// Which Origin an MCP call may have. A page in a browser always sends one, so that a page that was led here (DNS rebinding) is known
// by it; programs send none. The protocol's rule: one that is not valid is answered with 403.
import type { Request } from "express";

const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];

export interface OriginRules {
  /** names under which the server is reached; undefined = the loopback's */
  allowedHosts: string[] | undefined;
  /** other origins, in lower case, as `https://app.example.com` */
  allowedOrigins: string[];
}

/** No Origin is allowed, an allowed one, and the server's own: the host and port of the Host header, under a name that is the server's. */
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
