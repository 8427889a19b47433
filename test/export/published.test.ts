// Ready-made files: what a run writes, what it leaves as it is, and what it removes.
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer as bytesOf } from "node:stream/consumers";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createDownloads } from "../../src/export/published/downloads.ts";
import { publishExports } from "../../src/export/published/publish.ts";
import { readVocabulary } from "../../src/export/vocabulary.ts";
import type { TestStore } from "../support/database.ts";
import { filesIn, publishedPath } from "../support/exported-files.ts";
import { createSeededStore } from "../support/seeded-store.ts";

let folder: string;
let store: TestStore;
const vocabulary = await readVocabulary();
beforeAll(async () => {
  store = await createSeededStore();
});
beforeEach(async () => {
  if (folder) rmSync(folder, { recursive: true });
  folder = mkdtempSync(join(tmpdir(), "disclosed-exports-"));
  await store.pool.query("TRUNCATE published_exports");
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const publish = (signal?: AbortSignal, onMonth?: () => void) =>
  publishExports(store, {
    folder,
    version: "1.2.3",
    publicUrl: "https://disclosed.example",
    vocabulary,
    now: () => new Date("2024-07-01T12:00:00Z"),
    signal,
    onMonth,
  });

const current = () => store.prisma.publishedExport.findMany({ where: { replacedAt: null }, orderBy: { name: "asc" } });

const positions = async () => (await current()).map(publishedPath).sort();

it("writes a file for each list, month and format, with the rows of the list", async () => {
  const published = await publish();
  const files = await current();
  expect(published).toMatchObject({ files: files.length, unchanged: 0, removed: 0 });
  expect(filesIn(folder)).toEqual(await positions());
  for (const file of files) {
    const content = readFileSync(join(folder, publishedPath(file)));
    const sha256 = createHash("sha256").update(content).digest("hex");
    expect([content.length, sha256]).toEqual([Number(file.bytes), file.sha256]);
  }
  for (const [list, table, day] of [
    ["trades", "insider_trades WHERE superseded_by_id IS NULL AND NOT is_derivative", "filed_on"],
    ["politician-trades", "politician_trades WHERE superseded_by_id IS NULL", "filed_on"],
    ["late-filings", "politician_trades WHERE superseded_by_id IS NULL AND is_late", "filed_on"],
    ["clusters", "clusters", "latest_filed_on"],
  ] as const) {
    const { rows } = await store.pool.query<{ id: string; month: string }>(
      `SELECT id::text, to_char(${day}, 'YYYY-MM') AS month FROM ${table}`,
    );
    expect(rows.length).toBeGreaterThan(0);
    const expected: Record<string, number> = {};
    for (const { month } of rows) expected[month] = (expected[month] ?? 0) + 1;
    for (const format of ["parquet", "csv", "ndjson"]) {
      const found = files.filter((one) => one.list === list && one.format === format);
      expect(Object.fromEntries(found.map((one) => [one.month, one.rows]))).toEqual(expected);
    }
    const read: string[] = [];
    for (const file of files.filter((one) => one.list === list && one.format === "parquet"))
      for (const row of await parquetReadObjects({
        file: await asyncBufferFromFile(join(folder, publishedPath(file))),
      }))
        read.push(String(row.id));
    expect(read.sort()).toEqual(rows.map(({ id }) => id).sort());
  }
});

it("writes a month again only where it has changed, and retains the replaced file for 30 days", async () => {
  await publish();
  const before = await current();
  expect(await publish()).toMatchObject({ files: 0, unchanged: before.length / 3, removed: 0 });
  expect(await current()).toEqual(before);
  const changed = before.find(({ list }) => list === "trades")?.month ?? "";
  await store.pool.query(
    "UPDATE insider_trades SET price = price + 1 WHERE NOT is_derivative AND to_char(filed_on, 'YYYY-MM') = $1",
    [changed],
  );
  expect(await publish()).toMatchObject({ files: 3, unchanged: before.length / 3 - 1 });
  const after = await current();
  const old = before.filter(({ list, month }) => list === "trades" && month === changed).map(({ name }) => name);
  expect(before.filter(({ name }) => !after.some((one) => one.name === name)).map(({ name }) => name)).toEqual(old);
  // the tree has one file per month, and a download of the old file can finish
  expect(filesIn(folder)).toEqual([...after.map(publishedPath), ...old].sort());
  const downloads = createDownloads(store, folder);
  const replaced = await downloads.find(old[0] ?? "");
  expect(replaced).toMatchObject({ name: old[0] });
  if (replaced) expect((await bytesOf(await downloads.open(replaced, { start: 0, end: 3 }))).length).toBe(4);
  await store.pool.query(
    "UPDATE published_exports SET replaced_at = now() - interval '29 days' WHERE replaced_at IS NOT NULL",
  );
  expect(await publish()).toMatchObject({ files: 0, removed: 0 });
  await store.pool.query(
    "UPDATE published_exports SET replaced_at = now() - interval '31 days' WHERE replaced_at IS NOT NULL",
  );
  expect(await publish()).toMatchObject({ files: 0, removed: 3 });
  expect(await downloads.find(old[0] ?? "")).toBeNull();
  expect(filesIn(folder)).toEqual(after.map(publishedPath).sort());
});

it("moves the files of an earlier release, which had no tree, without writing them again", async () => {
  await publish();
  const before = await current();
  for (const file of before) renameSync(join(folder, publishedPath(file)), join(folder, file.name));
  expect(await publish()).toMatchObject({ files: 0, unchanged: before.length / 3 });
  expect(filesIn(folder)).toEqual(before.map(publishedPath).sort());
});

it("sorts a month by filing date", async () => {
  await publish();
  const files = (await current()).filter(({ list, format }) => list === "trades" && format === "parquet");
  const [largest] = files.sort((a, b) => b.rows - a.rows);
  if (!largest) throw new Error("there is no file of trades");
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(join(folder, publishedPath(largest))) });
  const days = rows.map(({ filing_date: day }) => (day as Date).toISOString());
  expect(new Set(days).size).toBeGreaterThan(1);
  expect(days).toEqual(days.toSorted());
});

it("writes a month of clusters again where a trade became suspect that they leave out", async () => {
  await publish();
  await store.pool.query(
    `UPDATE insider_trades t SET price_quality = 'suspect' FROM clusters c
     WHERE t.company_cik = c.company_cik AND t.transaction_code = c.transaction_code AND t.traded_on = c.start_on`,
  );
  const before = (await current()).filter(({ list }) => list === "clusters").map(({ name }) => name);
  await publish();
  const after = (await current()).filter(({ list }) => list === "clusters").map(({ name }) => name);
  expect(after).not.toEqual(before);
  await store.pool.query("UPDATE insider_trades SET price_quality = NULL");
});

it("writes a month of clusters again where another trade belongs to one", async () => {
  await publish();
  const names = async () => (await current()).filter(({ list }) => list === "clusters").map(({ name }) => name);
  const before = await names();
  const { rows } = await store.pool.query(
    "DELETE FROM cluster_trades WHERE (cluster_id, trade_id) IN (SELECT cluster_id, trade_id FROM cluster_trades LIMIT 1) RETURNING *",
  );
  expect(rows).toHaveLength(1);
  await publish();
  expect(await names()).not.toEqual(before);
  await store.pool.query(
    "INSERT INTO cluster_trades SELECT * FROM jsonb_populate_record(NULL::cluster_trades, $1::jsonb)",
    [rows[0]],
  );
});

it("uses the old name again where the old content comes back", async () => {
  await publish();
  const before = (await current()).map(({ name }) => name);
  const change = (by: 1 | -1) =>
    store.pool.query(
      "UPDATE politician_trades SET comment = CASE WHEN $1 > 0 THEN 'x' || coalesce(comment, '') ELSE nullif(substr(comment, 2), '') END",
      [by],
    );
  await change(1);
  await publish();
  expect((await current()).map(({ name }) => name)).not.toEqual(before);
  await change(-1);
  await publish();
  expect((await current()).map(({ name }) => name)).toEqual(before);
});

it("continues after an interrupted run, and removes its partial files", async () => {
  const ending = new AbortController();
  await expect(publish(ending.signal, () => ending.abort(new Error("ended")))).rejects.toThrow("ended");
  const first = await current();
  expect(first).toHaveLength(3);
  // of a process that was killed while it wrote, and of one between the rename and the row in the store
  writeFileSync(join(folder, "trades-2024-01.csv.partial"), "half");
  writeFileSync(join(folder, `trades-2024-01-${"0".repeat(16)}.csv`), "not recorded");
  writeFileSync(join(folder, "README"), "another program's");
  await publish();
  expect(await current()).toEqual(expect.arrayContaining(first));
  expect(filesIn(folder)).toEqual(["README", ...(await positions())].sort());
});

it("writes a missing or truncated file again", async () => {
  await publish();
  const [one] = await current();
  if (!one) throw new Error("no file was written");
  writeFileSync(join(folder, publishedPath(one)), "cut");
  expect(await publish()).toMatchObject({ files: 3 });
  expect(readFileSync(join(folder, publishedPath(one)))).toHaveLength(Number(one.bytes));
});
