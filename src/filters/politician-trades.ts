// The filters of the list of congressional trades: the only place that knows what each of them means.
import { atLeast, atMost, contains, flag, oneOf } from "./condition.ts";
import { type FilterValues, filtersOver } from "./define-filters.ts";
import { chambers, parties, tickers, tradeDates } from "./shared.ts";
import { amount, bioguideId, boolean, enumeration, text } from "./types.ts";

export interface PoliticianTradeFields {
  /** `symbol`: the row's own, or any that its company bears or bore */
  label: "symbol" | "member" | "party" | "chamber" | "tradeType";
  /** `live`: no later report replaced it; `late`: by the 45 days of the contract */
  flag: "live" | "late" | "committeeTrade";
  figure: "amountLow" | "amountHigh" | "delayDays";
  day: "filedOn" | "tradedOn";
  instant: "lastModified";
  text: "memberName";
}

/** What the answer calls a trade, by kind; `SALE` is every kind of sale. */
const tradeTypes = {
  PURCHASE: ["Purchase"],
  SALE: ["Sale", "Sale (Full)", "Sale (Partial)"],
  SALE_FULL: ["Sale (Full)"],
  SALE_PARTIAL: ["Sale (Partial)"],
  EXCHANGE: ["Exchange"],
} as const;

/** The kinds of transaction, with their aliases. What an answer calls `Sale` is every kind of sale here. */
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
    type: text({ example: "doe" }),
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
    about: "lower end of the bracket at least this",
    where: (value) => atLeast("amountLow", value),
  },
  maxAmount: {
    type: amount,
    about: "upper end of the bracket at most this; an open bracket never passes",
    where: (value) => atMost("amountHigh", value),
  },
  isCommitteeTrade: {
    type: boolean,
    about: "the member sat on a committee with jurisdiction over the issuer",
    where: (value) => flag("committeeTrade", value),
  },
  isLate: {
    type: boolean,
    about: "filed more than 45 days after the trade, by sound dates",
    where: (value) => flag("late", value),
  },
});

export type PoliticianTradeFilter = FilterValues<typeof politicianTradeFilters>;
