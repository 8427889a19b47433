// Checks of request headers before anything else reads them. Imports nothing of this project.
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

// HTTP/1.1 requires exactly one Host: with several, a proxy may have used a different one than we do.

/** characters of a host and its port (RFC 3986, sections 3.2.2 and 3.2.3); may be empty */
const hostForm = /^[\w.~!$&'()*+,;=:%[\]-]*$/;

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
  hostForm.test(host) && (host === "" || URL.canParse(`http://${host}`));

// Headers in which a caller states preferences are bounded. Choosing among them costs more than reading them, it is done
// before the caller is known, and libraries do it too. A header beyond the bound counts as absent, which RFC 9110
// (sections 12.4.1 and 12.5) allows: a preference may be disregarded.

/** letters; what browsers and programs send is shorter than 300 */
const maxNegotiated = 1_000;

const negotiated = ["accept", "accept-charset", "accept-encoding", "accept-language"] as const;

/** The value of a header that states preferences; undefined where it is absent or beyond the bound. */
export const withinBound = (value: string | undefined): string | undefined =>
  value !== undefined && value.length > maxNegotiated ? undefined : value;

/** Removes those beyond the bound, so that nothing behind this reads them. */
export function dropLongPreferences(headers: IncomingHttpHeaders): void {
  for (const name of negotiated) if ((headers[name]?.length ?? 0) > maxNegotiated) delete headers[name];
}
