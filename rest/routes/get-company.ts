// GET /companies/{cikOrTicker}: a company with its recent trades, insiders and clusters.
import { defineRoute } from "../define-route.ts";
import { computed, date, many, one, quantity, type Row, shape, text } from "../fields.ts";
import { date as dateParameter } from "../params/numbers-and-dates.ts";
import { cikOrTicker } from "../params/texts.ts";
import { cluster } from "../projections/cluster.ts";
import { companyFields, companyRelations } from "../projections/company.ts";
import { relationVariables, selectionOf } from "../selection.ts";

const symbol = shape("CompanySymbol", "a current or former symbol of the company", {
  symbol: text("symbol", "symbol", { always: true, example: "AAPL" }),
  first_date: date("firstSeenOn", "first day on which a source names it", { always: true }),
  last_date: date("lastSeenOn", "last day on which a source names it", { always: true }),
});

const direct = shape("DirectHolding", "common shares that a person owns directly", {
  shares: quantity("shares", "last stated number of shares"),
  security_title: text("securityTitle", "title of the security, as filed", { example: "Common Stock" }),
  filing_date: date("statedOn", "filing date of the form with this statement"),
});

const holdingFields = ["shares", "securityTitle", "statedOn"];
const holdingOf = computed(holdingFields, (row: Row) => (row.shares === null ? null : row));

const person = shape("CompanyPerson", "a reporting owner of the company: the first or another one of a form", {
  cik: text("cik", "zero-padded to ten digits", { always: true, example: "0001234567" }),
  name: text("name", "name as filed", { always: true, example: "DOE JANE" }),
  title: text("title", "official title on the newest form", { example: "Director" }),
  last_filing_date: date("lastFiledOn", "filing date of the newest form", { always: true }),
  holding: one(holdingOf, direct, { always: false }),
});

const company = shape(
  "CompanyProfile",
  "A company; all positions are at /companies/{cikOrTicker}/holdings",
  {
    ...companyFields,
    symbols: many("tickers", symbol, "symbols over time, oldest first"),
    insiders: many("people", person, "at most 25, newest filing first"),
    clusters: many("newestClusters", cluster, "clusters of purchases and of sales, at most ten, latest filing first"),
  },
  { ...companyRelations, symbols: ["tickers"], people: ["people"], clusters: ["newestClusters"] },
);

export default defineRoute({
  path: "/companies/{cikOrTicker}",
  operationId: "getCompany",
  tag: "Insiders",
  summary: "A company: symbols, sums over recent trades, insiders with official title and holding, newest clusters",
  description:
    "`holding`: directly owned common shares, from the newest form with the person as first reporting owner. Indirect holdings are listed in `/companies/{cikOrTicker}/holdings`.",
  params: { cikOrTicker, asOf: dateParameter("last day of the windows; today (UTC) without it") },
  document: `query GetCompany($cikOrTicker: String!, $asOf: Date, ${relationVariables(company)}) {
  companyProfile(cikOrTicker: $cikOrTicker) { ${selectionOf(company, { windows: "(asOf: $asOf)" })} }
}`,
  variables: (params) => params,
  one: (data) => data.companyProfile,
  item: company,
});
