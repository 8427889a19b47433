// Parameters that are numbers (counts, pages, amounts and ranges of amounts), dates or times, and `days`, which is
// converted to a date before the query.
import { Decimal } from "decimal.js";
import { largestInt } from "../../src/filters/define-filters.ts";
import { addDays, isCalendarDate } from "../../src/lib/calendar-date.ts";
import { shorten } from "./nearest.ts";
import { list, type Parameter, ParameterError, scalar, withFallback } from "./parameter.ts";

/** A whole number within inclusive bounds. */
export function integer(
  description: string,
  bounds: { min: number; max: number; example?: string },
): Parameter<number> {
  const { min, max, example = String(min) } = bounds;
  const schema = { type: "integer", minimum: min, maximum: max };
  return scalar({ description, schema, example }, (text) => {
    const value = Number(text);
    if (!/^[+-]?\d{1,15}$/.test(text) || value < min || value > max) {
      throw new ParameterError(`must be a whole number from ${min} to ${max}, not "${shorten(text)}"`);
    }
    return value;
  });
}

/** rows of one JSON response; a page in another format costs one request per this number of rows or part of it */
export const rowsOfRequest = 100;
/** rows of one response in another format */
const maxRows = 10_000;

const pageSize = integer("entries per page", { min: 1, max: rowsOfRequest });
const pageSizeOfTable = integer(
  `entries per page, up to ${rowsOfRequest} as JSON; as CSV or NDJSON a page counts as one request per ${rowsOfRequest} rows or part of them`,
  { min: 1, max: maxRows },
);

/** `page` and `pageSize` of paged responses. */
export const paging = {
  page: withFallback(integer("page of the list, from 1", { min: 1, max: largestInt }), 1),
  pageSize: withFallback(pageSize, 25),
};

/** `pageSize` of a list, which has other formats than JSON. */
export const pageSizeInForms = withFallback(
  {
    ...pageSizeOfTable,
    read: (texts, context) => ((context.form ?? "json") === "json" ? pageSize : pageSizeOfTable).read(texts, context),
  } satisfies Parameter<number>,
  25,
);

/** `dataVersion` of the lists that can be paged as of an earlier data version. */
export const dataVersionParameter = {
  dataVersion: scalar(
    {
      description:
        "pages of the list as of this `meta.data_version`: send the one of the first page with every further page, so that no row repeats or is skipped while data are loaded; 410 if the version is no longer available",
      schema: { type: "string", pattern: "^[0-9]{1,15}$" },
      example: "42",
    },
    (text) => {
      if (!/^\d{1,15}$/.test(text))
        throw new ParameterError(`must be the meta.data_version of an earlier page, not "${shorten(text)}"`);
      return String(Number(text));
    },
  ),
};

const amountPattern = /^\$?(\d{1,21}(?:\.\d{1,30})?)([kmb])?$/i;
const powers: Record<string, number> = { k: 3, m: 6, b: 9 };
const amountForm = "a number such as 1500, 0.5, 250k, 1.5m or 2b";

function parseAmount(text: string): Decimal | null {
  const [, digits, suffix = ""] = amountPattern.exec(text) ?? [];
  // arithmetic would round to twenty digits
  return digits === undefined ? null : new Decimal(`${digits}e${powers[suffix.toLowerCase()] ?? 0}`);
}

/** An amount of dollars or shares, as a plain decimal string. */
export function amount(description: string): Parameter<string> {
  const schema = { type: "string", pattern: "^\\$?\\d{1,21}(\\.\\d{1,30})?[kKmMbB]?$" };
  return scalar({ description, schema, example: "15k" }, (text) => {
    const value = parseAmount(text);
    if (!value) throw new ParameterError(`must be ${amountForm}, not "${shorten(text)}"`);
    return value.toFixed();
  });
}

/** A percentage, which may be negative, as a plain decimal string. */
export function percent(description: string): Parameter<string> {
  const pattern = /^-?\d{1,21}(\.\d{1,30})?$/;
  return scalar({ description, schema: { type: "string", pattern: pattern.source }, example: "-12.5" }, (text) => {
    if (!pattern.test(text)) throw new ParameterError(`must be a number such as 50 or -12.5, not "${shorten(text)}"`);
    return new Decimal(text).toFixed();
  });
}

export interface AmountRange {
  min: string | null;
  max: string | null;
}

/** The union of inclusive ranges `min-max`, `min-` (also `min+`), `-max`; at most ten. */
export function ranges(description: string): Parameter<AmountRange[]> {
  const bound = "\\$?\\d[\\d.]*[kKmMbB]?";
  const schema = { type: "string", pattern: `^(${bound})?(-(${bound})?|\\+)$` };
  const about = { description, schema, example: "100k-500k,1m-", max: 10 };
  return { ...list(about, (text) => [parseRange(text)]), keepsPlus: true };
}

function parseRange(text: string): AmountRange {
  const [from, to, ...more] = boundsOf(text);
  const min = from ? parseAmount(from) : undefined;
  const max = to ? parseAmount(to) : undefined;
  if (to === undefined || more.length > 0 || min === null || max === null || (!min && !max)) {
    throw new ParameterError(`must be ranges min-max, min- or -max, each bound ${amountForm}; not "${shorten(text)}"`);
  }
  if (min && max && min.gt(max))
    throw new ParameterError(`has the range "${shorten(text)}" whose minimum is above its maximum`);
  return { min: min?.toFixed() ?? null, max: max?.toFixed() ?? null };
}

/** A plus in a URL means a space, or itself after a single bound (`100k+`). */
function boundsOf(text: string): string[] {
  const isOpen = text.endsWith("+") && !text.includes("-");
  const spaced = text.replaceAll("+", " ");
  return (isOpen ? `${spaced}-` : spaced).split("-").map((part) => part.trim());
}

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
