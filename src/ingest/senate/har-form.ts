// Reads the criteria from a form of the Senate's search, as sent by a browser: only the fields that narrow a search are
// checked.
import { isCalendarDate } from "../../calendar-date.ts";

/** the fields with search criteria; tokens are not among them */
const narrowing = [
  "report_types",
  "filer_types",
  "submitted_start_date",
  "submitted_end_date",
  "candidate_state",
  "senator_state",
  "office_id",
  "first_name",
  "last_name",
  "search[value]",
] as const;

/** The narrowing fields of a form, and its paging fields, in a fixed order. */
export function searchFields(form: URLSearchParams): Record<string, string> {
  const names = [...narrowing, "start", "length", "draw"];
  return Object.fromEntries(
    names.flatMap((name) => (form.has(name) ? [[name, (form.get(name) ?? "").slice(0, 200)]] : [])),
  );
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
  if (badDates || form.submitted_start_date === undefined) return "it does not say which days it form for";
  const types = listed(form.report_types);
  if (types === null || (types.length > 0 && !types.includes(periodicTransactions)))
    return "it was not for Periodic Transactions";
  const filers = listed(form.filer_types);
  if (filers === null || (filers.length > 0 && !allFilers.every((filer) => filers.includes(filer))))
    return "it was not for senators and former senators";
  const field = (
    ["candidate_state", "senator_state", "office_id", "first_name", "last_name", "search[value]"] as const
  ).find((name) => (form[name] ?? "").trim() !== "");
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
