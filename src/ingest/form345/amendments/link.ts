// Which filings an amendment amends. Pure.
import {
  canAmend,
  compareFiled,
  type FiledForm,
  type FiledRow,
  isAmendment,
  isEqual,
  securityOf,
} from "./filed-form.ts";
import { namedAccessions } from "./stated.ts";

/** How an amendment names what it amends. */
export type NamedBy = "accession_number" | "original_date" | "trade_date" | "equal_trade";

export interface AmendmentLink {
  namedBy: NamedBy;
  /** accession numbers in its texts; also those of filings that it cannot amend */
  named: string[];
  /** accession numbers of the amended filings, in filing order; empty: the link waits until one is stored */
  amends: string[];
}

/** maximum days between the two trade dates if an amendment that names no filing corrects a date: a mistyped year */
export const maxDaysApart = 366;

/**
 * The filings that `amendment` names, among all `forms`: by accession number in its texts, else by the date of original
 * submission, else the newest earlier filing with a row on a trade date of the amendment, else the only earlier row that
 * differs in its trade date alone. Several filings of the named day are all candidates. An accession number of a stored
 * filing that it cannot amend (another company, owner or form) names nothing. `isLive` tells rows that no earlier
 * amendment has superseded.
 */
export function linkOf(
  amendment: FiledForm,
  forms: ReadonlyMap<string, FiledForm>,
  isLive: (row: FiledRow) => boolean,
): AmendmentLink {
  const earlier = [...forms.values()].filter((form) => canAmend(amendment, form)).sort(compareFiled);
  const named = namedAccessions(amendment);
  const meant = named.filter((accession) => {
    const form = forms.get(accession);
    return form === undefined || canAmend(amendment, form);
  });
  const link = (namedBy: NamedBy, found: FiledForm[]): AmendmentLink => ({
    namedBy,
    named,
    amends: found.map(({ accessionNumber }) => accessionNumber),
  });
  if (meant.length > 0) {
    const isComplete = meant.every((accession) => forms.has(accession));
    return link("accession_number", isComplete ? earlier.filter((form) => meant.includes(form.accessionNumber)) : []);
  }
  if (amendment.originalSubmittedOn !== null) {
    const ofDay = earlier.filter(({ filedOn }) => filedOn === amendment.originalSubmittedOn);
    const originals = ofDay.filter((form) => !isAmendment(form));
    return link("original_date", originals.length > 0 ? originals : ofDay);
  }
  const days = new Set(amendment.rows.flatMap(({ tradedOn }) => tradedOn ?? []));
  const newest = [...days].flatMap(
    (day) => earlier.findLast(({ rows }) => rows.some((row) => row.tradedOn === day)) ?? [],
  );
  if (newest.length > 0) return link("trade_date", [...new Set(newest)].sort(compareFiled));
  const equal = earlier.flatMap(({ rows }) => rows.filter((row) => isLive(row) && correctsDateOf(amendment, row)));
  const [only, ...more] = equal;
  const form = more.length === 0 ? forms.get(only?.accessionNumber ?? "") : undefined;
  return form ? link("equal_trade", [form]) : link("trade_date", []);
}

function correctsDateOf(amendment: FiledForm, row: FiledRow): boolean {
  return amendment.rows.some(
    (by) =>
      by.shares !== null &&
      isEqual(by, row) &&
      by.transactionCode === row.transactionCode &&
      securityOf(by) === securityOf(row) &&
      daysApart(by, row) <= maxDaysApart,
  );
}

/** Calendar days between two trade dates; infinite if one is unknown. */
export function daysApart(a: FiledRow, b: FiledRow): number {
  if (a.tradedOn === null || b.tradedOn === null) return Number.POSITIVE_INFINITY;
  return Math.abs(Date.parse(a.tradedOn) - Date.parse(b.tradedOn)) / 86_400_000;
}
