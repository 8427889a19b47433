// Daily bars.
import { defineSource } from "../../source-record.ts";

export const prices = defineSource({
  name: "prices",
  title: "Prices",
  // providers state no figure: two are polite
  publisher: { name: "prices", requestsPerSecond: 2 },
  // bars are complete in the night after the close
  schedule: "45 3 * * *",
  // when it is known of which symbols there are trades
  after: ["form345", "house", "senate"],
  loader: "prices",
  records: { table: "price_series" },
  newest: { table: "price_series_span", column: "last_on" },
  // prices come with the trading day
  behindAfterDays: 5,
  alerts: { notFetchedAfterHours: 72, failedListings: 3 },
  missing: ["bars"],
  documents: null,
});
