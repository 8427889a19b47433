// The SEC's lists of companies, with symbols, exchanges and industries.
import { defineSource } from "../../sources/source-record.ts";
import { edgarLoader, sec } from "../edgar/index.ts";

export const companies = defineSource({
  name: "companies",
  title: "Companies",
  publisher: sec,
  // lists change by the day
  schedule: "30 5 * * *",
  after: [],
  loader: edgarLoader,
  records: { table: "companies" },
  newest: { table: "companies", column: "as_of", oldAfterDays: 21 },
  // symbols change by the week
  behindAfterDays: 10,
  alerts: { notFetchedAfterHours: 72, failedListings: 0 },
  missing: ["industries"],
  documents: null,
  onDemand: { documentsOf: "form345" },
});
