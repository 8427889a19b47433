// Congressional trades with everything that a list shows of them.
import type { PoliticianTradeRow } from "../lists/politician-trades.ts";
import type { Prisma } from "../store.ts";
import { arrayOf, type Column, exact, instant, named, namedTrade, type Values } from "./json-rows.ts";
import type { JoinedKind } from "./trade-reader.ts";

/** Rows as the plain path has them, but for columns that nobody reads through a trade. */
export interface JoinedPoliticianTrade {
  trade: PoliticianTradeRow;
  politician: Prisma.PoliticianGetPayload<Record<string, never>>;
  report: Prisma.DisclosureReportGetPayload<Record<string, never>>;
}

const tradeColumns: Column[] = [
  ["id", "t.id::text"],
  ["reportId", "t.report_id"],
  ["bioguideId", "t.bioguide_id"],
  ["filedOn", "t.filed_on"],
  ["originalFiledOn", "t.original_filed_on"],
  ["tradedOn", "t.traded_on"],
  ["party", "t.party"],
  ["chamber", "t.chamber"],
  ["state", "t.state"],
  ["district", "t.district"],
  ["ticker", "t.ticker"],
  ["tickerAsFiled", "t.ticker_as_filed"],
  ["assetName", "t.asset_name"],
  ["assetType", "t.asset_type"],
  ["tradeType", "t.trade_type"],
  ["owner", "t.owner"],
  ["amountRange", "t.amount_range"],
  ["amountLow", exact("t.amount_low")],
  ["amountHigh", exact("t.amount_high")],
  ["amountMid", exact("t.amount_mid")],
  ["comment", "t.comment"],
  ["isAmendment", "t.is_amendment"],
  ["supersededById", "t.superseded_by_id::text"],
  ["withdraws", "t.withdraws"],
  ["companyCik", "t.company_cik"],
  ["sector", "t.sector"],
  ["industry", "t.industry"],
  ["delayDays", "t.delay_days"],
  ["isLate", "t.is_late"],
  ["dateQuality", "t.date_quality"],
  ["isCommitteeTrade", "t.is_committee_trade"],
  ["committeeMatches", "t.committee_matches"],
  ["committeeData", "t.committee_data"],
  ["lastModified", instant("t.last_modified")],
];
const politicianColumns: Column[] = [
  ["bioguideId", "p.bioguide_id"],
  ["name", "p.name"],
];
const reportColumns: Column[] = [
  ["id", "r.id"],
  ["docId", "r.doc_id"],
  ["chamber", "r.chamber"],
  ["title", "r.title"],
  ["filerAsFiled", "r.filer_as_filed"],
  ["filedOn", "r.filed_on"],
  ["isAmendment", "r.is_amendment"],
  ["status", "r.status"],
  ["sourceUrl", "r.source_url"],
];

export const joinedPoliticianTrades: JoinedKind<JoinedPoliticianTrade> = {
  name: "joined_politician_trades",
  json: `json_build_array(${arrayOf(tradeColumns)}, ${arrayOf(politicianColumns)}, ${arrayOf(reportColumns)})`,
  from: `politician_trades t
    JOIN politicians p ON p.bioguide_id = t.bioguide_id
    JOIN disclosure_reports r ON r.id = t.report_id`,
  // the names above are those of the row's types
  read(values) {
    const [trade, politician, report] = values as [Values, Values, Values];
    return {
      trade: namedTrade(tradeColumns, trade),
      politician: named(politicianColumns, politician),
      report: named(reportColumns, report),
    } as unknown as JoinedPoliticianTrade;
  },
};
