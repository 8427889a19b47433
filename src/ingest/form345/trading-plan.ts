// Decides whether a row was traded under a Rule 10b5-1 plan. The form's checkbox (since April 2023) applies to the
// whole form, a footnote to the rows that refer to it. Before the checkbox only footnotes state it.
import { planStatement } from "./plan-footnote.ts";
import type { FilingRecord, TransactionRecord } from "./record.ts";

/**
 * is_10b5_1 of every row, in order. A row whose own footnote states that it was made under
 * a plan is true, whatever the box says. For other P and S rows: with the box ticked, true unless a footnote denies it
 * or a footnote states a plan for some P or S row of the form; with the box unticked, false. Rows of other codes, and
 * every row of a form without the checkbox: unknown (null).
 */
export function planTrades({
  aff10b5One,
  footnotes,
  transactions,
}: Pick<FilingRecord, "aff10b5One" | "footnotes"> & {
  transactions: Pick<TransactionRecord, "transactionCode" | "footnoteIds">[];
}): (boolean | null)[] {
  const statements = new Map(Object.entries(footnotes).map(([id, note]) => [id, planStatement(note)]));
  const says = (row: Pick<TransactionRecord, "footnoteIds">, what: "made" | "denied") =>
    row.footnoteIds.some((id) => statements.get(id) === what);
  const footnoteNamesPlanRow = transactions.some((row) => isCovered(row.transactionCode) && says(row, "made"));
  return transactions.map((row) => {
    if (says(row, "made")) return true;
    if (aff10b5One === null || !isCovered(row.transactionCode)) return null;
    return aff10b5One && !footnoteNamesPlanRow && !says(row, "denied");
  });
}

/** The checkbox applies to purchases and sales. */
const isCovered = (code: string) => code === "P" || code === "S";
