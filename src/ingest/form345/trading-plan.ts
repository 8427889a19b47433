// Whether a row was traded under a Rule 10b5-1 plan. The form's checkbox (since April 2023) speaks of the whole form; footnotes
// speak of rows. Before the checkbox only footnotes say it.
import type { FilingRecord, TransactionRecord } from "./record.ts";

/** `10b5-1` as filers write and mistype it: `10b5‑1(c)`, `10b-5-1`, `10b5 1`, `10(b)5-1`, `105b-1`. */
const ruleForm = String.raw`(?:10[\s\p{Pd}(]*b[\s\p{Pd})]*\(?5\)?|105b)[\s\p{Pd}(.]*[1l]`;
const rule = new RegExp(ruleForm, "iu");
/** `not pursuant to`, `were not made under`, `other than pursuant to`, `outside of a` ... before the rule, in one sentence */
const denial = new RegExp(
  String.raw`(\bnot\b(\s+\w+){0,2}\s+(pursuant to|under|subject to|in accordance with|part of)|\b(other than|outside)\b)[^.;]{0,60}${ruleForm}`,
  "iu",
);

/** Whether a footnote says that what refers to it was done under a plan. */
export function saysPlan(footnote: string): boolean {
  return rule.test(footnote) && !denial.test(footnote);
}

/**
 * is_10b5_1 of every row, in order (contract, section 2). With the checkbox ticked: the P and S rows whose footnotes name a
 * plan, or all P and S rows where no such footnote names any; unticked: no P or S row. Rows of other codes, and every row of
 * a form before the checkbox: true where their footnotes say so, else unknown (null).
 */
export function planTrades({ aff10b5One, footnotes, transactions }: FilingRecord): (boolean | null)[] {
  const planNotes = new Set(Object.keys(footnotes).filter((id) => saysPlan(footnotes[id] ?? "")));
  const named = (row: TransactionRecord) => row.footnoteIds.some((id) => planNotes.has(id));
  const covered = (row: TransactionRecord) => row.transactionCode === "P" || row.transactionCode === "S";
  const someNamed = transactions.some((row) => covered(row) && named(row));
  return transactions.map((row) => {
    if (aff10b5One === null || !covered(row)) return named(row) ? true : null;
    return aff10b5One && (named(row) || !someNamed);
  });
}
