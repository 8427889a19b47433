// Dates of congressional disclosures are written month/day/year.
import { isCalendarDate } from "../../lib/calendar-date.ts";

/**
 * `mm/dd/yyyy` (or one digit for month and day, or a year of two digits) as YYYY-MM-DD; null if it is not a calendar
 * date.
 */
export function calendarDate(text: string): string | null {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(text.trim());
  if (!match) return null;
  // electronic filing began in 2012, so a year of two digits is one of this century
  const year = Number(match[3]) + (match[3]?.length === 2 ? 2000 : 0);
  const date = [year, match[1], match[2]].map((part) => String(part).padStart(2, "0")).join("-");
  return year >= 1900 && isCalendarDate(date) ? date : null;
}
