// `disclosed coverage` and `disclosed quarantine` as an operator uses them. Filings and companies are invented.
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ownershipXml, submission } from "../ingest/form345/fixtures.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { runForBytes } from "../support/run-command.ts";

let store: TestStore;
let folder: string;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "disclosed-coverage-"));
  await store.pool.query(
    "TRUNCATE listed_documents, listing_fetches, filings, companies, insiders, quarantine, ingestion_runs, audit_log CASCADE",
  );
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

const accession = (n: number) => `0009999999-24-${String(n).padStart(6, "0")}`;
const put = (name: string, content: string | Buffer) => writeFile(join(folder, name), content);
const index = (...numbers: number[]) => `Description:           Daily Index of EDGAR Dissemination Feed
Last Data Received:    Mar 6, 2024

CIK|Company Name|Form Type|Date Filed|File Name
--------------------------------------------------------------------------------
${numbers.map((n) => `8000001|INVENTED WIDGETS INC|4|20240306|edgar/data/8000001/${accession(n)}.txt\n`).join("")}`;

async function disclosed(...args: string[]) {
  const env = { DATABASE_URL: store.databaseUrl, DISCLOSED_HOME: join(folder, ".home") };
  const { code, stdout, stderr } = await runForBytes(args, env);
  return { code, bytes: stdout, stdout: stdout.toString(), stderr: stderr.toString() };
}

async function json(...args: string[]) {
  const { stdout, stderr } = await disclosed(...args, "--json");
  expect(stderr.split("\n").filter((line) => !/^Deriving|^$/.test(line))).toEqual([]);
  return JSON.parse(stdout);
}

describe("coverage", () => {
  it("of a day has its counts, the reasons of missing documents, and whether the counts add up", async () => {
    await put("master.20240306.idx", index(1, 2, 3));
    await put("one.txt", submission({ accession: accession(1) }));
    await put(`${accession(2)}.txt`, "nothing");
    await disclosed("ingest", "form345", folder);
    const report = await json("coverage", "form345", "--day", "2024-03-06");
    expect(report.reconciled).toBe(true);
    expect(report.sources).toHaveLength(1);
    const statistics = {
      listed: 3,
      stored: 1,
      quarantined: 1,
      ignored: 0,
      not_fetched: 1,
      stored_unlisted: 0,
      reconciled: true,
    };
    expect(report.sources[0]).toMatchObject({
      source: "form345",
      newest_filing_date: "2024-03-06",
      age_days: 0,
      // fetched today, but its newest record is years old
      behind: true,
      listing: { ...statistics, newest_complete_date: null, failed_fetches: 0, days: { incomplete: 1 } },
    });
    expect(report.sources[0].days).toMatchObject([{ date: "2024-03-06", state: "incomplete", ...statistics }]);
    expect(report.sources[0].documents).toMatchObject([
      { document_id: accession(2), state: "quarantined", reason: "not_a_filing", quarantine_id: expect.any(Number) },
      { document_id: accession(3), state: "not_fetched", reason: null, quarantine_id: null },
    ]);
    const { stdout, code } = await disclosed("coverage", "form345");
    expect(code).toBe(0);
    expect(stdout).toMatch(/2024-03-06 +incomplete +3 +1 +1 +1 +0 +yes +not_a_filing 1/);
    expect(stdout).toMatch(/2024-03-07 to \d{4}-\d{2}-\d{2} +never fetched/);
    expect(stdout).toContain("reconciled: yes");
  });

  it("reports a fetched source as behind until its newest record is recent", async () => {
    const behind = async () => (await json("coverage", "form345")).sources[0].behind;
    await put("nothing.txt", "nothing");
    await disclosed("ingest", "form345", folder);
    expect(await behind()).toBe(true);
    await put("one.txt", submission({ accession: accession(1) }));
    await disclosed("ingest", "form345", folder);
    expect(await behind()).toBe(true);
    expect((await disclosed("coverage")).stdout).toMatch(/form345 +1 +2024-03-06 +today \(behind\)/);
    await store.pool.query("UPDATE filings SET filed_on = (now() AT TIME ZONE 'UTC')::date - 5");
    expect(await behind()).toBe(false);
    await store.pool.query("UPDATE filings SET filed_on = filed_on - 1");
    expect(await behind()).toBe(true);
  });

  it("names every source, and which were never fetched", async () => {
    const report = await json("coverage");
    expect(report.sources.map(({ source }: { source: string }) => source)).toEqual([
      "form345",
      "house",
      "senate",
      "legislators",
      "prices",
      "companies",
    ]);
    expect(report.sources[0]).toMatchObject({ records: 0, last_fetched_at: null, behind: null, listing: null });
    expect((await disclosed("coverage")).stdout).toMatch(/form345 +0 +- +never/);
  });

  it("that does not add up is reported with exit code 1", async () => {
    await put("master.20240306.idx", index(1, 2, 3));
    await disclosed("ingest", "form345", folder);
    // a listing of that day that had one document more than is known
    await store.pool.query("UPDATE listing_fetches SET listed = 4");
    const { code, stdout } = await disclosed("coverage", "form345", "--day", "2024-03-06");
    expect(code).toBe(1);
    expect(stdout).toContain("reconciled: no");
  });

  it.each([
    [["coverage", "nothing"]],
    [["coverage", "form345", "--day", "2024-02-30"]],
    [["coverage", "form345", "--day", "2024-02-01", "--from", "2024-01-01"]],
    [["coverage", "form345", "--from", "2024-02-01", "--to", "2024-01-01"]],
    [["quarantine", "show", "x"]],
    [["quarantine", "list", "--status", "gone"]],
    [["quarantine", "retry"]],
    [["quarantine", "retry", "1", "--all"]],
    [["quarantine", "ignore", "1"]],
    [["quarantine", "ignore", "1", "--because", " "]],
  ])("ends with exit code 2 for wrong usage: %j", async (args) => {
    const { code, stdout, stderr } = await disclosed(...args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr.trim()).not.toBe("");
  });
});

describe("quarantine", () => {
  const list = async (...args: string[]) => (await json("quarantine", "list", ...args)).items;

  it("shows a refusal with its raw file, byte for byte", async () => {
    const bytes = Buffer.concat([Buffer.from("no filing \u001b[31m"), Buffer.from([0xff, 0xfe, 0x80])]);
    await put(`${accession(2)}.txt`, bytes);
    await disclosed("ingest", "form345", folder, "--filed", "2024-03-06");
    const [item] = await list("--source", "form345", "--reason", "not_a_filing");
    expect(item).toMatchObject({ status: "open", document_id: accession(2), run: { filed: "2024-03-06" } });
    const shown = await json("quarantine", "show", String(item.id));
    expect(shown).toMatchObject({
      id: item.id,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      bytes: bytes.length,
      raw_missing: null,
    });
    expect(shown.excerpt).toContain("no filing");
    // escape sequences in a file must not reach the terminal
    expect(shown.excerpt).not.toContain("\u001b");
    expect((await disclosed("quarantine", "show", String(item.id), "--raw")).bytes).toEqual(bytes);
    expect((await disclosed("quarantine", "show", String(item.id))).stdout).toContain(accession(2));
    expect((await disclosed("quarantine", "list")).stdout).toContain(item.message);
  });

  it("resolves a refusal by a retry with the stored bytes under the same name once the missing data exist", async () => {
    await put(`${accession(8)}.xml`, ownershipXml());
    await put("bad.txt", "nothing");
    await disclosed("ingest", "form345", folder);
    const refused = await list();
    expect(refused.map(({ reason }: { reason: string }) => reason).sort()).toEqual(["no_filing_date", "not_a_filing"]);
    await rm(join(folder, `${accession(8)}.xml`));
    await rm(join(folder, "bad.txt"));
    await put("master.20240306.idx", index(8));
    await disclosed("ingest", "form345", folder);
    expect((await json("coverage", "form345", "--day", "2024-03-06")).sources[0].days).toMatchObject([
      { quarantined: 1 },
    ]);
    const report = await json("quarantine", "retry", "--all");
    const [undated, bad] = ["no_filing_date", "not_a_filing"].map(
      (reason) => refused.find((item: { reason: string }) => item.reason === reason).id,
    );
    expect(report).toMatchObject({
      tried: 2,
      resolved: [undated],
      refused: [{ id: bad, reason: "not_a_filing" }],
      unavailable: [],
      records: { new: 1 },
    });
    expect(await list("--status", "resolved")).toMatchObject([{ id: undated, document_id: accession(8) }]);
    expect((await json("coverage", "form345", "--day", "2024-03-06")).sources[0].days).toMatchObject([
      { state: "complete", stored: 1, quarantined: 0 },
    ]);
    // a second retry duplicates nothing and keeps the id
    expect((await json("quarantine", "retry", String(bad))).refused).toMatchObject([{ id: bad }]);
    expect(await list("--status", "all")).toHaveLength(2);
  });

  it("retries with the options of the first run", async () => {
    await put("nameless.xml", ownershipXml());
    await disclosed("ingest", "form345", folder, "--filed", "2024-03-06");
    const [item] = await list();
    expect(item.reason).toBe("no_accession");
    await json("quarantine", "retry", String(item.id));
    expect(await list()).toMatchObject([{ id: item.id, run: { filed: "2024-03-06", retry: [String(item.id)] } }]);
  });

  it("does not list an ignored refusal as open, counts it as ignored in the coverage, and reopens it", async () => {
    await put("master.20240306.idx", index(2));
    await put(`${accession(2)}.txt`, "nothing");
    await disclosed("ingest", "form345", folder);
    const [{ id }] = await list();
    await disclosed("quarantine", "ignore", String(id), "--because", "an error page; the filing was withdrawn");
    expect(await list()).toEqual([]);
    expect(await list("--status", "ignored")).toMatchObject([
      { id, ignored_because: "an error page; the filing was withdrawn" },
    ]);
    const days = (await json("coverage", "form345", "--day", "2024-03-06")).sources[0].days;
    expect(days).toMatchObject([{ listed: 1, quarantined: 1, ignored: 1, not_fetched: 0, reconciled: true }]);
    // it stays ignored when its file is ingested again
    await disclosed("ingest", "form345", folder);
    expect(await list()).toEqual([]);
    await disclosed("quarantine", "unignore", String(id));
    expect(await list()).toMatchObject([{ id, ignored_because: null }]);
    const { rows } = await store.pool.query("SELECT action, object_type, object_id FROM audit_log ORDER BY id");
    expect(rows).toEqual([
      { action: "quarantine.ignore", object_type: "quarantine", object_id: String(id) },
      { action: "quarantine.unignore", object_type: "quarantine", object_id: String(id) },
    ]);
  });

  it("reports an unknown id with exit code 1", async () => {
    const { code, stderr } = await disclosed("quarantine", "ignore", "999", "--because", "why");
    expect([code, stderr]).toEqual([1, "disclosed: There is no refusal with the id 999\n"]);
  });
});
