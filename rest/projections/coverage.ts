// Coverage in responses: a source, its listings, their days, and missing records.
import { sourceNames } from "../../src/sources/sources.ts";
import { date, integer, many, one, oneOf, onRequest, shape, text, timestamp, truth } from "../fields.ts";

const gap = shape("CoverageGap", "records that are known to be missing", {
  reason: text("reason", "stable code", { always: true, example: "unreadable" }),
  description: text("description", "description", { always: true, example: "scanned reports without text" }),
  count: integer("count", "number of records", { always: true, example: 3 }),
});

const dayStates = ["complete", "provisional", "incomplete", "empty", "not_published", "failed", "never_fetched"];
const dayState = oneOf(
  "state",
  "complete: final and nothing left to fetch; provisional: the publisher may still add documents; incomplete: documents are " +
    "still to be fetched or no complete listing was read; empty: the listing has no documents of that day; not_published: " +
    "there is no listing (weekend, holiday, future day); failed: only failed fetches; never_fetched: no listing was fetched yet",
  dayStates,
  { always: true },
);

const dayCount = shape("CoverageDayCount", "days in one state", {
  state: dayState,
  count: integer("count", "number of days", { always: true, example: 63 }),
});

const reason = shape("CoverageReason", "why documents are quarantined", {
  reason: text("reason", "stable code", { always: true, example: "not_xml" }),
  count: integer("count", "number of documents", { always: true, example: 2 }),
});

const documents = {
  listed: integer("listed", "documents that the publisher lists", { always: true, example: 1036 }),
  stored: integer("stored", "of those: stored", { always: true, example: 1030 }),
  quarantined: integer("quarantined", "of those: refused with a reason, including ignored ones", {
    always: true,
    example: 2,
  }),
  ignored: integer("ignored", "of the quarantined: ignored by the operator, with a reason", {
    always: true,
    example: 0,
  }),
  not_fetched: integer("notFetched", "of those: not fetched yet", { always: true, example: 4 }),
  stored_unlisted: integer("storedUnlisted", "stored, but in no listing that was read", { always: true, example: 0 }),
  reconciled: truth("reconciled", "listed = stored + quarantined + not_fetched", { always: true, example: true }),
};

const day = shape(
  "CoverageDay",
  "one day of a publisher; a day without a fetched listing is not a day without trades",
  {
    date: date("day", "the publisher's date: the filing date", { always: true }),
    state: dayState,
    ...documents,
    reasons: many("reasons", reason, "why documents are quarantined"),
    last_fetched_at: timestamp("lastFetchedAt", "the last fetch of a listing of this day"),
    failure: text("failure", "why the last fetch failed, if it did", { example: "503 Service Unavailable" }),
  },
);

const listing = shape("CoverageListing", "the documents that the publisher lists and their states, over all days", {
  ...documents,
  newest_complete_date: date("newestCompleteDay", "newest day whose listing is final and fetched"),
  failed_fetches: integer("failedFetches", "listings whose last fetch failed", { always: true, example: 0 }),
  days: many("days", dayCount, "days from the first one that a listing covers until today, by state"),
});

export const coverageSource = shape("SourceCoverage", "one source", {
  source: text("source", "name of the source", { always: true, example: sourceNames[0] }),
  records: integer("records", "stored records", { always: true, example: 2381 }),
  newest_filing_date: date("newestFiledOn", "newest stored filing date"),
  last_fetched_at: timestamp("lastFetchedAt", "when the source was last fetched"),
  last_run_status: text("lastRunStatus", "status of the last run", { example: "completed" }),
  age_days: integer("ageDays", "whole days since the last fetch", { example: 1 }),
  behind: truth(
    "behind",
    "the last fetch or the newest record is older than the publisher's schedule allows, or there is no record; null " +
      "before the first fetch",
  ),
  listing: one("listing", listing, { always: false }),
  days: onRequest("days", "days", (source) => many(source, day, "the days from `from` to `to`")),
  missing: many("missing", gap, "records that are known to be missing"),
});
