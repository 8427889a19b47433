// The source of the House: Periodic Transaction Reports.
import { defineSource } from "../../sources/source-record.ts";
import { congressLoader, needsMembers } from "../congress/index.ts";

/** DocIDs have seven digits (paper) or eight. */
const docId = /^(?:house:)?(\d{7,8})$/;
const docIdInPath = /(?:^|\/)(\d{7,8})\.pdf$/i;

export const house = defineSource({
  name: "house",
  title: "House reports",
  // the Clerk publishes no rate limit and the site is small, so the limit is two requests per second
  publisher: { name: "house", requestsPerSecond: 2, hosts: ["disclosures-clerk.house.gov"] },
  // reports are published during the day
  hours: { timeZone: "America/New_York", from: "07:00", to: "21:00", everySeconds: 600 },
  schedule: "20 * * * *",
  after: ["legislators"],
  needs: needsMembers,
  retriesUnmatched: true,
  loader: congressLoader,
  records: { table: "politician_trades", where: { chamber: "House" } },
  newest: { table: "disclosure_reports", where: { chamber: "House" }, column: "filed_on", oldAfterDays: 14 },
  behindAfterDays: 4,
  alerts: { notFetchedAfterHours: 6, failedListings: 0 },
  missing: ["unreadable_reports", "reports_of_index"],
  documents: {
    trades: "congress",
    table: "disclosure_reports",
    where: { chamber: "House", status: "parsed" },
    id: "doc_id",
    key: { column: "id", prefix: "house:" },
    idIn: (text) => docId.exec(text)?.[1] ?? docIdInPath.exec(text)?.[1] ?? null,
    // DocIDs of one length are assigned in ascending order
    upwardsWithin: 0,
    // 1: notification date, capital gains box, sub-holding; 2: forms of 2014, amounts in any order of words
    parserVersion: 2,
  },
});
