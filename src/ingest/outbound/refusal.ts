// Classifies a response before it is read as data: a refusal that stops all requests, a missing resource, or a response
// that has to be retried.
import { constants, gunzipSync } from "node:zlib";
import { retryAfterMs } from "../../lib/http-headers.ts";
import { type PublisherName, publisherOf } from "../../sources/sources.ts";
import type { ExchangeResponse } from "./exchange.ts";

export type Verdict =
  | { kind: "response" }
  | { kind: "absent" }
  | { kind: "redirect"; location: string }
  /** the publisher refuses requests; `ms` is its Retry-After, null if it sent none */
  | { kind: "refused"; because: string; ms: number | null }
  /** the publisher is temporarily unavailable and sent a Retry-After */
  | { kind: "busy"; because: string; ms: number }
  | { kind: "again"; because: string }
  | { kind: "bad"; because: string };

export function judge(response: ExchangeResponse, publisher: PublisherName, now: Date): Verdict {
  const { status, headers } = response;
  const because = `HTTP ${status}`;
  if (isRefusalPage(response.body))
    return {
      kind: "refused",
      because: `${because}, "${refusalTitle}"`,
      ms: retryAfterMs(headers.get("retry-after"), now),
    };
  if (status === 200 && isMaintenancePage(response.body))
    return { kind: "again", because: "a page that says the site is unavailable" };
  if (status === 200)
    return response.body.length > 0 ? { kind: "response" } : { kind: "again", because: "an empty response" };
  if (status === 304) return { kind: "response" };
  if (status === 404 || status === 410) return { kind: "absent" };
  if (status === 403 && publisherOf(publisher).responsesMissingWith403 && isMissingObject(response.body))
    return { kind: "absent" };
  if (status === 403 || status === 429)
    return { kind: "refused", because, ms: retryAfterMs(headers.get("retry-after"), now) };
  if (status >= 300 && status < 400) return { kind: "redirect", location: headers.get("location") ?? "" };
  if (status >= 500 || status === 408) {
    const ms = retryAfterMs(headers.get("retry-after"), now);
    return ms === null ? { kind: "again", because } : { kind: "busy", because, ms };
  }
  return { kind: "bad", because };
}

const refusalTitle = "Undeclared Automated Tool";

/**
 * The SEC's page for rate-limited clients (title "Request Rate Threshold Exceeded"); some crawlers received it with 403
 * and stored it as a filing.
 */
function isRefusalPage(body: Buffer): boolean {
  const head = headOf(body, 4096);
  return (
    /^\s*<(!doctype html|html)/i.test(head) && /Undeclared Automated Tool|Request Rate Threshold Exceeded/i.test(head)
  );
}

/** EDGAR's maintenance page, returned instead of a feed or a file (atom-getcurrent, start=5100, of December 2025). */
function isMaintenancePage(body: Buffer): boolean {
  const head = headOf(body, 8192);
  return /^\s*<(!doctype html|html)/i.test(head) && /<title>[^<]*File Unavailable/i.test(head);
}

/**
 * EDGAR's files are in an object store: a missing file may return 403 with the store's own error document
 * (`<Error><Code>AccessDenied</Code>`, or NoSuchKey), e.g. an index of a day that has none. That is not a refusal.
 */
function isMissingObject(body: Buffer): boolean {
  const head = headOf(body, 1024);
  return /^\s*(<\?xml[^>]*>\s*)?<Error>\s*<Code>(NoSuchKey|AccessDenied)<\/Code>/.test(head);
}

/**
 * The first bytes of a body as text. In place of a compressed index the archives may send a gzipped page or error
 * document without a Content-Encoding; then it is that of the unpacked bytes.
 */
function headOf(body: Buffer, length: number): string {
  const head = body.subarray(0, length);
  return (isGzip(head) ? unpackedHead(head) : head).subarray(0, length).toString("latin1");
}

const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Bytes that cannot be unpacked stay as they are. A few kilobytes unpack to at most a thousand times as much. */
function unpackedHead(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return bytes;
  }
}
