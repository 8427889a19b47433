// What /status shows: how fresh and how complete each source is, and how many requests of the month have failed.
import { dateOf } from "../lib/calendar-date.ts";
import { now, todayUtc } from "../lib/clock.ts";
import type { ServiceStatus, SourceStatus } from "../pages/status.ts";
import { type SourceName, sourceOf } from "../sources/sources.ts";
import { kindOf } from "../store/sample-data.ts";
import { type SourceCoverage, sourceCoverage } from "../store/statistics/coverage.ts";
import { monthSummary } from "../store/statistics/service-minutes.ts";
import type { Store } from "../store/store.ts";

/** Rejects where the store cannot be read. */
export async function readStatus(store: Store): Promise<ServiceStatus> {
  const today = todayUtc();
  const [coverage, month, kind] = await Promise.all([
    sourceCoverage(store.prisma, today),
    monthSummary(store.prisma, now()),
    kindOf(store.pool),
  ]);
  return { asOf: now().toISOString(), isSample: kind === "sample", sources: coverage.map(sourceStatus), month };
}

function sourceStatus(one: SourceCoverage): SourceStatus {
  const { source, newestFiledOn, expectedOn, behindDays, lastFetchedAt, listing, records } = one;
  return {
    source,
    title: sourceOf(source as SourceName).title,
    records,
    newest_record_date: newestFiledOn && dateOf(newestFiledOn),
    expected_date: dateOf(expectedOn),
    behind_days: behindDays,
    last_fetched_at: lastFetchedAt?.toISOString() ?? null,
    documents: listing && {
      listed: listing.listed,
      stored: listing.stored,
      quarantined: listing.quarantined,
      not_fetched: listing.notFetched,
    },
  };
}
