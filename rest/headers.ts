// Headers as text: how lines of headers are read, the limit headers of every response, errors included, and the last
// known limits of recent callers, for the headers of a 503 while the quota cannot be read.
import { hash } from "node:crypto";
import { startOfMonth } from "../src/lib/calendar-date.ts";
import type { LimitStatus, Principal, WindowStatus } from "../src/ports/access.ts";

type Headers = Record<string, string>;

/**
 * The X- headers of the specification, the additional reset headers, and the two headers of
 * draft-ietf-httpapi-ratelimit-headers-10, one per line.
 */
export function limitHeaderText(limitStatus: LimitStatus, now: number): string {
  const [a, b, c, d, e, f, g] = fixedTexts(limitStatus, now);
  const minute = String(limitStatus.minute.remaining);
  const day = String(limitStatus.day.remaining);
  const month = String(limitStatus.month.remaining);
  return a + minute + b + day + c + month + d + minute + e + day + f + month + g;
}

/** the texts before, between and after the remaining requests of minute, day and month, which occur twice */
type FixedTexts = readonly [string, string, string, string, string, string, string];

/** the same for the same limits and second: for a caller of many requests the texts are built once a second */
let lastFixed: { limitStatus: LimitStatus; now: number; texts: FixedTexts } | undefined;

function fixedTexts(limitStatus: LimitStatus, now: number): FixedTexts {
  const second = Math.floor(now);
  if (lastFixed?.now !== second || !hasSameLimits(lastFixed.limitStatus, limitStatus))
    lastFixed = { limitStatus, now: second, texts: buildFixedTexts(limitStatus, second) };
  return lastFixed.texts;
}

const hasSameLimits = (one: LimitStatus, other: LimitStatus) =>
  isSameWindow(one.minute, other.minute) && isSameWindow(one.day, other.day) && isSameWindow(one.month, other.month);

const isSameWindow = (one: WindowStatus, other: WindowStatus) =>
  one.limit === other.limit && one.resetAt === other.resetAt;

function buildFixedTexts({ minute, day, month }: LimitStatus, now: number): FixedTexts {
  const policy = `"minute";q=${minute.limit};w=60, "day";q=${day.limit};w=86400, "month";q=${month.limit};w=${secondsOfMonth(month.resetAt)}`;
  return [
    `X-RateLimit-Limit: ${minute.limit}\r\nX-RateLimit-Remaining: `,
    `\r\nX-RateLimit-Reset: ${minute.resetAt}\r\nX-DailyLimit-Limit: ${day.limit}\r\nX-DailyLimit-Remaining: `,
    `\r\nX-DailyLimit-Reset: ${day.resetAt}\r\nX-MonthlyQuota-Limit: ${month.limit}\r\nX-MonthlyQuota-Remaining: `,
    `\r\nX-MonthlyQuota-Reset: ${month.resetAt}\r\nRateLimit-Policy: ${policy}\r\nRateLimit: "minute";r=`,
    `;t=${secondsUntil(minute.resetAt, now)}, "day";r=`,
    `;t=${secondsUntil(day.resetAt, now)}, "month";r=`,
    `;t=${secondsUntil(month.resetAt, now)}\r\n`,
  ];
}

/** The same headers as alternating names and values. */
export const limitHeaderList = (limitStatus: LimitStatus, now: number): string[] =>
  fieldsOf(limitHeaderText(limitStatus, now));

/** The same headers by name. */
export function limitHeaders(limitStatus: LimitStatus, now: number): Headers {
  const list = limitHeaderList(limitStatus, now);
  return Object.fromEntries(list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1] ?? ""]] : [])));
}

/** Seconds from `now` to a time, both in Unix seconds; never negative. */
export function secondsUntil(at: number, now: number): number {
  return Math.max(0, Math.ceil(at - now));
}

/** Length of the UTC calendar month that ends at the time. */
const secondsOfMonth = (resetAt: number): number => resetAt - startOfMonth(resetAt, -1);

/** Windows with limit and remaining 0 and their ends at a time (Unix seconds): for responses without a known caller. */
export function noLimitStatus(now: number, minute?: WindowStatus): LimitStatus {
  const empty = (resetAt: number): WindowStatus => ({ limit: 0, remaining: 0, resetAt });
  return {
    minute: minute ?? empty((Math.floor(now / 60) + 1) * 60),
    day: empty((Math.floor(now / 86_400) + 1) * 86_400),
    month: empty(startOfMonth(now, 1)),
  };
}

// Headers as they go over the wire: lines of name, colon, space and value, each with its line break.

/** Alternating names and values, as Node accepts them. */
export function fieldsOf(text: string): string[] {
  const fields: string[] = [];
  for (let at = 0; at < text.length; ) {
    const colon = text.indexOf(": ", at);
    const end = text.indexOf("\r\n", colon);
    fields.push(text.slice(at, colon), text.slice(colon + 2, end));
    at = end + 2;
  }
  return fields;
}

// The last known limits of recent callers.

const maxCallers = 10_000;

/** Stores limits by key, and finds them by the caller's Authorization header, of which only a digest is stored. */
export class LastKnownLimits {
  readonly #byKey = new Map<string, { limitStatus: LimitStatus; digest: string | undefined }>();
  readonly #keyOf = new Map<string, string>();

  set({ keyId }: Principal, authorization: string | undefined, limitStatus: LimitStatus): void {
    const known = this.#byKey.get(keyId);
    if (known) known.limitStatus = limitStatus;
    else this.#add(keyId, { limitStatus, digest: digestOf(authorization) });
  }

  /** By `principal`, if the key could be checked, else by the header. */
  get(principal: Principal | undefined, authorization: string | undefined): LimitStatus | undefined {
    const digest = digestOf(authorization);
    const keyId = principal?.keyId ?? (digest && this.#keyOf.get(digest));
    return keyId === undefined ? undefined : this.#byKey.get(keyId)?.limitStatus;
  }

  /** Adds an entry; beyond `maxCallers` the oldest is evicted. */
  #add(keyId: string, known: { limitStatus: LimitStatus; digest: string | undefined }): void {
    this.#byKey.set(keyId, known);
    if (known.digest) this.#keyOf.set(known.digest, keyId);
    if (this.#byKey.size <= maxCallers) return;
    const [oldest] = this.#byKey;
    if (!oldest) return;
    this.#byKey.delete(oldest[0]);
    if (oldest[1].digest) this.#keyOf.delete(oldest[1].digest);
  }
}

/** undefined without the header, which no one caller can be known by: feeds and visitors send none */
function digestOf(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : hash("sha256", authorization, "base64");
}
