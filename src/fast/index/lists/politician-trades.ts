// The index over congressional trades and late filings: what is read of each row, and how the fields of
// src/filters/politician-trades.ts are known by it.
import type { PoliticianTradeFields, PoliticianTradeSort } from "../../../filters/politician-trades.ts";
import { symbolKeys } from "../../../symbols.ts";
import type { Bits } from "../bits.ts";
import type { Column } from "../columns.ts";
import { entry, type IndexFields, label, type Rows } from "../conditions-to-bits.ts";
import type { IndexOrders } from "../sorting.ts";
import { type Some, whereOf } from "./some.ts";

export const politicianTradeColumns: Column[] = [
  { name: "live", type: "flag" },
  { name: "late", type: "flag" },
  { name: "committee", type: "flag" },
  { name: "party", type: "label" },
  { name: "chamber", type: "label" },
  { name: "type", type: "label" },
  { name: "ownedBy", type: "label" },
  { name: "class", type: "label" },
  { name: "dateQuality", type: "label" },
  { name: "member", type: "entry", fields: 1 },
  { name: "asset", type: "entry", fields: 2 },
  { name: "state", type: "entry", fields: 1 },
  { name: "assetType", type: "entry", fields: 1, folded: 0 },
  { name: "issuer", type: "entry", fields: 2 },
  { name: "committees", type: "entries" },
  { name: "amountLow", type: "decimal" },
  { name: "amountHigh", type: "decimal" },
  { name: "amountMid", type: "decimal", sorts: true },
  { name: "delay", type: "integer", sorts: true },
  { name: "tradedOn", type: "date", sorts: true },
  { name: "lastModified", type: "instant" },
];

/** The rows of all trades, or of some; where they are few PostgreSQL folds the kinds of their assets. */
export function politicianTradeRows(some?: Some): string {
  const assetType = some && "ids" in some ? "lower(t.asset_type)" : "t.asset_type";
  return `SELECT t.id, t.filed_on, t.superseded_by_id IS NULL, t.is_late, t.is_committee_trade, t.party, t.chamber, t.trade_type,
    t.owner, t.security_class, t.date_quality, t.bioguide_id, t.ticker, t.company_cik, t.state, ${assetType}, t.sector, t.industry,
    (SELECT string_agg(DISTINCT m->>'code', ',') FROM jsonb_array_elements(t.committee_matches) AS m), t.amount_low, t.amount_high, t.amount_mid, t.delay_days, t.traded_on, t.last_modified
    FROM politician_trades t ${whereOf(some)}`;
}

export const politicianTradeFields: IndexFields<PoliticianTradeFields> = {
  label: {
    symbol: withSymbols,
    member: entry("member", 0),
    party: label("party"),
    chamber: label("chamber"),
    tradeType: label("type"),
    owner: label("ownedBy"),
    assetType: entry("assetType", 0),
    securityClass: label("class"),
    state: entry("state", 0),
    sector: entry("issuer", 0),
    industry: entry("issuer", 1),
    committee: entry("committees", 0),
    dateQuality: label("dateQuality"),
  },
  flag: { live: "live", late: "late", committeeTrade: "committee" },
  figure: { amountLow: "amountLow", amountHigh: "amountHigh", delayDays: "delay" },
  day: { filedOn: "serving", tradedOn: { order: "tradedOn" } },
  instant: { lastModified: "lastModified" },
  text: { memberName: memberNamed },
};

/** A company's trades under any of its symbols, and trades whose symbol no company of the store carries. */
function withSymbols({ segment, vocabulary }: Rows, symbols: readonly string[]): Bits {
  return segment.marked("asset", `symbols ${vocabulary.number} ${JSON.stringify(symbols)}`, (...mark) => {
    segment.oneOf("asset", 0, symbols.flatMap(symbolKeys))(...mark);
    segment.oneOf("asset", 1, vocabulary.withSymbols(symbols))(...mark);
  });
}

function memberNamed({ segment, vocabulary }: Rows, text: string): Bits | undefined {
  const folded = vocabulary.folded(text);
  if (folded === undefined) return undefined;
  return segment.marked("member", `named ${vocabulary.number} ${folded}`, (...mark) =>
    segment.oneOf("member", 0, vocabulary.membersWith(folded))(...mark),
  );
}

export const politicianTradeOrders: IndexOrders<PoliticianTradeSort> = {
  FILED_ON: "serving",
  TRADED_ON: "tradedOn",
  AMOUNT_MID: "amountMid",
  DELAY_DAYS: "delay",
};
