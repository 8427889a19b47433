// The filters of the list of congressional trades; the meaning of each is defined only here.
import { atLeast, atMost, contains, flag, oneOf } from "./condition.ts";
import { type FilterValues, filtersOver } from "./define-filters.ts";
import { chambers, delayInDays, parties, securityClasses, states, tickers, tradeDates } from "./shared.ts";
import { sorts } from "./sorts.ts";
import { amount, bioguideId, boolean, choices, enumeration, industries, sectors, text, words } from "./types.ts";

export interface PoliticianTradeFields {
  /**
   * `symbol`: the row's own, or any current or former one of its company; state, sector and industry are the row's;
   * `assetType`: in lower case; `committee`: one that the row matched
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
    | "sector"
    | "industry"
    | "committee"
    | "dateQuality";
  /** `live`: no later report replaced it; `late`: by the 45 days of the contract */
  flag: "live" | "late" | "committeeTrade";
  number: "amountLow" | "amountHigh" | "delayDays";
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
    type: text({ example: "doe", names: "person" }),
    about: "part of the member's name",
    where: (value) => contains("memberName", value),
  },
  politicianId: {
    type: bioguideId,
    about: "the member's bioguide id, in any case",
    where: (value) => oneOf("member", [value]),
  },
  party: { type: parties, about: "party on the trade date", where: (value) => oneOf("party", [value]) },
  chamber: { type: chambers, about: "chamber", where: (value) => oneOf("chamber", [value]) },
  tradeKind: {
    type: tradeKinds,
    about: "kind of transaction; sale is every kind of sale",
    where: (value) => oneOf("tradeType", tradeTypes[value]),
  },
  minAmount: {
    type: amount,
    about: "minimum of the bracket's lower end",
    where: (value) => atLeast("amountLow", value),
  },
  maxAmount: {
    type: amount,
    about: "maximum of the bracket's upper end; open brackets never match",
    where: (value) => atMost("amountHigh", value),
  },
  isCommitteeTrade: {
    type: boolean,
    about: "the member sat on a committee with jurisdiction over the issuer",
    where: (value) => flag("committeeTrade", value),
  },
  isLate: {
    type: boolean,
    about: "filed more than 45 days after the trade, with plausible dates",
    where: (value) => flag("late", value),
    withoutRoute: "GET /late-filings is that list",
  },
  owner: {
    type: choices(words("Self", "Spouse", "Joint", "Child")),
    about: "any of these owners of the asset",
    where: (value) => oneOf("owner", value),
  },
  assetType: {
    type: text({ example: "Stock" }),
    about: "kind of asset as disclosed, in full, in any case",
    where: (value) => oneOf("assetType", [value.toLowerCase()]),
  },
  assetName: {
    type: text({ example: "municipal" }),
    about: "part of the asset's name as disclosed",
    where: (value) => contains("assetName", value.toLowerCase()),
  },
  securityClass: {
    type: securityClasses,
    about: "any of these kinds of security",
    where: (value) => oneOf("securityClass", value),
  },
  state: {
    type: states,
    about: "the member's state on the trade date, as its postal code",
    where: (value) => oneOf("state", [value]),
  },
  sectors: {
    type: sectors,
    about:
      "sectors of the issuer, in any case; common names of other vendors (Healthcare, Financials, Consumer Staples) are accepted",
    where: (value) => oneOf("sector", value),
  },
  industries: {
    type: industries,
    about: "SIC industry titles of the issuer, in any case",
    where: (value) => oneOf("industry", value),
  },
  committee: {
    type: text({ max: 20, example: "HSBA", names: "code" }),
    about: "code of a committee with jurisdiction over the issuer that the member sat on, in any case",
    where: (value) => oneOf("committee", [value.toUpperCase()]),
  },
  dateQuality: {
    type: choices(words("ok", "transaction_after_disclosure", "future_transaction_date", "implausible_lag")),
    about: "any of these date qualities",
    where: (value) => oneOf("dateQuality", value),
  },
  minDelayDays: {
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
});

export type PoliticianTradeSort = keyof typeof politicianTradeSorts;
