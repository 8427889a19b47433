// GET /summary: totals of purchases and sales by company, sector or month of filing.
import { companyFilters } from "../../src/filters/directories.ts";
import { summaryParts, summarySorts } from "../../src/filters/sorts.ts";
import { defineRoute } from "../define-route.ts";
import { one, shape, text } from "../fields.ts";
import { descending, sortOf } from "../params/list-parameters.ts";
import { dataVersionParameter, date, paging } from "../params/numbers-and-dates.ts";
import { parts, tickers } from "../params/texts.ts";
import { sectors } from "../params/vocabulary.ts";
import { companyMembers, insiderTotals } from "../projections/company.ts";
import { relationVariables, selectionOf } from "../selection.ts";

const names = Object.keys(summaryParts) as (keyof typeof summaryParts)[];

const group = shape(
  "SummaryGroup",
  "Totals of one group of trades",
  {
    company_cik: text("company.cik", "null unless grouped by company; null too for assets of no stored company", {
      example: "0000320193",
    }),
    company_name: text("company.name", "name of that company", { example: "Apple Inc." }),
    ticker: text("company.ticker", "its current (or last) symbol", { example: "AAPL" }),
    sector: text("sector", "null unless grouped by sector or company, and where it is not known", {
      example: "Technology",
    }),
    month: text("month", "month of the filing, YYYY-MM; null unless grouped by month", { example: "2024-01" }),
    insiders: one("insiders", insiderTotals),
    members: one("members", companyMembers),
  },
  { company: ["company"] },
);

export default defineRoute({
  path: "/summary",
  operationId: "listSummary",
  tag: "Insiders",
  summary: "Totals of purchases and sales by company, sector or month of filing",
  description:
    "Trades of insiders (non-derivative P and S) and of members of Congress. `by=sector,month` makes one group for each sector and month. A block that several filers report counts once, suspect trades are counted beside the sums, and a member's open bracket counts with its lower end. Groups without a trade are absent; sorted by month, ties are by sector and CIK.",
  params: {
    by: { ...parts("what the trades of a group have in common, one or several", names), required: true },
    filedFrom: date("earliest filing date"),
    filedTo: date("latest filing date"),
    ticker: tickers("symbols of the companies, in any case; the old or the new one of a renamed company"),
    sectors: sectors(companyFilters.sectors.about),
    sort: sortOf(summarySorts, "sort key: month; purchases, sales, or purchases minus sales of insiders"),
    order: descending,
    ...paging,
    ...dataVersionParameter,
  },
  document: `query ListSummary($by: [SummaryPart!]!, $filedFrom: Date, $filedTo: Date, $tickers: [String!], $sectors: [String!], $sort: SummarySort!, $order: SortOrder!, $page: Int!, $pageSize: Int!, $dataVersion: String, ${relationVariables(group)}) {
  summary(by: $by, filedFrom: $filedFrom, filedTo: $filedTo, tickers: $tickers, sectors: $sectors, sort: $sort, order: $order, page: $page, pageSize: $pageSize, dataVersion: $dataVersion) {
    total
    nodes { ${selectionOf(group)} }
  }
}`,
  variables: ({ by, filedFrom, filedTo, ticker, sectors: inSectors }) => ({
    by: names.filter((name) => by.includes(name)).map((name) => summaryParts[name]),
    filedFrom,
    filedTo,
    tickers: ticker,
    sectors: inSectors,
  }),
  list: (data) => data.summary,
  item: group,
});
