// The head of a request that brings nothing else: a GET or HEAD, whole and alone in what was read, with no field in it that changes
// where messages end or what becomes of the connection. It is read by narrower rules than Node's; what does not fit them is no
// worse, and is Node's.
import { isProperHost } from "../../host-header.ts";

/** The fields that the service reads, as they came. */
export interface PlainHead {
  /** all fields, by which a repetition is recognised */
  block: string;
  authorization: string | undefined;
  acceptEncoding: string | undefined;
  accept: string | undefined;
  requestId: string | undefined;
  forwardedFor: string | undefined;
  /** the caller has a copy that may be good */
  conditional: boolean;
}

export interface PlainRequest {
  method: "GET" | "HEAD";
  url: string;
  head: PlainHead;
}

/** longer heads are rare, and Node's */
const longest = 4096;
const version = " HTTP/1.1\r\n";
/** what may be in a path and a query without an escape, and nothing else (RFC 3986, sections 3.3 and 3.4) */
const target = /^\/[\w.~!$&'()*+,;=:@%/?-]*$/;
/** fields without folded lines or anything outside ASCII, and the line that ends them (RFC 9110, section 5) */
const fields = /^(?:[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e]*\r\n)+\r\n$/;
const special = new Set(
  "content-length transfer-encoding connection proxy-connection keep-alive upgrade expect te trailer".split(" "),
);

/** Reads a head; `last` is the one before it on the same connection, whose fields are seldom others. undefined = it is not plain. */
export function readPlainHead(bytes: Buffer, last: PlainHead | undefined): PlainRequest | undefined {
  if (bytes.length > longest) return undefined;
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
    // which of two counts is a rule of Node's, a name at a time
    if (found.has(name)) return undefined;
    found.set(name, value);
  }
  if (!isProperHost(found.get("host") ?? " ")) return undefined;
  return {
    block,
    authorization: found.get("authorization"),
    acceptEncoding: found.get("accept-encoding"),
    accept: found.get("accept"),
    requestId: found.get("x-request-id"),
    forwardedFor: found.get("x-forwarded-for"),
    conditional: found.has("if-none-match"),
  };
}
