// GET /politicians: members of Congress with sums over their trades, most trades first.
import { politicianFilters, politicianSorts } from "../../src/filters/directories.ts";
import { defineRoute } from "../define-route.ts";
import { one, shape } from "../fields.ts";
import { ascendingByName, filterParameters, orderOf, sortOf } from "../params/list-parameters.ts";
import { dataVersionParameter, paging } from "../params/numbers-and-dates.ts";
import { leftOutBy, memberFields, memberRelations, politicianStats } from "../projections/people.ts";
import { performancePeriod } from "../projections/returns.ts";
import { relationVariables, selectionOf } from "../selection.ts";

const entryFields = {
  ...memberFields("member."),
  stats: one("stats", politicianStats),
  performance_90d: one("performance90", performancePeriod),
};

const entry = shape("PoliticianEntry", "A member of Congress with sums over the member's trades", entryFields, {
  ...memberRelations("member."),
  sums: ["stats", "performance90"],
});

const filters = filterParameters(politicianFilters);

export default defineRoute({
  path: "/politicians",
  operationId: "listPoliticians",
  tag: "Congress",
  summary: "Members of Congress with their statistics and 90-day performance",
  description:
    "Former members included. A list sorted by a rate (`lateRate`, `alpha90`, `winRate90`) excludes members with fewer than 5 trades for that rate: `late_judged_count` for `lateRate`, `compared_trades` for `alpha90`, `resolved_trades` for `winRate90`. `meta.left_out` counts them.",
  params: {
    q: filters.q,
    chamber: filters.chamber,
    party: filters.party,
    state: filters.state,
    district: filters.district,
    inOffice: filters.inOffice,
    committee: filters.committee,
    sort: sortOf(
      politicianSorts,
      "sort key: number of trades, sum of the brackets' middles, share of late trades, average 90-day return minus SPY's, share of purchases with a 90-day gain, official name; rows without a value come last",
    ),
    order: ascendingByName,
    ...paging,
    ...dataVersionParameter,
  },
  document: `query ListPoliticians($filter: PoliticianFilter, $sort: PoliticianSort!, $order: SortOrder!, $page: Int!, $pageSize: Int!, $dataVersion: String, ${relationVariables(entry)}) {
  politicians(filter: $filter, sort: $sort, order: $order, page: $page, pageSize: $pageSize, dataVersion: $dataVersion) {
    total
    leftOut
    nodes {
      ${selectionOf(entry)}
    }
  }
}`,
  variables: ({ sort, order }, filter) => ({ filter, order: orderOf(sort, order) }),
  list: (data) => data.politicians,
  meta: leftOutBy("PoliticianListMeta", "members"),
  item: entry,
});
