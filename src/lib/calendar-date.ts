// Calendar dates as text, YYYY-MM-DD, in UTC: dates, ranges of days, times of New York, and today by the clock. Used
// in every layer; pure but for `now` and `todayUtc`.
import type { ParameterProblem } from "../errors.ts";

/** milliseconds of a UTC day, which has no daylight saving time */
export const dayMs = 86_400_000;

/** True for a YYYY-MM-DD that exists in the calendar, from year 1: false for 2026-02-30, which is not rolled over. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysOfMonth(year, month);
}

function daysOfMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** The UTC calendar date of an instant (milliseconds since 1970 where it is a number), YYYY-MM-DD. */
export function dateOf(instant: Date | number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** Returns the UTC calendar date of a clock in milliseconds. It formats the date once a day. */
export function dateByClock(now: () => number): () => string {
  let last = { day: Number.NaN, date: "" };
  return () => {
    const day = Math.floor(now() / dayMs);
    if (day !== last.day) last = { day, date: dateOf(day * dayMs) };
    return last.date;
  };
}

/** The calendar date `days` days later (earlier where negative), YYYY-MM-DD. */
export function addDays(date: string, days: number): string {
  return dateOf(Date.parse(`${date}T00:00:00Z`) + days * dayMs);
}

/** The last date of a month, YYYY-MM -> YYYY-MM-DD. */
export function lastDayOfMonth(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return dateOf(Date.UTC(year, number, 0));
}

/** The first instant of the month `months` after that of an instant; both in Unix seconds. */
export function startOfMonth(seconds: number, months: number): number {
  const date = new Date(seconds * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / 1000;
}

export function isWeekday(date: string): boolean {
  return new Date(`${date}T00:00:00Z`).getUTCDay() % 6 !== 0;
}

/** The date itself, or the last weekday before it: markets and the SEC are closed at weekends. */
export function weekdayOnOrBefore(date: string): string {
  return isWeekday(date) ? date : weekdayOnOrBefore(addDays(date, -1));
}

/** Every calendar date from one to the other, both included, YYYY-MM-DD; none where the second is earlier. */
export function datesBetween(from: string, to: string): string[] {
  const dates: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  return dates;
}

/** Calendar days from one date to the other, YYYY-MM-DD; negative where the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs;
}

// Ranges of days that GraphQL arguments give: which are accepted, and how long they may be.

/** Days of the longest range, for its days' coverage and for a run. */
export const maxRange = 366;

/** What is wrong with a range of at most `max` days; both ends are included. */
export function problemOfRange({ from, to }: { from: string; to: string }, max = maxRange): ParameterProblem | null {
  const days = daysBetween(from, to) + 1;
  if (days < 1) return { parameter: "from", message: "must not be after to" };
  return days > max ? { parameter: "from", message: `must be at most ${max - 1} days before to` } : null;
}

// Times of the SEC, which are in New York time, as instants.

/** formats an instant in New York time, as `2023-06-29 16:15:30` */
const newYorkClock = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "America/New_York",
  dateStyle: "short",
  timeStyle: "medium",
});
/** hours behind UTC: daylight saving time and standard time; in winter the other one is tried first, because formatting takes long */
const hoursBehind = { summer: [4, 5], winter: [5, 4] };
const winter = ["12", "01", "02"];

/**
 * `20230629161530` in New York time -> `2023-06-29T20:15:30.000Z`. Null for a time that does not exist there; for the
 * hour that is repeated at the end of daylight saving time, the first one.
 */
export function newYorkInstant(stamp: string): string | null {
  const [, year, month = "", day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(stamp) ?? [];
  if (!isCalendarDate(`${year}-${month}-${day}`)) return null;
  const shown = `${year}-${month}-${day} ${hour}:${minute}:${second}`;
  const asUtc = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(asUtc)) return null;
  for (const hours of winter.includes(month) ? hoursBehind.winter : hoursBehind.summer) {
    const instant = new Date(asUtc + hours * 3_600_000);
    if (newYorkClock.format(instant) === shown) return instant.toISOString();
  }
  return null;
}

// The clock of the service, of its commands and of its pages.

export const now = () => new Date();
/** The calendar date in UTC, as YYYY-MM-DD. */
export const todayUtc = () => dateOf(now());
