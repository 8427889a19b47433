// GET /trades: corporate insider trades, newest filing first.

import { insiderTradeFilters, insiderTradeSorts } from "../../src/filters/insider-trades.ts";
import { defineRoute } from "../define-route.ts";
import { descending, filterParameters, sortOf } from "../params/list-parameters.ts";
import { dataVersionParameter, days, laterDate, paging } from "../params/numbers-and-dates.ts";
import { withFallback } from "../params/parameter.ts";
import { parts } from "../params/texts.ts";
import { insiderTrade } from "../projections/insider-trade.ts";
import { relationVariables, selectionOf } from "../selection.ts";

const filters = filterParameters(insiderTradeFilters);

export default defineRoute({
  path: "/trades",
  operationId: "listTrades",
  tag: "Insiders",
  summary: "Corporate insider trades, newest filing first",
  description:
    "Non-derivative transactions of Forms 3, 4 and 5; `includeDerivative=true` adds derivative ones. Filters by return take a follower's, as `include=outcomes` shows it; sorted by one, trades whose outcome is not known come last.",
  params: {
    preset: filters.preset,
    ticker: filters.tickers,
    valueRanges: filters.valueRanges,
    priceRanges: filters.priceRanges,
    sectors: filters.sectors,
    industries: filters.industries,
    sicCode: filters.sicCode,
    exchange: filters.exchange,
    tradeTypes: filters.transactionCodes,
    insiderName: filters.insiderName,
    insiderCik: filters.insiderCik,
    companyCik: filters.companyCik,
    accessionNumber: filters.accessionNumber,
    minValue: filters.minValue,
    maxValue: filters.maxValue,
    minShares: filters.minShares,
    maxShares: filters.maxShares,
    minSharesOwnedAfter: filters.minSharesOwnedAfter,
    maxSharesOwnedAfter: filters.maxSharesOwnedAfter,
    minDeltaOwnPct: filters.minDeltaOwnPct,
    maxDeltaOwnPct: filters.maxDeltaOwnPct,
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
    role: filters.role,
    title: filters.title,
    signalTier: filters.signalTier,
    signalDirection: filters.signalDirection,
    minSignalScore: filters.minSignalScore,
    is10b51: filters.is10b51,
    formType: filters.formType,
    acquiredDisposed: filters.acquiredDisposed,
    securityClass: filters.securityClass,
    ownership: filters.ownership,
    priceQuality: filters.priceQuality,
    amendmentStatus: filters.amendmentStatus,
    dateQuality: filters.dateQuality,
    minDelayDays: filters.minDelayDays,
    q: filters.q,
    sort: sortOf(insiderTradeSorts),
    order: descending,
    include: parts(
      "parts to attach to each trade: its forward returns; its footnotes with nature of ownership, remarks and acceptance",
      ["outcomes", "footnotes"],
    ),
    includeDerivative: withFallback(filters.includeDerivative, false),
    days,
    filedFrom: filters.filedFrom,
    filedTo: filters.filedTo,
    tradedFrom: filters.tradedFrom,
    tradedTo: filters.tradedTo,
    updatedSince: filters.updatedSince,
    ...paging,
    ...dataVersionParameter,
  },
  document: `query ListTrades($filter: InsiderTradeFilter, $includeDerivative: Boolean!, $sort: InsiderTradeSort, $order: SortOrder, $page: Int!, $pageSize: Int!, $dataVersion: String, ${relationVariables(insiderTrade)}) {
  insiderTrades(filter: $filter, includeDerivative: $includeDerivative, sort: $sort, order: $order, page: $page, pageSize: $pageSize, dataVersion: $dataVersion) {
    total
    nodes {
      ${selectionOf(insiderTrade)}
    }
  }
}`,
  variables: ({ days: since, filedFrom }, { includeDerivative, ...filter }) => ({
    filter: { ...filter, filedFrom: laterDate(filedFrom, since) },
    includeDerivative,
  }),
  list: (data) => data.insiderTrades,
  item: insiderTrade,
});
