// Exports as an operator makes them: the rows are those of the API, in every format, and the manifest describes the file.
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Manifest } from "../../src/export/export.ts";
import { runCommand } from "../support/run-command.ts";
import { type Service, startSeededService } from "../support/service.ts";

type Row = Record<string, unknown>;
type Column = Pick<Manifest["columns"][number], "type" | "fields">;

let service: Service;
let key: string;
let home: string;

beforeAll(async () => {
  // a command always uses the actual day
  service = await startSeededService({ today: new Date().toISOString().slice(0, 10) });
  key = (await service.newKey("max")).key;
  home = await mkdtemp(join(tmpdir(), "disclosed-export-"));
});
afterAll(async () => {
  await service.stop();
  await rm(home, { recursive: true, force: true });
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Runs the command in this process. */
async function disclosed(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { DATABASE_URL: service.store.databaseUrl, DISCLOSED_HOME: join(home, "home") };
  return await runCommand(["export", ...args], env);
}

async function manifestOf(file: string): Promise<Manifest> {
  return JSON.parse(await readFile(`${file}.manifest.json`, "utf8"));
}

/** All rows of a list, as the API pages through them. */
async function fromApi(path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const { body } = await service.get(`/api/v1${path}${path.includes("?") ? "&" : "?"}pageSize=10&page=${page}`, key);
    rows.push(...body.data);
    if (page >= body.pagination.totalPages) return rows;
  }
}

const lines = async (file: string): Promise<Row[]> =>
  (await readFile(file, "utf8"))
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe.each([
  [["trades"], "/trades"],
  [["trades", "--outcomes", "--derivative"], "/trades?include=outcomes&includeDerivative=true"],
  [["trades", "--since", "2024-03-01"], "/trades?filedFrom=2024-03-01"],
  [["politician-trades", "--outcomes"], "/politician-trades?include=outcomes"],
  [["late-filings"], "/late-filings"],
])("export %j", (args, path) => {
  it("has the rows of the API as NDJSON, and a manifest that matches", async () => {
    const folder = join(home, args.join(""));
    await mkdir(folder);
    const { code, stdout, stderr } = await disclosed(...args, "--out", folder, "--json");
    expect({ code, stderr: stderr.replace(/^STOCK Act disclosures\. By 5 U\.S\.C\. 13107\(c\).*\n/, "") }).toEqual({
      code: 0,
      stderr: "",
    });
    const file = join(folder, `${args[0]}.ndjson`);
    const expected = await fromApi(path);
    expect(expected.length).toBeGreaterThan(1);
    expect(await lines(file)).toEqual(expected);
    const manifest = await manifestOf(file);
    const bytes = await readFile(file);
    const meta = (await service.get("/api/v1/trades", key)).body.meta;
    expect(JSON.parse(stdout)).toEqual({ ...manifest, path: file });
    expect(manifest).toMatchObject({
      rows: expected.length,
      bytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      data_version: meta.data_version,
      as_of: meta.as_of,
    });
    const topLevel = manifest.columns.map(({ name }) => name.split(".")[0]);
    expect([...new Set(topLevel)]).toEqual(Object.keys(expected[0] ?? {}));
    if (args[0] === "trades") expect(manifest.terms).toBeNull();
    else
      expect([manifest.terms, stderr]).toEqual([expect.stringMatching(/13107\(c\)/), expect.stringMatching(/13107/)]);
    expect((await readdir(folder)).length).toBe(2);
  });

  it("has the same rows as Parquet with types, and as CSV", async () => {
    const expected = await fromApi(path);
    const file = join(home, `${args.join("")}.parquet`);
    expect((await disclosed(...args, "--out", file, "--format", "parquet")).code).toBe(0);
    const buffer = await asyncBufferFromFile(file);
    const { columns } = await manifestOf(file);
    expect(await parquetReadObjects({ file: buffer })).toEqual(
      expected.map((row) =>
        Object.fromEntries(columns.map((column) => [column.name, asParquet(at(row, column.name), column)])),
      ),
    );
    const metadata = (await parquetMetadataAsync(buffer)).key_value_metadata?.map(({ key: name }) => name);
    expect(metadata).toEqual(expect.arrayContaining(["data_version", "as_of", "sample"]));

    const table = join(home, `${args.join("")}.csv`);
    expect((await disclosed(...args, "--out", table, "--format", "csv")).code).toBe(0);
    const cells = parse(await readFile(table), { columns: true, cast: false }) as Record<string, string>[];
    expect(cells).toEqual(
      expected.map((row) => Object.fromEntries(columns.map(({ name }) => [name, asCell(at(row, name))]))),
    );
  });
});

/** The value of a column, which may be a field of a nested part. */
const at = (row: Row, column: string) =>
  column.split(".").reduce<unknown>((part, step) => (part as Row | null | undefined)?.[step], row);

function asParquet(value: unknown, { type, fields = [] }: Column): unknown {
  if (value === null || value === undefined) return value ?? null;
  if (type === "list") return (value as Row[]).map((entry) => asParquet(entry, { type: "struct", fields }));
  if (type === "struct")
    return Object.fromEntries(fields.map((field) => [field.name, asParquet((value as Row)[field.name], field)]));
  if (type === "integer") return BigInt(value as number);
  if (type === "quantity") return Number(value);
  return type === "date" || type === "timestamp" ? new Date(String(value)) : value;
}

function asCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

it.each([
  ["insiders", (row: Row) => `/insider/${row.cik}`],
  ["politicians", (row: Row) => `/politicians/${row.bioguide_id}`],
])("%s are the profiles that the API returns", async (noun, path) => {
  const file = join(home, `${noun}.ndjson`);
  expect((await disclosed(noun, "--out", file)).code).toBe(0);
  const rows = await lines(file);
  expect(rows.length).toBeGreaterThan(2);
  for (const row of rows) expect(row).toEqual((await service.get(`/api/v1${path(row)}`, key)).body.data);
  expect((await disclosed(noun, "--since", "2024-03-01", "--out", file)).code).toBe(0);
  const since = (await lines(file)).length;
  expect(since).toBeGreaterThan(0);
  expect(since).toBeLessThan(rows.length);
});

it("clusters are those of both kinds, newest filing first", async () => {
  const expected = [...(await fromApi("/clusters")), ...(await fromApi("/clusters?tradeType=S"))];
  const file = join(home, "clusters.ndjson");
  expect((await disclosed("clusters", "--out", file)).code).toBe(0);
  const rows = await lines(file);
  expect(rows.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
  expect(rows).toEqual(expect.arrayContaining(expected));
  const days = rows.map(({ latest_filing_date }) => String(latest_filing_date));
  expect(days).toEqual([...days].sort().reverse());
});

describe("failures", () => {
  it.each([
    [["clouds", "--out", "x"], /"clouds" cannot be exported; choose one of trades/],
    [["trades", "--out", "x", "--since", "2024-02-30"], /--since must be a calendar date/],
    [["trades"], /--out/],
    [["trades", "--out", "x", "--format", "xlsx"], /Allowed choices are ndjson, csv, parquet/],
    [["insiders", "--out", "x", "--outcomes"], /--outcomes works with/],
  ])("end with exit code 2 for wrong usage: %j", async (args, words) => {
    const { code, stderr } = await disclosed(...args);
    expect([code, stderr]).toEqual([2, expect.stringMatching(words)]);
  });

  it("end with exit code 1 and one line for a folder that does not exist", async () => {
    const { code, stderr } = await disclosed("trades", "--out", join(home, "nowhere/x.ndjson"));
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^disclosed: .*nowhere.*\n$/)]);
  });

  it("leave an existing export unchanged", async () => {
    const folder = join(home, "kept");
    await mkdir(folder);
    expect((await disclosed("trades", "--out", folder)).code).toBe(0);
    const before = await readdir(folder);
    await service.store.pool.query("ALTER TABLE companies RENAME TO companies_away");
    try {
      expect((await disclosed("trades", "--out", folder)).code).toBe(1);
    } finally {
      await service.store.pool.query("ALTER TABLE companies_away RENAME TO companies");
    }
    expect(await readdir(folder)).toEqual(before);
    expect((await manifestOf(join(folder, "trades.ndjson"))).rows).toBeGreaterThan(0);
  });
});
