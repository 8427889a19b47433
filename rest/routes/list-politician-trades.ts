// GET /politician-trades: STOCK Act disclosures of Congress.
import { defineRoute } from "../define-route.ts";
import { chamber, party, tradeKind } from "../params/congress.ts";
import { date, days, moment } from "../params/dates.ts";
import { amount, cutAt, paging } from "../params/numbers.ts";
import { withFallback } from "../params/parameter.ts";
import { bioguideId, choice, parts, tickers, truth, words } from "../params/texts.ts";
import { outcomeFragment } from "../projections/outcome.ts";
import { politicianTrade, politicianTradeFragment } from "../projections/politician-trade.ts";

const sorts = { filingDate: "FILED_ON", tradeDate: "TRADED_ON", value: "AMOUNT_MID", delay: "DELAY_DAYS" } as const;

/** The later of two dates, either of which may be absent. */
function later(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a > b ? a : b;
}

export default defineRoute({
  path: "/politician-trades",
  operationId: "listPoliticianTrades",
  tag: "Congress",
  summary: "STOCK Act disclosures of members of Congress, newest filing first",
  params: {
    ticker: tickers,
    politician: words("part of the member's name", { least: 1, most: 100, example: "doe" }),
    politicianId: bioguideId,
    party,
    chamber,
    tradeType: tradeKind,
    minValue: amount("lower end of the bracket at least this"),
    maxValue: amount("upper end of the bracket at most this; an open bracket never passes"),
    days,
    isCommitteeTrade: truth("the member sat on a committee with jurisdiction over the issuer"),
    sort: withFallback(
      choice("what to sort by; rows without it come last", sorts, { anyCase: false }),
      "FILED_ON",
      "filingDate",
    ),
    order: withFallback(choice("direction", { desc: "DESC", asc: "ASC" } as const, { anyCase: false }), "DESC", "desc"),
    include: parts("parts to attach to each trade", ["outcomes"]),
    filedFrom: date("earliest filing date"),
    filedTo: date("latest filing date"),
    tradedFrom: date("earliest trade date"),
    tradedTo: date("latest trade date"),
    updatedSince: moment("rows that changed since; those that were superseded since too, marked"),
    ...paging,
    ...cutAt,
  },
  document: `query ListPoliticianTrades($filter: PoliticianTradeFilter, $sort: PoliticianTradeSort!, $order: SortOrder!, $outcomes: Boolean!, $page: Int!, $pageSize: Int!, $dataVersion: String) {
  politicianTrades(filter: $filter, sort: $sort, order: $order, page: $page, pageSize: $pageSize, dataVersion: $dataVersion) {
    total
    nodes {
      ${politicianTradeFragment}
      outcome @include(if: $outcomes) { ${outcomeFragment} }
    }
  }
}`,
  variables: (params) => {
    const {
      ticker,
      tradeType,
      minValue,
      maxValue,
      days: since,
      filedFrom,
      include,
      sort,
      order,
      page,
      pageSize,
    } = params;
    const { politician, politicianId, isCommitteeTrade, filedTo, tradedFrom, tradedTo, updatedSince } = params;
    return {
      filter: {
        tickers: ticker,
        politician,
        politicianId,
        party: params.party,
        chamber: params.chamber,
        tradeKind: tradeType,
        minAmount: minValue,
        maxAmount: maxValue,
        isCommitteeTrade,
        filedFrom: later(filedFrom, since),
        filedTo,
        tradedFrom,
        tradedTo,
        updatedSince,
      },
      sort,
      order,
      outcomes: include !== undefined,
      page,
      pageSize,
      dataVersion: params.dataVersion,
    };
  },
  list: (data) => data.politicianTrades,
  item: politicianTrade,
});
