// Calendar dates as text, YYYY-MM-DD. Pure functions; used in every layer of src that receives dates from outside.

/** True for a YYYY-MM-DD that exists in the calendar, from year 1: false for 2026-02-30, which is not rolled over. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith("0000")) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The calendar date `days` days later (earlier where negative), YYYY-MM-DD. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Every calendar date from one to the other, both included, YYYY-MM-DD; none where the second is earlier. */
export function datesBetween(from: string, to: string): string[] {
  const dates: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  return dates;
}

/** Calendar days from one date to the other, YYYY-MM-DD; negative where the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}
