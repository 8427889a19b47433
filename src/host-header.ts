// The Host header, of which HTTP/1.1 demands exactly one: who is between us and the caller may have read another one than we do.
import type { IncomingMessage } from "node:http";

/** what a host and its port are made of (RFC 3986, sections 3.2.2 and 3.2.3); it may be empty */
const form = /^[\w.~!$&'()*+,;=:%[\]-]*$/;

/** One Host with nothing in it that no host has (RFC 9112, section 3.2); HTTP/1.0 may do without. */
export function hasProperHost({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  const { host } = headers;
  if (host === undefined) return httpVersion !== "1.1";
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts === 1 && isProperHost(host);
}

/** Nothing is in it that no host has. */
export const isProperHost = (host: string): boolean => form.test(host);
