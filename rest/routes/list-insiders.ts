// GET /insiders: insiders with sums over their trades, most trades first.
import { insiderFilters, insiderSorts } from "../../src/filters/directories.ts";
import { defineRoute } from "../define-route.ts";
import { money, one, shape, text } from "../fields.ts";
import { ascendingByName, filterParameters, orderOf, sortOf } from "../params/list-parameters.ts";
import { dataVersionParameter, paging } from "../params/numbers-and-dates.ts";
import { insiderStats, leftOutBy } from "../projections/people.ts";
import { trackRecordPeriod } from "../projections/returns.ts";
import { relationVariables, selectionOf } from "../selection.ts";

const entryFields = {
  cik: text("cik", "zero-padded to ten digits", { always: true, example: "0001234567" }),
  name: text("name", "name of the owner, as last filed", { always: true, example: "DOE JANE" }),
  total_value: money("totalValue", "value of the purchases and the sales", { always: true }),
  stats: one("stats", insiderStats),
  track_record_90d: one("trackRecord90", trackRecordPeriod),
};

const entry = shape("InsiderEntry", "An insider with sums over the insider's trades", entryFields, {
  sums: ["totalValue", "stats", "trackRecord90"],
});

const filters = filterParameters(insiderFilters);

export default defineRoute({
  path: "/insiders",
  operationId: "listInsiders",
  tag: "Insiders",
  summary: "Insiders with their statistics and 90-day track record",
  description:
    "All reporting owners of filed forms, joint ones included. A list sorted by a rate (`winRateLow90`, `alpha90`) excludes insiders with fewer than 5 observations for that rate: `resolved_trades` for `winRateLow90`, `compared_trades` for `alpha90`. `meta.left_out` counts them.",
  params: {
    q: filters.q,
    companyCik: filters.companyCik,
    ticker: filters.tickers,
    minResolved: filters.minResolved,
    sort: sortOf(
      insiderSorts,
      "sort key: number of trades, value of purchases and sales, lower bound of the share of purchases with a 90-day gain (Wilson 95 %), average 90-day return minus SPY's, name as filed; rows without a value come last",
    ),
    order: ascendingByName,
    ...paging,
    ...dataVersionParameter,
  },
  document: `query ListInsiders($filter: InsiderFilter, $sort: InsiderSort!, $order: SortOrder!, $page: Int!, $pageSize: Int!, $dataVersion: String, ${relationVariables(entry)}) {
  insiders(filter: $filter, sort: $sort, order: $order, page: $page, pageSize: $pageSize, dataVersion: $dataVersion) {
    total
    leftOut
    nodes { ${selectionOf(entry)} }
  }
}`,
  variables: ({ sort, order }, filter) => ({ filter, order: orderOf(sort, order) }),
  list: (data) => data.insiders,
  meta: leftOutBy("InsiderListMeta", "insiders"),
  item: entry,
});
