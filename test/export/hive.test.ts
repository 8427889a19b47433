// The tree of ready-made files as a table: DuckDB reads all months of a list, with year and month as columns.
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publishExports } from "../../src/export/published/publish.ts";
import { readVocabulary } from "../../src/export/vocabulary.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { codeBlocks } from "../clients/examples.ts";
import type { TestStore } from "../support/database.ts";
import { duckdbPackages, hasDuckdb } from "../support/duckdb-page.ts";
import { createSeededStore } from "../support/seeded-store.ts";

interface Reader {
  getRowObjectsJson(): Record<string, unknown>[];
}
interface NodeApi {
  DuckDBInstance: {
    create(path: string): Promise<{ connect(): Promise<{ runAndReadAll(sql: string): Promise<Reader> }> }>;
  };
}

describe.runIf(hasDuckdb("@duckdb/node-api"))("the tree in DuckDB", () => {
  const folder = mkdtempSync(join(tmpdir(), "disclosed-hive-"));
  let store: TestStore;
  let query: (sql: string) => Promise<Record<string, unknown>[]>;
  beforeAll(async () => {
    store = await createSeededStore();
    const vocabulary = await readVocabulary();
    const publicUrl = "https://disclosed.example";
    await publishExports(store, { folder, version: "1.2.3", publicUrl, vocabulary, now: () => new Date() });
    const { DuckDBInstance } = createRequire(join(duckdbPackages, "index.js"))("@duckdb/node-api") as NodeApi;
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    query = async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it("is one table per list, in which year and month are those of the filing date", async () => {
    for (const [list, table, day] of [
      ["trades", "insider_trades WHERE superseded_by_id IS NULL AND NOT is_derivative", "filed_on"],
      ["politician-trades", "politician_trades WHERE superseded_by_id IS NULL", "filed_on"],
      ["clusters", "clusters", "latest_filed_on"],
    ] as const) {
      const { rows } = await store.pool.query(
        `SELECT extract(year FROM ${day})::int AS year, extract(month FROM ${day})::int AS month, count(*)::int AS rows
         FROM ${table} GROUP BY 1, 2 ORDER BY 1, 2`,
      );
      const found = await query(
        `SELECT year::int AS year, month::int AS month, count(*)::int AS rows
         FROM read_parquet('${folder}/parquet/${list}/**', hive_partitioning = true) GROUP BY 1, 2 ORDER BY 1, 2`,
      );
      expect(rows.length).toBeGreaterThan(0);
      expect(found).toEqual(rows);
    }
  });

  it("has rows for the queries of the guide", async () => {
    const guide = await codeBlocks(join(packageRoot, "docs/guides/bulk.md"), "sql");
    const examples = guide.filter((sql) => sql.includes("'copy/"));
    expect(examples).toHaveLength(2);
    for (const sql of examples)
      expect((await query(sql.replaceAll("'copy/", `'${folder}/`))).length).toBeGreaterThan(0);
  });

  it("has units and descriptions of the columns in each file", async () => {
    const [row] = await query(
      `SELECT decode(value) AS text FROM parquet_kv_metadata('${folder}/parquet/politician-trades/**') WHERE decode(key) = 'table_schema' LIMIT 1`,
    );
    const { fields } = JSON.parse(String(row?.text)) as { fields: { name: string; unit?: string }[] };
    const unitOf = (name: string) => fields.find((field) => field.name === name)?.unit;
    expect(["amount_low", "delay_days", "outcomes.return_30d_pct", "ticker"].map(unitOf)).toEqual([
      ...["USD", "days", "percent", undefined],
    ]);
    const terms = await query(
      `SELECT DISTINCT decode(value) AS text FROM parquet_kv_metadata('${folder}/parquet/politician-trades/**') WHERE decode(key) = 'terms'`,
    );
    expect(terms).toEqual([{ text: expect.stringContaining("5 U.S.C. 13107(c)") }]);
  });
});
