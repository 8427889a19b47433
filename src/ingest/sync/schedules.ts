// When each source is looked at by `disclosed sync --watch`: five-field cron expressions in UTC.
import { UsageError } from "../../errors.ts";
import { type SourceName, sourceNames } from "../source.ts";

/**
 * EDGAR's latest filings change every few minutes from 6:00 to 22:00 Eastern time ("Accessing EDGAR Data"), its daily indexes
 * come at about 22:00; the chambers put reports up during the day, rosters and lists of companies change by the day, bars are
 * complete in the night after the close.
 */
const defaultSchedules: Record<SourceName, string> = {
  form345: "*/10 * * * *",
  house: "20 * * * *",
  senate: "40 * * * *",
  companies: "30 5 * * *",
  legislators: "10 6 * * *",
  prices: "45 3 * * *",
};

/** Throws UsageError for a name that is no source: a slip there would go unseen for good. */
export function checkSchedules(overrides: Partial<Record<string, string>>): void {
  const unknown = Object.keys(overrides).find((name) => !sourceNames.some((source) => source === name));
  if (unknown !== undefined)
    throw new UsageError(`SYNC_SCHEDULES: ${unknown} is no source; it is one of ${sourceNames.join(", ")}`);
}

/** The schedule of a source; null where it is `off`. */
export function scheduleOf(source: SourceName, overrides: Partial<Record<string, string>>): string | null {
  const cron = overrides[source] ?? defaultSchedules[source];
  return cron === "off" ? null : cron;
}
