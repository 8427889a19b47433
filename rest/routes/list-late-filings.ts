// GET /late-filings: trades disclosed after the 45-day deadline, slowest first.
import { defineRoute } from "../define-route.ts";
import { chamber, party } from "../params/congress.ts";
import { cutAt, integer, paging } from "../params/numbers.ts";
import { withFallback } from "../params/parameter.ts";
import { bioguideId, tickers } from "../params/texts.ts";
import { lateFiling, politicianTradeFragment } from "../projections/politician-trade.ts";

export default defineRoute({
  path: "/late-filings",
  operationId: "listLateFilings",
  tag: "Congress",
  summary: "Trades disclosed after the 45-day deadline, slowest filers first",
  description: "Calendar days from trade to filing, without a roll over weekends. This is no legal finding.",
  params: {
    minDelayDays: withFallback(integer("least delay in days", { least: 46, most: 100_000 }), 46),
    ticker: tickers,
    politicianId: bioguideId,
    party,
    chamber,
    ...paging,
    ...cutAt,
  },
  document: `query ListLateFilings($minDelayDays: Int!, $tickers: [String!], $politicianId: String, $party: String, $chamber: String, $page: Int!, $pageSize: Int!, $dataVersion: String) {
  lateFilings(minDelayDays: $minDelayDays, tickers: $tickers, politicianId: $politicianId, party: $party, chamber: $chamber, page: $page, pageSize: $pageSize, dataVersion: $dataVersion) {
    total
    nodes {
      deadlineOn daysLate
      trade {
      ${politicianTradeFragment}
      }
    }
  }
}`,
  variables: ({ ticker, ...others }) => ({ ...others, tickers: ticker }),
  list: (data) => data.lateFilings,
  item: lateFiling,
});
