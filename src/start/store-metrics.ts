// Metrics of the store, read by the first process when Prometheus scrapes, at most every fifteen seconds. All machines
// on one database report the same values; alert rules take the maximum.
import type { Pool } from "pg";
import { Counter, Gauge, type Metric, type Registry } from "prom-client";
import { within } from "../lib/async-work.ts";
import { type SourceStatistics, type StoreStatistics, storeStatistics } from "../store/statistics/for-operators.ts";

const freshMs = 15_000;
/** Prometheus waits ten seconds by default */
const replyTimeoutMs = 5_000;

type Write = (labels: Record<string, string>, value: number | null) => void;

/**
 * Adds the metrics of the store behind `pool` to the registry. While the store cannot be queried they are absent and
 * `disclosed_database_up` is 0.
 */
export function observeStore(registry: Registry, pool: Pool): void {
  let read: { at: number; statistics: Promise<StoreStatistics | undefined> } | undefined;
  const readStatistics = () => {
    if (!read || performance.now() - read.at > freshMs)
      read = {
        at: performance.now(),
        statistics: within(replyTimeoutMs, storeStatistics(pool)).catch(() => undefined),
      };
    return read.statistics;
  };
  const add = (
    name: string,
    help: string,
    labelNames: string[],
    tell: (now: StoreStatistics, write: Write) => void,
  ) => {
    const isCounter = name.endsWith("_total");
    const options = { name: `disclosed_${name}`, help, labelNames, registers: [registry] };
    const collect = async (metric: Counter | Gauge) => {
      const now = await readStatistics();
      metric.reset();
      if (now) tell(now, (labels, value) => value !== null && metric.inc(labels, value));
      else if (labelNames.length === 0) metric.remove();
    };
    const made: Metric = isCounter
      ? new Counter({ ...options, collect: () => collect(made as Counter) })
      : new Gauge({ ...options, collect: () => collect(made as Gauge) });
  };
  new Gauge({
    name: "disclosed_database_up",
    help: "Whether the database responded when the statistics of the store were read",
    registers: [registry],
    async collect() {
      this.set((await readStatistics()) ? 1 : 0);
    },
  });
  addWhole(add);
  addSources(add);
}

type Add = (
  name: string,
  help: string,
  labelNames: string[],
  tell: (now: StoreStatistics, write: Write) => void,
) => void;

function addWhole(add: Add): void {
  add("data_version", "The version of the data", [], (now, write) => write({}, now.version));
  add("data_as_of_timestamp_seconds", "When the version of the data last advanced", [], (now, write) =>
    write({}, now.asOf),
  );
  add("derivations_pending", "Changes that are not derived yet", [], (now, write) => write({}, now.pending));
  add(
    "derivations_pending_since_timestamp_seconds",
    "Time of the oldest change that waits; 0 when none does",
    [],
    (now, write) => write({}, now.pendingSince ?? 0),
  );
  add("webhooks", "Webhooks, by state", ["state"], (now, write) => {
    for (const [state, count] of Object.entries(now.webhooks)) write({ state }, count);
  });
  add(
    "webhook_events_waiting_since_timestamp_seconds",
    "Time of the oldest event that waits for a first attempt; 0 when none does",
    [],
    (now, write) => write({}, now.eventsWaitingSince ?? 0),
  );
  add(
    "publisher_stopped_until_timestamp_seconds",
    "Until when no request is sent to a publisher that refused requests",
    ["publisher"],
    (now, write) => {
      for (const { publisher, until } of now.stopped) write({ publisher }, until);
    },
  );
}

function addSources(add: Add): void {
  const each = (name: string, help: string, read: (source: SourceStatistics) => number | null) =>
    add(name, help, ["source"], ({ sources }, write) => {
      for (const source of sources) write({ source: source.source }, read(source));
    });
  const eachOf = (
    name: string,
    help: string,
    label: string,
    read: (source: SourceStatistics) => Record<string, number>,
  ) =>
    add(name, help, ["source", label], ({ sources }, write) => {
      for (const source of sources)
        for (const [value, statistic] of Object.entries(read(source)))
          write({ source: source.source, [label]: value }, statistic);
    });
  each("source_fetched_at_timestamp_seconds", "The last fetch or run that did not fail", ({ fetchedAt }) => fetchedAt);
  each(
    "source_newest_filing_timestamp_seconds",
    "The newest filing day in the store",
    (source) => source.newestFiledOn,
  );
  each("source_documents_not_fetched", "Listed documents that are still to be fetched", ({ notFetched }) => notFetched);
  each(
    "source_failed_fetches",
    "Listings whose newest fetch failed or left days unproven that no other listing proves",
    ({ failedFetches }) => failedFetches,
  );
  each(
    "source_unproven_since_timestamp_seconds",
    "The first day that a failed fetch leaves unproven",
    ({ unprovenSince }) => unprovenSince,
  );
  eachOf("ingestion_runs_total", "Runs that ended", "status", ({ runs }) => runs);
  eachOf("ingestion_records_total", "Records of all runs, by result", "outcome", ({ records }) => records);
  eachOf("quarantine_open", "Refused files and records that are still open", "reason", ({ quarantine }) => quarantine);
}
