// Reads the criteria from a form of the Senate's search, as sent by a browser: only the fields that narrow a search are
// checked.
import { isCalendarDate } from "../../lib/calendar-date.ts";

/** fields whose values are read here, or for paging; a value of any other field narrows the search */
const read = ["report_types", "filer_types", "submitted_start_date", "submitted_end_date", "start", "length", "draw"];
/** the other fields of the site's form; tokens are not among them */
const narrowing = ["candidate_state", "senator_state", "office_id", "first_name", "last_name", "search[value]"];
const names = [...read, ...narrowing];

/** fields about order and tokens, and what the table tells about its columns: none of them narrows a search */
const others =
  /^(_|csrfmiddlewaretoken|search\[regex\]|order\[\d+\]\[\w+\]|columns\[\d+\]\[(data|name|searchable|orderable|search\]\[regex)\])$/;

const maxUnknown = 20;

/**
 * The fields of a form that are read or narrow a search, in a fixed order; behind them fields with another name, if
 * they have a value: a filter of one column is one of them.
 */
export function searchFields(form: URLSearchParams): Record<string, string> {
  const known = names.filter((name) => form.has(name)).map((name) => [name, form.get(name) ?? ""]);
  const unknown = [...form].filter(
    ([name, value]) => !names.includes(name) && !others.test(name) && value.trim() !== "",
  );
  const kept = [...known, ...unknown.slice(0, maxUnknown)];
  return Object.fromEntries(kept.map(([name = "", value = ""]) => [name.slice(0, 200), value.slice(0, 200)]));
}

export interface Criteria {
  /** days of submission, inclusive, YYYY-MM-DD; null: open */
  from: string | null;
  to: string | null;
  /** the search was only for Periodic Transactions */
  onlyTransactions: boolean;
  /** the reason why the response may lack Periodic Transaction Reports of those days; null if it has all of them */
  narrowed: string | null;
}

/** the value of the form's box "Periodic Transactions" */
const periodicTransactions = "11";

/**
 * the values of the boxes "Senator" and "Former Senator": senators must report transactions, and are listed as former
 * ones after the term
 */
const allFilers = ["1", "5"];

/** Reads the criteria of a search. A field that cannot be interpreted counts as narrowing. */
export function readCriteria(form: Record<string, string>): Criteria {
  const from = dayOf(form.submitted_start_date);
  const to = dayOf(form.submitted_end_date);
  const narrowed = narrowedBy(form, from === undefined || to === undefined);
  const types = listed(form.report_types);
  const onlyTransactions = types?.length === 1 && types[0] === periodicTransactions;
  return { from: from ?? null, to: to ?? null, onlyTransactions, narrowed };
}

function narrowedBy(form: Record<string, string>, badDates: boolean): string | null {
  if (badDates || form.submitted_start_date === undefined) return "it does not say for which days it was";
  const types = listed(form.report_types);
  if (types === null || (types.length > 0 && !types.includes(periodicTransactions)))
    return "it was not for Periodic Transactions";
  const filers = listed(form.filer_types);
  if (filers === null || (filers.length > 0 && !allFilers.every((filer) => filers.includes(filer))))
    return "it was not for senators and former senators";
  const field = Object.keys(form).find((name) => !read.includes(name) && (form[name] ?? "").trim() !== "");
  return field ? `it was narrowed by ${field}` : null;
}

/** `[7,11]` -> 7 and 11; null if it is not such a list. */
function listed(text: string | undefined): string[] | null {
  if (text === undefined || text.trim() === "") return [];
  const inner = /^\s*\[([\d\s,"']*)\]\s*$/.exec(text)?.[1];
  return inner === undefined ? null : inner.split(/[\s,"']+/).filter((one) => one !== "");
}

/** `02/03/2015 00:00:00` -> 2015-02-03; null for an open end, undefined if it is not a date. */
function dayOf(text: string | undefined): string | null | undefined {
  if (text === undefined || text.trim() === "") return null;
  const [, month = "", day = "", year] = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(text) ?? [];
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return year && isCalendarDate(date) ? date : undefined;
}
