// The ledger of one security in one vehicle: checks whether each stated position follows from the previous one and the
// trades in between. Pure.
import type { Decimal } from "decimal.js";
import { groupBy } from "../../../lib/group-by.ts";
import { Exact, type Split, splitBetween } from "./split-between.ts";
import { isPlanAccount } from "./vehicle.ts";

/** A row of a form: a transaction, or a statement of a holding. */
export interface LedgerRow {
  accessionNumber: string;
  isTransaction: boolean;
  /** position in its table, from 0 */
  rowIndex: number;
  isDerivative: boolean;
  /** trade date, or the period of the report; YYYY-MM-DD */
  on: string;
  filedOn: string;
  acquiredDisposed: string | null;
  /** number of a transaction, unsigned; null for statements */
  shares: string | null;
  /** stated position after it */
  after: string | null;
  securityTitle: string;
  ownership: string | null;
  natureOfOwnership: string | null;
  /** number of owners of the form */
  owners: number;
  /** texts of the footnotes that the row refers to */
  notes: string;
  isSuperseded: boolean;
}

/**
 * Why a stated position is not the previous one plus or minus the transaction. `first_statement`: no previous position
 * is stated; `superseded`: an amendment restates the row; `no_shares_stated`: the form states no number; `rounding`:
 * the difference is at most one share; `other_order`: it follows in another order of the form's rows; `total_of_form`:
 * each row states the position after all rows; `several_lots`, `several_vehicles`, `several_owners`: the form lists
 * several positions with the same description, which only footnotes distinguish; `footnote`: the row's footnote says
 * what else the value includes; `split`: it follows with a split since then, by prices or by the row's footnote; `plan_account`: the holding of an
 * employee plan, whose own trades need no form; `gap`: none of these.
 */
type LedgerCause =
  | "first_statement"
  | "superseded"
  | "no_shares_stated"
  | "rounding"
  | "other_order"
  | "total_of_form"
  | "several_lots"
  | "several_vehicles"
  | "several_owners"
  | "split"
  | "footnote"
  | "plan_account"
  | "gap";

export interface LedgerEntry<Row extends LedgerRow> {
  row: Row;
  /** the expected position, exact; null if it is unknown */
  expected: string | null;
  /** stated minus expected, signed; null if one of them is unknown, or the row is about another position */
  gap: string | null;
  /** null: the stated position equals the ledger */
  cause: LedgerCause | null;
  /** new shares per old share, if the cause is `split`; rounded to 6 decimals */
  splitRatio: string | null;
}

export interface Ledger<Row extends LedgerRow> {
  /** in order of trade date and form */
  entries: LedgerEntry<Row>[];
  /** number of positions that only footnotes distinguish; 0 if none is stated */
  parts: number;
}

/**
 * a form may state hundreds of lots: only this many positions are remembered, and a row that continues an older one
 * starts a new one
 */
const maxChains = 64;

/** A position as last stated. */
interface Chain {
  balance: Decimal;
  on: string;
  notes: string;
}

/** The ledger of the rows, in order; rows of one form stay together. `splits` are those of the security. */
export function ledgerOf<Row extends LedgerRow>(rows: readonly Row[], splits: readonly Split[] = []): Ledger<Row> {
  const entries: LedgerEntry<Row>[] = [];
  const chains: Chain[] = [];
  for (const form of formsInOrder(rows)) entries.push(...entriesOf(form, chains, splits));
  return { entries, parts: chains.length };
}

function formsInOrder<Row extends LedgerRow>(rows: readonly Row[]): Row[][] {
  const forms = groupBy(rows, (row) => row.accessionNumber);
  const last = (form: Row[]) =>
    form
      .map(({ on }) => on)
      .sort()
      .at(-1) ?? "";
  return [...forms.values()]
    .map((form) => ({ form: form.sort(inForm), on: last(form) }))
    .sort((a, b) => compare(a.on, b.on) || compareForms(a.form[0], b.form[0]))
    .map(({ form }) => form);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const compareForms = (a: LedgerRow | undefined, b: LedgerRow | undefined) =>
  compare(a?.filedOn ?? "", b?.filedOn ?? "") || compare(a?.accessionNumber ?? "", b?.accessionNumber ?? "");
/** Order of the rows of a form: transactions by day, then holdings. The last one states the position. */
export const inForm = (a: LedgerRow, b: LedgerRow) =>
  Number(b.isTransaction) - Number(a.isTransaction) || compare(a.on, b.on) || a.rowIndex - b.rowIndex;

function entriesOf<Row extends LedgerRow>(form: Row[], chains: Chain[], splits: readonly Split[]): LedgerEntry<Row>[] {
  const done: LedgerEntry<Row>[] = [];
  const open: Row[] = [];
  for (const row of form)
    if (row.isSuperseded) done.push({ row, expected: null, gap: null, cause: "superseded", splitRatio: null });
    else if (row.after === null)
      done.push({ row, expected: null, gap: null, cause: "no_shares_stated", splitRatio: null });
    else open.push(row);
  const total = chains.length < 2 ? totalOf(open) : null;
  return [...done, ...(total ? totalEntries(open, total, chains, splits) : bestOrder(open, chains, splits))];
}

/** The position that all rows of the form state, if they cannot all be right sequentially; else null. */
function totalOf(rows: LedgerRow[]): Decimal | null {
  const [first] = rows;
  if (!first || rows.length < 2 || !rows.every((row) => row.isTransaction)) return null;
  const total = new Exact(first.after ?? 0);
  const isOne = rows.every(({ after }) => total.eq(after ?? 0));
  return isOne && rows.filter((row) => !change(row).isZero()).length > 1 ? total : null;
}

function totalEntries<Row extends LedgerRow>(
  rows: Row[],
  total: Decimal,
  chains: Chain[],
  splits: readonly Split[],
): LedgerEntry<Row>[] {
  const [known] = chains;
  const expected = known && rows.reduce((sum, row) => sum.plus(change(row)), known.balance);
  const gap = expected && total.minus(expected);
  const notes = rows.map((row) => row.notes).join(" ");
  const changed = rows.reduce((sum, row) => sum.plus(change(row)), new Exact(0));
  const ratio = known && splitBetween(known, { on: rows.at(-1)?.on ?? "", notes, after: total, changed }, splits);
  if (known) Object.assign(known, { balance: total, notes, on: rows.at(-1)?.on });
  else chains.push({ balance: total, notes, on: rows.at(-1)?.on ?? "" });
  return rows.map((row, position) => {
    // only the sum has to match: it is checked once, at the form's last row
    const isLast = position === rows.length - 1;
    if (isLast && ratio && expected) return { ...entry(row, expected, "split"), splitRatio: ratio };
    const judged = isLast && gap && !gap.isZero() ? causeOfGap(row, gap) : "total_of_form";
    const cause = isLast && !known ? "first_statement" : judged;
    return entry(row, isLast ? expected : undefined, cause);
  });
}

/** The rows in the order of the form, or in reverse order if more of them follow that way. */
function bestOrder<Row extends LedgerRow>(rows: Row[], chains: Chain[], splits: readonly Split[]): LedgerEntry<Row>[] {
  const copy = chains.map((chain) => ({ ...chain }));
  const forward = sequentialEntries(rows, chains, splits);
  if (rows.length < 2 || unexplained(forward) === 0) return forward;
  const backward = sequentialEntries([...rows].reverse(), copy, splits);
  if (unexplained(backward) >= unexplained(forward)) return forward;
  chains.splice(0, chains.length, ...copy);
  return backward.map((one) => (one.cause === null ? { ...one, cause: "other_order" } : one));
}

const unexplained = (entries: LedgerEntry<LedgerRow>[]): number =>
  entries.filter(({ cause }) => cause === "gap" || cause === "footnote" || cause?.startsWith("several_")).length;

/** Assigns each row to the position that it follows from: first in the order of the form, then in any order. */
function sequentialEntries<Row extends LedgerRow>(
  rows: Row[],
  chains: Chain[],
  splits: readonly Split[],
): LedgerEntry<Row>[] {
  const open = [...rows];
  const entries: LedgerEntry<Row>[] = [];
  while (open.length > 0) {
    const next = open.findIndex((row) => followed(row, chains));
    const [row] = open.splice(Math.max(next, 0), 1);
    if (!row) break;
    const chain = followed(row, chains);
    if (chain) entries.push(entry(row, expectedAfter(chain, row), next > 0 ? "other_order" : null, chain));
    else entries.push(begin(row, chains, splits, rows.length > 1));
  }
  return entries;
}

/** The newest position from which the row follows exactly. */
const followed = (row: LedgerRow, chains: Chain[]): Chain | undefined =>
  chains.findLast((chain) => expectedAfter(chain, row).eq(row.after ?? 0));

/** The position after the change of the row. */
const expectedAfter = ({ balance }: Chain, row: LedgerRow): Decimal => balance.plus(change(row));

/** The entry of a row that does not follow from a stated position. */
function begin<Row extends LedgerRow>(
  row: Row,
  chains: Chain[],
  splits: readonly Split[],
  isOneOfSeveral: boolean,
): LedgerEntry<Row> {
  const after = new Exact(row.after ?? 0);
  const near = chains.findLast((chain) => expectedAfter(chain, row).minus(after).abs().lte(1));
  if (near) return entry(row, expectedAfter(near, row), "rounding", near);
  for (const chain of chains.toReversed()) {
    const ratio = splitBetween(chain, { on: row.on, notes: row.notes, after, changed: change(row) }, splits);
    if (ratio) return { ...entry(row, expectedAfter(chain, row), "split", chain), splitRatio: ratio };
  }
  const several = severalOf(row, chains, isOneOfSeveral);
  const [only] = chains;
  if (only && several === null) {
    const chain = chains.at(-1) ?? only;
    const expected = expectedAfter(chain, row);
    return entry(row, expected, causeOfGap(row, after.minus(expected)), chain);
  }
  chains.push({ balance: after, notes: row.notes, on: row.on });
  if (chains.length > maxChains) chains.shift();
  return entry(row, undefined, only ? several : "first_statement");
}

/**
 * The cause if the row may be about another position than the previous ones, which only footnotes distinguish; else
 * null.
 */
function severalOf(row: LedgerRow, chains: Chain[], isOneOfSeveral: boolean): LedgerCause | null {
  const isNoted = row.notes !== "" && !chains.some(({ notes }) => notes === row.notes);
  if (!isOneOfSeveral && chains.length < 2 && !(row.isDerivative && isNoted)) return null;
  if (row.isDerivative) return "several_lots";
  if (row.ownership === "I") return "several_vehicles";
  if (row.owners > 1) return "several_owners";
  return isAward.test(row.securityTitle) && isNoted ? "several_lots" : null;
}

/** Awards that the form lists in the table of shares, lot by lot. */
const isAward = /\b(units?|awards?|rsus?|restricted)\b/i;
const includes =
  /\b(includ\w*|reflects?|reinvest\w*|dividend|purchase plan|espp|401\(k\)|adjust\w*|split|pro rata|distribut\w*|transfer\w*|form of (beneficial )?ownership|inadvertent\w*|omitted|previously reported|error)\b/i;

function causeOfGap(row: LedgerRow, gap: Decimal): LedgerCause {
  if (gap.abs().lte(1)) return "rounding";
  if (includes.test(row.notes)) return "footnote";
  return isPlanAccount(row.ownership, row.natureOfOwnership) ? "plan_account" : "gap";
}

/** Signed change by a transaction; a statement changes nothing. */
function change({ isTransaction, shares, acquiredDisposed }: LedgerRow): Decimal {
  if (!isTransaction || shares === null || acquiredDisposed === null) return new Exact(0);
  return acquiredDisposed === "A" ? new Exact(shares) : new Exact(shares).negated();
}

function entry<Row extends LedgerRow>(
  row: Row,
  expected: Decimal | undefined,
  cause: LedgerCause | null,
  chain?: Chain,
): LedgerEntry<Row> {
  const after = new Exact(row.after ?? 0);
  if (chain) Object.assign(chain, { balance: after, notes: row.notes, on: row.on });
  return {
    row,
    expected: expected?.toFixed() ?? null,
    gap: expected === undefined ? null : after.minus(expected).toFixed(),
    cause,
    splitRatio: null,
  };
}
