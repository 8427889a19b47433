// The days on which federal offices, and with them EDGAR and the Clerk, are open. Pure.
import { isAHoliday } from "@18f/us-federal-holidays";

const utc = (day: string) => new Date(`${day}T00:00:00Z`);

export const isWeekend = (day: string): boolean => utc(day).getUTCDay() % 6 === 0;
export const isHoliday = (day: string): boolean => isAHoliday(utc(day), { utc: true });

/** True for a day (YYYY-MM-DD) that is neither on a weekend nor a federal holiday. */
export function isBusinessDay(day: string): boolean {
  return !isWeekend(day) && !isHoliday(day);
}
