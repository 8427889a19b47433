// GET /coverage: what the service has of each source, and what it knows to be missing.
import { defineRoute } from "../define-route.ts";
import { date, integer, many, moment, type Row, shape, text } from "../fields.ts";

const gap = shape("CoverageGap", "records that are known to be missing", {
  reason: text("reason", "stable code", { always: true, example: "unreadable" }),
  description: text("description", "in words", { always: true, example: "scanned reports without text" }),
  count: integer("count", "how many", { always: true, example: 3 }),
});

const source = shape("SourceCoverage", "one source", {
  source: text("source", "name of the source", { always: true, example: "form345" }),
  records: integer("records", "records held", { always: true, example: 2381 }),
  newest_filing_date: date("newestFiledOn", "newest filing held"),
  last_looked_at: moment("lastLookedAt", "when the source was last read"),
  last_run_status: text("lastRunStatus", "how that went", { example: "completed" }),
  missing: many("missing", gap, "what is known to be missing"),
});

export default defineRoute({
  path: "/coverage",
  operationId: "getCoverage",
  tag: "Service",
  summary: "Per source: newest filing, last look, what is missing",
  params: {},
  document: `query GetCoverage {
  coverage { nodes { source records newestFiledOn lastLookedAt lastRunStatus missing { reason description count } } }
}`,
  variables: () => ({}),
  one: (data) => data.coverage as Row,
  item: shape("Coverage", 'An empty answer is not "no trades": this says what was looked at', {
    sources: many("nodes", source, "the sources"),
  }),
});
