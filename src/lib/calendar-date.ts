// Calendar dates as text, YYYY-MM-DD, in UTC. Pure functions, used in every layer.

/** milliseconds of a UTC day, which has no daylight saving time */
export const dayMs = 86_400_000;

/** True for a YYYY-MM-DD that exists in the calendar, from year 1: false for 2026-02-30, which is not rolled over. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith("0000")) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
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
