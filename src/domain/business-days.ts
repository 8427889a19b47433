// Which days count as business days: for EDGAR, by which Form 4 is due and indexes appear, and for the Clerk of the
// House. Federal holidays are those of 5 U.S.C. 6103. EDGAR closes on further days, by order of the President or for a
// day of mourning, which the SEC treats as federal holidays: they are in prisma/reference/edgar-closings.csv. Pure.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { allForYear, isAHoliday } from "@18f/us-federal-holidays";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { addDays, datesBetween, isCalendarDate, isWeekday } from "../lib/calendar-date.ts";
import { packageRoot } from "../lib/package-root.ts";

/** The reviewed list, in its order. */
const edgarClosings = z
  .array(
    z.object({
      day: z.string().refine((day) => isCalendarDate(day) && isWeekday(day) && !isFederalHoliday(day)),
      reason: z.string().min(1),
      source: z.string().min(1),
    }),
  )
  .parse(
    parse(readFileSync(join(packageRoot, "prisma", "reference", "edgar-closings.csv"), "utf8"), {
      columns: true,
      comment: "#",
      comment_no_infix: true,
    }),
  );

const reasons = new Map(edgarClosings.map(({ day, reason }) => [day, reason]));

/** True for a day (YYYY-MM-DD) on which a federal holiday is observed. */
function isFederalHoliday(day: string): boolean {
  return isAHoliday(new Date(`${day}T00:00:00Z`), { utc: true });
}

/** True for a day (YYYY-MM-DD) on which the Clerk of the House is open: no order of the President closes Congress. */
export function isFederalBusinessDay(day: string): boolean {
  return isWeekday(day) && !isFederalHoliday(day);
}

/** Why EDGAR takes no filings on a weekday (YYYY-MM-DD); null for a business day, and for a weekend. */
export function edgarClosing(day: string): string | null {
  return isFederalHoliday(day) ? "federal holiday" : (reasons.get(day) ?? null);
}

/** True for a day (YYYY-MM-DD) on which EDGAR takes filings. */
export function isEdgarBusinessDay(day: string): boolean {
  return isWeekday(day) && edgarClosing(day) === null;
}

/** EDGAR's business days from one day to the other, both included, YYYY-MM-DD; none where the second is earlier. */
export function edgarBusinessDays(from: string, to: string): string[] {
  return datesBetween(from, to).filter(isEdgarBusinessDay);
}

/** The day itself, or the last business day of EDGAR before it; YYYY-MM-DD. */
export function edgarBusinessDayOnOrBefore(day: string): string {
  return isEdgarBusinessDay(day) ? day : edgarBusinessDayOnOrBefore(addDays(day, -1));
}

/** Federal holidays and EDGAR's own closings of the years, both included; YYYY-MM-DD. */
export function edgarClosingsOf(firstYear: number, lastYear: number): string[] {
  const years = Array.from({ length: Math.max(0, lastYear - firstYear + 1) }, (_, index) => firstYear + index);
  const holidays = years.flatMap((year) => allForYear(year).map(({ dateString }) => dateString));
  const closings = edgarClosings.map(({ day }) => day);
  return [...holidays, ...closings.filter((day) => years.includes(Number(day.slice(0, 4))))];
}
