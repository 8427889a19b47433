// What a form of the Senate's search asked for, as a browser sent it: only the fields that narrow a search are checked.
import { isCalendarDate } from "../../calendar-date.ts";

/** the fields that say what is searched for; tokens are none of them */
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

/** The narrowing fields of a form, and those of its page, in a fixed order. */
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
  /** it asked for nothing but Periodic Transactions */
  onlyTransactions: boolean;
  /** why the answer does not have every Periodic Transaction Report of those days; null where it has */
  narrowed: string | null;
}

/** the value of the form's box "Periodic Transactions" */
const periodicTransactions = "11";

/** the values of the boxes "Senator" and "Former Senator": who has to report transactions, and has them listed once the term is over */
const allFilers = ["1", "5"];

/** What a search asked for. A field that is not understood narrows it. */
export function readCriteria(asked: Record<string, string>): Criteria {
  const from = dayOf(asked.submitted_start_date);
  const to = dayOf(asked.submitted_end_date);
  const narrowed = narrowedBy(asked, from === undefined || to === undefined);
  const types = listed(asked.report_types);
  const onlyTransactions = types?.length === 1 && types[0] === periodicTransactions;
  return { from: from ?? null, to: to ?? null, onlyTransactions, narrowed };
}

function narrowedBy(asked: Record<string, string>, badDates: boolean): string | null {
  if (badDates || asked.submitted_start_date === undefined) return "it does not say which days it asked for";
  const types = listed(asked.report_types);
  if (types === null || (types.length > 0 && !types.includes(periodicTransactions)))
    return "it did not ask for Periodic Transactions";
  const filers = listed(asked.filer_types);
  if (filers === null || (filers.length > 0 && !allFilers.every((filer) => filers.includes(filer))))
    return "it did not ask for senators and former senators";
  const field = (
    ["candidate_state", "senator_state", "office_id", "first_name", "last_name", "search[value]"] as const
  ).find((name) => (asked[name] ?? "").trim() !== "");
  return field ? `it was narrowed by ${field}` : null;
}

/** `[7,11]` -> 7 and 11; null for what is no such list. */
function listed(text: string | undefined): string[] | null {
  if (text === undefined || text.trim() === "") return [];
  const inner = /^\s*\[([\d\s,"']*)\]\s*$/.exec(text)?.[1];
  return inner === undefined ? null : inner.split(/[\s,"']+/).filter((one) => one !== "");
}

/** `02/03/2015 00:00:00` -> 2015-02-03; null for an open end, undefined for what is no date. */
function dayOf(text: string | undefined): string | null | undefined {
  if (text === undefined || text.trim() === "") return null;
  const [, month = "", day = "", year] = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(text) ?? [];
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return year && isCalendarDate(date) ? date : undefined;
}
