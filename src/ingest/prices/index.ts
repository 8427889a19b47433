// The source of daily price bars.
import { defineSource } from "../../sources/source-record.ts";

export const prices = defineSource({
  name: "prices",
  title: "Prices",
  // providers publish no rate limit, so the limit is two requests per second
  publisher: { name: "prices", requestsPerSecond: 2 },
  // bars are complete in the night after the close
  schedule: "45 3 * * *",
  // after the symbols of trades are known
  after: ["form345", "house", "senate"],
  loader: "prices",
  records: { table: "price_series" },
  // markets close for three days at most beside a weekend
  newest: { table: "price_series_span", column: "last_on", oldAfterDays: 7 },
  // prices appear on every trading day
  behindAfterDays: 5,
  alerts: { notFetchedAfterHours: 72, failedListings: 3 },
  missing: ["bars"],
  documents: null,
});
