// GET /politicians/{bioguideId}/performance: returns of a member's purchases, for a follower and for the member.
import { defineRoute } from "../define-route.ts";
import { many, shape, text } from "../fields.ts";
import { bioguideId } from "../params/texts.ts";
import { performancePeriod } from "../projections/returns.ts";
import { selectionOf } from "../selection.ts";

const performance = shape(
  "PoliticianPerformance",
  "P&L is in dollars and a range, because disclosures state brackets",
  {
    bioguide_id: text("bioguideId", "bioguide id", { always: true, example: "D000001" }),
    name: text("name", "name", { always: true, example: "Jane Doe" }),
    benchmark: text("benchmark", "benchmark of alpha", { always: true, example: "SPY" }),
    horizons: many("horizons", performancePeriod, "returns from the first close after the filing date (a follower's)"),
    trade_date: many("tradeDate", performancePeriod, "returns from the trade date (the member's own)"),
  },
);

export default defineRoute({
  path: "/politicians/{bioguideId}/performance",
  operationId: "getPoliticianPerformance",
  tag: "Congress",
  summary: "Average return, alpha against SPY, win rate and P&L at 30, 90 and 180 days",
  description: "Purchases of stock and funds, including those of spouse and child, with plausible dates.",
  params: { bioguideId },
  document: `query GetPoliticianPerformance($bioguideId: String!) {
  politicianPerformance(bioguideId: $bioguideId) {
    ${selectionOf(performance)}
  }
}`,
  variables: (params) => params,
  one: (data) => data.politicianPerformance,
  item: performance,
});
