// A watcher in the busy hours of a source: what is published is fetched in the same turn, soon after it appears.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { SourceReport } from "../../../src/ingest/sync/report.ts";
import { watch } from "../../../src/ingest/sync/watch.ts";
import { recordDocuments } from "../../../src/store/listings.ts";
import { requestRun } from "../../../src/store/runs.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { until } from "../../support/until.ts";
import { accession } from "../form345/fixtures.ts";
import { inventedPublisher, setupFor, today } from "./publisher.ts";

let store: TestStore;
let home: string;
beforeAll(async () => {
  store = await createTestStore();
  home = await mkdtemp(join(tmpdir(), "disclosed-hours-"));
});
afterAll(async () => {
  await store.close();
  await rm(home, { recursive: true, force: true });
});

/** A publisher that has listed `known` filings, and publishes one more before each fetch of the latest. */
function publishing(known: number) {
  const fetchTimes: number[] = [];
  const publisher = inventedPublisher(known);
  publisher.latest = async (context) => {
    fetchTimes.push(performance.now());
    const documentId = accession(known + fetchTimes.length);
    const url = `https://example.invalid/${documentId}.txt`;
    await recordDocuments(context.store.pool, "form345", [{ documentId, listedOn: "2024-03-06", kind: "4", url }]);
  };
  return { publisher, fetchTimes };
}

it("what appears during a turn is stored and derived without another turn, and a request of an administrator ends the turn", async () => {
  const { publisher, fetchTimes } = publishing(2);
  const stop = new AbortController();
  const reports: SourceReport[] = [];
  let derived = 0;
  const watcher = watch(["form345"], {
    ...setupFor(store, [publisher], { home, signal: stop.signal, from: undefined }),
    today: () => today,
    // a Friday afternoon in New York
    now: () => new Date("2026-07-10T19:00:00Z"),
    schedules: {},
    onReport: (report) => reports.push(report),
    derive: async () => {
      derived++;
      await store.pool.query("DELETE FROM pending_derivations");
    },
  });
  try {
    // the first two together, and each of the others after its fetch
    await until(() => derived >= 3);
    expect(await store.prisma.filing.count()).toBe(4);
    expect(reports).toEqual([]);
    expect(publisher.requested).toEqual([1, 2, 3, 4].map(accession));
    // the interval that the source states
    expect((fetchTimes[1] ?? 0) - (fetchTimes[0] ?? 0)).toBeGreaterThan(14_900);
    await requestRun(store, { source: "form345", from: "2024-03-06", to: "2024-03-06", requestedBy: "user:7" });
    await until(() => reports.length > 0);
    expect(reports[0]).toMatchObject({ status: "up_to_date", records: { new: publisher.requested.length } });
  } finally {
    stop.abort();
    await watcher;
  }
});
