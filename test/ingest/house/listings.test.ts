// The Clerk's yearly index and a saved response of the Senate's search as listings. Rows are invented, in the publishers'
// layouts. The real ones are compared with a second reading.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import houseSource from "../../../src/ingest/house/source.ts";
import senateSource from "../../../src/ingest/senate/source.ts";
import { coverageDocuments } from "../../../src/store/statistics/coverage.ts";
import { coverageDays } from "../../../src/store/statistics/coverage-days.ts";
import { hasRecords, sharedData } from "../../publishers/shared-data.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { ingestFiles, inputFile } from "../../support/ingest.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());
beforeEach(() =>
  store.pool.query("TRUNCATE listed_documents, listing_fetches, house_index, disclosure_reports, quarantine CASCADE"),
);

const days = async (source: string, from: string, to: string) =>
  (await coverageDays(store.prisma, source, from, to)).map(({ state, listed, quarantined, notFetched }) => [
    state,
    listed,
    quarantined,
    notFetched,
  ]);

const member = (docId: string, type: string, date: string) =>
  `<Member><Prefix>Hon.</Prefix><Last>Sample</Last><First>Ada</First><Suffix /><FilingType>${type}</FilingType><StateDst>CA11</StateDst>
   <Year>2024</Year><FilingDate>${date}</FilingDate><DocID>${docId}</DocID></Member>`;
const yearIndex = (...members: string[]) =>
  `<?xml version="1.0"?><FinancialDisclosure>${members.join("")}</FinancialDisclosure>`;

describe("the Clerk's index", () => {
  it("lists reports by their day, up to its newest row; a refused PDF is quarantined under its document id", async () => {
    const index = yearIndex(
      member("20039001", "P", "1/8/2024"),
      member("20039002", "P", "1/8/2024"),
      member("10039003", "O", "1/9/2024"),
    );
    await ingestFiles(store, houseSource, [inputFile("2024FD.xml", index), inputFile("20039002.pdf", "<html>")]);
    expect(await days("house", "2024-01-07", "2024-01-10")).toEqual([
      ["empty", 0, 0, 0],
      ["incomplete", 2, 1, 1],
      ["empty", 0, 0, 0],
      ["failed", 0, 0, 0],
    ]);
    const { nodes } = await coverageDocuments(
      store.prisma,
      { source: "house", from: "2024-01-08", to: "2024-01-08" },
      { page: 1, pageSize: 10 },
    );
    expect(nodes).toMatchObject([
      {
        documentId: "20039001",
        state: "not_fetched",
        url: "https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2024/20039001.pdf",
      },
      { documentId: "20039002", state: "quarantined", reason: "not_a_pdf" },
    ]);
  });

  it("is refused without a row, and is a failed fetch of its year, whatever was known before", async () => {
    const known = yearIndex(member("20039001", "P", "3/4/2024"), member("10039003", "O", "3/6/2024"));
    for (const index of [known, yearIndex()]) await ingestFiles(store, houseSource, [inputFile("2024FD.xml", index)]);
    expect(await days("house", "2024-03-04", "2024-03-05")).toEqual([
      ["incomplete", 1, 0, 1],
      ["failed", 0, 0, 0],
    ]);
    expect((await store.pool.query("SELECT reason FROM quarantine")).rows).toEqual([{ reason: "empty_index" }]);
  });

  it("is a failed fetch if it has lost reports that it listed before; an older, shorter one covers its own days", async () => {
    const reports = Array.from({ length: 9 }, (_, n) => member(`2003900${n + 1}`, "P", `3/${n + 1}/2024`));
    const last = member("10039003", "O", "3/12/2024");
    const ingest = (...rows: string[]) =>
      ingestFiles(store, houseSource, [inputFile("2024FD.xml", yearIndex(...rows))]);
    await ingest(...reports, last);
    await ingest(...reports.slice(0, 4));
    expect(await days("house", "2024-03-10", "2024-03-10")).toEqual([["failed", 0, 0, 0]]);
    const { rows } = await store.pool.query("SELECT listing, outcome, message FROM listing_fetches ORDER BY 1");
    expect(rows).toMatchObject([
      { listing: "local/year-index/2024", outcome: "listed" },
      { outcome: "failed", message: "the newest row of the index is of 2024-03-04" },
    ]);
    await ingest(...reports.slice(0, 4), last);
    expect(await days("house", "2024-03-10", "2024-03-10")).toEqual([["failed", 0, 0, 0]]);
    await ingest(...reports, last);
    expect(await days("house", "2024-03-10", "2024-03-10")).toEqual([["empty", 0, 0, 0]]);
  });

  it.each([
    ["says nothing of the days after its newest row if it is a week old", "2024-03-12", "never_fetched"],
    ["is a failed fetch of those days, up to today, if it is older than a week", "2024-03-13", "failed"],
  ])("of the current year %s", async (_, today, state) => {
    const index = yearIndex(member("20039001", "P", "3/4/2024"), member("10039003", "O", "3/5/2024"));
    await ingestFiles(store, houseSource, [inputFile("2024FD.xml", index)], { today });
    expect(await days("house", "2024-03-06", today)).toEqual(
      Array.from({ length: today === "2024-03-12" ? 7 : 8 }, () => [state, 0, 0, 0]),
    );
    expect(await days("house", "2024-03-14", "2024-03-14")).toEqual([["never_fetched", 0, 0, 0]]);
  });

  it("is a failed fetch of its year if it is truncated", async () => {
    const index = yearIndex(member("20039001", "P", "3/4/2024")).slice(0, -30);
    const { quarantinedFiles } = await ingestFiles(store, houseSource, [inputFile("2024FD.xml", index)]);
    expect(quarantinedFiles).toBe(1);
    expect(await days("house", "2024-03-04", "2024-03-04")).toEqual([["failed", 0, 0, 0]]);
  });
});

describe("a saved response of the Senate's search", () => {
  const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
  const row = (n: number, date: string, kind = "ptr") => [
    "Ada",
    "Sample",
    "Sample, Ada (Senator)",
    `<a href="/search/view/${kind}/${uuid(n)}/" target="_blank">Periodic Transaction Report for ${date}</a>`,
    date,
  ];
  const response = (total: number, ...data: string[][]) =>
    inputFile("search-2024.json", JSON.stringify({ draw: 1, recordsTotal: total, recordsFiltered: total, data }));

  it("covers the days from its first to its last report", async () => {
    await ingestFiles(store, senateSource, [
      response(2, row(1, "03/04/2024"), row(2, "03/06/2024", "paper")),
      inputFile(`${uuid(1)}.html`, "<html><body><h1>eFD: Find Reports</h1></body></html>"),
    ]);
    expect(await days("senate", "2024-03-03", "2024-03-06")).toEqual([
      ["never_fetched", 0, 0, 0],
      ["provisional", 1, 1, 0],
      ["empty", 0, 0, 0],
      ["incomplete", 1, 0, 1],
    ]);
  });

  it("is a failed fetch if it is one page of several; its reports are listed", async () => {
    await ingestFiles(store, senateSource, [response(330, row(1, "03/04/2024"))]);
    expect(await days("senate", "2024-03-04", "2024-03-04")).toEqual([["incomplete", 1, 0, 1]]);
    const { rows } = await store.pool.query("SELECT outcome, message FROM listing_fetches");
    expect(rows).toEqual([{ outcome: "failed", message: "the search states 330 reports and shows 1" }]);
  });

  it("says nothing of any day if it is empty", async () => {
    await ingestFiles(store, senateSource, [response(0)]);
    expect((await store.pool.query("SELECT 1 FROM listing_fetches")).rows).toEqual([]);
    expect((await store.pool.query("SELECT reason FROM quarantine")).rows).toEqual([{ reason: "empty_response" }]);
  });
});

describe.skipIf(!hasRecords("house-clerk-index"))("real listings", () => {
  it("of the Clerk's index have on each day the reports that a plain text search finds", async () => {
    const text = readFileSync(join(sharedData, "house-clerk-index/2022FD.xml"), "utf8");
    const expected = new Map<string, number>();
    for (const [entry] of text.matchAll(/<Member>.*?<\/Member>/gs)) {
      if (!entry.includes("<FilingType>P</FilingType>")) continue;
      const [, month = "", day = "", year] = /<FilingDate>(\d+)\/(\d+)\/(\d+)</.exec(entry) ?? [];
      const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
      expected.set(date, (expected.get(date) ?? 0) + 1);
    }
    await ingestFiles(store, houseSource, [inputFile("2022FD.xml", text)]);
    const rows = await coverageDays(store.prisma, "house", "2022-01-01", "2023-12-31");
    const listed = rows
      .filter((day) => day.listed > 0)
      .map((day) => [day.day.toISOString().slice(0, 10), day.listed] as const);
    expect(new Map(listed)).toEqual(expected);
    expect(rows.every(({ reconciled }) => reconciled)).toBe(true);
  });

  it("of the Senate's search have every report that it states", async () => {
    const bytes = readFileSync(join(sharedData, "senate-efd/search-response.derived.json"));
    const stated = JSON.parse(bytes.toString()) as { recordsTotal: number; data: string[][] };
    const uuids = new Set(
      stated.data.map((row) => /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(row[3] ?? "")?.[0].toLowerCase()),
    );
    await ingestFiles(store, senateSource, [inputFile("search-response.derived.json", bytes)]);
    const { rows } = await store.pool.query("SELECT document_id FROM listed_documents");
    expect(new Set(rows.map(({ document_id }) => document_id))).toEqual(uuids);
    const recorded = await store.pool.query("SELECT outcome, listed FROM listing_fetches");
    expect(recorded.rows).toEqual([{ outcome: "listed", listed: stated.recordsTotal }]);
  });
});
