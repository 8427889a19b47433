// The clock of the SEC, which is in New York, as instants. Pure.
import { isCalendarDate } from "./calendar-date.ts";

/** `2023-06-29 16:15:30` as New York's clocks show an instant */
const clock = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "America/New_York",
  dateStyle: "short",
  timeStyle: "medium",
});
/** daylight saving time and standard time, behind UTC */
const hoursBehind = [4, 5];

/**
 * `20230629161530` by the clocks of New York -> `2023-06-29T20:15:30.000Z`. Null for what is no time there; of the hour that the end of
 * daylight saving time repeats, the first.
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
