// The source of the Senate: Periodic Transaction Reports.
import { defineSource } from "../../sources/source-record.ts";
import { congressLoader, needsMembers } from "../congress/index.ts";

const uuid = /(?<![0-9a-f])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f])/i;

export const senate = defineSource({
  name: "senate",
  title: "Senate reports",
  // the Senate publishes no rate limit and the site is small, so the limit is two requests per second
  publisher: { name: "senate", requestsPerSecond: 2, hosts: ["efdsearch.senate.gov"] },
  // reports are published during the day
  hours: { timeZone: "America/New_York", from: "07:00", to: "21:00", everySeconds: 600 },
  schedule: "40 * * * *",
  after: ["legislators"],
  needs: needsMembers,
  retriesUnmatched: true,
  loader: congressLoader,
  records: { table: "politician_trades", where: { chamber: "Senate" } },
  newest: { table: "disclosure_reports", where: { chamber: "Senate" }, column: "filed_on", oldAfterDays: 35 },
  behindAfterDays: 4,
  alerts: { notFetchedAfterHours: 6, failedListings: 0 },
  missing: ["unreadable_reports"],
  documents: {
    trades: "congress",
    table: "disclosure_reports",
    where: { chamber: "Senate", status: "parsed" },
    id: "doc_id",
    key: { column: "id", prefix: "senate:" },
    idIn: (text) => uuid.exec(text)?.[0]?.toLowerCase() ?? null,
    upwardsWithin: null,
    // 2: amounts in any order of words
    parserVersion: 2,
  },
  collected: { url: "senateUrl" },
  // the search is protected by Akamai, which returns 403 to servers even if they identify themselves; a person's
  // browser is not refused
  refusal: {
    status: 403,
    advice:
      "the Senate's search refuses servers (HTTP 403): open it in your own browser, save the search and its reports as a HAR file " +
      "and run `disclosed ingest senate <file.har>`, run `disclosed collect senate` on a computer that it responds to, or set " +
      "SENATE_URL to a mirror that you may use",
  },
});
