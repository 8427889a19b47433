// GET /trades: corporate insider trades, newest filing first.
import { defineRoute } from "../define-route.ts";
import { date, moment } from "../params/dates.ts";
import { cutAt, paging, ranges } from "../params/numbers.ts";
import { withFallback } from "../params/parameter.ts";
import { parts, tickers, truth, words } from "../params/texts.ts";
import { names, transactionCodes } from "../params/vocabulary.ts";
import { insiderTrade, insiderTradeFragment } from "../projections/insider-trade.ts";
import { outcomeFragment } from "../projections/outcome.ts";

export default defineRoute({
  path: "/trades",
  operationId: "listTrades",
  tag: "Insiders",
  summary: "Corporate insider trades, newest filing first",
  description: "Non-derivative transactions of Forms 3, 4 and 5; `includeDerivative=true` adds derivative ones.",
  params: {
    ticker: tickers,
    valueRanges: ranges("union of inclusive ranges of the trade's value; a row without one is in no range"),
    priceRanges: ranges("union of inclusive ranges of the price; a row without one is in no range"),
    sectors: names("sectors, in any case", "sectors", "Technology"),
    industries: names("SIC industry titles, in any case", "industries", "Electronic Computers"),
    tradeTypes: transactionCodes,
    insiderName: words("part of the name of the insider or of a joint insider, as filed or turned round", {
      least: 1,
      most: 100,
      example: "doe jane",
    }),
    q: words("words that must all occur in ticker, company or insider name, or be a whole CIK", {
      least: 2,
      most: 100,
      example: "apple doe",
    }),
    include: parts("parts to attach to each trade", ["outcomes"]),
    includeDerivative: withFallback(truth("with derivative transactions too"), false),
    filedFrom: date("earliest filing date"),
    filedTo: date("latest filing date"),
    tradedFrom: date("earliest trade date"),
    tradedTo: date("latest trade date"),
    updatedSince: moment("rows that changed since; those that were superseded since too, marked"),
    ...paging,
    ...cutAt,
  },
  document: `query ListTrades($filter: InsiderTradeFilter, $includeDerivative: Boolean!, $outcomes: Boolean!, $page: Int!, $pageSize: Int!, $dataVersion: String) {
  insiderTrades(filter: $filter, includeDerivative: $includeDerivative, page: $page, pageSize: $pageSize, dataVersion: $dataVersion) {
    total
    nodes {
      ${insiderTradeFragment}
      outcome @include(if: $outcomes) { ${outcomeFragment} }
    }
  }
}`,
  variables: ({ ticker, tradeTypes, include, includeDerivative, page, pageSize, dataVersion, ...filter }) => ({
    filter: { ...filter, tickers: ticker, transactionCodes: tradeTypes },
    includeDerivative,
    outcomes: include !== undefined,
    page,
    pageSize,
    dataVersion,
  }),
  list: (data) => data.insiderTrades,
  item: insiderTrade,
});
