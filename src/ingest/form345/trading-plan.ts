// Decides whether a row was traded under a Rule 10b5-1 plan. The form's checkbox (since April 2023) applies to the
// whole form, a footnote to the rows that refer to it. Before the checkbox only footnotes state it.
import { type PlanStatement, planStatement } from "./plan-footnote.ts";
import type { FilingRecord, TransactionRecord } from "./record.ts";

export interface PlanOfRow {
  /** null: the form does not state it, or not in words that are understood */
  isPlanTrade: boolean | null;
  /** a footnote of the row speaks of a plan, and its words do not decide: isPlanTrade is null */
  isUnclear: boolean;
}

/**
 * is_10b5_1 of every row, in order. A row whose own footnote states that it was made under a plan is true, whatever the
 * box says; a footnote that is unclear, or two that contradict each other, make it null. For other P and S rows: with
 * the box ticked, true unless a footnote denies it or only footnotes of other P and S rows speak of a plan; with the box
 * unticked, false. Rows of other codes, and every row of a form without the checkbox: unknown (null).
 */
export function planTrades({
  aff10b5One,
  footnotes,
  transactions,
}: Pick<FilingRecord, "aff10b5One" | "footnotes"> & {
  transactions: Pick<TransactionRecord, "transactionCode" | "footnoteIds">[];
}): PlanOfRow[] {
  const statements = new Map(Object.entries(footnotes).map(([id, note]) => [id, planStatement(note)]));
  const rows = transactions.map(({ transactionCode, footnoteIds }) => ({
    isCovered: isCovered(transactionCode),
    says: together(footnoteIds.map((id) => statements.get(id) ?? null)),
  }));
  const footnoteNamesPlanRow = rows.some((row) => row.isCovered && row.says === "made");
  return rows.map((row) => {
    if (row.says === "made") return { isPlanTrade: true, isUnclear: false };
    const box = row.isCovered ? aff10b5One : null;
    // a ticked box is the name that a plan without one lacks
    if (row.says === "unclear" || (row.says === "unnamed" && box !== true))
      return { isPlanTrade: null, isUnclear: true };
    const isNamed = !footnoteNamesPlanRow || row.says === "unnamed" || row.says === "mentioned";
    const isPlanTrade = box && isNamed && row.says !== "denied";
    return { isPlanTrade, isUnclear: false };
  });
}

/** What the footnotes of a row say together. */
function together(statements: (PlanStatement | null)[]): PlanStatement | null {
  const said = new Set(statements);
  if (said.has("made") && said.has("denied")) return "unclear";
  const deciding = (["made", "denied", "unclear", "unnamed", "mentioned"] as const).find((one) => said.has(one));
  return deciding ?? null;
}

/** The checkbox applies to purchases and sales. */
const isCovered = (code: string) => code === "P" || code === "S";
