// What an answer means, before it is read as data: a refusal that stops us, an object that does not exist, or an answer
// that has to be tried again.
import type { PublisherName } from "../../sources.ts";
import type { ExchangeAnswer } from "./exchange.ts";

export type Verdict =
  | { kind: "answer" }
  | { kind: "absent" }
  | { kind: "redirect"; location: string }
  /** the publisher wants to be left alone; `ms` is what it asked for itself, null where it named nothing */
  | { kind: "refused"; because: string; ms: number | null }
  /** the publisher is not able now and says for how long */
  | { kind: "busy"; because: string; ms: number }
  | { kind: "again"; because: string }
  | { kind: "bad"; because: string };

export function judge(answer: ExchangeAnswer, publisher: PublisherName, now: Date): Verdict {
  const { status, headers } = answer;
  const because = `HTTP ${status}`;
  if (isRefusalPage(answer.body))
    return { kind: "refused", because: `${because}, "${refusalTitle}"`, ms: retryAfterMs(headers, now) };
  if (status === 200 && isMaintenancePage(answer.body))
    return { kind: "again", because: "a page that says to be unavailable" };
  if (status === 200)
    return answer.body.length > 0 ? { kind: "answer" } : { kind: "again", because: "an empty answer" };
  if (status === 304) return { kind: "answer" };
  if (status === 404 || status === 410) return { kind: "absent" };
  if (status === 403 && publisher === "sec" && isMissingObject(answer.body)) return { kind: "absent" };
  if (status === 403 || status === 429) return { kind: "refused", because, ms: retryAfterMs(headers, now) };
  if (status >= 300 && status < 400) return { kind: "redirect", location: headers.get("location") ?? "" };
  if (status >= 500 || status === 408) {
    const ms = retryAfterMs(headers, now);
    return ms === null ? { kind: "again", because } : { kind: "busy", because, ms };
  }
  return { kind: "bad", because };
}

const refusalTitle = "Undeclared Automated Tool";

/** The SEC's page for those whom it limits (title "Request Rate Threshold Exceeded"); crawlers met it with 403 and stored it as a filing. */
function isRefusalPage(body: Buffer): boolean {
  const head = body.subarray(0, 4096).toString("latin1");
  return (
    /^\s*<(!doctype html|html)/i.test(head) && /Undeclared Automated Tool|Request Rate Threshold Exceeded/i.test(head)
  );
}

/** EDGAR under maintenance: the page stands where a feed or a file should be (atom-getcurrent, start=5100, of December 2025). */
function isMaintenancePage(body: Buffer): boolean {
  const head = body.subarray(0, 8192).toString("latin1");
  return /^\s*<(!doctype html|html)/i.test(head) && /<title>[^<]*File Unavailable/i.test(head);
}

/**
 * EDGAR's files lie in an object store: one that is not there may be answered with 403 and the store's own error document
 * (`<Error><Code>AccessDenied</Code>`, or NoSuchKey), for example an index of a day that has none. That is no refusal.
 */
function isMissingObject(body: Buffer): boolean {
  const head = body.subarray(0, 1024).toString("latin1");
  return /^\s*(<\?xml[^>]*>\s*)?<Error>\s*<Code>(NoSuchKey|AccessDenied)<\/Code>/.test(head);
}

/** Retry-After in milliseconds, from seconds or an HTTP date (RFC 9110, 10.2.3); null when there is none that makes sense. */
function retryAfterMs(headers: Headers, now: Date): number | null {
  const value = headers.get("retry-after")?.trim();
  if (!value) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
