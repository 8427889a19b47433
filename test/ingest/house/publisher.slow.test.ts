// Fetching from the House Clerk's site: reports of the index are listed, PDFs are stored or retried, and the rows are the same as
// from the same files in a folder.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readIndexFile } from "../../../src/ingest/house/index-file.ts";
import housePublisher from "../../../src/ingest/house/publisher.ts";
import houseSource from "../../../src/ingest/house/source.ts";
import legislatorsSource from "../../../src/ingest/legislators/source.ts";
import type { Store } from "../../../src/store/store.ts";
import { fetches, follow, states, tradeRows } from "../../publishers/follow.ts";
import { type HouseDouble, startHouse } from "../../publishers/house.ts";
import { type Double, startDouble } from "../../publishers/kit.ts";
import { hasRecords, sharedData } from "../../publishers/shared-data.ts";
import { createMembers, housePdf } from "../../support/congress.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { houseIndexXml, wholeHouseYear } from "../../support/house-index.ts";
import { ingestFiles, inputFile } from "../../support/ingest.ts";
import { makePdf } from "../../support/pdf.ts";
import { zipOf } from "../run/zip.ts";

let store: TestStore;
let opened: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  store = await createTestStore();
  opened = [store];
});

afterEach(async () => {
  for (const one of opened.toReversed()) await one.close();
});

async function started<T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const one = await starting;
  opened.push(one);
  return one;
}

interface Row {
  id: string;
  type?: string;
  filed?: string;
}

/** An index of invented rows. */
function indexZip(year: number, rows: Row[]): Buffer {
  const members = rows.map(
    ({ id, type = "P", filed = "3/12/2025" }) =>
      `<Member><Prefix>Hon.</Prefix><Last>Quill</Last><First>Ben</First><Suffix /><FilingType>${type}</FilingType>
       <StateDst>OH03</StateDst><Year>${year}</Year>${filed ? `<FilingDate>${filed}</FilingDate>` : "<FilingDate />"}<DocID>${id}</DocID></Member>`,
  );
  const xml = `\uFEFF<?xml version="1.0" encoding="utf-8"?><FinancialDisclosure>${members.join("\n")}</FinancialDisclosure>`;
  return zipOf({ [`${year}FD.txt`]: Buffer.from("Prefix\tLast\t"), [`${year}FD.xml`]: Buffer.from(xml) });
}

const row = { asset: ["Zed Quartz Corp (ZZQA) [ST]"], type: "P", date: "02/03/2025", amount: ["$1,001 - $15,000"] };
const index = (year: number) => `/public_disc/financial-pdfs/${year}FD.zip`;
const report = (id: string) => `/public_disc/ptr-pdfs/2025/${id}.pdf`;

/** A site of invented files. */
async function site(files: Record<string, Buffer>): Promise<Double> {
  return await started(startDouble(({ path }) => (files[path] ? { body: files[path] } : null)));
}

const visit = (double: Double, from = "2025-01-01", today = "2025-04-01") =>
  follow(store, housePublisher({ houseUrl: double.url }), { from, today });

describe("a year's index", () => {
  it("replaces the failed fetch of an older file of it", async () => {
    const xml = `<?xml version="1.0"?><FinancialDisclosure><Member><Last>Quill</Last><FilingType>P</FilingType><StateDst>OH03</StateDst>
      <Year>2025</Year><FilingDate>1/9/2025</FilingDate><DocID>20999009</DocID></Member></FinancialDisclosure>`;
    await ingestFiles(store, houseSource, [inputFile("2025FD.xml", xml)], { today: "2025-04-01" });
    expect(await fetches(store, "house")).toMatchObject({ "local/year-index/2025/since": { outcome: "failed" } });
    const double = await site({ [index(2025)]: indexZip(2025, [{ id: "20999009", filed: "3/31/2025" }]) });
    await visit(double);
    expect(Object.keys(await fetches(store, "house")).sort()).toEqual([
      "local/year-index/2025",
      "year-index/2024",
      "year-index/2025",
      "year-index/2025/since",
    ]);
  });

  it("lists reports and no other forms; a scan is stored as unreadable, a report with its rows", async () => {
    await createMembers(store);
    const double = await site({
      [index(2025)]: indexZip(2025, [{ id: "20999001" }, { id: "8999002" }, { id: "10999003", type: "C" }]),
      [report("20999001")]: housePdf("20999001", [row]),
      [report("8999002")]: makePdf([[]]),
    });
    expect(await visit(double)).toEqual({ requested: ["20999001", "8999002"], missing: [] });
    expect(await fetches(store, "house")).toEqual({
      "year-index/2025": {
        outcome: "listed",
        listed: 2,
        final: false,
        message: "the index has no row or no report for longer than 4 business days: 70 days from 2025-01-01",
      },
      "year-index/2025/since": {
        outcome: "failed",
        listed: 0,
        final: false,
        message: "the newest row of the index is of 2025-03-12",
      },
      "year-index/2024": { outcome: "failed", listed: 0, final: false, message: "the Clerk has no index of 2024" },
    });
    const { rows } = await store.pool.query(
      "SELECT document_id, kind, url, state, reason FROM listed_document_states ORDER BY 1",
    );
    const url = "https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2025";
    expect(rows).toEqual([
      { document_id: "20999001", kind: "P", url: `${url}/20999001.pdf`, state: "stored", reason: null },
      {
        document_id: "8999002",
        kind: "P",
        url: `${url}/8999002.pdf`,
        state: "quarantined",
        reason: "unreadable (scan)",
      },
    ]);
    expect(await tradeRows(store)).toMatchObject([
      { report_id: "house:20999001", ticker: "ZZQA", filed_on: "2025-03-12" },
    ]);
  });

  it("needs one conditional request if it has not changed, and lists what is new if it has grown", async () => {
    await createMembers(store);
    const files = {
      [index(2025)]: indexZip(2025, [{ id: "20999001" }]),
      [report("20999001")]: housePdf("20999001", [row]),
      [report("20999002")]: housePdf("20999002", [{ ...row, date: "02/04/2025" }]),
    };
    const double = await site(files);
    await visit(double);
    double.requests.length = 0;
    expect(await visit(double)).toEqual({ requested: [], missing: [] });
    const again = double.requests.filter(({ path }) => path === index(2025));
    expect(again.map(({ headers }) => headers["if-none-match"])).toEqual([expect.stringMatching(/^"/)]);

    files[index(2025)] = indexZip(2025, [{ id: "20999001" }, { id: "20999002", filed: "3/20/2025" }]);
    expect(await visit(double)).toEqual({ requested: ["20999002"], missing: [] });
    expect((await tradeRows(store)).length).toBe(2);
  });

  it("is fetched until three years after its end, including the year before the first requested day", async () => {
    const double = await site({
      [index(2020)]: zipOf({
        "2020FD.xml": Buffer.from(
          houseIndexXml([...wholeHouseYear(2020), { id: "20990001", type: "P", filed: "2021-02-01" }], 2020),
        ),
      }),
      [index(2021)]: indexZip(2021, [{ id: "20991001", filed: "5/1/2021" }]),
    });
    const { requested } = await visit(double, "2021-01-01", "2024-01-02");
    // newest first
    expect(requested).toEqual(["20991001", "20990001"]);
    const { "year-index/2020": first, "year-index/2021": second } = await fetches(store, "house");
    expect([first?.final, second?.final]).toEqual([true, false]);
    double.requests.length = 0;
    await visit(double, "2021-01-01", "2024-01-02");
    const isRequested = (year: number) => double.requests.some(({ path }) => path === index(year));
    expect([isRequested(2020), isRequested(2021)]).toEqual([false, true]);
  });

  it("of a current year is not published yet if it does not exist; a row without a date is listed on the first requested day", async () => {
    const double = await site({ [index(2024)]: indexZip(2024, [{ id: "20990001", filed: "" }]) });
    await visit(double, "2024-06-01", "2025-01-01");
    expect((await fetches(store, "house"))["year-index/2025"]?.outcome).toBe("not_published");
    const { rows } = await store.pool.query("SELECT listed_on::text, detail->'dated' AS dated FROM listed_documents");
    expect(rows).toEqual([{ listed_on: "2024-06-01", dated: false }]);
  });

  it.each<[string, Parameters<Double["fault"]>[1], RegExp]>([
    ["is refused", { kind: "status", status: 403 }, /is not requested until/],
    ["fails", { kind: "status", status: 500 }, /500/],
    ["is cut off", { kind: "truncated" }, /was cut off/],
    ["is empty", { kind: "empty" }, /empty/],
    ["is late", { kind: "slow_head", ms: 1_500 }, /in time/],
    ["is half a zip", { kind: "changed", body: indexZip(2025, [{ id: "20999001" }]).subarray(0, 300) }, /zip/],
    ["is a page", { kind: "changed", body: "<html><body>Maintenance</body></html>" }, /zip/],
    [
      "is a zip of other things",
      { kind: "changed", body: zipOf({ "2025FD.xml": Buffer.from("<a/>") }) },
      /no readable index/,
    ],
    [
      "is XML without its end",
      { kind: "changed", body: zipOf({ "2025FD.xml": Buffer.from("<FinancialDisclosure><Member></Member>") }) },
      /no readable index/,
    ],
    ["has lost its reports", { kind: "changed", body: indexZip(2025, []) }, /lists no report/],
  ])("is a failed fetch if it %s: what was known stays, and the next fetch is made", async (_, fault, message) => {
    const double = await site({ [index(2025)]: indexZip(2025, [{ id: "20999001" }]) });
    await visit(double);
    // a request that may succeed is retried once
    const times = ["changed", "status"].includes(fault.kind) && !message.test("500") ? 1 : 2;
    double.fault(index(2025), fault, { times });
    await store.pool.query("UPDATE listed_documents SET retry_at = now() + interval '1 day'");
    await visit(double);
    const failed = (await fetches(store, "house"))["year-index/2025"];
    expect(failed).toEqual({ outcome: "failed", listed: 1, final: false, message: expect.stringMatching(message) });
    expect(await states(store, "house")).toEqual({ not_fetched: 1 });
    await store.pool.query("DELETE FROM outbound_gates");
    await visit(double);
    expect((await fetches(store, "house"))["year-index/2025"]).toMatchObject({ outcome: "listed", listed: 1 });
  });
});

describe("a report's PDF", () => {
  it.each<[string, Parameters<Double["fault"]>[1], RegExp]>([
    ["is not found", { kind: "status", status: 404 }, /HTTP 404/],
    [
      "is an error page",
      { kind: "changed", body: "<html><title>404 - File or directory not found." },
      /not a PDF: "<html>/,
    ],
    [
      "is an error of an object store",
      { kind: "changed", body: "<?xml?><Error><Code>AccessDenied</Code>" },
      /not a PDF/,
    ],
    ["was cut off", { kind: "changed", body: housePdf("20999001", [row]).subarray(0, 900) }, /cut off/],
  ])("is retried later if it %s, and is never a report without trades", async (_, fault, message) => {
    await createMembers(store);
    const double = await site({
      [index(2025)]: indexZip(2025, [{ id: "20999001" }]),
      [report("20999001")]: housePdf("20999001", [row]),
    });
    double.fault(report("20999001"), fault, { times: 1 });
    expect(await visit(double)).toEqual({ requested: ["20999001"], missing: ["20999001"] });
    const { rows } = await store.pool.query(
      "SELECT attempts, last_error, retry_at > now() AS later, state FROM listed_document_states",
    );
    expect(rows).toEqual([
      { attempts: 1, last_error: expect.stringMatching(message), later: true, state: "not_fetched" },
    ]);
    expect(await visit(double)).toEqual({ requested: [], missing: [] });
    await store.pool.query("UPDATE listed_documents SET retry_at = now()");
    expect(await visit(double)).toEqual({ requested: ["20999001"], missing: [] });
    expect(await states(store, "house")).toEqual({ stored: 1 });
  });
});

describe.skipIf(!hasRecords("house-clerk-index"))("the Clerk's real files", () => {
  const roster = join(sharedData, "congress-legislators", "main", "legislators-current.yaml");

  async function loadMembers(into: Store): Promise<void> {
    await ingestFiles(into, legislatorsSource, [inputFile(roster, readFileSync(roster))], { asOf: "2026-06-15" });
  }

  it("give the rows that a folder of them gives", async () => {
    const local = await started(createTestStore());
    await Promise.all([loadMembers(store), loadMembers(local)]);
    const double: HouseDouble = await started(startHouse());
    const { requested, missing } = await visit(double, "2026-06-10", "2026-06-20");

    const xml = readFileSync(join(sharedData, "house-clerk-index", "2026FD.xml"));
    const listed = readIndexFile(xml.toString("utf8"))?.entries.filter(({ filingType }) => filingType === "P") ?? [];
    const wanted = listed.filter(({ filedOn }) => (filedOn ?? "") >= "2026-06-10").map(({ docId }) => docId);
    expect(requested.toSorted()).toEqual(wanted.toSorted());
    expect((await fetches(store, "house"))["year-index/2026"]).toMatchObject({ outcome: "listed", listed: 262 });

    const files = wanted
      .flatMap((id) => ["efiled", "scanned"].map((kind) => join(sharedData, "house-ptr-pdf", kind, `${id}.pdf`)))
      .filter(existsSync);
    expect(files.length).toBeGreaterThan(5);
    expect(missing.length).toBe(wanted.length - files.length);
    await ingestFiles(local, houseSource, [
      inputFile("2026FD.xml", xml),
      ...files.map((path) => inputFile(path, readFileSync(path))),
    ]);
    const rows = await tradeRows(store);
    expect(rows.length).toBeGreaterThan(20);
    expect(rows).toEqual(await tradeRows(local));
  });

  it("list what was added to a year from one snapshot to the next", async () => {
    const double = await started(startHouse());
    double.serve(2020, "earlier");
    const publisher = housePublisher({ houseUrl: double.url });
    const span = { from: "2020-12-25", today: "2021-12-01", max: 0 };
    await follow(store, publisher, span);
    expect((await fetches(store, "house"))["year-index/2020"]?.listed).toBe(731);
    double.serve(2020, "newest");
    await follow(store, publisher, { ...span, today: "2023-09-01" });
    // the two rows that were filed in 2022 and 2023
    expect((await fetches(store, "house"))["year-index/2020"]).toMatchObject({ listed: 733, final: false });
  });
});
