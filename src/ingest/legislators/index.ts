// The source of members of Congress, committees and rosters.
import { defineSource } from "../../sources/source-record.ts";

export const legislators = defineSource({
  name: "legislators",
  title: "Members",
  // GitHub publishes no rate limit for files, so the limit is two requests per second
  publisher: { name: "legislators", requestsPerSecond: 2 },
  // lists change by the day
  schedule: "10 6 * * *",
  after: [],
  // reports of a member who was unknown may match now
  retriesUnmatched: true,
  loader: "legislators",
  records: { table: "politicians" },
  // between two sessions a roster may stay unchanged for weeks
  newest: { table: "roster_snapshots", column: "as_of", oldAfterDays: 60 },
  // rosters change by the week
  behindAfterDays: 10,
  alerts: { notFetchedAfterHours: 72, failedListings: 0 },
  missing: [],
  documents: null,
});
