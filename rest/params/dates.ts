// Parameters that are dates or times, and `days`, which is resolved to a date before anything is looked up.
import { isCalendarDate } from "../../src/calendar-date.ts";
import { integer } from "./numbers.ts";
import { type Parameter, ParameterError, scalar, shorten } from "./parameter.ts";

const dayMs = 86_400_000;

/** A calendar date YYYY-MM-DD. */
export function date(description: string): Parameter<string> {
  return scalar({ description, schema: { type: "string", format: "date" }, example: "2024-01-31" }, (text) => {
    if (!isCalendarDate(text)) {
      throw new ParameterError(`must be a calendar date YYYY-MM-DD, not "${shorten(text)}"`);
    }
    return text;
  });
}

/** With a blank in place of the T too, as RFC 3339 allows and as Python's str() writes a time. */
const timePattern =
  /^(\d{4}-\d\d-\d\d)[T ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/** A timestamp by RFC 3339, given on as UTC. */
export function timestamp(description: string): Parameter<string> {
  const schema = { type: "string", format: "date-time" };
  return scalar({ description, schema, example: "2024-01-31T00:00:00Z" }, (text) => {
    const day = timePattern.exec(text)?.[1];
    const time = day && isCalendarDate(day) ? new Date(text.toUpperCase().replace(" ", "T")).toISOString() : "";
    // the zone may lead out of the years that have four digits
    if (!isCalendarDate(time.slice(0, 10))) {
      const hint = /:\d\d \d\d:\d\d$/.test(text) ? " (write + as %2B)" : "";
      throw new ParameterError(`must be an RFC 3339 time such as 2024-01-31T00:00:00Z${hint}, not "${shorten(text)}"`);
    }
    return time;
  });
}

const count = integer("filed within the last N days: filing_date >= today (UTC) - N", { least: 1, most: 3650 });

/** The last N days, as the first date that counts: today's date in UTC minus N. */
export const days: Parameter<string> = {
  description: count.description,
  schema: count.schema,
  example: "30",
  read: (texts, context) => {
    const midnight = Date.parse(`${context.today}T00:00:00Z`);
    return new Date(midnight - count.read(texts, context) * dayMs).toISOString().slice(0, 10);
  },
};
