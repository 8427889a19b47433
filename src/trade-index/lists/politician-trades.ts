// The index over congressional trades and late filings; filters and orders as in src/store/lists/politician-trades.ts.
import {
  type LateFilingFilter,
  type PoliticianTradeFilter,
  type PoliticianTradeSort,
  type SortOrder,
  tradeTypes,
} from "../../store/lists/politician-trades.ts";
import { symbolKey } from "../../symbols.ts";
import type { Column } from "../columns.ts";
import type { Segment } from "../segment.ts";
import type { Sort } from "../sorting.ts";
import type { Match } from "../versioned-list.ts";
import type { Vocabulary } from "../vocabulary.ts";
import { type Some, whereOf } from "./some.ts";
import { windowOf } from "./window.ts";

export interface PoliticianTradeQuery {
  filter: PoliticianTradeFilter;
  sort: PoliticianTradeSort;
  order: SortOrder;
}

export const politicianTradeColumns: Column[] = [
  { name: "live", type: "flag" },
  { name: "late", type: "flag" },
  { name: "committee", type: "flag" },
  { name: "party", type: "label" },
  { name: "chamber", type: "label" },
  { name: "type", type: "label" },
  { name: "member", type: "entry", fields: 1 },
  { name: "asset", type: "entry", fields: 2 },
  { name: "amountLow", type: "decimal" },
  { name: "amountHigh", type: "decimal" },
  { name: "amountMid", type: "decimal" },
  { name: "delay", type: "integer" },
  { name: "tradedOn", type: "date" },
  { name: "lastModified", type: "instant" },
];

/** The rows of all trades, or of some. */
export function politicianTradeRows(some?: Some): string {
  return `SELECT t.id, t.filed_on, t.superseded_by_id IS NULL, t.is_late, t.is_committee_trade, t.party, t.chamber, t.trade_type,
    t.bioguide_id, t.ticker, t.company_cik, t.amount_low, t.amount_high, t.amount_mid, t.delay_days, t.traded_on, t.last_modified
    FROM politician_trades t ${whereOf(some)}`;
}

export function matchPoliticianTrades(
  segment: Segment,
  vocabulary: Vocabulary,
  { filter }: Pick<PoliticianTradeQuery, "filter">,
): Match {
  const { sets, range } = windowOf(segment, filter);
  const { tickers, politician, politicianId, party, chamber, tradeKind, minAmount, maxAmount } = filter;
  if (tickers) sets.push(withSymbols(segment, vocabulary, tickers));
  if (politician != null) {
    const folded = vocabulary.folded(politician);
    sets.push(
      segment.marked("member", `named ${vocabulary.number} ${folded}`, (...mark) =>
        segment.oneOf("member", 0, vocabulary.membersWith(folded))(...mark),
      ),
    );
  }
  if (politicianId != null)
    sets.push(segment.marked("member", `is ${politicianId}`, segment.oneOf("member", 0, [politicianId])));
  if (party != null) sets.push(segment.bits(`party=${party}`));
  if (chamber != null) sets.push(segment.bits(`chamber=${chamber}`));
  if (tradeKind) sets.push(segment.labels("type", tradeTypes[tradeKind]));
  if (minAmount != null) sets.push(segment.ranges("amountLow", [{ min: minAmount }]));
  if (maxAmount != null) sets.push(segment.ranges("amountHigh", [{ max: maxAmount }]));
  if (filter.isCommitteeTrade != null) sets.push(flagged(segment, "committee", filter.isCommitteeTrade));
  if (filter.isLate != null) sets.push(flagged(segment, "late", filter.isLate));
  return { sets, range };
}

const flagged = (segment: Segment, flag: "committee" | "late", is: boolean) =>
  is ? segment.bits(flag) : segment.without(flag);

/** A company's trades under any of its symbols, and trades whose symbol no company of the store carries. */
const withSymbols = (segment: Segment, vocabulary: Vocabulary, symbols: readonly string[]) =>
  segment.marked("asset", `symbols ${vocabulary.number} ${JSON.stringify(symbols)}`, (...mark) => {
    segment.oneOf("asset", 0, symbols.map(symbolKey))(...mark);
    segment.oneOf("asset", 1, vocabulary.withSymbols(symbols))(...mark);
  });

export function matchLateFilings(segment: Segment, vocabulary: Vocabulary, filter: LateFilingFilter): Match {
  const { minDelayDays, ...others } = filter;
  const { sets, range } = matchPoliticianTrades(segment, vocabulary, { filter: others });
  sets.push(segment.bits("late"), segment.ranges("delay", [{ min: String(minDelayDays) }]));
  return { sets, range };
}

const orders: Record<PoliticianTradeSort, string | null> = {
  FILED_ON: null,
  TRADED_ON: "tradedOn",
  AMOUNT_MID: "amountMid",
  DELAY_DAYS: "delay",
};

/** Undefined for the serving order. */
export function sortOf(sort: PoliticianTradeSort, order: SortOrder): Sort | undefined {
  const by = orders[sort];
  return by === null && order === "DESC" ? undefined : { by, descending: order === "DESC" };
}
