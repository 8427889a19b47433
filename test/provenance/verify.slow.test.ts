// `disclosed verify`: ingested rows are compared with the stored files, and every difference is found.
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { senatePage } from "../support/congress.ts";
import { houseIndexXml } from "../support/house-index.ts";
import { accession, type Corpus, houseDocId, ingestCorpus, senateUuid } from "./corpus.ts";

let folder: string;
let corpus: Corpus;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "disclosed-verify-"));
  corpus = await ingestCorpus(folder);
});
afterAll(async () => {
  await corpus.store.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => vi.unstubAllEnvs());

async function verify(...args: string[]) {
  const { code, stdout, stderr } = await corpus.disclosed("verify", ...args, "--json");
  return { code, stderr, result: JSON.parse(stdout || "null") };
}

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await corpus.store.pool.query<Row>(text, values)).rows;

/** Runs the work while the store is changed. */
async function withChange(change: string, back: string, work: () => Promise<void>) {
  await query(change);
  try {
    await work();
  } finally {
    await query(back);
  }
}

/** Runs the work while a stored file has other bytes, or is missing. */
async function withFile(sha256: string, bytes: Buffer | null, work: () => Promise<void>) {
  const path = join(corpus.home, "raw", sha256.slice(0, 2), `${sha256.slice(2)}.gz`);
  const before = await readFile(path);
  await (bytes ? writeFile(path, gzipSync(bytes)) : rm(path));
  try {
    await work();
  } finally {
    await writeFile(path, before);
  }
}

const rowsInStore = async () =>
  (
    await query<{ n: number }>(
      "SELECT ((SELECT count(*) FROM insider_trades) + (SELECT count(*) FROM politician_trades))::int AS n",
    )
  )[0]?.n;

describe("verify --all", () => {
  it("finds no difference in what was just ingested", async () => {
    const { code, result } = await verify("--all");
    expect(result.listed).toEqual([]);
    expect({ code, ...result }).toMatchObject({
      code: 0,
      rows: await rowsInStore(),
      documents: 9,
      differences: 0,
      complete: true,
    });
  });

  it.each([
    ["form345", 7],
    ["house", 1],
    ["senate", 1],
  ])("--source %s compares its %i documents alone", async (source, documents) => {
    expect((await verify("--all", "--source", source)).result).toMatchObject({ documents, differences: 0 });
  });

  it("continues after the document of --after", async () => {
    const [first] = await query<{ id: string }>("SELECT id FROM insider_trades WHERE accession_number = $1 LIMIT 1", [
      accession(3),
    ]);
    const whole = (await verify("--all")).result;
    const rest = (await verify("--all", "--after", first?.id ?? "")).result;
    expect(whole.documents - rest.documents).toBe(3);
    const [last] = await query<{ id: string }>("SELECT id FROM politician_trades WHERE report_id = $1 LIMIT 1", [
      `senate:${senateUuid}`,
    ]);
    expect((await verify("--all", "--after", last?.id ?? "")).result).toMatchObject({ documents: 0, complete: true });
  });
});

describe("a stored value that differs from the file", () => {
  const soldRow = `accession_number = '${accession(1)}' AND NOT is_derivative AND row_index = 0`;
  it.each([
    ["insider_trades", "shares", "1501", soldRow, "1500"],
    ["insider_trades", "footnote_ids", "'{F2}'", soldRow, '["F1","F2"]'],
    ["insider_trades", "is_10b5_1", "NULL", soldRow, "true"],
    [
      "insider_trades",
      "traded_on",
      "'2024-03-05'",
      `accession_number = '${accession(6)}' AND row_index = 0`,
      "2024-03-04",
    ],
    ["filings", "remarks", "NULL", `accession_number = '${accession(1)}'`, "Invented."],
    ["holdings", "shares", "251", `accession_number = '${accession(4)}'`, "250", "holding nonDerivative[0]: shares"],
    ["politician_trades", "amount_high", "50001", "report_id LIKE 'house:%' AND row_index = 1", "50000"],
    ["politician_trades", "comment", "NULL", "report_id LIKE 'senate:%' AND row_index = 0", "Sold by the manager"],
    ["disclosure_reports", "title", "'x'", "id LIKE 'senate:%'", "Periodic Transaction Report for 02/20/2025"],
  ])("%s.%s = %s is found", async (table, column, value, where, read, field = column) => {
    const [before] = await query<{ text: string | null }>(
      `SELECT quote_nullable(${column}::text) AS text FROM ${table} WHERE ${where}`,
    );
    const set = (to: string | null | undefined) => `UPDATE ${table} SET ${column} = ${to} WHERE ${where}`;
    await withChange(set(value), set(before?.text), async () => {
      const { code, result } = await verify("--all");
      expect(result.listed).toEqual([expect.objectContaining({ field, read })]);
      expect([code, result.differences]).toEqual([1, 1]);
    });
  });

  it("is printed as text too", async () => {
    const set = (to: string) => `UPDATE insider_trades SET shares = ${to} WHERE ${soldRow}`;
    await withChange(set("1501"), set("1500"), async () => {
      const { code, stdout } = await corpus.disclosed("verify", "--all");
      expect(code).toBe(1);
      expect(stdout).toMatch(
        new RegExp(`^form345 ${accession(1)}, row \\d+: shares is stored as "1501" and read as "1500"$`, "m"),
      );
      expect(stdout).toMatch(/: 1 differences$/m);
    });
  });
});

describe("a row that only the file or only the store has", () => {
  it("is found", async () => {
    const moved = `accession_number = '${accession(1)}' AND is_derivative`;
    const set = (index: number) => `UPDATE insider_trades SET row_index = ${index} WHERE ${moved}`;
    await withChange(set(5), set(0), async () => {
      const { result } = await verify("--all", "--source", "form345");
      expect(result.listed).toEqual([
        expect.objectContaining({ field: "row", stored: "derivative[5]", read: null }),
        expect.objectContaining({ field: "row", stored: null, read: "derivative[0]", row_id: null }),
      ]);
    });
  });
});

describe("a holding that only the file or only the store has", () => {
  it("is found", async () => {
    const set = (index: number) =>
      `UPDATE holdings SET row_index = ${index} WHERE accession_number = '${accession(4)}'`;
    await withChange(set(3), set(0), async () => {
      const { code, result } = await verify("--all");
      expect(result.listed).toEqual([
        expect.objectContaining({ field: "row", stored: "holding nonDerivative[3]", read: null, row_id: null }),
        expect.objectContaining({ field: "row", stored: null, read: "holding nonDerivative[0]", row_id: null }),
      ]);
      expect([code, result.differences]).toEqual([1, 2]);
    });
  });
});

describe("a stored file", () => {
  const documents = [
    ["of a filing", "SELECT source_file_sha256 AS sha256 FROM filings WHERE accession_number = $1", accession(1), 1],
    ["of a data set", "SELECT source_file_sha256 AS sha256 FROM filings WHERE accession_number = $1", accession(6), 2],
    ["of the House", "SELECT source_file_sha256 AS sha256 FROM disclosure_reports WHERE id LIKE $1", "house:%", 1],
    ["of the Senate", "SELECT source_file_sha256 AS sha256 FROM disclosure_reports WHERE id LIKE $1", "senate:%", 1],
  ] as const;

  it.each(documents)("%s that is missing is found", async (_, text, key, differences) => {
    const [file] = await query<{ sha256: string }>(text, [key]);
    await withFile(file?.sha256 ?? "", null, async () => {
      const { code, result } = await verify("--all");
      expect(result.listed.map(({ field }: { field: string }) => field)).toEqual(Array(differences).fill("file"));
      expect(result.listed[0].read).toContain("the stored file is missing: ");
      expect(code).toBe(1);
    });
  });

  it.each(documents)("%s with other bytes is found", async (_, text, key, differences) => {
    const [file] = await query<{ sha256: string }>(text, [key]);
    await withFile(file?.sha256 ?? "", Buffer.from("other bytes"), async () => {
      const { code, result } = await verify("--all");
      expect(result.listed.map(({ field }: { field: string }) => field)).toEqual(Array(differences).fill("file"));
      expect(result.listed[0].read).toContain("other bytes");
      expect(code).toBe(1);
    });
  });
});

describe("verify of rows picked at random", () => {
  it("compares as many as there are, of every source", async () => {
    expect((await verify("--rows", "1000")).result).toMatchObject({ rows: await rowsInStore(), differences: 0 });
  });

  it("picks as many rows by any seed, and finds the same by the same seed", async () => {
    const picked = async (seed: string) => (await verify("--rows", "3", "--seed", seed)).result;
    const [one, again, other] = [await picked("a"), await picked("a"), await picked("b")];
    expect(one.rows).toBeGreaterThanOrEqual(3);
    expect({ ...again, seconds: 0 }).toEqual({ ...one, seconds: 0 });
    expect(other.rows).toBe(one.rows);
  });
});

describe("files in another order", () => {
  const uuid = "0a1b2c3d-0000-4111-8222-333344447701";
  const page = (filer: string) =>
    senatePage({
      title: "Periodic Transaction Report for 03/20/2025",
      filed: "03/20/2025 @ 9:12 AM",
      filer,
      rows: [{}, {}],
    });
  const ingest = async (source: string, name: string, content: string) => {
    const path = join(folder, "later", name);
    await mkdir(join(folder, "later"), { recursive: true });
    await writeFile(path, content);
    expect((await corpus.disclosed("ingest", source, path)).code).toBe(0);
  };
  const ofReport = `report_id = 'senate:${uuid}'`;

  it("make no difference: a print page before its page, a report before its index", async () => {
    await ingest("senate", "print.html", page("The Honorable Ada B\n Marlowe\n (Marlowe, Ada B.)"));
    await ingest("senate", `${uuid}.html`, page("Mrs. Ada B Marlowe (Marlowe, Ada B.)"));
    await ingest("house", "2026FD.xml", houseIndexXml([{ id: houseDocId, type: "P", filed: "2025-03-11" }], 2026));
    expect(await query(`SELECT FROM politician_trades WHERE ${ofReport}`)).toHaveLength(2);
    const { code, result } = await verify("--all");
    expect([code, result.listed]).toEqual([0, []]);
    const [report] = await query("SELECT title, source_url FROM disclosure_reports WHERE id = $1", [
      `house:${houseDocId}`,
    ]);
    expect(report).toEqual({
      title: "Periodic Transaction Report 2026",
      source_url: `https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2026/${houseDocId}.pdf`,
    });
  });

  it("do not hide an id that belongs to another row", async () => {
    const set = (by: number) => `UPDATE politician_trades SET id = id + ${by} WHERE ${ofReport} AND row_index = 1`;
    await withChange(set(7), set(-7), async () => {
      expect((await verify("--all")).result.listed).toEqual([expect.objectContaining({ field: "id" })]);
    });
    await withChange(set(256), set(-256), async () => {
      const { result } = await verify("--all");
      expect(result.listed.map(({ field }: { field: string }) => field)).toEqual(["id", "id"]);
    });
    const house = (by: number) => `UPDATE politician_trades SET id = id + ${by} WHERE report_id LIKE 'house:%'`;
    await withChange(house(256), house(-256), async () => {
      expect((await verify("--all", "--source", "house")).result.listed[0]).toMatchObject({ field: "id" });
    });
  });
});

describe("wrong usage", () => {
  it.each([
    [["--rows", "0"]],
    [["--rows", "5", "--all"]],
    [["--after", "5"]],
    [["--all", "--after", "x"]],
    [["--source", "prices"]],
  ])("ends with exit code 2: %j", async (args) => {
    const { code, stdout } = await corpus.disclosed("verify", ...args);
    expect([code, stdout]).toEqual([2, ""]);
  });

  it("ends with exit code 1 where no row has the id", async () => {
    const { code, stderr } = await corpus.disclosed("verify", "--all", "--after", "1");
    expect(code).toBe(1);
    expect(stderr).toContain("no row has the id 1");
  });
});
