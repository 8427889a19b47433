// Coverage of the publishers' listings: counts of a source, its days, and its single documents.
import { badParameters } from "../../errors.ts";
import { maxRange, problemOfRange } from "../../lib/calendar-date.ts";
import {
  coverageDocuments,
  type CoverageDocument as Document,
  type ListingStatistics as StatisticsRow,
} from "../../store/statistics/coverage.ts";
import {
  coverageDays,
  type CoverageDay as Day,
  newestCoveredDay,
  type QuarantineReason as Reason,
} from "../../store/statistics/coverage-days.ts";
import type { Db } from "../../store/store.ts";
import { admin, builder, checkPage, listOf, pageArguments, pageComplexity } from "../builder.ts";

export const QuarantineReason = builder.objectRef<Reason>("QuarantineReason").implement({
  fields: (t) => ({ reason: t.exposeString("reason"), count: t.exposeInt("count") }),
});

const DayStateCount = builder.objectRef<StatisticsRow["days"][number]>("DayStateCount").implement({
  fields: (t) => ({
    state: t.exposeString("state", {
      description: "complete, provisional, incomplete, empty, not_published, failed or never_fetched",
    }),
    count: t.exposeInt("count"),
  }),
});

export const ListingStatistics = builder.objectRef<StatisticsRow>("ListingStatistics").implement({
  description: "The documents that the publisher lists and their states: listed = stored + quarantined + notFetched.",
  fields: (t) => ({
    listed: t.exposeInt("listed"),
    stored: t.exposeInt("stored"),
    quarantined: t.exposeInt("quarantined", { description: "including ignored ones" }),
    ignored: t.exposeInt("ignored", { description: "ignored by the operator, with a reason" }),
    notFetched: t.exposeInt("notFetched"),
    storedUnlisted: t.exposeInt("storedUnlisted", { description: "stored, but in no listing that was read" }),
    reconciled: t.exposeBoolean("reconciled"),
    newestCompleteDay: t.expose("newestCompleteDay", { type: "Date", nullable: true }),
    failedFetches: t.exposeInt("failedFetches"),
    days: t.field({
      type: [DayStateCount],
      description:
        "days by state: all days from the first one of a listing until today, and earlier days with documents",
      resolve: ({ days }) => days,
    }),
  }),
});

export const CoverageDay = builder.objectRef<Day>("CoverageDay").implement({
  description: "One day of a publisher. A day that was never fetched is not a day without trades.",
  fields: (t) => ({
    day: t.expose("day", { type: "Date" }),
    state: t.exposeString("state", {
      description: "complete, provisional, incomplete, empty, not_published, failed or never_fetched",
    }),
    listed: t.exposeInt("listed"),
    stored: t.exposeInt("stored"),
    quarantined: t.exposeInt("quarantined", { description: "including ignored ones" }),
    ignored: t.exposeInt("ignored"),
    notFetched: t.exposeInt("notFetched"),
    fetchFailures: t.exposeInt("fetchFailures", { description: "of those not fetched: with failed fetches" }),
    storedUnlisted: t.exposeInt("storedUnlisted"),
    reconciled: t.exposeBoolean("reconciled"),
    lastFetchedAt: t.expose("lastFetchedAt", { type: "DateTime", nullable: true }),
    afterListing: t.exposeBoolean("afterListing", {
      description: "the state is failed only because the listing that was read ends before this day",
    }),
    failure: t.exposeString("failure", { nullable: true, description: "error of the newest fetch, if it failed" }),
    reasons: t.field({ type: [QuarantineReason], resolve: ({ reasons }) => reasons }),
  }),
});

const CoverageDocument = builder.objectRef<Document>("CoverageDocument").implement({
  ...admin,
  fields: (t) => ({
    documentId: t.exposeString("documentId"),
    listedOn: t.expose("listedOn", { type: "Date" }),
    kind: t.exposeString("kind"),
    url: t.exposeString("url"),
    state: t.exposeString("state", { description: "stored, quarantined or not_fetched" }),
    reason: t.exposeString("reason", { nullable: true }),
    message: t.exposeString("message", { nullable: true }),
    quarantineId: t.exposeInt("quarantineId", { nullable: true }),
    ignored: t.exposeBoolean("ignored"),
    ignoredBecause: t.exposeString("ignoredBecause", { nullable: true }),
    attempts: t.exposeInt("attempts"),
    lastError: t.exposeString("lastError", { nullable: true }),
    retryAt: t.expose("retryAt", { type: "DateTime", nullable: true }),
  }),
});

/** maximum number of days for all sources together */
export const maxRangeOfAll = 92;

interface Range {
  source: string;
  from: string;
  to: string;
}

/** The days of a range, oldest first. Refuses the range if `from` is after `to` or the range is too long. */
export function daysOf(db: Db, { source, from, to }: Range, max: number): Promise<Day[]> {
  const problem = problemOfRange({ from, to }, max);
  if (problem) throw badParameters(problem);
  return coverageDays(db, source, from, to);
}

builder.queryFields((t) => ({
  coverageDays: t.field({
    type: [CoverageDay],
    args: {
      source: t.arg.string({ required: true }),
      from: t.arg({ type: "Date", required: true }),
      to: t.arg({ type: "Date", required: true }),
    },
    complexity: { field: 1, multiplier: maxRange },
    resolve: (_, range, { db }) => daysOf(db, range, maxRange),
  }),
  newestCoveredDay: t.field({
    ...admin,
    type: "Date",
    nullable: true,
    description: "the newest day with listed documents or with a listing of its own; null without both",
    resolve: (_, __, { db, today }) => newestCoveredDay(db, today),
  }),
  coverageDocuments: t.field({
    ...admin,
    type: listOf("CoverageDocumentList", CoverageDocument),
    args: {
      source: t.arg.string({ required: true }),
      from: t.arg({ type: "Date", required: true }),
      to: t.arg({ type: "Date", required: true }),
      state: t.arg.string({ description: "stored, quarantined or not_fetched" }),
      ...pageArguments,
    },
    complexity: pageComplexity,
    resolve: (_, { source, from, to, state, ...page }, { db }) =>
      coverageDocuments(db, { source, from, to, state }, checkPage(page)),
  }),
}));
