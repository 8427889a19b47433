// How coverage is written: a source, its listings, one day of them, and what is missing.
import { sourceNames } from "../../src/sources.ts";
import { date, integer, many, one, oneOf, onRequest, shape, text, timestamp, truth } from "../fields.ts";

const gap = shape("CoverageGap", "records that are known to be missing", {
  reason: text("reason", "stable code", { always: true, example: "unreadable" }),
  description: text("description", "in words", { always: true, example: "scanned reports without text" }),
  count: integer("count", "how many", { always: true, example: 3 }),
});

const dayStates = ["complete", "provisional", "incomplete", "empty", "not_published", "failed", "never_looked"];
const dayState = oneOf(
  "state",
  "complete: final and nothing left to fetch; provisional: the publisher may still add; incomplete: documents are still to " +
    "be fetched or no whole listing was seen; empty: the listing holds nothing of that day; not_published: there is no " +
    "listing (weekend, holiday, still ahead); failed: only failed looks; never_looked: no listing was ever fetched",
  dayStates,
  { always: true },
);

const dayCount = shape("CoverageDayCount", "days in one state", {
  state: dayState,
  count: integer("count", "how many days", { always: true, example: 63 }),
});

const reason = shape("CoverageReason", "why documents are quarantined", {
  reason: text("reason", "stable code", { always: true, example: "not_xml" }),
  count: integer("count", "how many documents", { always: true, example: 2 }),
});

const documents = {
  listed: integer("listed", "documents that the publisher lists", { always: true, example: 1036 }),
  stored: integer("stored", "of those: held", { always: true, example: 1030 }),
  quarantined: integer("quarantined", "of those: refused with a reason, ignored ones included", {
    always: true,
    example: 2,
  }),
  ignored: integer("ignored", "of the quarantined: set aside by a person, with the reason", {
    always: true,
    example: 0,
  }),
  not_fetched: integer("notFetched", "of those: not fetched yet", { always: true, example: 4 }),
  stored_unlisted: integer("storedUnlisted", "held, and in no listing that was seen", { always: true, example: 0 }),
  reconciled: truth("reconciled", "listed = stored + quarantined + not_fetched", { always: true, example: true }),
};

const day = shape(
  "CoverageDay",
  "one day of a publisher; a day without a fetched listing is not a day without trades",
  {
    date: date("day", "the publisher's day", { always: true }),
    state: dayState,
    ...documents,
    reasons: many("reasons", reason, "why documents are quarantined"),
    last_looked_at: timestamp("lastLookedAt", "the last look at a listing of this day"),
    failure: text("failure", "what the last look said, where it failed", { example: "503 Service Unavailable" }),
  },
);

const listing = shape("CoverageListing", "what the publisher lists and what became of it, over all days", {
  ...documents,
  newest_complete_date: date("newestCompleteDay", "newest day whose listing is final and fetched"),
  failed_looks: integer("failedLooks", "listings whose last look failed", { always: true, example: 0 }),
  days: many("days", dayCount, "days from the first one that a listing covers until today, by state"),
});

export const coverageSource = shape("SourceCoverage", "one source", {
  source: text("source", "name of the source", { always: true, example: sourceNames[0] }),
  records: integer("records", "records held", { always: true, example: 2381 }),
  newest_filing_date: date("newestFiledOn", "newest filing held"),
  last_looked_at: timestamp("lastLookedAt", "when the source was last read"),
  last_run_status: text("lastRunStatus", "how that went", { example: "completed" }),
  age_days: integer("ageDays", "whole days since the last look", { example: 1 }),
  behind: truth("behind", "the last look is longer ago than the publisher's rhythm allows"),
  listing: one("listing", listing, { always: false }),
  days: onRequest("days", "days", (source) => many(source, day, "the days from `from` to `to`")),
  missing: many("missing", gap, "what is known to be missing"),
});
