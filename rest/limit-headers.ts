// The limit headers that are on every answer, errors included.
import { fieldsOf } from "./header-text.ts";
import type { LimitFigures, WindowFigures } from "./ports.ts";

type Headers = Record<string, string>;

/** The X- headers of the specification, their additive resets, and the pair of draft-ietf-httpapi-ratelimit-headers-10, a line each. */
export function limitHeaderText(figures: LimitFigures, now: number): string {
  const [a, b, c, d, e, f, g] = textsAround(figures, now);
  const minute = String(figures.minute.remaining);
  const day = String(figures.day.remaining);
  const month = String(figures.month.remaining);
  return a + minute + b + day + c + month + d + minute + e + day + f + month + g;
}

/** what is before, between and behind the figures that are left of minute, day and month, twice */
type Around = readonly [string, string, string, string, string, string, string];

/** for the same limits and second it is the same: for a caller of many requests it is made once a second */
let lastAround: { figures: LimitFigures; now: number; texts: Around } | undefined;

function textsAround(figures: LimitFigures, now: number): Around {
  const second = Math.floor(now);
  if (lastAround?.now !== second || !hasSameLimits(lastAround.figures, figures))
    lastAround = { figures, now: second, texts: makeAround(figures, second) };
  return lastAround.texts;
}

const hasSameLimits = (one: LimitFigures, other: LimitFigures) =>
  isSameWindow(one.minute, other.minute) && isSameWindow(one.day, other.day) && isSameWindow(one.month, other.month);

const isSameWindow = (one: WindowFigures, other: WindowFigures) =>
  one.limit === other.limit && one.resetAt === other.resetAt;

function makeAround({ minute, day, month }: LimitFigures, now: number): Around {
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

/** The same as names and values in turn. */
export const limitHeaderList = (figures: LimitFigures, now: number): string[] =>
  fieldsOf(limitHeaderText(figures, now));

/** The same by name. */
export function limitHeaders(figures: LimitFigures, now: number): Headers {
  const list = limitHeaderList(figures, now);
  return Object.fromEntries(list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1] ?? ""]] : [])));
}

/** Seconds from `now` to a time, both in Unix seconds; never negative. */
export function secondsUntil(at: number, now: number): number {
  return Math.max(0, Math.ceil(at - now));
}

/** Length of the UTC calendar month that ends at the time. */
function secondsOfMonth(resetAt: number): number {
  const end = new Date(resetAt * 1000);
  return resetAt - Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - 1, 1) / 1000;
}

/** The windows' ends at a time (Unix seconds), with nothing in them: for responses without a caller. */
export function noFigures(now: number, minute?: WindowFigures): LimitFigures {
  const date = new Date(now * 1000);
  const nextMonth = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / 1000;
  const empty = (resetAt: number): WindowFigures => ({ limit: 0, remaining: 0, resetAt });
  return {
    minute: minute ?? empty((Math.floor(now / 60) + 1) * 60),
    day: empty((Math.floor(now / 86_400) + 1) * 86_400),
    month: empty(nextMonth),
  };
}
