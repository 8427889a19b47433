// EDGAR as a publisher over its real indexes, feed pages and filings, served by the double from ../shared/data; skipped
// where these are missing. The expected counts are read from the material without the code under test.
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import edgarSubmissions from "../../../../src/ingest/companies/on-demand.ts";
import secPublisher from "../../../../src/ingest/form345/publisher.ts";
import { openOutbound } from "../../../../src/ingest/outbound/outbound.ts";
import { fetches, follow, states } from "../../../publishers/follow.ts";
import type { Double } from "../../../publishers/kit.ts";
import { type EdgarRecords, startSecDouble } from "../../../publishers/sec.ts";
import { sharedEdgarRecords, sharedRefusalPage } from "../../../publishers/sec-records.ts";
import { hasRecords, sharedData } from "../../../publishers/shared-data.ts";
import { testContact } from "../../../support/contact.ts";
import { createTestStore, type TestStore } from "../../../support/database.ts";

const hasMaterial = hasRecords("edgar-index");
const real = test.skipIf(!hasMaterial);

let store: TestStore;
let edgar: Double;
/** the feed of the material is of another year than its indexes */
let feedIsOpen = false;

beforeAll(async () => {
  store = await createTestStore();
  if (!hasMaterial) return;
  const records = sharedEdgarRecords();
  // the archive is unpacked before a run waits for a filing
  await records.submission?.("0000000000-00-000000");
  const latest: EdgarRecords["latest"] = (form, start) => (feedIsOpen ? (records.latest?.(form, start) ?? null) : null);
  edgar = await startSecDouble({ ...records, latest }, { refusalPage: sharedRefusalPage() });
});
afterAll(async () => {
  await edgar?.close();
  await store.close();
});

const index = (...path: string[]) => readFileSync(join(sharedData, "edgar-index", ...path));

/** Distinct accession numbers of Forms 3, 4, 5 and amendments by day, from a master index, cell by cell. */
function masterCounts(): Map<string, number> {
  const days = new Map<string, Set<string>>();
  for (const line of gunzipSync(index("yihch883", "2023QTR2master.gz")).toString("latin1").split("\n")) {
    const [, , form, date, file] = line.split("|");
    if (!file || !date || !["3", "4", "5", "3/A", "4/A", "5/A"].includes(form ?? "")) continue;
    days.set(date, (days.get(date) ?? new Set()).add(file.slice(-24)));
  }
  return new Map([...days].map(([day, files]) => [day, files.size]));
}

/** How many filings of that day the material's own manifests name. */
function filedInMaterial(day: string): number {
  const manifest: { acc: string; filed: string }[] = [
    ...JSON.parse(readFileSync(join(sharedData, "form4-manifest.json"), "utf8")),
    ...JSON.parse(gunzipSync(readFileSync(join(sharedData, "form4-bulk", "expected-dev.json.gz"))).toString()),
  ];
  const filed = manifest.filter((filing) => filing.filed === day.replaceAll("-", ""));
  return new Set(filed.map(({ acc }) => acc)).size;
}

async function listedByDay(): Promise<Map<string, number>> {
  const { rows } = await store.pool.query(
    "SELECT to_char(listed_on, 'YYYY-MM-DD') AS day, count(*)::int AS n FROM listed_documents GROUP BY 1 ORDER BY 1",
  );
  return new Map(rows.map(({ day, n }) => [day, n]));
}

real("a real daily index lists what an independent reading finds, and its day reconciles", async () => {
  const day = "2023-06-29";
  const followed = await follow(store, secPublisher({ secUrl: edgar.url }), {
    from: day,
    today: "2023-06-30",
    max: 5_000,
  });
  const listed = masterCounts().get(day) ?? 0;
  expect((await fetches(store, "form345"))[`daily-index/${day}`]).toMatchObject({ outcome: "listed", listed });
  expect(await listedByDay()).toEqual(new Map([[day, listed]]));
  const { stored = 0, quarantined = 0, not_fetched = 0 } = await states(store, "form345");
  expect(stored).toBe(filedInMaterial(day));
  expect(stored + quarantined + not_fetched).toBe(listed);
  expect(not_fetched).toBe(followed.missing.length);
  console.log(
    `${day}: ${listed} listed = ${stored} stored + ${quarantined} quarantined + ${not_fetched} not in the material`,
  );
});

real("the real full index of a quarter lists the filings of each day", async () => {
  await follow(store, secPublisher({ secUrl: edgar.url }), { from: "2023-06-29", today: "2023-07-31", max: 0 });
  expect((await fetches(store, "form345"))["full-index/2023/QTR2"]).toMatchObject({ outcome: "listed", final: true });
  expect(await listedByDay()).toEqual(new Map([...masterCounts()].sort()));
});

real("the real form index of 2020-03-18 lists each filing once", async () => {
  await store.pool.query("DELETE FROM listed_documents");
  await follow(store, secPublisher({ secUrl: edgar.url }), { from: "2020-03-18", today: "2020-03-19", max: 0 });
  const lines = index("edgartools", "index_files", "form.20200318.idx").toString("latin1").split("\n");
  const ownership = lines.filter((line) => ["3", "4", "5", "3/A", "4/A", "5/A"].includes(line.slice(0, 12).trim()));
  const files = new Set(ownership.map((line) => /\d{10}-\d\d-\d{6}/.exec(line)?.[0]));
  expect(await listedByDay()).toEqual(new Map([["2020-03-18", files.size]]));
});

real("the real feed of 2025-12-12 lists the filings of both pages", async () => {
  await store.pool.query("DELETE FROM listed_documents");
  feedIsOpen = true;
  await follow(store, secPublisher({ secUrl: edgar.url }), { from: "2025-12-12", today: "2025-12-12", max: 0 });
  const pages = ["0", "100"].map((start) =>
    index(
      "atom-getcurrent",
      `www.sec.gov_cgi-bin_browse-edgar_action_getcurrent_count_100_start_${start}_type_4_owner_include_output_atom`,
    ),
  );
  const entries = pages
    .join("\n")
    .split("<entry>")
    .slice(1)
    .filter((entry) => /term="4(\/A)?"/.test(entry));
  const files = new Set(entries.map((entry) => /accession-number=([\d-]+)/.exec(entry)?.[1]));
  expect(await listedByDay()).toEqual(new Map([["2025-12-12", files.size]]));
});

real("the real submissions of one company include the older page", async () => {
  await store.pool.query("DELETE FROM listed_documents");
  const outbound = openOutbound({
    store,
    home: mkdtempSync(join(tmpdir(), "disclosed-submissions-")),
    contact: testContact,
    requestsPerSecond: { sec: 1000 },
  });
  const context = { store, outbound, signal: new AbortController().signal };
  const fetched = await edgarSubmissions({ secDataUrl: edgar.url }).fetch("0001318605", context);
  await outbound.close();
  const main = JSON.parse(index("submissions", "CIK0001318605.json").toString());
  const older = JSON.parse(index("submissions", "CIK0001318605-submissions-001.json").toString());
  const forms: string[] = [...main.filings.recent.form, ...older.form];
  expect(fetched?.documentIds).toHaveLength(forms.filter((form) => /^[345](\/A)?$/.test(form)).length);
  expect((await store.pool.query("SELECT FROM listed_documents")).rowCount).toBe(fetched?.documentIds.length);
});
