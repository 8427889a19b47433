// Congressional trades with all rows that a list needs.
import { type PoliticianTradeRow, politicianTradeOmit } from "../../store/lists/politician-trades.ts";
import type { Prisma } from "../../store/store.ts";
import { arrayOf, columnsOf, named, type Values } from "./json-rows.ts";
import type { JoinedKind } from "./trade-reader.ts";

/** Rows as the slow path (Prisma) returns them, without columns that no document reads through a trade. */
export interface JoinedPoliticianTrade {
  trade: PoliticianTradeRow;
  politician: Prisma.PoliticianGetPayload<Record<string, never>>;
  report: Prisma.DisclosureReportGetPayload<Record<string, never>>;
}

const tradeColumns = columnsOf("PoliticianTrade", "t", politicianTradeOmit);
const politicianColumns = columnsOf("Politician", "p", {
  firstName: true,
  middleName: true,
  lastName: true,
  suffix: true,
  nickname: true,
  birthday: true,
  knownChamber: true,
  knownState: true,
  knownParty: true,
  asOf: true,
  contentHash: true,
  updatedAt: true,
});
const reportColumns = columnsOf("DisclosureReport", "r", {
  bioguideId: true,
  amendmentNumber: true,
  amendsReportId: true,
  statedTransactions: true,
  sourceFileSha256: true,
  parserVersion: true,
  ingestedAt: true,
});

/** The trades alone, for requests that need nothing that is joined. */
export const politicianTradesAlone: JoinedKind<Pick<JoinedPoliticianTrade, "trade">> = {
  name: "politician_trades_alone",
  json: arrayOf(tradeColumns),
  from: "politician_trades t",
  read: (values) => ({ trade: named(tradeColumns, values as Values) as unknown as PoliticianTradeRow }),
};

export const joinedPoliticianTrades: JoinedKind<JoinedPoliticianTrade> = {
  name: "joined_politician_trades",
  json: `json_build_array(${arrayOf(tradeColumns)}, ${arrayOf(politicianColumns)}, ${arrayOf(reportColumns)})`,
  from: `(politician_trades t
    JOIN politicians p ON p.bioguide_id = t.bioguide_id
    JOIN disclosure_reports r ON r.id = t.report_id)`,
  // the names above are those of the row's types
  read(values) {
    const [trade, politician, report] = values as [Values, Values, Values];
    return {
      trade: named(tradeColumns, trade),
      politician: named(politicianColumns, politician),
      report: named(reportColumns, report),
    } as unknown as JoinedPoliticianTrade;
  },
};
