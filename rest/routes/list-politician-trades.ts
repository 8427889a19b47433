// GET /politician-trades: STOCK Act disclosures of Congress.

import { politicianTradeFilters, politicianTradeSorts } from "../../src/filters/politician-trades.ts";
import { defineRoute } from "../define-route.ts";
import { descending, filterParameters, sortOf } from "../params/list-parameters.ts";
import { dataVersionParameter, days, laterDate, paging } from "../params/numbers-and-dates.ts";
import { parts } from "../params/texts.ts";
import { politicianTrade } from "../projections/politician-trade.ts";
import { relationVariables, selectionOf } from "../selection.ts";

const filters = filterParameters(politicianTradeFilters);

export default defineRoute({
  path: "/politician-trades",
  operationId: "listPoliticianTrades",
  tag: "Congress",
  summary: "STOCK Act disclosures of members of Congress, newest filing first",
  description:
    "Transactions in Periodic Transaction Reports of both chambers. Amounts are brackets, as filed. Filters by return take a follower's, as `include=outcomes` shows it; sorted by one, trades whose outcome is not known come last.",
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
    isLate: filters.isLate,
    isCommitteeTrade: filters.isCommitteeTrade,
    committee: filters.committee,
    owner: filters.owner,
    assetType: filters.assetType,
    securityClass: filters.securityClass,
    state: filters.state,
    district: filters.district,
    capGainsOver200: filters.capGainsOver200,
    isAmendment: filters.isAmendment,
    sectors: filters.sectors,
    industries: filters.industries,
    dateQuality: filters.dateQuality,
    minDelayDays: filters.minDelayDays,
    minReturn7d: filters.minReturn7d,
    maxReturn7d: filters.maxReturn7d,
    minReturn30d: filters.minReturn30d,
    maxReturn30d: filters.maxReturn30d,
    minReturn90d: filters.minReturn90d,
    maxReturn90d: filters.maxReturn90d,
    minAlpha7d: filters.minAlpha7d,
    maxAlpha7d: filters.maxAlpha7d,
    minAlpha30d: filters.minAlpha30d,
    maxAlpha30d: filters.maxAlpha30d,
    minAlpha90d: filters.minAlpha90d,
    maxAlpha90d: filters.maxAlpha90d,
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
