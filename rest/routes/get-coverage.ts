// GET /coverage: what the service has of each source, day by day on request, and what it knows to be missing.
import { sourceNames } from "../../src/sources.ts";
import { defineRoute } from "../define-route.ts";
import { many, type Row, selectionOf, shape } from "../fields.ts";
import { date } from "../params/dates.ts";
import { choice } from "../params/texts.ts";
import { coverageSource } from "../projections/coverage.ts";

export default defineRoute({
  path: "/coverage",
  operationId: "getCoverage",
  tag: "Service",
  summary: "Per source: newest filing, last look, what is missing",
  description:
    "What the publisher lists is set against what is held: listed = stored + quarantined + not_fetched. `from` and `to` add the " +
    "days between them, at most 92; one of them alone asks for that day. An answer is given again for at most 5 seconds: " +
    "`meta.as_of` and the header `Age` say when it was computed.",
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
    // without days the two are not read
    return { source, withDays, from: from ?? to ?? "1970-01-01", to: to ?? from ?? "1970-01-01" };
  },
  live: true,
  one: (data) => data.coverage as Row,
  item: shape("Coverage", 'An empty answer is not "no trades": this says what was looked at', {
    sources: many("nodes", coverageSource, "the sources"),
  }),
});
