// GET /politicians/{bioguideId}: a member's profile, with a page of the member's trades.
import { defineRoute } from "../define-route.ts";
import { endOfNext, paginate, paginationShape } from "../envelope.ts";
import { computed, date, integer, many, money, one, type ProjectionContext, type Row, shape, text } from "../fields.ts";
import { dataVersionParameter, paging } from "../params/numbers-and-dates.ts";
import { bioguideId } from "../params/texts.ts";
import { memberFields, memberRelations, politicianStats } from "../projections/people.ts";
import { politicianTrade } from "../projections/politician-trade.ts";
import { relationVariables, selectionOf } from "../selection.ts";

const term = shape("Term", "a term of office; the end date is exclusive", {
  chamber: text("chamber", "House or Senate", { always: true, example: "House" }),
  start_date: date("startOn", "first day", { always: true }),
  end_date: date("endOn", "day on which it ends; exclusive", { always: true }),
  state: text("state", "state", { always: true, example: "CA" }),
  district: integer("district", "House only", { example: 11 }),
  party: text("party", "full name", { always: true, example: "Democrat" }),
});

const seat = shape("CommitteeSeat", "a committee that the member sits on", {
  code: text("code", "committee code", { always: true, example: "HSBA" }),
  name: text("name", "committee", { always: true, example: "House Committee on Financial Services" }),
  title: text("title", "role on it", { example: "Chair" }),
  rank: integer("rank", "rank by seniority within the side", { example: 3 }),
});

const topTicker = shape("TopTicker", "one of the ten most traded symbols", {
  ticker: text("ticker", "symbol", { always: true, example: "AAPL" }),
  count: integer("count", "transactions", { always: true, example: 12 }),
  est_value_mid: money("estValueMid", "sum of the middles", { always: true }),
});

/** The pagination of the trades; the URL of the next page is that of the profile with the next `page`. */
function pageOf({ variables, fields, dataVersion }: ProjectionContext, total: number): Row {
  const page = paginate(variables, total);
  const end = endOfNext(page, (variables.dataVersion as string | undefined) ?? dataVersion);
  const picked = fields ? `fields=${fields.join("%2C")}&` : "";
  const next = end && `/api/v1/politicians/${variables.bioguideId}?${picked}pageSize=${page.pageSize}&${end}`;
  return { ...page, next };
}

const trades = shape("PoliticianTradePage", "a page of the member's trades, newest filing first", {
  items: many("nodes", politicianTrade, "the trades"),
  pagination: one(
    computed(["total"], ({ total }, context) => pageOf(context, Number(total))),
    paginationShape,
  ),
});

const politicianProfile = shape(
  "PoliticianProfile",
  "A member of Congress",
  {
    ...memberFields(""),
    terms: many("terms", term, "terms of office"),
    committees: many("committees", seat, "current committees"),
    stats: one("stats", politicianStats),
    top_tickers: many("topTickers", topTicker, "ten most traded symbols"),
    trades: one("trades", trades),
  },
  {
    terms: [...memberRelations("").terms, "terms"],
    committees: ["committees"],
    stats: ["stats"],
    topTickers: ["topTickers"],
    trades: ["trades"],
  },
);

export default defineRoute({
  path: "/politicians/{bioguideId}",
  operationId: "getPolitician",
  tag: "Congress",
  summary: "A member's profile, statistics, committees, position, top tickers and trades",
  description: "`page`, `pageSize` and `dataVersion` select the page of `data.trades`, newest filing first.",
  params: { bioguideId, ...paging, ...dataVersionParameter },
  document: `query GetPolitician($bioguideId: String!, $page: Int!, $pageSize: Int!, $dataVersion: String, ${relationVariables(politicianProfile)}) {
  politician(bioguideId: $bioguideId) {
    ${selectionOf(politicianProfile, { trades: "(page: $page, pageSize: $pageSize, dataVersion: $dataVersion)" })}
  }
}`,
  variables: (params) => params,
  one: (data) => data.politician,
  item: politicianProfile,
});
