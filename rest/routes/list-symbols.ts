// GET /symbols: companies, insiders and members by name, to find the ids for other routes.
import { symbolSorts } from "../../src/filters/sorts.ts";
import { defineRoute } from "../define-route.ts";
import { oneOf, shape, text } from "../fields.ts";
import { ascending, sortOf } from "../params/list-parameters.ts";
import { dataVersionParameter, paging } from "../params/numbers-and-dates.ts";
import { required } from "../params/parameter.ts";
import { words } from "../params/texts.ts";
import { selectionOf } from "../selection.ts";

const symbol = shape("Symbol", "A company, an insider or a member of Congress", {
  kind: oneOf("kind", "kind of the entry", ["company", "insider", "politician"], { always: true }),
  name: text("name", "name", { always: true, example: "Apple Inc." }),
  ticker: text("ticker", "a company's symbol", { example: "AAPL" }),
  cik: text("cik", "CIK of a company or an insider", { example: "0000320193" }),
  bioguide_id: text("bioguideId", "bioguide id of a member", { example: "D000001" }),
});

export default defineRoute({
  path: "/symbols",
  operationId: "listSymbols",
  tag: "Service",
  summary: "Companies, insiders and members by name",
  description: "Finds the symbols, CIKs and bioguide ids that other routes accept.",
  params: {
    q: required(
      words("words that must all occur in a name or symbol; a single character is an exact symbol", {
        example: "apple",
      }),
    ),
    sort: sortOf(
      symbolSorts,
      "sort key: exact match of a symbol, then kind, then name; or name, or symbol; rows without a symbol come last",
    ),
    order: ascending,
    ...paging,
    ...dataVersionParameter,
  },
  document: `query ListSymbols($q: String!, $sort: SymbolSort!, $order: SortOrder!, $page: Int!, $pageSize: Int!, $dataVersion: String) {
  symbols(q: $q, sort: $sort, order: $order, page: $page, pageSize: $pageSize, dataVersion: $dataVersion) { total nodes { ${selectionOf(symbol)} } }
}`,
  variables: (params) => params,
  list: (data) => data.symbols,
  item: symbol,
});
