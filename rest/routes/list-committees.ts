// GET /committees: the committee directory with full rosters, by chamber, then name.

import { committeeFilters, committeeSorts } from "../../src/filters/directories.ts";
import { defineRoute } from "../define-route.ts";
import { integer, many, oneOf, shape, text } from "../fields.ts";
import { ascending, filterParameters, sortOf } from "../params/list-parameters.ts";
import { dataVersionParameter, paging } from "../params/numbers-and-dates.ts";
import { relationVariables, selectionOf } from "../selection.ts";

const member = shape("CommitteeMember", "a seat on the committee", {
  bioguide_id: text("bioguideId", "bioguide id", { always: true, example: "D000001" }),
  name: text("name", "name", { always: true, example: "Jane Doe" }),
  party: text("party", "full name", { example: "Democrat" }),
  state: text("state", "state", { example: "CA" }),
  side: oneOf("side", "side of the committee", ["majority", "minority"]),
  rank: integer("rank", "rank within the side, as published", { example: 3 }),
  seniority: integer("seniority", "order of seniority", { example: 3 }),
  title: text("title", "role", { example: "Ranking Member" }),
});

const filters = filterParameters(committeeFilters);

const committeeFields = {
  code: text("code", "committee code", { always: true, example: "HSBA" }),
  name: text("name", "committee", { always: true, example: "House Committee on Financial Services" }),
  chamber: oneOf("chamber", "chamber", ["House", "Senate", "Joint"], { always: true }),
  type: text("type", "standing, select, joint, subcommittee ...", { always: true, example: "standing" }),
  parent_code: text("parentCode", "of a subcommittee: the code of its committee", { example: "HSBA" }),
  url: text("url", "the committee's own page", { example: "https://financialservices.house.gov" }),
  members: many("members", member, "full roster"),
};

const committee = shape("Committee", "A committee or subcommittee", committeeFields, { members: ["members"] });

export default defineRoute({
  path: "/committees",
  operationId: "listCommittees",
  tag: "Congress",
  summary: "Committee directory with full member rosters",
  description: "By chamber, then name; subcommittees are separate rows.",
  params: {
    chamber: filters.chamber,
    code: filters.code,
    q: filters.q,
    sort: sortOf(committeeSorts, "sort key: chamber, then name; or name only"),
    order: ascending,
    ...paging,
    ...dataVersionParameter,
  },
  document: `query ListCommittees($filter: CommitteeFilter, $sort: CommitteeSort, $order: SortOrder, $page: Int!, $pageSize: Int!, $dataVersion: String, ${relationVariables(committee)}) {
  committees(filter: $filter, sort: $sort, order: $order, page: $page, pageSize: $pageSize, dataVersion: $dataVersion) {
    total
    nodes { ${selectionOf(committee)} }
  }
}`,
  list: (data) => data.committees,
  item: committee,
});
