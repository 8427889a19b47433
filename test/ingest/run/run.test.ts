// One ingestion from the operator's paths to the summary: archives, damage, quarantine and its resolution, sample data.
import { mkdir, mkdtemp, readdir, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import tar from "tar-stream";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import form345Source from "../../../src/ingest/form345/source.ts";
import { openIngestion } from "../../../src/ingest/run/ingestion.ts";
import { readRaw } from "../../../src/ingest/run/raw-store.ts";
import { type RunOptions, runIngestion } from "../../../src/ingest/run/run.ts";
import { type Source, silent } from "../../../src/ingest/source.ts";
import { type Change, removePending } from "../../../src/store/transaction.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { ownershipXml, submission } from "../form345/fixtures.ts";
import { zipOf } from "./zip.ts";

let store: TestStore;
let folder: string;
let home: string;
let messages: string[];

beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.pool.query(
    "TRUNCATE listed_documents, listing_fetches, filings, companies, insiders, row_history, quarantine, source_files, ingestion_runs, pending_derivations CASCADE",
  );
  await store.pool.query("UPDATE data_version SET version = 0, kind = 'empty'");
  folder = await mkdtemp(join(tmpdir(), "disclosed-run-"));
  home = join(folder, "home");
  messages = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const ingest = (paths: string[], more: Partial<RunOptions> = {}) =>
  runIngestion(store, {
    source: form345Source,
    paths: paths.map((path) => join(folder, path)),
    home,
    today: "2024-06-01",
    progress: { ...silent, say: (line) => messages.push(line) },
    ...more,
  });
const put = async (path: string, content: string | Buffer) => {
  await mkdir(join(folder, path, ".."), { recursive: true });
  await writeFile(join(folder, path), content);
};
const query = async <T>(sql: string) => (await store.pool.query(sql)).rows as T[];
const version = async () =>
  (await query<{ version: string; kind: string }>("SELECT version, kind FROM data_version"))[0];
const accession = (n: number) => `0009999999-24-${String(n).padStart(6, "0")}`;

/** Paths of the open files of this process; none on systems that do not list them. */
async function openFiles(): Promise<string[]> {
  const descriptors = await readdir("/proc/self/fd").catch(() => []);
  return await Promise.all(descriptors.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => "")));
}

async function tarOf(entries: Record<string, Buffer>): Promise<Buffer> {
  const pack = tar.pack();
  for (const [name, content] of Object.entries(entries)) pack.entry({ name }, content);
  pack.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of pack) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe("files, folders and archives", () => {
  it("are all read, archives inside archives too, and their records are counted", async () => {
    const one = (n: number) => submission({ accession: accession(n) });
    await put("in/a/one.txt", one(1));
    await put(
      "in/b.zip",
      zipOf({ "x/two.txt": one(2), "__MACOSX/._two.txt": Buffer.from("junk"), "README.md": Buffer.from("#") }),
    );
    await put(
      "in/c.tar.gz",
      await promisify(gzip)(await tarOf({ "./three.txt": one(3), "in.zip": zipOf({ "four.txt": one(4) }) })),
    );
    await put("in/d.txt.gz", await promisify(gzip)(one(5)));
    await put("in/.hidden.txt", "junk");
    await put("in/notes.md", "junk");
    expect(await ingest(["in"])).toMatchObject({
      source: "form345",
      files: 5,
      quarantined_files: 0,
      records: { found: 5, new: 5, unchanged: 0, amended: 0, quarantined: 0 },
    });
    expect(messages).toEqual([]);
  });

  it("are read once if a link goes round in a circle", async () => {
    await put("in/one.txt", submission());
    await symlink(join(folder, "in"), join(folder, "in", "again"));
    expect((await ingest(["in"])).files).toBe(1);
  });

  it("a path that does not exist is refused before the run begins", async () => {
    await expect(ingest(["nowhere"])).rejects.toThrow(/nowhere: no such file or folder/);
    expect(await query("SELECT 1 FROM ingestion_runs")).toEqual([]);
  });

  it("a path without anything to read is reported", async () => {
    await put("good/one.txt", submission());
    await put("bad/readme.md", "");
    await ingest(["good", "bad"]);
    expect(messages).toEqual([`${join(folder, "bad")} contains nothing that the source form345 reads`]);
  });
});

describe("a run", () => {
  it("stores the raw bytes, content-addressed, and each filing references its file", async () => {
    await put("in/one.txt", submission());
    await ingest(["in"]);
    const [file] = await query<{ sha256: string; name: string; bytes: number }>(
      "SELECT s.sha256, s.name, s.bytes FROM filings f JOIN source_files s ON s.sha256 = f.source_file_sha256",
    );
    expect(file).toMatchObject({ name: "one.txt", bytes: submission().length });
    expect(await readRaw(home, file?.sha256 ?? "")).toEqual(submission());
    const [prefix = ""] = await readdir(join(home, "raw"));
    expect(file?.sha256.startsWith(prefix)).toBe(true);
  });

  it("is recorded, marks the store as real, and increments the data version only if something changed", async () => {
    await put("in/one.txt", submission());
    const changes: Change[] = [];
    const derive = async () => changes.push(...(await removePending(store.pool)));
    await ingest(["in"], { derive });
    expect(changes).toEqual([{ kind: "company", cik: "0008000001", from: "2024-03-06" }]);
    expect(await version()).toEqual({ version: "1", kind: "real" });
    await ingest(["in"], { derive });
    expect(changes).toHaveLength(1);
    expect(await version()).toEqual({ version: "1", kind: "real" });
    expect(await query("SELECT status, files, found, new, unchanged FROM ingestion_runs ORDER BY started_at")).toEqual([
      { status: "completed", files: 1, found: 1, new: 1, unchanged: 0 },
      { status: "completed", files: 1, found: 1, new: 0, unchanged: 1 },
    ]);
  });

  it("stores the same accession number from two folders as one filing", async () => {
    await put("in/8000001/x.txt", submission());
    await put("in/9000001/x.txt", submission());
    expect((await ingest(["in"])).records).toMatchObject({ found: 2, new: 1, unchanged: 1 });
  });

  it("is recorded as failed if it cannot continue", async () => {
    const broken: Source = {
      name: "form345",
      accepts: () => true,
      open: () => ({ take: () => Promise.reject(new Error("connection lost")) }),
    };
    await put("in/one.txt", "x");
    await expect(ingest(["in"], { source: broken })).rejects.toThrow("connection lost");
    expect(await query("SELECT status, message FROM ingestion_runs")).toEqual([
      { status: "failed", message: "connection lost" },
    ]);
  });
});

describe("a run whose process died", () => {
  const begin = (status: string, startedAt: Date) =>
    store.prisma.ingestionRun.create({ data: { source: "house", status, startedAt, arguments: { paths: [] } } });

  it("is marked as interrupted by the next run; a running or ended one is unchanged", async () => {
    // different times, because runs of one millisecond have no order
    await begin("running", new Date("2024-05-01T00:00:00Z"));
    await begin("failed", new Date("2024-05-02T00:00:00Z"));
    const living = await openIngestion(store, { source: form345Source, arguments: {}, home, today: "2024-06-01" });
    await put("in/one.txt", submission());
    await ingest(["in"]);
    const states = () =>
      query("SELECT source, status, finished_at IS NULL AS open FROM ingestion_runs ORDER BY started_at");
    expect(await states()).toEqual([
      { source: "house", status: "interrupted", open: false },
      { source: "house", status: "failed", open: true },
      { source: "form345", status: "running", open: true },
      { source: "form345", status: "completed", open: false },
    ]);
    await living.abandon("stopped", "enough");
    expect((await states())[2]).toMatchObject({ status: "stopped", open: false });
  });

  it("leaves its loaded rows to be derived by the next run, which itself loads nothing", async () => {
    await put("in/one.txt", submission());
    await ingest(["in"]);
    let derived: Change[] = [];
    const derive = async () => {
      derived = await removePending(store.pool);
    };
    expect((await ingest(["in"], { derive })).records).toMatchObject({ new: 0, unchanged: 1 });
    expect(derived).toMatchObject([{ kind: "company", cik: "0008000001" }]);
  });
});

describe("quarantine", () => {
  const rows = () => query("SELECT reason, status, record_ref FROM quarantine ORDER BY reason, record_ref");

  it("refuses bad files and records with a reason, and loads the rest", async () => {
    await put("in/bad.txt", "<!DOCTYPE html><html><title>Undeclared Automated Tool</title>");
    await put("in/empty.txt", "");
    await put("in/cut.zip", zipOf({ "a.txt": submission() }).subarray(0, 60));
    await put("in/cut.tar.gz", Buffer.from("no gzip"));
    await put("in/good.txt", submission({ rows: [{}, { code: null }] }));
    expect(await ingest(["in"])).toMatchObject({
      files: 5,
      quarantined_files: 4,
      records: { found: 2, new: 1, quarantined: 1 },
    });
    expect(await rows()).toEqual([
      { reason: "bad_archive", status: "open", record_ref: "" },
      { reason: "bad_archive", status: "open", record_ref: "" },
      { reason: "empty_file", status: "open", record_ref: "" },
      { reason: "no_transaction_code", status: "open", record_ref: `${accession(1)} nonDerivative[1]` },
      { reason: "not_a_filing", status: "open", record_ref: "" },
    ]);
  });

  it("the same refusal again, also under another path, is one row", async () => {
    await put("in/bad.txt", "nothing");
    await put("elsewhere/bad.txt", "nothing");
    await ingest(["in"]);
    await ingest(["in"]);
    await ingest(["elsewhere"]);
    expect(await rows()).toHaveLength(1);
  });

  it("two copies in one run are one row, the second time too", async () => {
    const copy = submission({ rows: [{}, { code: null }] });
    await put("in/a/copy.txt", copy);
    await put("in/b/copy.txt", copy);
    await ingest(["in"]);
    await ingest(["in"]);
    expect(await rows()).toHaveLength(1);
  });

  it("a file that is loaded later resolves its quarantine row", async () => {
    await put("in/0009999999-24-000007.xml", ownershipXml());
    expect(await ingest(["in"])).toMatchObject({ files: 1, quarantined_files: 1 });
    expect(await rows()).toMatchObject([{ reason: "no_filing_date", status: "open" }]);
    expect(await ingest(["in"], { options: { filed: "2024-03-06" } })).toMatchObject({ quarantined_files: 0 });
    expect(await rows()).toMatchObject([{ reason: "no_filing_date", status: "resolved" }]);
  });

  it("a file that replaces it resolves its quarantine row too", async () => {
    await put("in/bad.txt", "<html>");
    await ingest(["in"]);
    await put("in/bad.txt", submission());
    await ingest(["in"]);
    expect(await rows()).toMatchObject([{ reason: "not_a_filing", status: "resolved" }]);
  });

  it("an archive that unpacks to far more than its size is refused", async () => {
    const zeros = Buffer.alloc(300 * 1024 * 1024);
    await put("in/bomb.txt.gz", await promisify(gzip)(zeros, { level: 1 }));
    await put("in/good.txt", submission());
    expect(await ingest(["in"])).toMatchObject({ files: 2, quarantined_files: 1, records: { new: 1 } });
    expect(await rows()).toMatchObject([{ reason: "file_too_large" }]);
    await expect.poll(openFiles, { timeout: 2000 }).not.toContain(join(folder, "in/bomb.txt.gz"));
  });
});

describe("bare documents", () => {
  const xml = ownershipXml();

  it("have their filing date from an index in the same run, in any order of the files", async () => {
    await put("in/000999999924000008/form4.xml", xml);
    await put(
      "in/zz/form.idx",
      `Form Type   Company Name   CIK   Date Filed  File Name
---------------
4           INVENTED WIDGETS INC       8000001     20240307    edgar/data/8000001/0009999999-24-000008.txt
`,
    );
    await ingest(["in"], { options: { filed: "2024-04-01" } });
    expect(await query("SELECT accession_number, filed_on, filed_on_source FROM filings")).toEqual([
      { accession_number: accession(8), filed_on: "2024-03-07", filed_on_source: "index" },
    ]);
  });

  it("are refused without a date, whatever their name or signature states, and without an accession number", async () => {
    await put(`in/8000001_4_2024-03-06_${accession(8)}.xml`, xml);
    await put("in/form4.xml", xml);
    expect(await ingest(["in"])).toMatchObject({ files: 2, quarantined_files: 2 });
    expect(await query("SELECT reason FROM quarantine ORDER BY 1")).toEqual([
      { reason: "no_accession" },
      { reason: "no_filing_date" },
    ]);
  });
});

describe("sample data", () => {
  it("are removed before the first real filing, with a message, and not for a file that is not one", async () => {
    await store.pool.query("INSERT INTO companies (cik, name) VALUES ('0000000001', 'SAMPLE CO')");
    await store.pool.query("UPDATE data_version SET kind = 'sample'");
    await put("bad/bad.txt", "nothing");
    await ingest(["bad"]);
    expect(await version()).toMatchObject({ kind: "sample" });
    await put("good/one.txt", submission());
    await put("good/bad.txt", "nothing");
    await ingest(["good"]);
    expect(await version()).toMatchObject({ kind: "real" });
    expect(messages.join()).toMatch(/sample data .* removed/);
    expect(await query("SELECT cik FROM companies")).toEqual([{ cik: "0008000001" }]);
  });
});
