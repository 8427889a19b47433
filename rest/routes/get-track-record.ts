// GET /insider/{cik}/track-record: returns of an insider's purchases for a follower of the filings.
import { holdingPeriodsText } from "../../src/domain/holding-periods.ts";
import { defineRoute } from "../define-route.ts";
import { many, shape, text } from "../fields.ts";
import { cik } from "../params/texts.ts";
import { trackRecordPeriod } from "../projections/returns.ts";
import { relationVariables, selectionOf } from "../selection.ts";

const trackRecord = shape(
  "TrackRecord",
  "Performance of an insider's purchases, from resolved forward returns",
  {
    cik: text("cik", "zero-padded to ten digits", { always: true, example: "0001234567" }),
    name: text("name", "name as filed", { always: true, example: "DOE JANE" }),
    benchmark: text("benchmark", "benchmark of alpha", { always: true, example: "SPY" }),
    periods: many("periods", trackRecordPeriod, holdingPeriodsText),
  },
  { periods: ["periods"] },
);

export default defineRoute({
  path: "/insider/{cik}/track-record",
  operationId: "getTrackRecord",
  tag: "Insiders",
  summary: "Win rate, average return and alpha against SPY per holding period",
  description:
    "Purchases (P) only, with entry at the first close after the filing date. Lots of one company and trade date are one observation.",
  params: { cik },
  document: `query GetTrackRecord($cik: String!, ${relationVariables(trackRecord)}) {
  trackRecord(cik: $cik) {
    ${selectionOf(trackRecord)}
  }
}`,
  variables: (params) => params,
  one: (data) => data.trackRecord,
  item: trackRecord,
});
