// A sync fetches what is listed once, retries later what is not available, and resumes a stopped run.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { derivePending } from "../../../src/derive/derive.ts";
import { OutboundError } from "../../../src/ingest/outbound/index.ts";
import type { Publisher } from "../../../src/ingest/publisher.ts";
import { inTime, Pace, type SyncState } from "../../../src/ingest/sync/report.ts";
import { syncAll } from "../../../src/ingest/sync/sync-all.ts";
import { firstDay, type SyncSetup } from "../../../src/ingest/sync/sync-source.ts";
import { recordListing } from "../../../src/store/listings.ts";
import { hasPending } from "../../../src/store/transaction.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { until } from "../../support/until.ts";
import { accession, submission } from "../form345/fixtures.ts";
import { inventedPublisher, setupFor, stopped, sync as syncInto, today } from "./publisher.ts";

let store: TestStore;
let home: string;

beforeAll(async () => {
  store = await createTestStore();
  home = await mkdtemp(join(tmpdir(), "disclosed-sync-"));
});
afterAll(async () => {
  await store.close();
  await rm(home, { recursive: true, force: true });
});
beforeEach(() =>
  store.pool.query(
    `TRUNCATE listed_documents, listing_fetches, filings, companies, insiders, quarantine, source_files, ingestion_runs,
       pending_derivations, politicians, house_index CASCADE`,
  ),
);

const sync = (publisher: Publisher, options: Partial<SyncSetup> = {}) =>
  syncInto(store, publisher, { home, ...options });
const query = async <T>(sql: string) => (await store.pool.query(sql)).rows as T[];
const stored = async () => (await query<{ n: number }>("SELECT count(*)::int AS n FROM filings"))[0]?.n;

describe("a source", () => {
  it("is listed and fetched, and the second time there is nothing to fetch", async () => {
    const publisher = inventedPublisher(12);
    expect(await sync(publisher)).toEqual({
      source: "form345",
      status: "up_to_date",
      listed: 12,
      fetched: 12,
      records: { found: 12, new: 12, unchanged: 0, amended: 0, quarantined: 0 },
      failed: 0,
      failed_listings: 0,
      next_retry_at: null,
      seconds: expect.any(Number),
      message: null,
    });
    expect([...publisher.requested].sort()).toEqual(Array.from({ length: 12 }, (_, n) => accession(n + 1)));
    publisher.requested.length = 0;
    expect(await sync(publisher)).toMatchObject({ status: "up_to_date", listed: 12, fetched: 0 });
    expect(publisher.requested).toEqual([]);
    expect(await query("SELECT source, status, files, new FROM ingestion_runs ORDER BY started_at")).toEqual([
      { source: "form345", status: "completed", files: 12, new: 12 },
      { source: "form345", status: "completed", files: 0, new: 0 },
    ]);
  });

  it("is not behind because a listing that was ingested as a file could not be read", async () => {
    await store.pool.query(
      `INSERT INTO listing_fetches (source, listing, covers_from, covers_to, outcome)
       VALUES ('form345', 'local/daily-index/2026-07-30', '2026-07-30', '2026-07-30', 'failed')`,
    );
    expect(await sync(inventedPublisher(1))).toMatchObject({ status: "up_to_date", failed: 0, failed_listings: 0 });
  });

  it("with a document that cannot be fetched is not complete; the others are stored, and the next retry is reported", async () => {
    const publisher = inventedPublisher(4);
    publisher.faults.set(accession(2), () => Promise.reject(new OutboundError("timeout", "no response in 60 s")));
    const report = await sync(publisher);
    expect(report).toMatchObject({ status: "behind", listed: 4, fetched: 3, failed: 1, failed_listings: 0 });
    expect(report.next_retry_at).toMatch(/^20\d\d-/);
    expect(await query("SELECT document_id, attempts, last_error FROM listed_documents WHERE attempts > 0")).toEqual([
      { document_id: accession(2), attempts: 1, last_error: "no response in 60 s" },
    ]);
    publisher.requested.length = 0;
    expect(await sync(publisher)).toMatchObject({ status: "behind", fetched: 0, failed: 1 });
    expect(publisher.requested).toEqual([]);
    publisher.faults.clear();
    await store.pool.query(
      "UPDATE listed_documents SET retry_at = now() - interval '1 second' WHERE retry_at IS NOT NULL",
    );
    expect(await sync(publisher)).toMatchObject({ status: "up_to_date", fetched: 1, failed: 0 });
  });

  it("tries each document once per run, even if its retry is due during the run, and is behind then", async () => {
    const publisher = inventedPublisher(3);
    publisher.faults.set(accession(2), () => Promise.reject(new OutboundError("timeout", "no response in 60 s")));
    const states: SyncState[] = [];
    const report = await sync(publisher, {
      derive: async () =>
        void (await store.pool.query("UPDATE listed_documents SET retry_at = now() WHERE attempts > 0")),
      watcher: { update: (state) => states.push(state), say: () => {} },
    });
    expect(publisher.requested).toEqual([accession(1), accession(2), accession(3)]);
    expect(report).toMatchObject({ status: "behind", fetched: 2, failed: 1, next_retry_at: expect.any(String) });
    expect(states.at(-1)).toMatchObject({ due: 0, fetched: 2 });
  });

  it("whose publisher refuses ends immediately, with the retry time; stored documents stay", async () => {
    const publisher = inventedPublisher(40);
    const until = new Date("2030-01-01T00:00:00Z");
    publisher.faults.set(accession(11), () => stopped(until));
    const report = await sync(publisher);
    expect(report).toMatchObject({ status: "refused", next_retry_at: until.toISOString() });
    expect(report.message).toContain("HTTP 429");
    expect(publisher.requested.length).toBeLessThan(14);
    expect(await stored()).toBe(report.fetched);
    expect(report.fetched).toBeGreaterThanOrEqual(10);
    expect(await query("SELECT 1 FROM listed_documents WHERE attempts > 0")).toEqual([]);
  });

  it("whose publisher stops responding ends until the next run", async () => {
    const publisher = inventedPublisher(60);
    for (let n = 5; n <= 60; n++)
      publisher.faults.set(accession(n), () => Promise.reject(new OutboundError("unreachable", "ECONNREFUSED")));
    expect(await sync(publisher)).toMatchObject({ status: "failed", message: "ECONNREFUSED", fetched: 4 });
    expect(publisher.requested.length).toBeLessThan(20);
  });

  it("that returns another document under a document's name does not fetch it again", async () => {
    const publisher = inventedPublisher(2);
    publisher.faults.set(accession(1), () => submission({ accession: accession(999) }));
    expect(await sync(publisher)).toMatchObject({ status: "behind", fetched: 2, failed: 1 });
    expect(publisher.requested).toEqual([accession(1), accession(2)]);
    expect(await query("SELECT last_error FROM listed_documents WHERE attempts = 1")).toEqual([
      { last_error: "was fetched, and holds nothing under this document's name" },
    ]);
  });

  it("a refused document is in quarantine under its name, and is not fetched again", async () => {
    const publisher = inventedPublisher(2);
    publisher.faults.set(accession(1), () => Buffer.from("<html>Undeclared Automated Tool</html>"));
    expect(await sync(publisher)).toMatchObject({ status: "up_to_date", fetched: 2, failed: 0 });
    expect(await query("SELECT document_id, state FROM listed_document_states ORDER BY 1")).toEqual([
      { document_id: accession(1), state: "quarantined" },
      { document_id: accession(2), state: "stored" },
    ]);
    publisher.requested.length = 0;
    await sync(publisher);
    expect(publisher.requested).toEqual([]);
  });

  it("is worked on by one process at a time", async () => {
    const publisher = inventedPublisher(3);
    let isFetching = false;
    let isReleased = false;
    publisher.before = () => {
      isFetching = true;
      return until(() => isReleased);
    };
    const first = sync(publisher);
    await until(() => isFetching);
    expect(await sync(inventedPublisher(3))).toMatchObject({ status: "elsewhere", fetched: 0 });
    isReleased = true;
    expect(await first).toMatchObject({ status: "up_to_date", fetched: 3 });
    expect(await sync(publisher)).toMatchObject({ status: "up_to_date" });
  });

  it("ends when the connection that makes it the only worker is lost", async () => {
    const publisher = inventedPublisher(30);
    let isLost = false;
    publisher.before = async ({ documentId }, { signal }) => {
      // the fetches beside it wait for the signal too, however late it is
      if (isLost) await until(() => signal.aborted);
      if (documentId !== accession(10)) return;
      isLost = true;
      await store.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
         WHERE locktype = 'advisory' AND datname = current_database() AND pid <> pg_backend_pid()
           AND objid = (hashtextextended('disclosed:sync:form345', 0) & 4294967295)::oid`,
      );
      await until(() => signal.aborted);
    };
    expect(await sync(publisher)).toMatchObject({ status: "failed", message: expect.stringContaining("lock") });
    expect(publisher.requested.length).toBeLessThan(15);
  });

  it("that is stopped retains its documents and continues from there", async () => {
    const publisher = inventedPublisher(30);
    const stop = new AbortController();
    publisher.before = ({ documentId }) => {
      if (documentId === accession(10)) stop.abort(new Error("stopped by a signal"));
    };
    const report = await sync(publisher, { signal: stop.signal });
    expect(report.status).toBe("stopped");
    const kept = (await stored()) ?? 0;
    expect(kept).toBe(report.fetched);
    expect(kept).toBeGreaterThan(5);
    expect(await query("SELECT status FROM ingestion_runs")).toEqual([{ status: "stopped" }]);
    publisher.before = () => {};
    publisher.requested.length = 0;
    expect(await sync(publisher)).toMatchObject({ status: "up_to_date", fetched: 30 - kept });
    expect(publisher.requested).toHaveLength(30 - kept);
  });

  it("ends its turn when the time is over, and reports that there is more", async () => {
    const publisher = inventedPublisher(600);
    publisher.parallel = 50;
    expect(await sync(publisher, { turnMs: -1 })).toMatchObject({ status: "more", fetched: 500 });
    expect(await sync(publisher)).toMatchObject({ status: "up_to_date", fetched: 100 });
  });

  it("that has no publisher is no failure, and an error of the publisher is one", async () => {
    expect(await syncAll(["prices"], { ...setupFor(store, [], { home }), derive: async () => {} })).toMatchObject([
      { source: "prices", status: "no_publisher" },
    ]);
    const broken: Publisher = {
      source: "form345",
      // biome-ignore lint/correctness/useYield: it fails before
      async *list() {
        throw new Error("the listing is not what it was");
      },
    };
    expect(await sync(broken)).toMatchObject({ status: "failed", message: "the listing is not what it was" });
    expect(await query("SELECT status, message FROM ingestion_runs")).toEqual([
      { status: "failed", message: "the listing is not what it was" },
    ]);
  });
});

describe("a listing file", () => {
  const index = (docId: string) =>
    Buffer.from(
      `<?xml version="1.0"?><FinancialDisclosure><Member><Prefix>Hon.</Prefix><Last>Quill</Last><First>Ben</First><Suffix/><FilingType>P</FilingType><StateDst>OH03</StateDst><Year>2024</Year><FilingDate>3/9/2024</FilingDate><DocID>${docId}</DocID></Member></FinancialDisclosure>`,
    );

  it("is in the store when the publisher is resumed, so that its fetch may be recorded", async () => {
    await store.pool.query(
      "INSERT INTO politicians (bioguide_id, name, first_name, last_name, content_hash) VALUES ('Q999001', 'Ben Quill', 'Ben', 'Quill', '')",
    );
    const found: unknown[] = [];
    const house: Publisher = {
      source: "house",
      async *list() {
        for (const docId of ["20999001", "20999002"]) {
          yield { path: `${docId}/2024FD.xml`, name: "2024FD.xml", read: async () => index(docId) };
          found.push(...(await store.pool.query("SELECT doc_id FROM house_index WHERE doc_id = $1", [docId])).rows);
        }
      },
    };
    expect(await sync(house)).toMatchObject({ status: "up_to_date", fetched: 2 });
    expect(found).toEqual([{ doc_id: "20999001" }, { doc_id: "20999002" }]);
  });

  it("of the chambers waits until members are known", async () => {
    expect(await sync({ source: "senate", async *list() {} })).toMatchObject({
      status: "failed",
      message: expect.stringContaining("legislators"),
    });
  });
});

describe("several sources", () => {
  it("continue when one of them is refused; stored rows are derived, also those of an earlier process", async () => {
    const refused: Publisher = {
      source: "companies",
      // biome-ignore lint/correctness/useYield: it fails before
      async *list() {
        await stopped(new Date("2030-01-01T00:00:00Z"));
      },
    };
    await store.pool.query("INSERT INTO pending_derivations (kind, key) VALUES ('rosters', '')");
    const reports = await syncAll(["prices", "form345", "companies"], {
      ...setupFor(store, [refused, inventedPublisher(2)], { home }),
      derive: async () => void (await derivePending(store, { today })),
    });
    expect(reports.map(({ source, status }) => [source, status])).toEqual([
      ["companies", "refused"],
      ["form345", "up_to_date"],
      ["prices", "no_publisher"],
    ]);
    expect(await hasPending(store.pool, today)).toBe(false);
  });

  it("fetch last what the documents of the others have made due, in one report, and only if something is due", async () => {
    const own = inventedPublisher(2);
    const fetched: string[] = [];
    const file = (name: string) => ({
      path: `https://example.invalid/${name}`,
      name,
      read: async () =>
        Buffer.from(JSON.stringify({ 0: { cik_str: 9980001, ticker: "ZQIW", title: `Invented ${name}` } })),
    });
    const companies: Publisher = {
      source: "companies",
      async *list() {
        fetched.push(`list with ${await stored()} filings`);
        yield file("company_tickers.json");
      },
      dependent: {
        isDue: async () => fetched.length < 2,
        async *list() {
          fetched.push(`dependent with ${await stored()} filings`);
          yield file("company_tickers_exchange.json");
        },
      },
    };
    const setup = { ...setupFor(store, [own, companies], { home }), derive: async () => {} };
    expect(await syncAll(["companies", "form345"], setup)).toMatchObject([
      { source: "companies", status: "up_to_date", fetched: 2, records: { found: 2, new: 1 } },
      { source: "form345", fetched: 2 },
    ]);
    expect(fetched).toEqual(["list with 0 filings", "dependent with 2 filings"]);
    await syncAll(["companies", "form345"], setup);
    expect(fetched.slice(2)).toEqual(["list with 2 filings"]);
  });
});

it("the first wanted day is the earliest of any sync, else January 1 of the year before", async () => {
  expect(await firstDay(store, "form345", today)).toBe("2023-01-01");
  await sync(inventedPublisher(1), { from: "2012-04-04" });
  await sync(inventedPublisher(1), { from: "2020-01-01" });
  expect(await firstDay(store, "form345", today)).toBe("2012-04-04");
  expect(await firstDay(store, "house", today)).toBe("2023-01-01");
});

it("the estimate follows the measured rate of the last minutes, and is never below that of the publisher's pace", () => {
  let now = 0;
  const pace = new Pace("house", () => now);
  expect(pace.secondsFor(100)).toBe(50);
  for (let done = 1; done <= 20; done++) {
    now += 2_000;
    pace.mark(done);
  }
  expect(pace.secondsFor(100)).toBe(200);
  // half an hour at one per second: the slow start no longer counts
  for (let done = 21; done <= 1_820; done++) {
    now += 1_000;
    pace.mark(done);
  }
  expect(pace.secondsFor(100)).toBe(100);
  for (let done = 1_821; done <= 20_000; done++) {
    now += 10;
    pace.mark(done);
  }
  expect(pace.secondsFor(100)).toBe(50);
  expect([1, 89, 91, 600, 6_000, 40 * 3600, 100 * 3600].map(inTime)).toEqual([
    "1 s",
    "89 s",
    "2 min",
    "10 min",
    "1 h 40 min",
    "40 h 0 min",
    "5 days",
  ]);
});

it("a sync reports what is listed, what is fetched, and how long the rest takes at the publisher's pace", async () => {
  const publisher = inventedPublisher(80);
  await recordListing(
    store.pool,
    {
      source: "form345",
      listing: "daily-index/2024-03-05",
      coversFrom: "2024-03-05",
      coversTo: "2024-03-05",
      outcome: "failed",
      final: false,
    },
    [],
  );
  const states: SyncState[] = [];
  await sync(publisher, { watcher: { update: (state) => states.push(state), say: () => {} } });
  expect(states[0]).toMatchObject({ phase: "listing", secondsLeft: null });
  expect(states[1]).toMatchObject({ phase: "fetching", fetched: 0, due: 80, secondsLeft: 10 });
  // 79 are left after the first one; the SEC is sent 8 requests a second
  expect(states[2]).toMatchObject({
    phase: "fetching",
    listed: 80,
    fetched: 1,
    due: 79,
    secondsLeft: 10,
    atLeast: true,
  });
  expect(states.at(-1)).toMatchObject({ due: 0, secondsLeft: 0, fetched: 80 });
});
