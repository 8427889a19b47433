// The schedule of each source for `disclosed sync --watch`: five-field cron expressions in UTC.
import { cronFault } from "../../config/cron.ts";
import { findSource, type SourceName, sourceNames, sourceOf } from "../../sources/sources.ts";

/** Problems of SYNC_SCHEDULES, one line each: an unknown source name would otherwise be ignored without notice. */
export function scheduleProblems(overrides: Partial<Record<string, string>>): string[] {
  return Object.entries(overrides).flatMap(([source, cron = ""]) => {
    if (!findSource(source))
      return [`SYNC_SCHEDULES: ${source} is not a source; it is one of ${sourceNames.join(", ")}`];
    const reason = cron === "off" ? undefined : cronFault(cron);
    return reason ? [`SYNC_SCHEDULES: ${JSON.stringify(cron)} for ${source} is not a cron expression: ${reason}`] : [];
  });
}

/** The schedule of a source; null if it is `off`. */
export function scheduleOf(source: SourceName, overrides: Partial<Record<string, string>>): string | null {
  const cron = overrides[source] ?? sourceOf(source).schedule;
  return cron === "off" ? null : cron;
}
