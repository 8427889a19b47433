// Calendar dates as text, YYYY-MM-DD. Pure; used by every layer of src that is handed a date from outside.

/** True for a YYYY-MM-DD that the calendar has, from year 1: 2026-02-30 is none, and is not rolled over. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith("0000")) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
