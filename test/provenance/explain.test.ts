// `disclosed explain`: one row from the raw bytes to the stored and derived values, of every kind of document.
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { keepRaw } from "../../src/ingest/run/raw-store.ts";
import type { ExplainedField, Explanation } from "../../src/provenance/explanation.ts";
import { senatePage } from "../support/congress.ts";
import { accession, type Corpus, houseDocId, ingestCorpus, senateUuid } from "./corpus.ts";

let folder: string;
let corpus: Corpus;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "disclosed-explain-"));
  corpus = await ingestCorpus(folder);
  const days = Array.from({ length: 400 }, (_, day) => {
    const date = new Date(Date.UTC(2024, 2, 1 + day)).toISOString().slice(0, 10);
    return `${date},1,1,1,${100 + day},${100 + day},1`;
  });
  await mkdir(join(folder, "prices"));
  await writeFile(
    join(folder, "prices", "IWID.csv"),
    `Date,Open,High,Low,Close,Adj Close,Volume\n${days.join("\n")}\n`,
  );
  const { code, stderr } = await corpus.disclosed("ingest", "prices", join(folder, "prices"));
  expect([code, stderr]).toEqual([0, expect.any(String)]);
});
afterAll(async () => {
  await corpus.store.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

async function idOf(table: "insider_trades" | "politician_trades", where: string): Promise<string> {
  const { rows } = await corpus.store.pool.query<{ id: string }>(`SELECT id FROM ${table} WHERE ${where}`);
  return rows[0]?.id ?? "none";
}

async function explained(id: string, ...options: string[]) {
  const { code, stdout, stderr } = await corpus.disclosed("explain", id, "--json", ...options);
  if (stdout === "") throw new Error(stderr);
  const result = JSON.parse(stdout) as Omit<Explanation, "kind"> & { kind: string; document_id: string };
  const field = (name: string) => result.fields.find((one) => one.name === name) as ExplainedField;
  const fact = (name: string) => result.derived.find((one) => one.name === name);
  return { code, result, field, fact };
}

const planned = () =>
  idOf("insider_trades", `accession_number = '${accession(1)}' AND NOT is_derivative AND row_index = 0`);

describe("a row of a form", () => {
  it("names a symbol that the form mistyped, the company that has it, and what follows", async () => {
    const id = await planned();
    const { fact: before } = await explained(id);
    expect(before("mistyped_symbol")).toBeUndefined();
    const { pool } = corpus.store;
    await pool.query("INSERT INTO companies (cik, name, ticker) VALUES ('0009980077', 'Zed Bearer Corp', 'IWID')");
    await pool.query(
      `INSERT INTO company_tickers (company_cik, symbol, first_seen_on, last_seen_on, source, listed_on, listed_position)
       VALUES ('0009980077', 'IWID', '2020-01-01', '2026-01-01', 'companies', '2026-01-01', 0)`,
    );
    const { fact } = await explained(id);
    expect(fact("mistyped_symbol")).toEqual({
      name: "mistyped_symbol",
      value: "IWID",
      from: expect.stringMatching(
        /the SEC's lists give it to Zed Bearer Corp \(CIK 0009980077\): not taken over.*ticker=IWID does not find this row/,
      ),
    });
    await pool.query("DELETE FROM companies WHERE cik = '0009980077'");
  });

  it("has its file, its XPath, and each field as filed, as read and as stored", async () => {
    const { code, result, field } = await explained(await planned());
    expect(code).toBe(0);
    expect(result).toMatchObject({
      kind: "trade",
      source: "form345",
      document_id: accession(1),
      file: { name: "plan.txt", state: "intact", sha256: expect.stringMatching(/^[0-9a-f]{64}$/), problem: null },
      position: "(/ownershipDocument/nonDerivativeTable/nonDerivativeTransaction)[1]",
      problem: null,
    });
    expect(field("shares")).toEqual({
      name: "shares",
      position: "transactionAmounts/transactionShares/value",
      filed: "1,500.00",
      read: "1500",
      stored: "1500",
      agrees: true,
    });
    expect(field("transaction_code")).toMatchObject({ position: "transactionCoding/transactionCode", filed: "S" });
    expect(field("ticker_as_filed")).toMatchObject({ position: "/ownershipDocument/issuer/issuerTradingSymbol" });
    expect(field("value")).toMatchObject({ position: "shares x price, to the cent", filed: null, stored: "15750" });
    expect(field("filing: accepted_at")).toMatchObject({ stored: "2024-03-06T22:00:00.000Z", agrees: true });
    expect(result.fields.filter(({ agrees, position }) => !agrees || position === null)).toEqual([]);
  });

  it("has the rules with their versions, and what was derived from what", async () => {
    const { result, fact } = await explained(await planned());
    expect(result.rules).toEqual(
      expect.arrayContaining([
        { name: "security-classes.csv", version: expect.stringMatching(/^SHA-256 [0-9a-f]{16}$/) },
        { name: "share-classes.csv", version: expect.stringMatching(/^SHA-256 [0-9a-f]{16}$/) },
        { name: "signal", version: expect.stringMatching(/^\d+$/) },
      ]),
    );
    expect(fact("is_10b5_1")).toMatchObject({
      value: "true",
      from: "the box is ticked, footnote F1 says under a plan",
    });
    expect(fact("signal")).toMatchObject({ value: "5 noise neutral", from: "base +5" });
    // filed on 2024-03-06: the next close is that of the 7th, the seventh day of the series
    expect(fact("entry")).toMatchObject({ value: "106 on 2024-03-07" });
    expect(fact("return_7")?.from).toContain("113 on 2024-03-14 against 106 on 2024-03-07");
    expect(fact("trade_date_entry")).toMatchObject({ value: "103 on 2024-03-04" });
    const restating = await idOf("insider_trades", `accession_number = '${accession(2)}'`);
    expect(fact("superseded_by")).toMatchObject({ value: restating });
    expect((await explained(restating)).fact("supersedes")).toMatchObject({ value: await planned() });
  });

  it("is found in a file of several filings, and in one without a header", async () => {
    const second = await explained(
      await idOf("insider_trades", `accession_number = '${accession(3)}' AND row_index = 2`),
    );
    expect(second.result.position).toBe("(/ownershipDocument/nonDerivativeTable/nonDerivativeTransaction)[3]");
    expect(second.field("shares")).toMatchObject({ filed: "8" });
    const bare = await explained(await idOf("insider_trades", `accession_number = '${accession(5)}'`));
    expect(bare.field("filed_on")).toMatchObject({ stored: "2024-03-07", agrees: true });
  });

  it("of a data set names the table and the line", async () => {
    const { result, field } = await explained(
      await idOf("insider_trades", `accession_number = '${accession(6)}' AND row_index = 1`),
    );
    const text = await tableOf("NONDERIV_TRANS.tsv");
    const line = text.split("\n").findIndex((one) => one.startsWith(accession(6)) && one.includes("\t12"));
    expect(result).toMatchObject({
      file: { name: "NONDERIV_TRANS.tsv", state: "intact" },
      position: `NONDERIV_TRANS.tsv, line ${line + 1}`,
    });
    expect(field("shares")).toMatchObject({
      position: "TRANS_SHARES",
      filed: expect.stringMatching(/^12/),
      stored: "12",
    });
  });
});

async function tableOf(name: string): Promise<string> {
  return gunzipSync(await readFile(join(folder, "form345", "2024q1", `${name}.gz`))).toString();
}

describe("a row of a report", () => {
  it("of the House names the page and the box", async () => {
    const id = await idOf("politician_trades", `report_id = 'house:${houseDocId}' AND row_index = 1`);
    const { code, result, field, fact } = await explained(id);
    expect(code).toBe(0);
    expect(result).toMatchObject({ kind: "politician-trade", source: "house", file: { state: "intact" } });
    const [, page, left, bottom, right, top] = (
      /^page (\d): (\d+),(\d+) to (\d+),(\d+)$/.exec(result.position ?? "") ?? []
    ).map(Number) as [number, number, number, number, number, number];
    expect([page, left]).toEqual([1, 66]);
    expect(right).toBeGreaterThan(446);
    expect(top).toBeGreaterThan(bottom);
    expect(field("amount_high")).toMatchObject({ filed: "$15,001 - $50,000", stored: "50000", agrees: true });
    expect(field("trade_type")).toMatchObject({ filed: "S (partial)", stored: "Sale (Partial)" });
    expect(fact("member")).toMatchObject({
      value: "Q999001",
      from: '"Hon. Ben Quill": name, state and district, in office on the date (2025-03-10)',
    });
    expect(result.fields.every(({ agrees }) => agrees)).toBe(true);
  });

  it("of the Senate names the row of the table", async () => {
    const id = await idOf("politician_trades", `report_id = 'senate:${senateUuid}' AND row_index = 1`);
    const { result, field } = await explained(id);
    expect(result).toMatchObject({ source: "senate", position: "row 2 of the table of transactions" });
    expect(field("asset_type")).toMatchObject({ position: "column asset type", filed: "Corporate Bond" });
    expect(field("ticker_as_filed")).toMatchObject({ filed: "--", stored: null, agrees: true });
  });

  it("is found where the database sorts text by the rules of a language", async () => {
    const { pool } = corpus.store;
    const id = await idOf("politician_trades", "chamber = 'House' AND row_index = 1");
    const sortedBy = (collation: string) =>
      pool.query(`ALTER TABLE politician_trades ALTER COLUMN report_id TYPE text COLLATE "${collation}"`);
    await sortedBy("en-x-icu");
    try {
      expect((await explained(id)).code).toBe(0);
    } finally {
      await sortedBy("default");
    }
  });
});

describe("a row of an amendment", () => {
  const reports = {
    "0a1b2c3d-0000-4111-8222-333344446601": { title: "Report for 06/03/2024", filed: "06/03/2024" },
    "0a1b2c3d-0000-4111-8222-333344446602": { title: "Report for 06/03/2024 (Amendment 1)", filed: "07/01/2024" },
  };
  const row = { date: "05/20/2024", ticker: "IWID", asset: "Invented Widgets Incorporated" };

  it("that restates another has the bars of its stored returns, which count from the first report", async () => {
    const amendments = join(folder, "amendments");
    await mkdir(amendments);
    for (const [uuid, { title, filed }] of Object.entries(reports))
      await writeFile(
        join(amendments, `${uuid}.html`),
        senatePage({ title: `Periodic Transaction ${title}`, filed: `${filed} @ 6:31 AM`, rows: [row] }),
      );
    expect((await corpus.disclosed("ingest", "senate", amendments)).code).toBe(0);
    const id = await idOf("politician_trades", "is_amendment AND superseded_by_id IS NULL AND ticker = 'IWID'");
    const { rows } = await corpus.store.pool.query(
      "SELECT entry_on::text, entry_price_adjusted::float8 AS price FROM politician_outcomes WHERE trade_id = $1",
      [id],
    );
    expect(rows).toEqual([{ entry_on: "2024-06-04", price: 195 }]);
    expect((await explained(id)).fact("entry")).toEqual({
      name: "entry",
      value: "195 on 2024-06-04",
      from: "first adjusted close after 2024-06-03",
    });
  });

  it("says whether an exit without a bar is still ahead", async () => {
    const id = await idOf("politician_trades", "is_amendment AND superseded_by_id IS NULL AND ticker = 'IWID'");
    const exit = async (today: string) => {
      vi.useFakeTimers({ now: new Date(today), toFake: ["Date"] });
      return (await explained(id)).fact("return_365")?.from;
    };
    // the last bar is of 2025-04-04
    expect(await exit("2025-06-03")).toBe("2025-06-04, 365 days after the entry, is not reached yet");
    expect(await exit("2025-06-14")).toBe("no bar yet since 2025-06-04, 365 days after the entry");
    expect(await exit("2025-06-15")).toBe("no bar within 10 days of 365 days after the entry");
  });
});

describe("a stored file", () => {
  it.each([
    ["removed", null, "missing"],
    ["replaced", gzipSync("other bytes"), "changed"],
  ])("is reported with exit code 1 after it was %s", async (_, bytes, state) => {
    const id = await planned();
    const { result } = await explained(id);
    const path = result.file?.path ?? "";
    const before = await readFile(path);
    await (bytes ? writeFile(path, bytes) : rm(path));
    try {
      const after = await explained(id);
      expect(after.code).toBe(1);
      expect(after.result.file).toMatchObject({ state });
      expect(after.result.problem).not.toBeNull();
      expect(after.field("shares")).toMatchObject({ stored: "1500", read: null, agrees: false });
    } finally {
      await writeFile(path, before);
    }
  });

  it("of a data set's other table is reported as a difference if it is missing", async () => {
    const id = await idOf("insider_trades", `accession_number = '${accession(6)}' AND row_index = 1`);
    const path = (await explained(id)).result.file?.path ?? "";
    const before = await readFile(path);
    await rm(path);
    try {
      const { code, field } = await explained(id);
      expect(code).toBe(1);
      expect(field("shares")).toMatchObject({ stored: "12", read: null, agrees: false });
    } finally {
      await writeFile(path, before);
    }
  });

  it("that is no ownership document is stated as the problem", async () => {
    const id = await planned();
    const bytes = Buffer.from("no ownership document");
    const sha256 = await keepRaw(corpus.home, bytes);
    const { pool } = corpus.store;
    const { rows } = await pool.query("SELECT source_file_sha256 AS was FROM filings WHERE accession_number = $1", [
      accession(1),
    ]);
    const point = (to: string) =>
      pool.query("UPDATE filings SET source_file_sha256 = $1 WHERE accession_number = $2", [to, accession(1)]);
    await pool.query("INSERT INTO source_files (sha256, name, bytes, source) VALUES ($1, 'other.txt', $2, 'form345')", [
      sha256,
      bytes.length,
    ]);
    await point(sha256);
    try {
      const { code, result, field } = await explained(id);
      expect(code).toBe(1);
      expect(result).toMatchObject({ file: { state: "intact" }, position: null, problem: expect.any(String) });
      expect(field("shares")).toMatchObject({ stored: "1500", read: null, agrees: false });
    } finally {
      await point(rows[0].was);
    }
  });
});

describe("the command", () => {
  it("prints the explanation as text", async () => {
    const { code, stdout } = await corpus.disclosed("explain", await planned());
    expect(code).toBe(0);
    expect(stdout).toMatch(/^shares +1,500\.00 +1500 +same +transactionAmounts\/transactionShares\/value$/m);
    expect(stdout).toMatch(/^bytes are +intact$/m);
  });

  it("makes no line longer for a long text in another one", async () => {
    await corpus.store.pool.query("UPDATE filings SET remarks = $1 WHERE accession_number = $2", [
      "x ".repeat(2000),
      accession(1),
    ]);
    const { stdout } = await corpus.disclosed("explain", await planned());
    await corpus.store.pool.query("UPDATE filings SET remarks = 'Invented.' WHERE accession_number = $1", [
      accession(1),
    ]);
    const lines = stdout.split("\n").filter((line) => !line.includes("x x x"));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(300);
  });

  it.each([["12"], ["12", "--kind", "cluster"]])("has exit code 1 for an unknown id: %j %j %j", async (...args) => {
    const { code, stdout, stderr } = await corpus.disclosed("explain", ...args.filter(Boolean));
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("has the id 12");
  });

  it.each([["x"], ["12345678901234567"], ["5", "--kind", "filing"]])(
    "has exit code 2 for wrong usage: %j",
    async (...args) => {
      expect((await corpus.disclosed("explain", ...args.filter(Boolean))).code).toBe(2);
    },
  );
});
