// Converts a filing to rows of insider_trades, with all values that depend on the filing alone (value, change of the
// holding, delay, plan, role, search text, digest). Values that depend on other filings (supersession, signal) are set
// later. Pure.
import { Decimal } from "decimal.js";
import { daysBetween } from "../../calendar-date.ts";
import { titleClass } from "../../security-class.ts";
import { trimZeros } from "../../text-ends.ts";
import { refersElsewhere, roleTitle, searchableNames, statedRole } from "./names.ts";
import type { FilingRecord, OwnerRecord, TransactionRecord } from "./record.ts";
import { digest } from "./trade-digest.ts";
import type { TradeRow } from "./trade-row.ts";
import { type PlanOfRow, planTrades } from "./trading-plan.ts";

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
