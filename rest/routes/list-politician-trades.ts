// GET /politician-trades: STOCK Act disclosures of Congress.

import { politicianTradeFilters, politicianTradeSorts } from "../../src/filters/politician-trades.ts";
import { defineRoute } from "../define-route.ts";
import { days, laterDate } from "../params/dates.ts";
import { filterParameters } from "../params/filters.ts";
import { dataVersionParameter, paging } from "../params/numbers.ts";
import { descending, sortOf } from "../params/sorting.ts";
import { parts } from "../params/texts.ts";
import { politicianTrade } from "../projections/politician-trade.ts";
import { relationVariables, selectionOf } from "../selection.ts";

const filters = filterParameters(politicianTradeFilters);

export default defineRoute({
  path: "/politician-trades",
  operationId: "listPoliticianTrades",
  tag: "Congress",
  summary: "STOCK Act disclosures of members of Congress, newest filing first",
  description: "Transactions in Periodic Transaction Reports of both chambers. Amounts are brackets, as filed.",
  params: {
    ticker: filters.tickers,
    politician: filters.politician,
    politicianId: filters.politicianId,
    party: filters.party,
    chamber: filters.chamber,
    assetName: filters.assetName,
    tradeType: filters.tradeKind,
    minValue: filters.minAmount,
    maxValue: filters.maxAmount,
    days,
    isCommitteeTrade: filters.isCommitteeTrade,
    committee: filters.committee,
    owner: filters.owner,
    assetType: filters.assetType,
    securityClass: filters.securityClass,
    state: filters.state,
    sectors: filters.sectors,
    industries: filters.industries,
    dateQuality: filters.dateQuality,
    minDelayDays: filters.minDelayDays,
    sort: sortOf(politicianTradeSorts),
    order: descending,
    include: parts("parts to attach to each trade", ["outcomes"]),
    filedFrom: filters.filedFrom,
    filedTo: filters.filedTo,
    tradedFrom: filters.tradedFrom,
    tradedTo: filters.tradedTo,
    updatedSince: filters.updatedSince,
    ...paging,
    ...dataVersionParameter,
  },
  document: `query ListPoliticianTrades($filter: PoliticianTradeFilter, $sort: PoliticianTradeSort!, $order: SortOrder!, $page: Int!, $pageSize: Int!, $dataVersion: String, ${relationVariables(politicianTrade)}) {
  politicianTrades(filter: $filter, sort: $sort, order: $order, page: $page, pageSize: $pageSize, dataVersion: $dataVersion) {
    total
    nodes {
      ${selectionOf(politicianTrade)}
    }
  }
}`,
  variables: ({ days: since, filedFrom }, filter) => ({
    filter: { ...filter, filedFrom: laterDate(filedFrom, since) },
  }),
  list: (data) => data.politicianTrades,
  item: politicianTrade,
});
