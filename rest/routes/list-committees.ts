// GET /committees: the committee directory with full rosters, by chamber, then name.
import { defineRoute } from "../define-route.ts";
import { integer, many, oneOf, shape, text } from "../fields.ts";
import { committeeChamber } from "../params/congress.ts";
import { paging } from "../params/numbers.ts";
import { words } from "../params/texts.ts";

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

export default defineRoute({
  path: "/committees",
  operationId: "listCommittees",
  tag: "Congress",
  summary: "Committee directory with full member rosters",
  description: "By chamber, then name; subcommittees are rows of their own.",
  params: {
    chamber: committeeChamber,
    q: words("part of the committee's name or code, or of a member's name", {
      least: 1,
      most: 100,
      example: "finance",
    }),
    ...paging,
  },
  document: `query ListCommittees($chamber: String, $q: String, $page: Int!, $pageSize: Int!) {
  committees(chamber: $chamber, q: $q, page: $page, pageSize: $pageSize) {
    total
    nodes { code name chamber type parentCode url members { bioguideId name party state side rank seniority title } }
  }
}`,
  variables: (params) => params,
  list: (data) => data.committees,
  item: shape("Committee", "A committee or subcommittee", {
    code: text("code", "committee code", { always: true, example: "HSBA" }),
    name: text("name", "committee", { always: true, example: "House Committee on Financial Services" }),
    chamber: oneOf("chamber", "chamber", ["House", "Senate", "Joint"], { always: true }),
    type: text("type", "standing, select, joint, subcommittee ...", { always: true, example: "standing" }),
    parent_code: text("parentCode", "of a subcommittee", { example: "HSBA" }),
    url: text("url", "the committee's own page", { example: "https://financialservices.house.gov" }),
    members: many("members", member, "full roster"),
  }),
});
