// Reads the head of a request without a body: a GET or HEAD, whole and alone in the bytes read, without a field that
// changes where messages end or whether the connection stays open. The rules are narrower than Node's; a head that does
// not fit them may still be valid and is left to Node.
import { isProperHost, withinBound } from "../../lib/request-headers.ts";

/** The fields that the service reads, as they came; preferences beyond their bound are absent. */
export interface PlainHead {
  /** all fields as text, to recognise a repeated head */
  block: string;
  authorization: string | undefined;
  acceptEncoding: string | undefined;
  accept: string | undefined;
  requestId: string | undefined;
  forwardedFor: string | undefined;
  /** the request has If-None-Match */
  conditional: boolean;
}

export interface PlainRequest {
  method: "GET" | "HEAD";
  url: string;
  head: PlainHead;
}

/** bytes; longer heads are rare and left to Node */
const maxHeadBytes = 4096;
const version = " HTTP/1.1\r\n";
/** only characters that a path and a query may have, escapes included (RFC 3986, sections 3.3 and 3.4) */
const target = /^\/[\w.~!$&'()*+,;=:@%/?-]*$/;
/** fields without folded lines or anything outside ASCII, and the line that ends them (RFC 9110, section 5) */
const fields = /^(?:[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e]*\r\n)+\r\n$/;
const special = new Set(
  "content-length transfer-encoding connection proxy-connection keep-alive upgrade expect te trailer".split(" "),
);

/**
 * Reads a head; `last` is the previous one of the connection, which usually has the same fields. undefined = not plain.
 */
export function readPlainHead(bytes: Buffer, last: PlainHead | undefined): PlainRequest | undefined {
  if (bytes.length > maxHeadBytes) return undefined;
  const text = bytes.toString("latin1");
  const method = text.startsWith("GET ") ? "GET" : text.startsWith("HEAD ") ? "HEAD" : undefined;
  const line = text.indexOf("\r\n");
  const end = line - version.length + 2;
  if (!method || end <= method.length || !text.startsWith(version, end)) return undefined;
  const url = text.slice(method.length + 1, end);
  const block = text.slice(line + 2);
  const head = last?.block === block ? last : readFields(block);
  return head && target.test(url) ? { method, url, head } : undefined;
}

function readFields(block: string): PlainHead | undefined {
  if (!fields.test(block)) return undefined;
  const found = new Map<string, string>();
  for (const field of block.slice(0, -4).split("\r\n")) {
    const colon = field.indexOf(":");
    const name = field.slice(0, colon).toLowerCase();
    const value = field.slice(colon + 1).trim();
    if (special.has(name) && !(name === "connection" && value.toLowerCase() === "keep-alive")) return undefined;
    // Node has a rule for each name which of two fields counts
    if (found.has(name)) return undefined;
    found.set(name, value);
  }
  if (!isProperHost(found.get("host") ?? " ")) return undefined;
  return {
    block,
    authorization: found.get("authorization"),
    acceptEncoding: withinBound(found.get("accept-encoding")),
    accept: withinBound(found.get("accept")),
    requestId: found.get("x-request-id"),
    forwardedFor: found.get("x-forwarded-for"),
    conditional: found.has("if-none-match"),
  };
}
