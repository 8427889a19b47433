// GET /coverage: stored and missing records of each source, on request by day.
import { sourceNames } from "../../src/sources/sources.ts";
import { defineRoute } from "../define-route.ts";
import { many, type Row, shape } from "../fields.ts";
import { date } from "../params/numbers-and-dates.ts";
import { choice } from "../params/texts.ts";
import { coverageSource } from "../projections/coverage.ts";
import { selectionOf } from "../selection.ts";

export default defineRoute({
  path: "/coverage",
  operationId: "getCoverage",
  tag: "Service",
  summary: "Per source: newest filing, last fetch, missing records",
  description:
    "Compares the publisher's listings with the stored documents: listed = stored + quarantined + not_fetched. `from` and `to` " +
    "add the days between them, at most 92; one of them alone selects that day. Responses are cached for at most 5 seconds: " +
    "`meta.as_of` and the header `Age` state when the response was computed.",
  params: {
    source: choice("this source only", Object.fromEntries(sourceNames.map((name) => [name, name])), {
      enumerated: true,
    }),
    from: date("first day"),
    to: date("last day"),
  },
  document: `query GetCoverage($source: String, $from: Date!, $to: Date!, $withDays: Boolean!) {
  coverage(source: $source) { nodes {
    ${selectionOf(coverageSource, { days: "(from: $from, to: $to) @include(if: $withDays)" })}
  } }
}`,
  variables: ({ source, from, to }) => {
    const withDays = from !== undefined || to !== undefined;
    // without days the document does not use the two
    return { source, withDays, from: from ?? to ?? "1970-01-01", to: to ?? from ?? "1970-01-01" };
  },
  live: true,
  one: (data) => data.coverage as Row,
  item: shape(
    "Coverage",
    'Distinguishes "no trades" from "not fetched yet": the fetched listings and documents of each source',
    {
      sources: many("nodes", coverageSource, "the sources"),
    },
  ),
});
