// Converts times of the SEC, which are in New York time, to instants. Pure functions.
import { isCalendarDate } from "./calendar-date.ts";

/** formats an instant in New York time, as `2023-06-29 16:15:30` */
const clock = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "America/New_York",
  dateStyle: "short",
  timeStyle: "medium",
});
/** hours behind UTC: daylight saving time and standard time */
const hoursBehind = [4, 5];

/**
 * `20230629161530` in New York time -> `2023-06-29T20:15:30.000Z`. Null for a time that does not exist there; for the
 * hour that is repeated at the end of daylight saving time, the first one.
 */
export function newYorkInstant(stamp: string): string | null {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(stamp) ?? [];
  if (!isCalendarDate(`${year}-${month}-${day}`)) return null;
  const shown = `${year}-${month}-${day} ${hour}:${minute}:${second}`;
  const asUtc = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(asUtc)) return null;
  for (const hours of hoursBehind) {
    const instant = new Date(asUtc + hours * 3_600_000);
    if (clock.format(instant) === shown) return instant.toISOString();
  }
  return null;
}
