// GET /companies/{cikOrTicker}: a company at once: who it is, what was traded of it lately, its insiders and clusters.
import { defineRoute } from "../define-route.ts";
import { computed, date, many, one, quantity, type Row, selectionOf, shape, text } from "../fields.ts";
import { cikOrTicker } from "../params/texts.ts";
import { cluster } from "../projections/cluster.ts";
import { companyFields } from "../projections/company.ts";

const symbol = shape("CompanySymbol", "a symbol that the company was seen with", {
  symbol: text("symbol", "symbol", { always: true, example: "AAPL" }),
  first_date: date("firstSeenOn", "first day of a source that names it", { always: true }),
  last_date: date("lastSeenOn", "last day of a source that names it", { always: true }),
});

const direct = shape("DirectHolding", "common shares that a person owns directly", {
  shares: quantity("shares", "as stated last"),
  security_title: text("securityTitle", "title of the security, as filed", { example: "Common Stock" }),
  filing_date: date("statedOn", "of the form that states them"),
});

const holdingFields = ["shares", "securityTitle", "statedOn"];
const holdingOf = computed(holdingFields, (row: Row) => (row.shares === null ? null : row));

const person = shape("CompanyPerson", "a person who filed on the company, first or jointly", {
  cik: text("cik", "zero-padded to ten digits", { always: true, example: "0001234567" }),
  name: text("name", "name as filed", { always: true, example: "DOE JANE" }),
  title: text("title", "role on the newest form", { example: "Director" }),
  last_filing_date: date("lastFiledOn", "the newest form", { always: true }),
  holding: one(holdingOf, direct, { always: false }),
});

const company = shape("CompanyProfile", "A company; all positions are at /companies/{cikOrTicker}/holdings", {
  ...companyFields,
  symbols: many("tickers", symbol, "symbols over time, the first one first"),
  insiders: many("people", person, "at most 25, newest filing first"),
  clusters: many("newestClusters", cluster, "of buyers and of sellers, at most ten, latest filing first"),
});

export default defineRoute({
  path: "/companies/{cikOrTicker}",
  operationId: "getCompany",
  tag: "Insiders",
  summary: "A company: symbols, sums over the last days, insiders with role and holding, newest clusters",
  description:
    "`holding` is what the newest form that the person files first states of common shares owned directly; what is held through others stands in the positions.",
  params: { cikOrTicker },
  document: `query GetCompany($cikOrTicker: String!) {
  companyProfile(cikOrTicker: $cikOrTicker) { ${selectionOf(company)} }
}`,
  variables: (params) => params,
  one: (data) => data.companyProfile,
  item: company,
});
