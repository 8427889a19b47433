// GET /symbols: companies, insiders and members by name, to find the ids that other routes take.
import { defineRoute } from "../define-route.ts";
import { oneOf, selectionOf, shape, text } from "../fields.ts";
import { paging } from "../params/numbers.ts";
import { required } from "../params/parameter.ts";
import { words } from "../params/texts.ts";

const symbol = shape("Symbol", "Something that has a name here", {
  kind: oneOf("kind", "what it is", ["company", "insider", "politician"], { always: true }),
  name: text("name", "name", { always: true, example: "Apple Inc." }),
  ticker: text("ticker", "a company's symbol", { example: "AAPL" }),
  cik: text("cik", "of a company or an insider", { example: "0000320193" }),
  bioguide_id: text("bioguideId", "of a member", { example: "D000001" }),
});

export default defineRoute({
  path: "/symbols",
  operationId: "listSymbols",
  tag: "Service",
  summary: "Companies, insiders and members by name",
  description: "Finds the symbols, CIKs and bioguide ids that other routes take.",
  params: {
    q: required(
      words("words that must all occur in a name or symbol; a single character is an exact symbol", {
        example: "apple",
      }),
    ),
    ...paging,
  },
  document: `query ListSymbols($q: String!, $page: Int!, $pageSize: Int!) {
  symbols(q: $q, page: $page, pageSize: $pageSize) { total nodes { ${selectionOf(symbol)} } }
}`,
  variables: (params) => params,
  list: (data) => data.symbols,
  item: symbol,
});
