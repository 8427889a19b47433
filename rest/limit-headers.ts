// The limit headers that stand on every answer, errors included.
import { fieldsOf } from "./header-text.ts";
import type { LimitFigures, WindowFigures } from "./ports.ts";

type Headers = Record<string, string>;

/** The X- headers of the specification, their additive resets, and the pair of draft-ietf-httpapi-ratelimit-headers-10, a line each. */
export function limitHeaderText({ minute, day, month }: LimitFigures, now: number): string {
  return (
    `X-RateLimit-Limit: ${minute.limit}\r\n` +
    `X-RateLimit-Remaining: ${minute.remaining}\r\n` +
    `X-RateLimit-Reset: ${minute.resetAt}\r\n` +
    `X-DailyLimit-Limit: ${day.limit}\r\n` +
    `X-DailyLimit-Remaining: ${day.remaining}\r\n` +
    `X-DailyLimit-Reset: ${day.resetAt}\r\n` +
    `X-MonthlyQuota-Limit: ${month.limit}\r\n` +
    `X-MonthlyQuota-Remaining: ${month.remaining}\r\n` +
    `X-MonthlyQuota-Reset: ${month.resetAt}\r\n` +
    `RateLimit-Policy: "minute";q=${minute.limit};w=60, "day";q=${day.limit};w=86400, "month";q=${month.limit};w=${secondsOfMonth(month.resetAt)}\r\n` +
    `RateLimit: ${stand("minute", minute, now)}, ${stand("day", day, now)}, ${stand("month", month, now)}\r\n`
  );
}

/** The same as names and values in turn. */
export const limitHeaderList = (figures: LimitFigures, now: number): string[] =>
  fieldsOf(limitHeaderText(figures, now));

/** The same by name. */
export function limitHeaders(figures: LimitFigures, now: number): Headers {
  const list = limitHeaderList(figures, now);
  return Object.fromEntries(list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1] ?? ""]] : [])));
}

function stand(name: string, window: WindowFigures, now: number): string {
  return `"${name}";r=${window.remaining};t=${secondsUntil(window.resetAt, now)}`;
}

/** Seconds from `now` to a moment, both in Unix seconds; never negative. */
export function secondsUntil(moment: number, now: number): number {
  return Math.max(0, Math.ceil(moment - now));
}

let lastMonth = { resetAt: 0, seconds: 0 };

/** Length of the UTC calendar month that ends at the moment. It is the same one for all requests of a month. */
function secondsOfMonth(resetAt: number): number {
  if (lastMonth.resetAt !== resetAt) {
    const end = new Date(resetAt * 1000);
    const seconds = resetAt - Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - 1, 1) / 1000;
    lastMonth = { resetAt, seconds };
  }
  return lastMonth.seconds;
}

/** The windows' ends at a moment (Unix seconds), with nothing in them: for answers to nobody in particular. */
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
