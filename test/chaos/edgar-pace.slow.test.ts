// Several real processes that share a PostgreSQL fetch from a double of EDGAR at the same time; the requests that it
// receives are checked. EDGAR_REQUESTS (default 60) makes the run longer.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestsPerSecond, stopMs } from "../../src/ingest/outbound/outbound.ts";
import type { Double, DoubleRequest } from "../publishers/kit.ts";
import { startSecDouble } from "../publishers/sec.ts";
import { endAll, runText } from "../start/processes.ts";
import { testContact as contact } from "../support/contact.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { report } from "./fleet.ts";

const processes = 4;
const each = Math.ceil(Number(process.env.EDGAR_REQUESTS ?? 60) / processes);
const injectedStopMs = 2_000;

let store: TestStore;
let edgar: Double;

beforeAll(async () => {
  store = await createTestStore();
  edgar = await startSecDouble({
    submission: (accession) => Buffer.from(`<SEC-DOCUMENT>${accession}\n</SEC-DOCUMENT>\n`),
  });
});

afterAll(async () => {
  endAll();
  await edgar.close();
  await store.close();
});

/**
 * A command that fetches its documents, eight at a time; after a publisher stop it waits, then fetches the remaining
 * ones.
 */
function fetcher(number: number) {
  const documents = Array.from({ length: each }, (_, i) => `000998${number}000-23-${String(i).padStart(6, "0")}`);
  const settings = { databaseUrl: store.databaseUrl, url: edgar.url, contact, stopMs: injectedStopMs, documents };
  return runText(`
    const { openStore } = await import(root + "/src/store/store.ts");
    const { openOutbound } = await import(root + "/src/ingest/outbound/outbound.ts");
    const { default: secPublisher } = await import(root + "/src/ingest/form345/publisher.ts");
    const settings = ${JSON.stringify({ ...settings, home: mkdtempSync(join(tmpdir(), "disclosed-pace-")) })};
    const store = openStore({ databaseUrl: settings.databaseUrl });
    const outbound = openOutbound({ store, home: settings.home, contact: settings.contact, stopMs: settings.stopMs });
    const publisher = secPublisher({ secUrl: settings.url });
    const context = { store, outbound, signal: new AbortController().signal };
    const remaining = [...settings.documents];
    let fetched = 0;
    async function worker() {
      for (let id = remaining.shift(); id; id = remaining.shift()) {
        const document = { documentId: id, listedOn: "2023-05-25", kind: "4", detail: {}, url: "https://www.sec.gov/Archives/edgar/data/9980001/" + id + ".txt" };
        try {
          if (await publisher.fetch(document, context)) fetched++;
          // a busy process blocks for 300 ms, as one that parses does: its slots must not accumulate
          if (fetched % 5 === 0) for (const until = Date.now() + 300; Date.now() < until; );
        } catch (error) {
          if (error.reason !== "publisher_stopped") throw error;
          remaining.push(id);
          await new Promise((over) => setTimeout(over, error.retryAt - Date.now() + 20));
        }
      }
    }
    await Promise.all(Array.from({ length: 8 }, worker));
    await outbound.close();
    await store.close();
    console.log("fetched " + fetched);
  `);
}

/** The largest number of requests in any sliding second. */
function maxInASecond(requests: DoubleRequest[]): number {
  const times = requests.map(({ at }) => at).sort((a, b) => a - b);
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1000).length));
}

test(
  "parallel processes share the SEC's rate limit, stop together, and then fetch the remaining documents",
  async () => {
    expect(requestsPerSecond.sec).toBe(8);
    expect(stopMs).toBe(600_000);
    const refusedAt = Math.floor((processes * each) / 2);
    const running = Array.from({ length: processes }, (_, number) => fetcher(number + 1));
    await expect.poll(() => edgar.requests.length, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(refusedAt);
    edgar.fault(/./, { kind: "status", status: 403 });
    for (const process of running) {
      expect(await process.ended(), process.output()).toBe(0);
      expect(process.output()).toContain(`fetched ${each}`);
    }

    const { requests } = edgar;
    // every document once, and the refused one twice
    expect(requests).toHaveLength(processes * each + 1);
    expect(new Set(requests.map(({ path }) => path)).size).toBe(processes * each);
    expect(new Set(requests.map(({ headers }) => headers["user-agent"]))).toEqual(new Set([contact]));
    const max = maxInASecond(requests);
    expect(max).toBeLessThanOrEqual(10);

    const refused = requests.find(({ path }, i) => requests.findIndex((other) => other.path === path) !== i)?.path;
    const stoppedAt = requests.find(({ path }) => path === refused)?.at ?? 0;
    // requests that were sent before the refusal was known are allowed
    const during = requests.filter(({ at }) => at > stoppedAt + 150 && at < stoppedAt + injectedStopMs);
    expect(during).toEqual([]);
    const seconds = ((requests.at(-1)?.at ?? 0) - (requests[0]?.at ?? 0)) / 1000;
    const rate = requests.length / (seconds - injectedStopMs / 1000);
    report(
      "EDGAR pace",
      `${processes} processes, ${requests.length} requests, at most ${max} in any sliding second, ` +
        `${rate.toFixed(1)} a second outside the stop, none during the stop of ${injectedStopMs / 1000} s (by default ${stopMs / 60_000} min)`,
    );
  },
  120_000 + each * 1_000,
);
