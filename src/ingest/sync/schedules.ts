// The schedule of each source for `disclosed sync --watch`: five-field cron expressions in UTC, and the hours in which a
// source is fetched more often.
import { cronFault } from "../../config/cron.ts";
import { isWeekday } from "../../lib/calendar-date.ts";
import type { HoursRecord } from "../../sources/source-record.ts";
import { findSource, type SourceName, sourceNames, sourceOf } from "../../sources/sources.ts";

/** Problems of SYNC_SCHEDULES, one line each: an unknown source name would otherwise be ignored without notice. */
export function scheduleProblems(overrides: Partial<Record<string, string>>): string[] {
  return Object.entries(overrides).flatMap(([source, cron = ""]) => {
    if (!findSource(source))
      return [`SYNC_SCHEDULES: ${source} is not a source; it must be one of ${sourceNames.join(", ")}`];
    const reason = cron === "off" ? undefined : cronFault(cron);
    return reason ? [`SYNC_SCHEDULES: ${JSON.stringify(cron)} for ${source} is not a cron expression: ${reason}`] : [];
  });
}

/** The schedule of a source; null if it is `off`. */
export function scheduleOf(source: SourceName, overrides: Partial<Record<string, string>>): string | null {
  const cron = overrides[source] ?? sourceOf(source).schedule;
  return cron === "off" ? null : cron;
}

/** Seconds until the source is fetched again; null outside of its hours, and if it has a schedule of its own. */
export function secondsBetweenFetches(
  source: SourceName,
  overrides: Partial<Record<string, string>>,
  at: Date,
): number | null {
  const { hours } = sourceOf(source);
  return hours && overrides[source] === undefined && isWithin(hours, at) ? hours.everySeconds : null;
}

/** Whether the time lies in the hours: on a weekday in their time zone, which has its own summer time. */
function isWithin({ timeZone, from, to }: HoursRecord, at: Date): boolean {
  const local = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  const parts = Object.fromEntries(local.formatToParts(at).map(({ type, value }) => [type, value]));
  const time = `${parts.hour}:${parts.minute}`;
  return isWeekday(`${parts.year}-${parts.month}-${parts.day}`) && time >= from && time < to;
}
