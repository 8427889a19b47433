// Whether a row was traded under a Rule 10b5-1 plan. The form's checkbox (since April 2023) speaks of the whole form; footnotes
// speak of rows. Before the checkbox only footnotes say it.
import { planStatement } from "./plan-footnote.ts";
import type { FilingRecord, TransactionRecord } from "./record.ts";

/**
 * is_10b5_1 of every row, in order (contract, sections 2 and 4). A row whose own footnote says that it was made under a plan is true,
 * whatever the box says. Else, of P and S rows: with the box ticked those are true that no footnote denies, where no such row is named
 * by a footnote; unticked: false. Rows of other codes, and every row of a form before the checkbox: unknown (null).
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
  const someNamed = transactions.some((row) => isCovered(row.transactionCode) && says(row, "made"));
  return transactions.map((row) => {
    if (says(row, "made")) return true;
    if (aff10b5One === null || !isCovered(row.transactionCode)) return null;
    return aff10b5One && !someNamed && !says(row, "denied");
  });
}

/** The checkbox speaks of purchases and sales. */
const isCovered = (code: string) => code === "P" || code === "S";
