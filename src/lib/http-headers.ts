// HTTP that does not depend on this project: checks of a request's headers before anything else reads them, Retry-After
// of another service's response, entity tags, and bytes compressed in each coding.
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

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

// The header Retry-After of a response of another service.

/** In milliseconds, from seconds or an HTTP date (RFC 9110, 10.2.3); null if there is no valid one. */
export function retryAfterMs(header: string | null | undefined, now: Date): number | null {
  const value = header?.trim();
  if (!value) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

// The header ETag.

/** A weak entity tag from a digest in base64url or hexadecimal. */
export const weakTag = (digest: string): string => `W/"${digest.slice(0, 22)}"`;

// Compresses bytes that are sent to many callers, once in each coding.

/** A content coding; `identity` is uncompressed. */
export type Coding = "br" | "gzip" | "identity";

export type Packed = Record<Coding, Buffer>;

const packGzip = promisify(gzip);
const packBrotli = promisify(brotliCompress);

/** `often`: for bytes that are compressed for each response: in a third of the time, a tenth larger. */
export function packAs(coding: Coding, plain: Buffer, often = false): Promise<Buffer> {
  if (coding === "br") return packBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: often ? 3 : 5 } });
  return coding === "gzip" ? packGzip(plain, { level: often ? 1 : 6 }) : Promise.resolve(plain);
}

export async function packed(plain: Buffer): Promise<Packed> {
  const [br, small] = await Promise.all([packAs("br", plain), packAs("gzip", plain)]);
  return { br, gzip: small, identity: plain };
}

/** The coding with the smallest response, of those that the caller accepts. */
export function codingFor(request: { acceptsEncodings(coding: string): string | false }): Coding {
  // browsers name gzip first; brotli is preferred because it is smaller
  if (request.acceptsEncodings("br")) return "br";
  return request.acceptsEncodings("gzip") ? "gzip" : "identity";
}
