// Local EDGAR indexes as listings: what they list, which days are known, and the state of each document. The counts of
// the real indexes are compared with a second reading by columns.
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import form345Source from "../../../../src/ingest/form345/source.ts";
import { runIngestion } from "../../../../src/ingest/run/run.ts";
import { coverageDays } from "../../../../src/store/statistics/coverage-days.ts";
import { hasRecords, sharedData } from "../../../publishers/shared-data.ts";
import { createTestStore, type TestStore } from "../../../support/database.ts";
import { accession, ownershipXml, submission } from "../fixtures.ts";

let store: TestStore;
let folder: string;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "disclosed-listings-"));
  await store.pool.query(
    "TRUNCATE listed_documents, listing_fetches, filings, companies, insiders, quarantine CASCADE",
  );
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const put = async (path: string, content: string | Buffer) => {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
};
const putFiling = (n: number) => put(`in/${accession(n)}.txt`, submission({ accession: accession(n) }));
const ingest = (path = join(folder, "in")) =>
  runIngestion(store, { source: form345Source, paths: [path], home: join(folder, "home"), today: "2024-06-01" });
const day = async (date: string) => (await coverageDays(store.prisma, "form345", date, date))[0];

const daily = (
  filings: { n: number; form?: string }[],
  end = "\n",
) => `Description:           Daily Index of EDGAR Dissemination Feed
Last Data Received:    Mar 6, 2024

CIK|Company Name|Form Type|Date Filed|File Name
--------------------------------------------------------------------------------
${filings.map(({ n, form = "4" }) => `8000001|INVENTED WIDGETS INC|${form}|20240306|edgar/data/8000001/${accession(n)}.txt`).join("\n")}${end}`;

describe("an index of invented filings", () => {
  it("reconciles with what is stored, quarantined with the reason, and still to be fetched", async () => {
    await put("in/master.20240306.idx", daily([{ n: 1 }, { n: 2 }, { n: 3, form: "3/A" }, { n: 4, form: "10-K" }]));
    await putFiling(1);
    await put(`in/${accession(2)}.txt`, "<html><title>Undeclared Automated Tool</title></html>");
    await ingest();
    expect(await day("2024-03-06")).toMatchObject({
      state: "incomplete",
      listed: 3,
      stored: 1,
      quarantined: 1,
      notFetched: 1,
      reconciled: true,
      reasons: [{ reason: "not_a_filing", count: 1 }],
    });
    await put("more/a.txt", submission({ accession: accession(2) }));
    await put("more/b.txt", submission({ accession: accession(3), form: "3/A", rows: [] }));
    await ingest(join(folder, "more"));
    // the whole copy resolves the refusal of the web page, whose file had another name
    expect(await day("2024-03-06")).toMatchObject({
      state: "complete",
      listed: 3,
      stored: 3,
      quarantined: 0,
      notFetched: 0,
    });
    expect((await store.pool.query("SELECT status FROM quarantine")).rows).toEqual([{ status: "resolved" }]);
  });

  it("leaves its day `failed` or `incomplete` while it is cut off, and `complete` once it is whole", async () => {
    expect(await day("2024-03-06")).toMatchObject({ state: "never_fetched", lastFetchedAt: null });
    await put("in/master.20240306.idx", daily([], ""));
    await ingest();
    expect(await day("2024-03-06")).toMatchObject({ state: "failed", listed: 0, failure: expect.any(String) });
    await put("in/master.20240306.idx", daily([{ n: 1 }], ""));
    await ingest();
    expect(await day("2024-03-06")).toMatchObject({ state: "incomplete", listed: 1, failure: expect.any(String) });
    await put("in/master.20240306.idx", daily([{ n: 1 }, { n: 2 }]));
    await putFiling(1);
    await putFiling(2);
    await ingest();
    expect(await day("2024-03-06")).toMatchObject({ state: "complete", listed: 2, stored: 2, failure: null });
    const { rows } = await store.pool.query("SELECT reason, status FROM quarantine ORDER BY id");
    expect(rows).toEqual([
      { reason: "truncated_index", status: "resolved" },
      { reason: "truncated_index", status: "resolved" },
    ]);
  });

  it("that is truncated and packed is a failed fetch of its quarter", async () => {
    const whole = gzipSync(`${daily([{ n: 1 }])}${"x".repeat(5000)}`);
    await put("in/full-index/2024/QTR1/master.gz", whole.subarray(0, whole.length - 40));
    expect(await ingest()).toMatchObject({ files: 1, quarantined_files: 1 });
    expect(await day("2024-02-29")).toMatchObject({ state: "failed", reconciled: true });
    expect(await day("2024-04-01")).toMatchObject({ state: "never_fetched" });
  });

  it("of a working day without an ownership form is `failed`, as EDGAR has some on every working day", async () => {
    await put("in/master.20240306.idx", daily([{ n: 4, form: "10-K" }]));
    await ingest();
    expect(await day("2024-03-06")).toMatchObject({ state: "failed", listed: 0 });
    expect((await store.pool.query("SELECT outcome, final FROM listing_fetches")).rows).toEqual([
      { outcome: "failed", final: false },
    ]);
  });

  it("in which the code of Form 4 has changed, or lines are lost that it had before, is a failed fetch", async () => {
    const filings = Array.from({ length: 60 }, (_, n) => ({ n: n + 1, form: n % 2 ? "4" : "3" }));
    const ingestIndex = async (listed: { n: number; form?: string }[]) => {
      await put("master.20240306.idx", daily(listed));
      await ingest(folder);
      const { rows } = await store.pool.query("SELECT outcome, final, message FROM listing_fetches");
      return rows[0];
    };
    const changed = filings.map(({ n, form }) => ({ n, form: form === "4" ? "4X" : form }));
    expect(await ingestIndex(changed)).toEqual({
      outcome: "failed",
      final: false,
      message: "the index lists 30 ownership forms and no Form 4 among them, which is not possible",
    });
    expect(await ingestIndex(filings)).toEqual({ outcome: "listed", final: true, message: null });
    expect(await ingestIndex(filings.slice(4))).toMatchObject({
      outcome: "failed",
      message: expect.stringContaining("the index has lost lines"),
    });
    expect(await ingestIndex(filings)).toEqual({ outcome: "listed", final: true, message: null });
  });

  it("with a bad line is not final, and the line is quarantined", async () => {
    await put("in/master.20240306.idx", daily([{ n: 1 }]).replace("8000001|INVENTED", "rubbish\n8000001|INVENTED"));
    await putFiling(1);
    await ingest();
    expect(await day("2024-03-06")).toMatchObject({ state: "provisional", listed: 1, stored: 1 });
    expect((await store.pool.query("SELECT reason, record_ref FROM quarantine")).rows).toEqual([
      { reason: "bad_index_line", record_ref: "line 6" },
    ]);
  });

  it("gives a bare document its filing date in a later run too", async () => {
    await put("in/master.20240306.idx", daily([{ n: 8 }]));
    await ingest();
    await put(`more/${accession(8)}.xml`, ownershipXml());
    await ingest(join(folder, "more"));
    expect((await store.pool.query("SELECT filed_on, filed_on_source FROM filings")).rows).toEqual([
      { filed_on: "2024-03-06", filed_on_source: "index" },
    ]);
  });
});

/** Distinct accession numbers of the six forms by day, read by columns instead of from the right. */
function byColumns(text: string): Map<string, Set<string>> {
  const days = new Map<string, Set<string>>();
  for (const line of text.split("\n").slice(11)) {
    const cells = line.includes("|")
      ? line.split("|")
      : [line.slice(74, 86), "", line.slice(0, 12), line.slice(86, 98), line.slice(98)];
    const [, , form = "", filed = "", path = ""] = cells.map((cell) => cell.trim());
    if (!["3", "4", "5", "3/A", "4/A", "5/A"].includes(form)) continue;
    const date = filed.includes("-") ? filed : `${filed.slice(0, 4)}-${filed.slice(4, 6)}-${filed.slice(6)}`;
    days.set(date, (days.get(date) ?? new Set()).add(path.slice(path.lastIndexOf("/") + 1, -4)));
  }
  return days;
}

describe.skipIf(!hasRecords("edgar-index"))("the real indexes", () => {
  it("list on each day what a second reading finds, and reconcile on each", async () => {
    const quarter = gunzipSync(readFileSync(join(sharedData, "edgar-index/yihch883/2023QTR2master.gz"))).toString(
      "latin1",
    );
    const oneDay = readFileSync(join(sharedData, "edgar-index/edgartools/index_files/form.20200318.idx"), "latin1");
    const expected = new Map([...byColumns(quarter), ...byColumns(oneDay)]);
    await ingest(join(sharedData, "edgar-index"));
    await ingest(join(sharedData, "form4"));
    const days = [
      ...(await coverageDays(store.prisma, "form345", "2020-03-18", "2020-03-18")),
      ...(await coverageDays(store.prisma, "form345", "2023-04-01", "2023-06-30")),
    ];
    const listed = days
      .filter((one) => one.listed > 0)
      .map((one) => [one.day.toISOString().slice(0, 10), one.listed] as const);
    expect(new Map(listed)).toEqual(new Map([...expected].map(([date, ids]) => [date, ids.size])));
    expect(days.every((one) => one.reconciled && one.listed === one.stored + one.quarantined + one.notFetched)).toBe(
      true,
    );
    const { rows } = await store.pool.query(
      "SELECT count(*)::int AS filings FROM filings WHERE filed_on BETWEEN '2023-04-01' AND '2023-06-30'",
    );
    // every stored filing of the quarter is in the quarter's index
    expect(days.reduce((sum, one) => sum + one.stored, 0)).toBe(rows[0]?.filings);
    expect(days.reduce((sum, one) => sum + one.storedUnlisted, 0)).toBe(0);
  });
});
