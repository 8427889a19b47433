// The index over congressional trades and late filings: its columns, and how it finds rows by the fields of
// src/filters/politician-trades.ts.
import { ofEachOutcome, ofEachOutcomeSort } from "../../../filters/outcomes.ts";
import type { PoliticianTradeFields, PoliticianTradeSort } from "../../../filters/politician-trades.ts";
import type { Bits } from "../bits.ts";
import { entry, type IndexFields, label, notHeld, type Rows } from "../conditions-to-bits.ts";
import type { NamesOf } from "../load/columns.ts";
import type { IndexOrders } from "../orders/sorting.ts";
import { defineList } from "./define-list.ts";

export const politicianTradeList = defineList({
  from: () => "politician_trades t",
  day: "t.filed_on",
  columns: [
    { name: "live", type: "flag", sql: "t.superseded_by_id IS NULL" },
    { name: "late", type: "flag", sql: "t.is_late" },
    { name: "committee", type: "flag", sql: "t.is_committee_trade" },
    { name: "amendment", type: "flag", sql: "t.is_amendment" },
    { name: "party", type: "label", sql: "t.party" },
    { name: "chamber", type: "label", sql: "t.chamber" },
    { name: "type", type: "label", sql: "t.trade_type" },
    { name: "ownedBy", type: "label", sql: "t.owner" },
    { name: "class", type: "label", sql: "t.security_class" },
    { name: "dateQuality", type: "label", sql: "t.date_quality" },
    {
      name: "capGains",
      type: "label",
      sql: "CASE WHEN t.cap_gains_over_200 THEN 'true' WHEN NOT t.cap_gains_over_200 THEN 'false' END",
    },
    { name: "member", type: "entry", sql: ["t.bioguide_id"] },
    { name: "asset", type: "entry", sql: ["t.ticker", "t.company_cik"] },
    { name: "state", type: "entry", sql: ["t.state"] },
    { name: "district", type: "entry", sql: ["t.district::text"] },
    { name: "assetType", type: "entry", sql: ["t.asset_type"], folded: 0 },
    { name: "assetName", type: "entry", sql: ["t.asset_name"], folded: 0 },
    { name: "issuer", type: "entry", sql: ["t.sector", "t.industry"] },
    {
      name: "committees",
      type: "entries",
      sql: "(SELECT string_agg(DISTINCT m->>'code', ',') FROM jsonb_array_elements(t.committee_matches) AS m)",
    },
    { name: "amountLow", type: "decimal", sql: "t.amount_low" },
    { name: "amountHigh", type: "decimal", sql: "t.amount_high" },
    { name: "amountMid", type: "decimal", sql: "t.amount_mid", sorts: true },
    { name: "delay", type: "integer", sql: "t.delay_days", sorts: true },
    { name: "tradedOn", type: "date", sql: "t.traded_on", sorts: true },
    { name: "lastModified", type: "instant", sql: "t.last_modified" },
  ],
});

type PoliticianTradeNames = NamesOf<typeof politicianTradeList.columns>;

export const politicianTradeFields: IndexFields<PoliticianTradeFields, PoliticianTradeNames> = {
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
    district: entry("district", 0),
    capGainsOver200: label("capGains"),
    sector: entry("issuer", 0),
    industry: entry("issuer", 1),
    committee: entry("committees", 0),
    dateQuality: label("dateQuality"),
  },
  flag: { live: "live", late: "late", committeeTrade: "committee", amendment: "amendment" },
  number: { amountLow: "amountLow", amountHigh: "amountHigh", delayDays: "delay", ...ofEachOutcome(() => notHeld) },
  day: { filedOn: "serving", tradedOn: { order: "tradedOn" } },
  instant: { lastModified: "lastModified" },
  text: { memberName: memberNamed, assetName: assetsNamed },
};

/** A company's trades under any of its symbols, and trades whose symbol no company of the store has. */
function withSymbols({ segment, vocabulary }: Rows<PoliticianTradeNames>, symbols: readonly string[]): Bits {
  return segment.marked("asset", `symbols ${vocabulary.number} ${JSON.stringify(symbols)}`, (...mark) => {
    segment.oneOf("asset", 0, vocabulary.meantSymbols(symbols))(...mark);
    segment.oneOf("asset", 1, vocabulary.withSymbols(symbols))(...mark);
  });
}

function assetsNamed({ segment }: Rows<PoliticianTradeNames>, text: string): Bits {
  return segment.marked("assetName", `has ${text}`, segment.containing("assetName", 0, text));
}

function memberNamed({ segment, vocabulary }: Rows<PoliticianTradeNames>, text: string): Bits | undefined {
  const folded = vocabulary.folded(text);
  if (folded === undefined) return undefined;
  return segment.marked("member", `named ${vocabulary.number} ${folded}`, (...mark) =>
    segment.oneOf("member", 0, vocabulary.membersWith(folded))(...mark),
  );
}

export const politicianTradeOrders: IndexOrders<PoliticianTradeSort, PoliticianTradeNames> = {
  FILED_ON: "serving",
  TRADED_ON: "tradedOn",
  AMOUNT_MID: "amountMid",
  DELAY_DAYS: "delay",
  ...ofEachOutcomeSort(() => notHeld),
};
