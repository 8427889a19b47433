// Fetching from the Senate's search: the agreement, the pages of a result, visits that end in the middle, and the same rows as
// from the same pages in a folder.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import legislatorsSource from "../../../src/ingest/legislators/source.ts";
import { OutboundError } from "../../../src/ingest/outbound/index.ts";
import senatePublisher from "../../../src/ingest/senate/publisher.ts";
import senateSource from "../../../src/ingest/senate/source.ts";
import { coverageDays } from "../../../src/store/statistics/coverage-days.ts";
import { fetches, follow, states, tradeRows } from "../../publishers/follow.ts";
import type { Fault } from "../../publishers/kit.ts";
import { type SenateDouble, startSenate } from "../../publishers/senate.ts";
import { hasRecords, sharedData } from "../../publishers/shared-data.ts";
import { createMembers, senatePage } from "../../support/congress.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { ingestFiles, inputFile } from "../../support/ingest.ts";
import { reportPath, searchRow, uuid } from "./search-rows.ts";

const data = "/search/report/data/";

let store: TestStore;
let opened: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  store = await createTestStore();
  opened = [store];
});

afterEach(async () => {
  for (const one of opened.toReversed()) await one.close();
});

async function site(options?: Parameters<typeof startSenate>[0]): Promise<SenateDouble> {
  const double = await startSenate(options);
  opened.push(double);
  return double;
}

const invented = (
  number: number,
  { filed = "02/20/2025", title = "Periodic Transaction Report for 02/20/2025", kind = "ptr" } = {},
) => searchRow(number, filed, kind, title);

const visit = (double: SenateDouble, from = "2025-02-01", today = "2025-02-25") =>
  follow(store, senatePublisher({ senateUrl: double.url }), { from, today });
/** As `visit`, which fails if the site refuses it; what was recorded is checked in either case. */
const visitRefusedOrNot = (double: SenateDouble) =>
  visit(double).catch((error: unknown) => {
    if (!(error instanceof OutboundError) || error.reason !== "publisher_stopped") throw error;
  });

/** The pages of invented rows by path, each with one trade of its own day. */
const pages = (numbers: number[]) =>
  new Map(
    numbers.map((number) => [
      reportPath(number),
      senatePage({ rows: [{ date: `02/${String(number).padStart(2, "0")}/2025` }] }),
    ]),
  );

describe("a month of the search", () => {
  it("is read over all pages of its result, each report once", async () => {
    const double = await site({ rows: Array.from({ length: 230 }, (_, number) => invented(number)) });
    const { requested } = await visit(double);
    expect(requested).toHaveLength(230);
    expect(await fetches(store, "senate")).toEqual({
      "ptr/2025-02": { outcome: "listed", listed: 230, final: false, message: null },
    });
    const searches = double.requests.filter(({ path }) => path === data).map(({ form }) => Object.fromEntries(form));
    expect(searches.map(({ start, length }) => [start, length])).toEqual([
      ["0", "100"],
      ["100", "100"],
      ["200", "100"],
    ]);
    expect(searches[0]).toMatchObject({
      report_types: "[11]",
      submitted_start_date: "02/01/2025 00:00:00",
      submitted_end_date: "02/28/2025 23:59:59",
      csrfmiddlewaretoken: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it("is empty without reports, and final sixty days after its end; the current one is fetched again", async () => {
    const double = await site({
      rows: [invented(1, { filed: "02/01/2025" }), invented(3, { filed: "12/31/2024" })],
    });
    await visit(double, "2024-12-01", "2025-02-25");
    expect(await fetches(store, "senate")).toEqual({
      "ptr/2025-02": { outcome: "listed", listed: 1, final: false, message: null },
      "ptr/2025-01": { outcome: "empty", listed: 0, final: false, message: null },
      "ptr/2024-12": { outcome: "listed", listed: 1, final: false, message: null },
    });
    await visit(double, "2024-12-01", "2025-03-02");
    expect((await fetches(store, "senate"))["ptr/2024-12"]?.final).toBe(true);
    double.requests.length = 0;
    double.rows.push(invented(2, { filed: "02/21/2025" }));
    const { requested } = await visit(double, "2024-12-01", "2025-03-02");
    expect(requested).toContain(uuid(2));
    // three months, and the search that shows for the months without reports that the site works
    expect(double.requests.filter(({ path }) => path === data)).toHaveLength(4);
  });

  it("proves nothing of more than 31 days without a report, across months too, and is not final", async () => {
    const double = await site({
      rows: [invented(1), invented(2, { filed: "12/20/2024" }), invented(3, { filed: "12/02/2024" })],
    });
    await visit(double, "2024-12-01", "2025-03-05");
    const days = await coverageDays(store.prisma, "senate", "2024-12-01", "2025-02-21");
    const daysOf = (wanted: string) =>
      days.filter(({ state }) => state === wanted).map(({ day }) => day.toISOString().slice(0, 10));
    const failed = daysOf("failed");
    expect([failed.length, failed[0], failed.at(-1)]).toEqual([61, "2024-12-21", "2025-02-19"]);
    expect(daysOf("empty")).toHaveLength(19);
    const found = await fetches(store, "senate");
    expect(found["ptr/2024-12"]).toMatchObject({ final: false, message: expect.stringContaining("from 2024-12-21") });
  });

  it("is read again if it changes between two pages", async () => {
    const double = await site({ rows: Array.from({ length: 150 }, (_, number) => invented(number)) });
    // a new report shifts the others when the second page is requested
    double.beforeSearch = ({ form }) => {
      if (form.get("start") === "100" && double.rows.length === 150)
        double.rows.unshift(invented(900, { filed: "02/01/2025" }));
    };
    const { requested } = await visit(double);
    expect(requested).toHaveLength(151);
    expect((await fetches(store, "senate"))["ptr/2025-02"]).toMatchObject({ outcome: "listed", listed: 151 });
  });

  it("is a failed fetch if rows have no valid link, and the others are listed", async () => {
    const rows = [
      invented(1),
      ["<b>Ada</b>", "Marlowe", "x", '<a href="https://elsewhere.example/search/view/ptr/x/">Report</a>', "02/20/2025"],
      ["Ada", "Marlowe", "x", "<script>alert(1)</script>", "02/20/2025"],
    ];
    const double = await site({ rows });
    expect((await visit(double)).requested).toEqual([uuid(1)]);
    expect((await fetches(store, "senate"))["ptr/2025-02"]).toEqual({
      outcome: "failed",
      listed: 1,
      final: false,
      message: expect.stringContaining("a row without a report's address"),
    });
  });

  it.each<[string, Fault, RegExp]>([
    ["is refused", { kind: "status", status: 403 }, /is not requested until/],
    ["fails", { kind: "status", status: 503 }, /503/],
    ["is cut off", { kind: "truncated" }, /was cut off/],
    ["is empty", { kind: "empty" }, /empty/],
    ["is late", { kind: "slow_body", ms: 1_500 }, /in time/],
    ["is a page", { kind: "changed", body: "<html><body>Maintenance</body></html>" }, /not a response to a search/],
    [
      "is an error",
      { kind: "changed", body: '{"draw":1,"recordsTotal":0,"data":[],"result":"error"}' },
      /not a response/,
    ],
    [
      "has lost its reports",
      { kind: "changed", body: '{"draw":1,"recordsTotal":0,"recordsFiltered":0,"data":[]}' },
      /shows none/,
    ],
    [
      "states more than it shows",
      { kind: "changed", body: '{"recordsTotal":3,"recordsFiltered":3,"data":[]}' },
      /states 3 reports and shows 0/,
    ],
  ])("is a failed fetch, not a month without trades, if the response %s", async (_, fault, message) => {
    const double = await site({ rows: [invented(1)] });
    await visit(double);
    double.fault(data, fault, { times: 3 });
    await visitRefusedOrNot(double);
    expect((await fetches(store, "senate"))["ptr/2025-02"]).toEqual({
      outcome: "failed",
      listed: 1,
      final: false,
      message: expect.stringMatching(message),
    });
  });
});

describe("a visit", () => {
  it("agrees once, and sends its cookies, its token and its Referer", async () => {
    await createMembers(store);
    const double = await site({ rows: [invented(1), invented(2)] });
    for (const [path, body] of pages([1, 2])) double.fault(path, { kind: "changed", body });
    expect(await visit(double)).toEqual({ requested: [uuid(1), uuid(2)], missing: [] });
    expect(double.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /search/home/",
      "POST /search/home/",
      `POST ${data}`,
      `GET ${reportPath(1)}`,
      `GET ${reportPath(2)}`,
    ]);
    const [, agreed, searched] = double.requests;
    expect(agreed?.form.get("prohibition_agreement")).toBe("1");
    expect(agreed?.headers.referer).toBe(`${double.url}/search/home/`);
    expect(searched?.headers).toMatchObject({ referer: `${double.url}/search/`, "x-requested-with": "XMLHttpRequest" });
    const token = searched?.headers["x-csrftoken"];
    expect(searched?.headers.cookie).toContain(`csrftoken=${token}`);
    expect(searched?.headers.cookie).toContain("sessionid=");
    expect(await states(store, "senate")).toEqual({ stored: 2 });
    expect((await tradeRows(store)).length).toBe(2);
  });

  it("continues from the search if the site asks for no agreement", async () => {
    const double = await site({ rows: [invented(1)] });
    double.mode = "open";
    await visit(double);
    expect((await fetches(store, "senate"))["ptr/2025-02"]).toMatchObject({ outcome: "listed", listed: 1 });
    expect(double.requests.filter(({ path, method }) => path === "/search/home/" && method === "POST")).toEqual([]);
  });

  it("ends at one refusal of Akamai with a message on what to do, and each month is a failed fetch", async () => {
    const double = await site({ rows: [invented(1)] });
    double.mode = "guarded";
    await expect(visit(double, "2024-11-01")).rejects.toMatchObject({
      reason: "publisher_stopped",
      message: expect.stringMatching(
        /refuses servers \(HTTP 403\).*browser.*HAR file.*disclosed ingest senate.*SENATE_URL/,
      ),
    });
    expect(double.requests).toHaveLength(1);
    const outcomes = Object.values(await fetches(store, "senate")).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(["failed", "failed", "failed", "failed"]);
  });

  it("is begun again if it ends in the middle, and continues with the remaining pages", async () => {
    const double = await site({ rows: Array.from({ length: 150 }, (_, number) => invented(number)) });
    double.endVisitsAfter(1);
    await createMembers(store);
    for (const [path, body] of pages([1, 2])) double.fault(path, { kind: "changed", body });
    await visit(double);
    expect((await fetches(store, "senate"))["ptr/2025-02"]).toMatchObject({ outcome: "listed", listed: 150 });
    const searches = double.requests.filter(({ path }) => path === data).map(({ form }) => form.get("start"));
    // only the second page was requested again, after a new agreement
    expect(searches).toEqual(["0", "100", "100"]);
    expect((await states(store, "senate")).stored).toBe(2);
  });

  it("is begun again too if the site sends the search form instead of a report", async () => {
    await createMembers(store);
    const double = await site({ rows: [invented(1)] });
    const [[path, body] = ["", ""]] = pages([1]);
    double.fault(path, { kind: "changed", body });
    double.fault(path, {
      kind: "changed",
      body: "<html><head><title>eFD: Find Reports</title></head><h1>Find Reports</h1></html>",
    });
    expect(await visit(double)).toEqual({ requested: [uuid(1)], missing: [] });
    expect(double.requests.filter(({ path: requested }) => requested === "/search/home/")).toHaveLength(4);
    expect(await states(store, "senate")).toEqual({ stored: 1 });
  });

  it("is given up if the site ends it each time", async () => {
    const double = await site({ rows: [invented(1)] });
    double.endVisitsAfter(0);
    await visit(double);
    expect((await fetches(store, "senate"))["ptr/2025-02"]).toMatchObject({
      outcome: "failed",
      message: expect.stringContaining("repeatedly asks for consent"),
    });
    expect(double.requests.length).toBeLessThan(12);
  });
});

describe("a report's page", () => {
  it.each<[string, Fault, RegExp]>([
    ["is not found", { kind: "status", status: 404 }, /HTTP 404/],
    ["was cut off", { kind: "changed", body: "<html><body><h1>Periodic Transaction Report for 02/20" }, /no end/],
  ])("is retried later if it %s", async (_, fault, message) => {
    const double = await site({ rows: [invented(1)] });
    double.fault(reportPath(1), fault);
    expect(await visit(double)).toEqual({ requested: [uuid(1)], missing: [uuid(1)] });
    const { rows } = await store.pool.query("SELECT last_error, state FROM listed_document_states");
    expect(rows).toEqual([{ last_error: expect.stringMatching(message), state: "not_fetched" }]);
  });

  it("is unreadable if the report is on paper: the filer and the date are known from the search", async () => {
    await createMembers(store);
    const double = await site({ rows: [invented(1, { kind: "paper", title: "Periodic Transaction Report" })] });
    const body = '<html><head><title>eFD: View</title></head><body><img class="filingImage" src="1.gif"></body></html>';
    double.fault(reportPath(1, "paper"), { kind: "changed", body });
    await visit(double);
    const { rows } = await store.pool.query(
      `SELECT s.state, s.reason, r.filer_as_filed, r.filed_on::text, r.bioguide_id, r.source_url
       FROM listed_document_states s JOIN disclosure_reports r ON r.id = 'senate:' || s.document_id`,
    );
    expect(rows).toEqual([
      {
        state: "quarantined",
        reason: "unreadable (paper)",
        filer_as_filed: "Ada B Marlowe",
        filed_on: "2025-02-20",
        bioguide_id: "M999001",
        source_url: `https://efdsearch.senate.gov/search/view/paper/${uuid(1)}/`,
      },
    ]);
  });
});

describe.skipIf(!hasRecords("senate-efd"))("the Senate's real pages", () => {
  it("give the rows that a folder of them gives; paper is counted as unreadable", async () => {
    const local = await createTestStore();
    opened.push(local);
    const folder = join(sharedData, "congress-legislators", "main");
    for (const into of [store, local]) {
      const roster = readFileSync(join(folder, "legislators-current.yaml"));
      await ingestFiles(into, legislatorsSource, [inputFile("legislators-current.yaml", roster)], {
        asOf: "2026-06-15",
      });
    }
    const double = await site();
    double.endVisitsAfter(40);
    const { requested, missing } = await visit(double, "2018-06-01", "2018-12-31");
    expect(missing).toEqual([]);
    const filed = (date: string) => /^(0[6-9]|1[0-2])\/\d\d\/2018$/.test(date);
    expect(requested).toHaveLength(double.rows.filter((cells) => filed(cells[4] ?? "")).length);
    const files = requested.map((id) => join(sharedData, "senate-efd", "ptr-html", `${id}.html`)).filter(existsSync);
    await ingestFiles(
      local,
      senateSource,
      files.map((path) => inputFile(path, readFileSync(path))),
    );
    const rows = await tradeRows(store);
    expect(rows.length).toBeGreaterThan(20);
    expect(rows).toEqual(await tradeRows(local));
    const paper = requested.length - files.length;
    const { rows: unreadable } = await store.pool.query(
      "SELECT FROM listed_document_states WHERE reason = 'unreadable (paper)'",
    );
    expect([paper > 0, unreadable.length]).toEqual([true, paper]);
  });
});
