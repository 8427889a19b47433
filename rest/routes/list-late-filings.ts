// GET /late-filings: trades disclosed after the 45-day deadline, slowest first.

import { lateFilingFilters, lateFilingSorts } from "../../src/filters/politician-trades.ts";
import { defineRoute } from "../define-route.ts";
import { descending, filterParameters, sortOf } from "../params/list-parameters.ts";
import { dataVersionParameter, days, laterDate, paging } from "../params/numbers-and-dates.ts";
import { withFallback } from "../params/parameter.ts";
import { lateFiling } from "../projections/politician-trade.ts";
import { relationVariables, selectionOf } from "../selection.ts";

const filters = filterParameters(lateFilingFilters);

export default defineRoute({
  path: "/late-filings",
  operationId: "listLateFilings",
  tag: "Congress",
  summary: "Trades disclosed after the 45-day deadline, slowest filers first",
  description:
    "Calendar days from trade to filing; the deadline is not moved for weekends. This is not a legal finding.",
  params: {
    minDelayDays: withFallback(filters.minDelayDays, 46),
    ticker: filters.tickers,
    politicianId: filters.politicianId,
    party: filters.party,
    chamber: filters.chamber,
    tradeType: filters.tradeKind,
    minValue: filters.minAmount,
    days,
    filedFrom: filters.filedFrom,
    filedTo: filters.filedTo,
    sort: sortOf(lateFilingSorts),
    order: descending,
    ...paging,
    ...dataVersionParameter,
  },
  document: `query ListLateFilings($filter: LateFilingFilter, $sort: LateFilingSort, $order: SortOrder, $page: Int!, $pageSize: Int!, $dataVersion: String, ${relationVariables(lateFiling)}) {
  lateFilings(filter: $filter, sort: $sort, order: $order, page: $page, pageSize: $pageSize, dataVersion: $dataVersion) {
    total
    nodes {
      ${selectionOf(lateFiling)}
    }
  }
}`,
  variables: ({ minDelayDays, days: since, filedFrom }, filter) => ({
    // equal filters must have equal variables, because responses are cached by them
    filter: { ...filter, filedFrom: laterDate(filedFrom, since), minDelayDays: Math.max(46, minDelayDays) },
  }),
  list: (data) => data.lateFilings,
  item: lateFiling,
});
