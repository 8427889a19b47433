// Price files of every layout, loaded into the store: invented bars, and the folders of real files if they exist.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import pricesSource from "../../../src/ingest/prices/source.ts";
import type { IngestContext, IngestOptions, InputFile } from "../../../src/ingest/source.ts";
import { removePending } from "../../../src/store/transaction.ts";
import { hasRecords, sharedData } from "../../publishers/shared-data.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { inputFile } from "../../support/ingest.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
beforeEach(async () => {
  await store.pool.query("TRUNCATE price_series CASCADE");
});
afterAll(() => store.close());

let runs = 0;

/** Runs the source over files as the runner does, in batches of two. */
async function ingest(files: InputFile[], options: IngestOptions = {}) {
  const counts = { new: 0, unchanged: 0, amended: 0, quarantined: 0 };
  const refused: { ref: string; reason: string; records: number }[] = [];
  const refusedFiles: string[] = [];
  const storedFiles = new Map<string, Buffer>();
  const context: IngestContext = {
    store,
    options,
    runId: String(++runs),
    today: "2026-11-21",
    home: "unused",
    async keep(_, bytes) {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      storedFiles.set(sha256, bytes);
      return { sha256 };
    },
    readStored: async ({ sha256 }) => storedFiles.get(sha256) ?? Buffer.alloc(0),
    count(loaded) {
      for (const outcome of ["new", "amended", "unchanged"] as const) counts[outcome] += loaded[outcome];
    },
    quarantineFile: async (file, reason) => void refusedFiles.push(`${file.name} ${reason}`),
    async quarantineRecord(_, ref, reason, __, { records = 1 } = {}) {
      counts.quarantined += records;
      refused.push({ ref, reason, records });
    },
  };
  const accepted = files.filter((file) => pricesSource.accepts(file));
  const run = pricesSource.open(context);
  for (let at = 0; at < accepted.length; at += 2) await run.take(accepted.slice(at, at + 2));
  await run.finish?.();
  return { counts, refused, refusedFiles, changes: await removePending(store.pool) };
}

const series = async () =>
  (
    await store.pool.query(
      `SELECT symbol, provider, adjusted, count(*)::int AS bars, min(date) AS first, max(date) AS last
       FROM price_series s JOIN price_bars b ON b.series_id = s.id GROUP BY s.id ORDER BY symbol, provider`,
    )
  ).rows;
const bars = async (symbol: string) =>
  (
    await store.pool.query(
      `SELECT date, open, high, low, close, adjusted_close, volume FROM price_bars b JOIN price_series s ON s.id = b.series_id
       WHERE symbol = $1 ORDER BY date`,
      [symbol],
    )
  ).rows;

describe("CSV layouts", () => {
  it("are read by column names, whatever their order and case, with exact decimals", async () => {
    await ingest([
      inputFile(
        "/p/one/AAA.csv",
        "Date,Open,High,Low,Close,Adj Close,Volume,ticker\r\n2024-01-02,1.10,2,1,1.5,1.23456789012345678,100,AAA\r\n",
      ),
      inputFile("/p/two/brk-b.csv", "Date,Adj Close,Close,High,Low,Open,Volume\n2024-01-02,3,4,6,2,5,7\n"),
      inputFile(
        "/p/three/x.csv",
        "date,open,high,low,close,adj_close,volume,ticker,source\n2024-01-02,1,1,1,1,1,,BRK/A,y\n",
      ),
    ]);
    expect(await series()).toMatchObject([
      { symbol: "AAA", provider: "adjusted-close:one", adjusted: true },
      { symbol: "BRK.A", provider: "adjusted-close:three" },
      { symbol: "BRK.B", provider: "adjusted-close:two" },
    ]);
    expect(await bars("AAA")).toEqual([
      {
        date: "2024-01-02",
        open: "1.10",
        high: "2",
        low: "1",
        close: "1.5",
        adjusted_close: "1.23456789012345678",
        volume: "100",
      },
    ]);
    expect(await bars("BRK.B")).toMatchObject([{ open: "5", close: "4", adjusted_close: "3", volume: "7" }]);
  });

  it("need --close for an unlabelled close, and its two kinds are separate series", async () => {
    const file = inputFile("/p/q/AAA.csv", "Date,Open,High,Low,Close,Volume\n2024-01-02,1,3,1,2,9\n");
    await expect(ingest([file])).rejects.toThrow(UsageError);
    expect(await series()).toEqual([]);
    await ingest([file], { close: "adjusted" });
    expect(await bars("AAA")).toMatchObject([{ open: null, close: null, adjusted_close: "2", volume: "9" }]);
    await ingest([inputFile("/p/q/AAA.csv", "Date,Close\n2024-01-02,2\n")], { close: "raw" });
    expect(await series()).toMatchObject([
      { provider: "close-adjusted:q", adjusted: true },
      { provider: "close-raw:q", adjusted: false },
    ]);
  });

  it("count all refused rows of a damaged file, and name 200 of them", async () => {
    const rows = 200_000;
    const text = `Date,Close,Adj Close\n${"2024-01-02,1,1\n".repeat(rows)}`;
    const { counts, refused } = await ingest([inputFile("/p/q/BIG.csv", text)]);
    expect(counts).toEqual({ new: 1, unchanged: 0, amended: 0, quarantined: rows - 1 });
    expect(refused).toHaveLength(201);
    expect(refused.at(-1)).toMatchObject({ ref: "further rows", reason: "duplicate_date" });
  });

  it("lose only bad rows, each refused with its reason", async () => {
    const text = `Date,Open,High,Low,Close,Adj Close,Volume
2024-01-02,1,1,1,1,1,1
2024-01-02,2,2,2,2,2,2
2024-01-05,3,3,3,3,3,3
2024-01-04,4,4,4,4,4,4
2024-01-08,null,null,null,null,null,null
2024-01-09,-1,1,1,1,1,1
2024-02-30,1,1,1,1,1,1
2024-01-10,1,1,1,1,1
2024-01-11,1,1,1,1,1,1
2026-12-01,1,1,1,1,1,1
`;
    const { counts, refused } = await ingest([inputFile("/p/q/AAA.csv", text)]);
    expect(counts).toEqual({ new: 3, unchanged: 0, amended: 0, quarantined: 7 });
    expect(Object.fromEntries(refused.map(({ ref, reason }) => [ref, reason]))).toEqual({
      "row 2": "duplicate_date",
      "row 4": "date_order",
      "row 5": "not_a_number",
      "row 6": "not_positive",
      "row 7": "bad_date",
      "row 8": "column_count",
      "row 10": "future_date",
    });
    expect((await bars("AAA")).map((bar) => bar.date)).toEqual(["2024-01-02", "2024-01-05", "2024-01-11"]);
  });

  it("may run from newest to oldest", async () => {
    const { counts } = await ingest(
      [inputFile("/p/q/AAA.csv", "Date,Close\n2024-01-04,2\n2024-01-03,1\n2024-01-02,1\n")],
      { close: "raw" },
    );
    expect(counts).toMatchObject({ new: 3, quarantined: 0 });
  });

  it("change nothing the second time, and report what a correction changed", async () => {
    const header = "Date,Close,Adj Close\n2024-01-02,1.50,1\n";
    expect((await ingest([inputFile("/p/q/AAA.csv", `${header}2024-01-03,2,2\n`)])).counts).toMatchObject({ new: 2 });
    const again = await ingest([
      inputFile("/elsewhere/q/AAA.csv", "Date,Close,Adj Close\n2024-01-02,1.5,1.0\n2024-01-03,2,2\n"),
    ]);
    expect(again.counts).toEqual({ new: 0, unchanged: 2, amended: 0, quarantined: 0 });
    expect(again.changes).toEqual([]);
    const corrected = await ingest([inputFile("/p/q/AAA.csv", `${header}2024-01-03,2,3\n2024-01-04,4,4\n`)]);
    expect(corrected.counts).toEqual({ new: 1, unchanged: 1, amended: 1, quarantined: 0 });
    expect(corrected.changes).toEqual([{ kind: "prices", symbol: "AAA", from: "2024-01-03" }]);
  });

  it("of two folders of one name are never merged into one series", async () => {
    const file = (folder: string) => inputFile(`/${folder}/q/AAA.csv`, "Date,Close,Adj Close\n2024-01-02,1,1\n");
    const { counts, refused } = await ingest([file("a"), file("b")]);
    expect(counts).toMatchObject({ new: 1, quarantined: 1 });
    expect(refused).toMatchObject([{ reason: "duplicate_series" }]);
  });

  it("lose only the row with a stray quote, not the file", async () => {
    const text = `Date,Close,Adj Close\n2024-01-02,1,1\n2024-01-03,"2,2\n2024-01-04,3,3\n`;
    const { counts, refused } = await ingest([inputFile("/p/q/AAA.csv", text)]);
    expect(counts.new).toBe(2);
    expect(refused).toEqual([{ ref: "row 2", reason: "not_a_number", records: 1 }]);
  });

  it("are refused if they are no price file, or a header without rows", async () => {
    const { refusedFiles } = await ingest([
      inputFile("/p/q/AAA.csv", "Date,Open,High,Low,Close,Adj Close,Volume\n"),
      inputFile("/p/q/BBB.csv", "<html>"),
      inputFile("/p/q/README.md", "x"),
    ]);
    expect(refusedFiles).toEqual(["AAA.csv no_bars", "BBB.csv unknown_layout"]);
  });
});

describe("adjustment bases", () => {
  const days = ["2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05", "2024-01-08", "2024-01-09"];
  /** closes of 10, 11, 12 ..., multiplied by `adjusted` as after a later dividend */
  const file = (from: number, to: number, adjusted: number, path = "/p/one/AAA.csv") =>
    inputFile(
      path,
      [
        "Date,Close,Adj Close",
        ...days.slice(from, to).map((day, n) => `${day},${10 + from + n},${(10 + from + n) * adjusted}`),
      ].join("\n"),
    );
  const closes = async () => (await bars("AAA")).map(({ adjusted_close }) => Number(adjusted_close));

  it("never mix: a recent part that was adjusted again is refused", async () => {
    await ingest([file(0, 4, 1)]);
    const { counts, refused } = await ingest([file(2, 6, 0.9966)]);
    expect(refused).toEqual([{ ref: "AAA", reason: "rebased", records: 4 }]);
    expect(counts).toMatchObject({ new: 0, amended: 0, quarantined: 4 });
    expect(await closes()).toEqual([10, 11, 12, 13]);
    // a part without a common day may be of any basis
    expect((await ingest([file(4, 6, 1)])).refused).toEqual([{ ref: "AAA", reason: "basis_unknown", records: 2 }]);
    // a part with an equal bar on a common day is of the same basis
    expect((await ingest([file(3, 6, 1)])).counts).toMatchObject({ new: 2, unchanged: 1, amended: 0 });
    expect(await closes()).toEqual([10, 11, 12, 13, 14, 15]);
  });

  it("are replaced by a whole history, and no old bar stays", async () => {
    await ingest([file(0, 5, 1)]);
    const whole = file(0, 6, 0.5);
    const text = (await whole.read()).toString().replace(/2024-01-04.*\n/, "");
    const { counts } = await ingest([inputFile("/p/one/AAA.csv", text)]);
    expect(counts).toMatchObject({ new: 1, amended: 4, quarantined: 0 });
    expect(await closes()).toEqual([5, 5.5, 6.5, 7, 7.5]);
  });

  it("are one for the parts of a history in one run, and parts of another basis are all refused", async () => {
    const parts = [
      file(0, 2, 1, "/p/one/AAA-1.csv"),
      file(2, 4, 1, "/p/one/AAA-2.csv"),
      file(4, 6, 1, "/p/one/AAA-3.csv"),
    ];
    const named = await Promise.all(
      parts.map(async (part) =>
        inputFile(
          part.path,
          (await part.read()).toString().replace("Adj Close", "Adj Close,Ticker").replace(/(\d)$/gm, "$1,AAA"),
        ),
      ),
    );
    expect((await ingest(named)).counts).toMatchObject({ new: 6, quarantined: 0 });
    // downloaded again after a dividend, no part can replace the whole history: all are refused, the last one too
    const texts = await Promise.all(named.map(async (part) => (await part.read()).toString()));
    const again = texts.map((text, n) =>
      inputFile(
        `/p/one/AAA-${n}.csv`,
        text.replace(/,(\d+),AAA/g, (_, close) => `,${Number(close) * 0.9},AAA`),
      ),
    );
    again.push(inputFile("/p/one/AAA-9.csv", "Date,Close,Adj Close,Ticker\n2024-01-10,16,16,AAA\n"));
    expect((await ingest(again)).refused.map(({ reason }) => reason)).toEqual([
      "rebased",
      "rebased",
      "rebased",
      "basis_unknown",
    ]);
    expect(await closes()).toEqual([10, 11, 12, 13, 14, 15]);
  });

  it("do not matter for closes as traded", async () => {
    const raw = (text: string) => inputFile("/p/raw/AAA.csv", `Date,Close\n${text}`);
    await ingest([raw("2024-01-02,10\n")], { close: "raw" });
    expect((await ingest([raw("2024-01-05,2.5\n")], { close: "raw" })).counts).toMatchObject({
      new: 1,
      quarantined: 0,
    });
  });
});

describe("Lean", () => {
  const daily = (symbol: string, rows: string) => inputFile(`/lean/daily/${symbol}.zip!/${symbol}.csv`, rows);
  const day = (date: string, close: number) => `${date} 00:00,10000,20000,5000,${close},7\n`;

  it("has prices divided by 10,000 and adjusted by the first factor row that is not before the bar", async () => {
    await ingest([
      daily("aaa", day("20200828", 4992300) + day("20200831", 1290400) + day("20210331", 1221500)),
      inputFile(
        "/lean/factor_files/aaa.csv",
        "19980102,0.5,0.01,1\n20200828,0.9,0.25,499.23\n20201105,0.95,1,119.03\n20501231,1,1,0",
      ),
    ]);
    expect(await series()).toMatchObject([{ symbol: "AAA", provider: "lean:lean", adjusted: true }]);
    expect(await bars("AAA")).toMatchObject([
      { date: "2020-08-28", open: "1", high: "2", low: "0.5", close: "499.23", adjusted_close: "112.32675" },
      { date: "2020-08-31", close: "129.04", adjusted_close: "122.588" },
      { date: "2021-03-31", close: "122.15", adjusted_close: "122.15" },
    ]);
  });

  it("follows a security through its symbols and leaves out days of another one", async () => {
    const { counts, refused } = await ingest([
      daily("new", day("20210101", 1) + day("20220610", 30000)),
      daily("old", day("20100101", 90000) + day("20200102", 10000) + day("20220609", 20000)),
      inputFile("/lean/factor_files/new.csv", "20120518,1,1,1\n20501231,1,1,0"),
      inputFile("/lean/map_files/new.csv", "20120518,old,Q\n20220609,old,Q\n20501231,new,Q"),
    ]);
    expect(await bars("NEW")).toMatchObject([{ date: "2020-01-02" }, { date: "2022-06-09" }, { date: "2022-06-10" }]);
    expect(counts).toEqual({ new: 3, unchanged: 0, amended: 0, quarantined: 2 });
    expect(refused).toMatchObject([{ reason: "other_security" }, { reason: "other_security" }]);
  });

  it("has one history of all symbols of a security, so that new factors replace it", async () => {
    const tree = (factor: string) => [
      inputFile("/lean/daily/old.csv", "20240102 00:00,10000,10000,10000,10000,1\n"),
      inputFile("/lean/daily/new.csv", "20240103 00:00,20000,20000,20000,20000,1\n"),
      inputFile("/lean/factor_files/new.csv", `20240102,${factor},1,0\n20240103,${factor},1,0\n20501231,1,1,0\n`),
      inputFile("/lean/map_files/new.csv", "20230103,old\n20240102,old\n20501231,new\n"),
    ];
    expect((await ingest(tree("1"))).counts).toMatchObject({ new: 2, quarantined: 0 });
    expect((await ingest(tree("0.5"))).counts).toMatchObject({ amended: 2, quarantined: 0 });
    expect((await bars("NEW")).map(({ adjusted_close }) => adjusted_close)).toEqual(["0.5", "1"]);
  });

  it("stays raw without a factor file, and does not replace an adjusted series", async () => {
    await ingest([daily("aaa", day("20200828", 10000))]);
    expect(await series()).toMatchObject([{ adjusted: false }]);
    const factors = inputFile("/lean/factor_files/aaa.csv", "20501231,1,1,0");
    expect((await ingest([daily("aaa", day("20200828", 10000)), factors])).counts).toMatchObject({ amended: 1 });
    expect((await ingest([daily("aaa", day("20200828", 10000))])).counts).toMatchObject({ quarantined: 1 });
    expect(await series()).toMatchObject([{ adjusted: true }]);
  });
});

const real = join(sharedData, "prices");

describe.skipIf(!hasRecords("prices"))("real files", () => {
  const files = (folder: string): InputFile[] =>
    readdirSync(folder)
      .sort()
      .flatMap((name): InputFile[] => {
        const path = join(folder, name);
        return statSync(path).isDirectory() ? files(path) : [{ path, name, read: async () => readFileSync(path) }];
      });
  const rowsOf = (folder: string) =>
    files(folder).reduce((sum, file) => sum + readFileSync(file.path, "utf8").trim().split("\n").length - 1, 0);

  it.each([
    ["fauzan-arif-ds-capstone", {}],
    ["kinryukii-us-tech-quant-v18", {}],
    ["pelachandan-stock-alert", { close: "adjusted" as const }],
    ["vincent-adam-frm-corrcheck-data", { close: "adjusted" as const }],
  ])("of %s are loaded with every row, and are unchanged the second time", async (folder, options) => {
    const all = files(join(real, folder));
    const { counts } = await ingest(all, options);
    expect(counts).toEqual({ new: rowsOf(join(real, folder)), unchanged: 0, amended: 0, quarantined: 0 });
    expect((await ingest(all, options)).counts).toEqual({ new: 0, unchanged: counts.new, amended: 0, quarantined: 0 });
  });
});
