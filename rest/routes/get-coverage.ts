// GET /coverage: what the service has of each source, day by day on request, and what it knows to be missing.
import { defineRoute } from "../define-route.ts";
import { many, type Row, shape } from "../fields.ts";
import { date } from "../params/dates.ts";
import { choice } from "../params/texts.ts";
import { coverageFragment, coverageSource } from "../projections/coverage.ts";

const sources = ["form345", "house", "senate", "legislators", "prices", "companies"] as const;

export default defineRoute({
  path: "/coverage",
  operationId: "getCoverage",
  tag: "Service",
  summary: "Per source: newest filing, last look, what is missing",
  description:
    "What the publisher lists is set against what is held: listed = stored + quarantined + not_fetched. `from` and `to` add the " +
    "days between them, at most 92; one of them alone asks for that day.",
  params: {
    source: choice("this source only", Object.fromEntries(sources.map((name) => [name, name])), { anyCase: false }),
    from: date("first day"),
    to: date("last day"),
  },
  document: `query GetCoverage($source: String, $from: Date!, $to: Date!, $withDays: Boolean!) {
  coverage(source: $source) { nodes {
    ${coverageFragment}
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
