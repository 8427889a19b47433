// Parameters that are dates or times, and `days`, which is converted to a date before the query.
import { addDays, isCalendarDate } from "../../src/lib/calendar-date.ts";
import { integer } from "./numbers.ts";
import { type Parameter, ParameterError, scalar, shorten } from "./parameter.ts";

/** A calendar date YYYY-MM-DD. */
export function date(description: string): Parameter<string> {
  return scalar({ description, schema: { type: "string", format: "date" }, example: "2024-01-31" }, (text) => {
    if (!isCalendarDate(text)) {
      throw new ParameterError(`must be a calendar date YYYY-MM-DD, not "${shorten(text)}"`);
    }
    return text;
  });
}

/** A month YYYY-MM. */
export function month(description: string): Parameter<string> {
  const schema = { type: "string", pattern: "^[0-9]{4}-(0[1-9]|1[0-2])$" };
  return scalar({ description, schema, example: "2024-01" }, (text) => {
    if (!isCalendarDate(`${text}-01`)) throw new ParameterError(`must be a month YYYY-MM, not "${shorten(text)}"`);
    return text;
  });
}

/**
 * Also with a space instead of the T, as RFC 3339 allows and as Python's str() writes a time; in a URL the space may be
 * a plus.
 */
const timePattern =
  /^(\d{4}-\d\d-\d\d)[T +]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/** A timestamp by RFC 3339; the value is in UTC. A plus before the offset need not be encoded. */
export function timestamp(description: string): Parameter<string> {
  const schema = { type: "string", format: "date-time" };
  const parameter = scalar({ description, schema, example: "2024-01-31T00:00:00Z" }, (text) => {
    const day = timePattern.exec(text)?.[1];
    const time = day && isCalendarDate(day) ? new Date(`${day}T${text.slice(11).toUpperCase()}`).toISOString() : "";
    // the conversion to UTC may give a year that has not four digits
    if (!isCalendarDate(time.slice(0, 10)))
      throw new ParameterError(`must be an RFC 3339 time such as 2024-01-31T00:00:00Z, not "${shorten(text)}"`);
    return time;
  });
  return { ...parameter, keepsPlus: true };
}

/** The later of two dates, either of which may be absent. */
export function laterDate(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a > b ? a : b;
}

const count = integer("filed within the last N days: filing_date >= today (UTC) - N", { min: 1, max: 3650 });

/** The last N days; the value is the first of these dates: today's date in UTC minus N. */
export const days: Parameter<string> = {
  description: count.description,
  schema: count.schema,
  example: "30",
  label: "Filed within (days)",
  read: (texts, context) => addDays(context.today, -count.read(texts, context)),
};
