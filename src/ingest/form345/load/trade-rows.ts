// Converts a filing to rows of insider_trades, with all values that depend on the filing alone (value, change of the
// holding, delay, plan, role, search text, digest). Values that depend on other filings (supersession, signal) are set
// later. Pure.
import { hash } from "node:crypto";
import { Decimal } from "decimal.js";
import { titleClass } from "../../../domain/security-class.ts";
import { daysBetween } from "../../../lib/calendar-date.ts";
import { trimZeros } from "../../../lib/text.ts";
import { refersElsewhere, roleTitle, searchableNames, statedRole } from "../read/names.ts";
import { type PlanStatement, planStatement } from "../read/plan-footnote.ts";
import type { FilingRecord, OwnerRecord, TransactionRecord } from "../read/record.ts";
import { type TradeRow, tradeTypes } from "./store-trades.ts";

// Decides whether a row was traded under a Rule 10b5-1 plan. The form's checkbox (since April 2023) applies to the
// whole form, a footnote to the rows that refer to it. Before the checkbox only footnotes state it.
interface PlanOfRow {
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

// The digest of a trade row as filed (insider_trades.content_hash): an ingestion with the same digest changes nothing.

/** 128 bits of SHA-256 over the columns as filed: pairs of name and value as JSON, ordered by name. */
function digest(row: TradeRow): string {
  let json = "";
  for (const [column, head] of digestedColumns) json += head + JSON.stringify(row[column]);
  return hash("sha256", `${json}]]`, "hex").slice(0, 32);
}

/** All but the id, the digest and what is computed from the others, in the order of their names. */
const computed = ["id", "content_hash", "security_class", "is_plan_unclear", "title_as_filed"];
const digested = tradeTypes.names.filter((name) => !computed.includes(name)).sort();

const digestedColumns = (digested as (keyof TradeRow)[]).map(
  (column, position) => [column, `${position === 0 ? "[" : "],"}["${column}",`] as const,
);

// shares and prices have up to 50 digits as filed; a product must not lose any before it is rounded to the cent
const Exact = Decimal.clone({ precision: 120, rounding: Decimal.ROUND_HALF_UP });

/** The trade rows of a filing, in the order of its transactions. */
export function tradeRows(filing: FilingRecord): TradeRow[] {
  const [insider] = filing.owners;
  if (!insider) throw new Error(`filing ${filing.accessionNumber} has no owner`);
  const plans = planTrades(filing);
  const filedTitle = roleTitle(insider);
  const isReferred = refersElsewhere(insider);
  const common = {
    insider,
    title: isReferred ? statedRole(insider, filing) : filedTitle,
    titleAsFiled: isReferred ? filedTitle : null,
    ownerNames: searchableNames(filing.owners),
    isAmendment: filing.formType.endsWith("/A"),
  };
  return filing.transactions.map((transaction, position) =>
    rowOf(filing, transaction, plans[position] ?? noPlan, common),
  );
}

const noPlan: PlanOfRow = { isPlanTrade: null, isUnclear: false };

interface OfFiling {
  insider: OwnerRecord;
  title: string | null;
  titleAsFiled: string | null;
  ownerNames: string;
  isAmendment: boolean;
}

// one literal: objects built by spreading are eight times slower to create and to read
function rowOf(
  filing: FilingRecord,
  transaction: TransactionRecord,
  plan: PlanOfRow,
  { insider, title, titleAsFiled, ownerNames, isAmendment }: OfFiling,
): TradeRow {
  const row: TradeRow = {
    accession_number: filing.accessionNumber,
    is_derivative: transaction.isDerivative,
    row_index: transaction.rowIndex,
    company_cik: filing.issuer.cik,
    insider_cik: insider.cik,
    filed_on: filing.filedOn,
    traded_on: transaction.tradedOn,
    form_type: filing.formType,
    transaction_code: transaction.transactionCode,
    acquired_disposed: transaction.acquiredDisposed,
    security_title: transaction.securityTitle,
    security_class: titleClass(transaction.securityTitle, transaction.isDerivative, filing.issuer),
    shares: plain(transaction.shares),
    price: plain(transaction.price),
    value: plain(tradeValue(transaction)),
    shares_owned_after: plain(transaction.sharesOwnedAfter),
    value_owned_after: plain(transaction.valueOwnedAfter),
    delta_own_pct: holdingChangePct(transaction),
    ownership: transaction.ownership,
    nature_of_ownership: transaction.natureOfOwnership,
    exercise_price: plain(transaction.exercisePrice),
    exercisable_on: transaction.exercisableOn,
    expires_on: transaction.expiresOn,
    underlying_title: transaction.underlyingTitle,
    underlying_shares: plain(transaction.underlyingShares),
    is_10b5_1: plan.isPlanTrade,
    is_plan_unclear: plan.isUnclear,
    is_amendment: isAmendment,
    filing_delay_days: transaction.tradedOn === null ? null : daysBetween(transaction.tradedOn, filing.filedOn),
    ticker_as_filed: filing.issuer.ticker,
    title,
    title_as_filed: titleAsFiled,
    is_director: insider.isDirector,
    is_officer: insider.isOfficer,
    is_ten_percent_owner: insider.isTenPercentOwner,
    footnote_ids: transaction.footnoteIds,
    owner_names: ownerNames,
    content_hash: "",
  };
  row.content_hash = digest(row);
  return row;
}

/**
 * Normalises a number: `007.50` is `7.5`. A document and the data set made from it may differ in such zeros, but are
 * the same row.
 */
export function plain(number: string | null): string | null {
  if (number === null) return null;
  return trimZeros(number).replace(/^0+(?=\d)/, "");
}

/** shares x price to the cent; the filed total if there are no shares; null without a price. */
function tradeValue({ shares, price, totalValue }: TransactionRecord): string | null {
  if (shares === null) return totalValue;
  return price === null ? null : new Exact(shares).times(price).toDecimalPlaces(2).toFixed();
}

/**
 * Signed shares / holding before the transaction, in percent: negative for a disposal. Null if the holding before is
 * unknown, zero or (by a filer's error) negative.
 */
function holdingChangePct(transaction: TransactionRecord): number | null {
  const { shares, sharesOwnedAfter, acquiredDisposed } = transaction;
  if (shares === null || sharesOwnedAfter === null || acquiredDisposed === null) return null;
  const signed = acquiredDisposed === "A" ? new Exact(shares) : new Exact(shares).negated();
  const before = new Exact(sharesOwnedAfter).minus(signed);
  return before.lte(0) ? null : (signed.toNumber() / before.toNumber()) * 100;
}
