// The days on which federal offices, and with them EDGAR and the Clerk, are open. Pure.
import { isAHoliday } from "@18f/us-federal-holidays";
import { isWeekday } from "../calendar-date.ts";

export const isHoliday = (day: string): boolean => isAHoliday(new Date(`${day}T00:00:00Z`), { utc: true });

/** True for a day (YYYY-MM-DD) that is neither on a weekend nor a federal holiday. */
export function isBusinessDay(day: string): boolean {
  return isWeekday(day) && !isHoliday(day);
}
