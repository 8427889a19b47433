// The filters of the lists of congressional trades and of late filings, which are such trades; the meaning of each is
// defined only here.
import {
  amount,
  atLeast,
  atMost,
  bioguideIds,
  boolean,
  type Condition,
  choices,
  conditionsOf,
  contains,
  enumeration,
  type FilterValues,
  filtersOver,
  flag,
  industries,
  integer,
  oneOf,
  sectors,
  text,
  words,
} from "./define-filters.ts";
import { byOutcome, type OutcomeField, outcomeSorts } from "./outcomes.ts";
import { chambers, delayInDays, parties, securityClasses, states, tickers, tradeDates } from "./shared.ts";
import { sorts } from "./sorts.ts";

export interface PoliticianTradeFields {
  /**
   * `symbol`: the row's own, or any current or former one of its company; state, sector and industry are the row's;
   * `assetType`: in lower case; `committee`: one that the row matched; `district`: its
   * number; `capGainsOver200`: `true` or `false`
   */
  label:
    | "symbol"
    | "member"
    | "party"
    | "chamber"
    | "tradeType"
    | "owner"
    | "assetType"
    | "securityClass"
    | "state"
    | "district"
    | "capGainsOver200"
    | "sector"
    | "industry"
    | "committee"
    | "dateQuality";
  /** `live`: no later report replaced it; `late`: by the 45 days of the contract */
  flag: "live" | "late" | "committeeTrade" | "amendment";
  number: "amountLow" | "amountHigh" | "delayDays" | OutcomeField;
  day: "filedOn" | "tradedOn";
  instant: "lastModified";
  text: "memberName" | "assetName";
}

/** The names of transaction types in responses, by kind; `SALE` is every kind of sale. */
const tradeTypes = {
  PURCHASE: ["Purchase"],
  SALE: ["Sale", "Sale (Full)", "Sale (Partial)"],
  SALE_FULL: ["Sale (Full)"],
  SALE_PARTIAL: ["Sale (Partial)"],
  EXCHANGE: ["Exchange"],
} as const;

/** The kinds of transaction, with their aliases. `Sale` in a response covers every kind of sale here. */
const tradeKinds = enumeration<keyof typeof tradeTypes>("TradeKind", {
  purchase: "PURCHASE",
  sale: "SALE",
  exchange: "EXCHANGE",
  "Sale (Full)": "SALE_FULL",
  "Sale (Partial)": "SALE_PARTIAL",
  buy: "PURCHASE",
  sell: "SALE",
});

export const politicianTradeFilters = filtersOver<PoliticianTradeFields>()({
  ...tradeDates,
  tickers,
  politician: {
    label: "Name of the member",
    type: text({ example: "doe", names: "person" }),
    about: "part of the member's name",
    where: (value) => contains("memberName", value),
  },
  politicianId: {
    label: "Bioguide id",
    type: bioguideIds,
    about: "bioguide ids of members; in any case",
    where: (value) => oneOf("member", value),
  },
  party: {
    label: "Party",
    type: parties,
    about: "any of these parties on the trade date",
    where: (value) => oneOf("party", value),
  },
  chamber: { label: "Chamber", type: chambers, about: "chamber", where: (value) => oneOf("chamber", [value]) },
  tradeKind: {
    label: "Type of trade",
    type: tradeKinds,
    about: "kind of transaction; sale is every kind of sale",
    where: (value) => oneOf("tradeType", tradeTypes[value]),
  },
  minAmount: {
    label: "Minimum amount ($)",
    type: amount,
    about: "minimum of the bracket's lower end",
    where: (value) => atLeast("amountLow", value),
  },
  maxAmount: {
    label: "Maximum amount ($)",
    type: amount,
    about: "maximum of the bracket's upper end; open brackets never match",
    where: (value) => atMost("amountHigh", value),
  },
  ...byOutcome,
  isCommitteeTrade: {
    label: "Committee match",
    type: boolean,
    about: "the member sat on a committee with jurisdiction over the issuer",
    where: (value) => flag("committeeTrade", value),
  },
  isLate: {
    label: "Late",
    type: boolean,
    about: "filed more than 45 days after the trade, with plausible dates",
    where: (value) => flag("late", value),
  },
  owner: {
    label: "Owner",
    type: choices(words("Self", "Spouse", "Joint", "Child")),
    about: "any of these owners of the asset",
    where: (value) => oneOf("owner", value),
  },
  assetType: {
    label: "Kind of asset",
    type: text({ example: "Stock" }),
    about: "kind of asset as disclosed, in full, in any case",
    where: (value) => oneOf("assetType", [value.toLowerCase()]),
  },
  assetName: {
    label: "Name of the asset",
    type: text({ example: "municipal" }),
    about: "part of the asset's name as disclosed",
    where: (value) => contains("assetName", value.toLowerCase()),
  },
  securityClass: {
    label: "Security class",
    type: securityClasses,
    about: "any of these kinds of security",
    where: (value) => oneOf("securityClass", value),
  },
  state: {
    label: "State",
    type: states,
    about: "any of these states of the member on the trade date, as postal codes",
    where: (value) => oneOf("state", value),
  },
  district: {
    label: "District",
    type: integer({ min: 0, max: 99, example: "11" }),
    about: "the member's district on the trade date, beside the state; 0 is at large; House only",
    where: (value) => oneOf("district", [String(value)]),
  },
  capGainsOver200: {
    label: "Capital gains over $200",
    type: boolean,
    about: "the box for capital gains over $200, as filed; rows of reports without the box never match",
    where: (value) => oneOf("capGainsOver200", [String(value)]),
  },
  isAmendment: {
    label: "From an amended report",
    type: boolean,
    about: "from an amended report",
    where: (value) => flag("amendment", value),
  },
  sectors: {
    label: "Sector",
    type: sectors,
    about:
      "sectors of the issuer, in any case; common names of other vendors (Healthcare, Financials, Consumer Staples) are accepted",
    where: (value) => oneOf("sector", value),
  },
  industries: {
    label: "Industry",
    type: industries,
    about: "SIC industry titles of the issuer, in any case",
    where: (value) => oneOf("industry", value),
  },
  committee: {
    label: "Committee (code)",
    type: text({ max: 20, example: "HSBA", names: "code" }),
    about: "code of a committee with jurisdiction over the issuer that the member sat on, in any case",
    where: (value) => oneOf("committee", [value.toUpperCase()]),
  },
  dateQuality: {
    label: "Date quality",
    type: choices(words("ok", "transaction_after_disclosure", "future_transaction_date", "implausible_lag")),
    about: "any of these date qualities",
    where: (value) => oneOf("dateQuality", value),
  },
  minDelayDays: {
    label: "Minimum delay (days)",
    type: delayInDays,
    about: "minimum number of days from the trade to the report",
    where: (value) => atLeast("delayDays", String(value)),
  },
});

export type PoliticianTradeFilter = FilterValues<typeof politicianTradeFilters>;

export const politicianTradeSorts = sorts({
  FILED_ON: { name: "filingDate", field: "filing_date" },
  TRADED_ON: { name: "tradeDate", field: "trade_date" },
  AMOUNT_MID: { name: "value", field: "amount_mid" },
  DELAY_DAYS: { name: "delay", field: "delay_days" },
  ...outcomeSorts,
});

export type PoliticianTradeSort = keyof typeof politicianTradeSorts;

// The filters of the list of late filings, which are congressional trades.

const { politicianId, party, chamber, tradeKind, minAmount, filedFrom, filedTo } = politicianTradeFilters;

export const lateFilingFilters = filtersOver<PoliticianTradeFields>()({
  minDelayDays: {
    label: "Minimum delay (days)",
    type: delayInDays,
    about: "minimum delay in days; 46 or less finds all late trades",
    where: (value) => atLeast("delayDays", String(value)),
  },
  tickers,
  politicianId,
  party,
  chamber,
  tradeKind,
  minAmount,
  filedFrom,
  filedTo,
});

export type LateFilingFilter = FilterValues<typeof lateFilingFilters>;

const { DELAY_DAYS, FILED_ON, AMOUNT_MID } = politicianTradeSorts;

export const lateFilingSorts = sorts({
  DELAY_DAYS: { ...DELAY_DAYS, alsoField: "days_late", alsoName: "daysLate" },
  FILED_ON,
  AMOUNT_MID,
});

export type LateFilingSort = keyof typeof lateFilingSorts;

/** The conditions for the rows of the list. */
export const lateFilingConditions = (filter: LateFilingFilter): Condition<PoliticianTradeFields>[] => [
  flag("live"),
  flag("late"),
  ...conditionsOf(lateFilingFilters, filter),
];
