// Checks the Host header. HTTP/1.1 requires exactly one: with several, a proxy may have used a different one than we
// do.
import type { IncomingMessage } from "node:http";

/** characters of a host and its port (RFC 3986, sections 3.2.2 and 3.2.3); may be empty */
const form = /^[\w.~!$&'()*+,;=:%[\]-]*$/;

/** True for exactly one Host with valid characters (RFC 9112, section 3.2); HTTP/1.0 may omit it. */
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

/** True where all characters are allowed in a host, and a URL can be made of it. */
export const isProperHost = (host: string): boolean =>
  form.test(host) && (host === "" || URL.canParse(`http://${host}`));
