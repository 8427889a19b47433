// `disclosed fetch submissions` as an operator uses it, against EDGAR's double with invented filings.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { submission } from "../ingest/form345/fixtures.ts";
import type { Double } from "../publishers/kit.ts";
import { startSecDouble } from "../publishers/sec.ts";
import { testContact as contact } from "../support/contact.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { runCommand } from "../support/run-command.ts";

const accession = (n: number) => `0009980001-24-${String(n).padStart(6, "0")}`;
const files: Record<string, unknown> = {};
let store: TestStore;
let folder: string;
let edgar: Double;

// laid out as in edgar-index/submissions of the shared data; the names are invented
function columns(filings: { form: string; date: string; n: number }[]) {
  return {
    accessionNumber: filings.map(({ n }) => accession(n)),
    filingDate: filings.map(({ date }) => date),
    form: filings.map(({ form }) => form),
  };
}

beforeAll(async () => {
  store = await createTestStore();
  folder = await mkdtemp(join(tmpdir(), "disclosed-fetch-"));
  edgar = await startSecDouble({
    file: (name) => (files[name] ? JSON.stringify(files[name]) : null),
    submission: (id) => (id === accession(4) ? null : submission({ accession: id, issuerCik: "0009980001" })),
  });
});
beforeEach(() => {
  files["CIK0009980001.json"] = {
    cik: "0009980001",
    name: "Invented Widgets Inc",
    sic: "3711",
    tickers: ["ZQIW"],
    exchanges: ["Nasdaq"],
    insiderTransactionForIssuerExists: 1,
    filings: {
      recent: columns([
        { form: "4", date: "2024-03-06", n: 1 },
        { form: "8-K", date: "2024-03-05", n: 2 },
        { form: "4", date: "2024-03-04", n: 3 },
        { form: "4/A", date: "2024-03-01", n: 4 },
      ]),
      files: [
        {
          name: "CIK0009980001-submissions-001.json",
          filingCount: 1,
          filingFrom: "2004-01-05",
          filingTo: "2004-01-05",
        },
      ],
    },
  };
  files["CIK0009980001-submissions-001.json"] = columns([{ form: "3", date: "2004-01-05", n: 5 }]);
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await edgar.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function disclosed(args: string[], env: Record<string, string> = {}) {
  const settings = { CONTACT: contact, SEC_URL: edgar.url, SEC_DATA_URL: edgar.url, ...env };
  return await runCommand(args, { ...settings, DATABASE_URL: store.databaseUrl, DISCLOSED_HOME: join(folder, "home") });
}

it("refuses to fetch without a contact: one line, exit code 2, and no request is sent", async () => {
  const { code, stderr } = await disclosed(["fetch", "submissions", "9980001"], { CONTACT: "" });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^disclosed: CONTACT is not set[^\n]*\n$/);
  expect(edgar.requests).toEqual([]);
});

it("reports an invalid CIK or date as wrong usage", async () => {
  expect((await disclosed(["fetch", "submissions", "ZQIW"])).code).toBe(2);
  expect((await disclosed(["fetch", "submissions", "1", "--from", "2024-02-30"])).code).toBe(2);
});

it("reports a CIK that EDGAR does not know", async () => {
  const { code, stderr } = await disclosed(["fetch", "submissions", "9989999"]);
  expect(code).toBe(2);
  expect(stderr).toContain("EDGAR has no filer with the CIK 0009989999");
});

it("fetches the company and its filings since a day, and records the older ones as listed", async () => {
  const first = await disclosed(["fetch", "submissions", "CIK9980001", "--from", "2024-01-01", "--json"]);
  expect(first.code, first.stderr).toBe(0);
  expect(JSON.parse(first.stdout)).toMatchObject([
    { cik: "0009980001", name: "Invented Widgets Inc", listed: 4, fetched: 2, missing: 1, records: { quarantined: 0 } },
  ]);
  const { rows } = await store.pool.query(
    "SELECT document_id, to_char(listed_on, 'YYYY-MM-DD') AS day, kind, state FROM listed_document_states ORDER BY document_id",
  );
  expect(rows).toEqual([
    { document_id: accession(1), day: "2024-03-06", kind: "4", state: "stored" },
    { document_id: accession(3), day: "2024-03-04", kind: "4", state: "stored" },
    { document_id: accession(4), day: "2024-03-01", kind: "4/A", state: "not_fetched" },
    { document_id: accession(5), day: "2004-01-05", kind: "3", state: "not_fetched" },
  ]);
  expect(await store.prisma.company.findUnique({ where: { cik: "0009980001" } })).toMatchObject({ sicCode: 3711 });
  // one company's list does not show that the days in it are complete
  expect((await store.pool.query("SELECT FROM listing_fetches")).rowCount).toBe(0);
  const coverage = JSON.parse((await disclosed(["coverage", "form345", "--json"])).stdout);
  expect(coverage.sources[0].listing).toMatchObject({ listed: 4, stored: 2, not_fetched: 2, days: { incomplete: 4 } });
});

it("does not fetch again what is stored", async () => {
  edgar.requests.length = 0;
  const { stdout } = await disclosed(["fetch", "submissions", "9980001"]);
  expect(stdout).toContain("EDGAR lists 4 Forms 3, 4 and 5; 1 fetched, 0 not available now");
  const requested = edgar.requests.map(({ path }) => path.split("/").at(-1));
  // a document whose fetch has just failed is not retried yet
  expect(requested.slice(2)).toEqual([`${accession(5)}.txt`]);
  expect(edgar.requests.every(({ headers }) => headers["user-agent"] === contact)).toBe(true);
});

it("fetches no filing with --list-only", async () => {
  edgar.requests.length = 0;
  const { stdout } = await disclosed(["fetch", "submissions", "9980001", "--list-only"]);
  expect(stdout).toBe("Invented Widgets Inc (CIK 0009980001): EDGAR lists 4 Forms 3, 4 and 5\n");
  expect(edgar.requests.map(({ path }) => path)).toEqual([
    "/submissions/CIK0009980001.json",
    "/submissions/CIK0009980001-submissions-001.json",
  ]);
});

it.each<[string, unknown]>([
  ["another company's file", { cik: "1", name: "Other", filings: { recent: columns([]), files: [] } }],
  ["columns of different lengths", { ...columns([{ form: "3", date: "2004-01-05", n: 5 }]), form: [] }],
  ["an impossible date", columns([{ form: "3", date: "2004-02-30", n: 5 }])],
])("refuses %s with exit code 1", async (what, file) => {
  files[what === "another company's file" ? "CIK0009980001.json" : "CIK0009980001-submissions-001.json"] = file;
  const { code, stderr } = await disclosed(["fetch", "submissions", "9980001"]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^disclosed: http.*CIK0009980001.*$/m);
});
