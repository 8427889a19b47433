// GET /politicians: members of Congress with what their trades add up to, most trades first.
import { politicianFilters } from "../../src/filters/politicians.ts";
import { defineRoute } from "../define-route.ts";
import { integer, one, selectionOf, shape, text, truth } from "../fields.ts";
import { filterParameters } from "../params/filters.ts";
import { paging } from "../params/numbers.ts";
import { descending, sortBy } from "../params/sorting.ts";
import { horizon } from "../projections/performance.ts";
import { politicianStats } from "../projections/politician-stats.ts";

const entry = shape("PoliticianEntry", "A member of Congress with sums over the member's trades", {
  bioguide_id: text("member.bioguideId", "bioguide id", { always: true, example: "D000001" }),
  name: text("member.name", "name", { always: true, example: "Jane Doe" }),
  party: text("member.party", "of the current (or last) term, full name", { example: "Democrat" }),
  chamber: text("member.chamber", "of the current (or last) term", { example: "House" }),
  state: text("member.state", "of the current (or last) term", { example: "CA" }),
  district: integer("member.district", "House only", { example: 11 }),
  position: text("member.position", "office in words", { example: "Representative" }),
  in_office: truth("member.inOffice", "serves today", { always: true }),
  stats: one("stats", politicianStats),
  performance_90d: one("performance90", horizon),
});

const filters = filterParameters(politicianFilters);

/** The fields of an answer that the list is sorted by. */
const sortFields = {
  total_trades: "TRADES",
  est_volume_mid: "VOLUME",
  late_rate_pct: "LATE_RATE",
  avg_alpha_pct: "ALPHA_90",
  win_rate_pct: "WIN_RATE_90",
} as const;

export default defineRoute({
  path: "/politicians",
  operationId: "listPoliticians",
  tag: "Congress",
  summary: "Members of Congress with their statistics and 90-day performance",
  description:
    "Former members too. A list by a rate (`lateRate`, `alpha90`, `winRate90`) leaves out members with fewer than 5 trades that it is a rate of: `total_trades` for `lateRate`, `resolved_trades` for the others. `meta.left_out` counts them.",
  params: {
    q: filters.q,
    chamber: filters.chamber,
    party: filters.party,
    state: filters.state,
    inOffice: filters.inOffice,
    committee: filters.committee,
    sort: sortBy(
      "what to sort by: number of trades, sum of the brackets' middles, share of late trades, average 90-day return minus SPY's, share of purchases with a 90-day gain; rows without it come last",
      { trades: "TRADES", volume: "VOLUME", lateRate: "LATE_RATE", alpha90: "ALPHA_90", winRate90: "WIN_RATE_90" },
      sortFields,
    ),
    order: descending,
    ...paging,
  },
  document: `query ListPoliticians($filter: PoliticianFilter, $sort: PoliticianSort!, $order: SortOrder!, $page: Int!, $pageSize: Int!) {
  politicians(filter: $filter, sort: $sort, order: $order, page: $page, pageSize: $pageSize) {
    total
    leftOut
    nodes {
      ${selectionOf(entry)}
    }
  }
}`,
  variables: ({ sort, order, page, pageSize }, filter) => ({ filter, sort, order, page, pageSize }),
  list: (data) => data.politicians,
  meta: shape("PoliticianListMeta", "what the list says of itself", {
    left_out: integer(
      "leftOut",
      "members who match and are left out, because fewer than 5 trades are known for the rate that the list is sorted by; null where it is not sorted by a rate",
    ),
  }),
  item: entry,
});
