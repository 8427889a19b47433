// A visit to the Senate's search as a browser saves it (HAR 1.2). Reports, senators and cookies are invented; the file has the
// layout of the specification, and the search that of the site.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runIngestion } from "../../../src/ingest/run/run.ts";
import senateSource from "../../../src/ingest/senate/source.ts";
import { sourceCoverage } from "../../../src/store/statistics/coverage.ts";
import { coverageDays } from "../../../src/store/statistics/coverage-days.ts";
import { storeStatistics } from "../../../src/store/statistics/for-operators.ts";
import { createMembers, senatePage } from "../../support/congress.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { ingestFiles, inputFile } from "../../support/ingest.ts";
import { reportPath, searchRow as row, uuid } from "./search-rows.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  await createMembers(store);
});
afterAll(() => store.close());
beforeEach(() =>
  store.pool.query(
    "TRUNCATE listed_documents, listing_fetches, disclosure_reports, quarantine, politician_trades, source_files CASCADE",
  ),
);

const site = "https://efdsearch.senate.gov";
const secret = "sessionid=invented-secret-cookie";

interface SearchOptions {
  from?: string;
  to?: string;
  start?: number;
  /** other fields of the form */
  fields?: Record<string, string>;
  /** the time of the request */
  at?: string;
}

function content(text: string | undefined, isBase64: boolean) {
  const common = { size: 9, mimeType: "text/html" };
  if (isBase64 && text) return { ...common, text: Buffer.from(text).toString("base64"), encoding: "base64" };
  return text === undefined ? common : { ...common, text };
}

/** An entry as browsers write it, with cookies that must not be stored. */
function entry(method: string, path: string, body: string | undefined, changes: object = {}, isBase64 = false) {
  const headers = [{ name: "Cookie", value: secret }];
  return {
    startedDateTime: "2026-03-20T15:00:00.000Z",
    request: { method, url: site + path, httpVersion: "h2", headers, cookies: [{ name: "sessionid", value: secret }] },
    response: { status: 200, headers: [{ name: "Set-Cookie", value: secret }], content: content(body, isBase64) },
    cache: {},
    timings: {},
    ...changes,
  };
}

function search(
  total: number,
  rows: string[][],
  options: SearchOptions = {},
  savedBy: keyof ReturnType<typeof postData> = "firefox",
) {
  const { from = "03/01/2026", to = "03/15/2026", start = 0, fields = {}, at = "2026-03-20T15:00:00.000Z" } = options;
  const form = {
    draw: "3",
    start: `${start}`,
    length: "25",
    report_types: "[11]",
    filer_types: "[]",
    submitted_start_date: from && `${from} 00:00:00`,
    submitted_end_date: to && `${to} 23:59:59`,
    first_name: "",
    last_name: "",
    csrfmiddlewaretoken: secret,
    ...fields,
  };
  const body = JSON.stringify({ draw: 3, recordsTotal: total, recordsFiltered: total, data: rows, result: "ok" });
  const one = entry("POST", "/search/report/data/", body, { startedDateTime: at });
  return { ...one, request: { ...one.request, postData: postData(form)[savedBy] } };
}

/** A form as browsers save it: as text, as fields (typed or encoded), or as both. */
function postData(form: Record<string, string>) {
  const mimeType = "application/x-www-form-urlencoded";
  const text = new URLSearchParams(form).toString();
  const fields = Object.entries(form).map(([name, value]) => ({ name, value }));
  const encoded = text.split("&").map((pair) => {
    const [name = "", value = ""] = pair.split("=");
    return { name, value };
  });
  return {
    firefox: { mimeType, params: fields, text },
    chrome: { mimeType, params: encoded, text },
    textOnly: { mimeType, text },
    fieldsOnly: { mimeType, params: fields },
    encodedFieldsOnly: { mimeType, params: encoded },
  };
}

const page = (n: number, isBase64 = false) =>
  entry("GET", reportPath(n), senatePage({ rows: [{ date: "02/20/2026" }] }), {}, isBase64);

const har = (...entries: object[]) =>
  inputFile("visit.har", JSON.stringify({ log: { version: "1.2", creator: { name: "browser" }, pages: [], entries } }));

const ingest = (...files: ReturnType<typeof inputFile>[]) => ingestFiles(store, senateSource, files);
const count = async (table: string) => (await store.pool.query(`SELECT count(*)::int AS n FROM ${table}`)).rows[0].n;
const listingFetches = async () =>
  (
    await store.pool.query(
      "SELECT listing, outcome, listed, message, gaps::text AS gaps FROM listing_fetches WHERE source = 'senate' ORDER BY listing",
    )
  ).rows;
const refusals = async () =>
  (await store.pool.query("SELECT record_ref, reason FROM quarantine ORDER BY record_ref")).rows.map(
    ({ record_ref, reason }) => `${record_ref}: ${reason}`,
  );
/** as the coverage and the metrics count them */
async function failedFetches(): Promise<(number | undefined)[]> {
  const [coverage] = await sourceCoverage(store.prisma, "2026-03-25", "senate");
  const statistics = (await storeStatistics(store.pool)).sources.find(({ source }) => source === "senate");
  return [coverage?.listing?.failedFetches, statistics?.failedFetches];
}
const states = async (from: string, to: string) =>
  (await coverageDays(store.prisma, "senate", from, to)).map(({ state }) => state);

describe("a search in a visit", () => {
  it("is a fetch of the requested days, and its reports are rows", async () => {
    await ingest(har(search(2, [row(1, "03/04/2026"), row(2, "03/06/2026")]), page(1), page(2, true)));
    expect(await listingFetches()).toEqual([
      { listing: "local/visit/2026-03-01..2026-03-15", outcome: "listed", listed: 2, message: null, gaps: "{}" },
    ]);
    expect(await states("2026-03-03", "2026-03-07")).toEqual(["empty", "provisional", "empty", "provisional", "empty"]);
    expect(await states("2026-03-15", "2026-03-16")).toEqual(["empty", "never_fetched"]);
    expect(await count("politician_trades")).toBe(2);
    expect(await refusals()).toEqual([]);
  });

  it.each(["firefox", "chrome", "textOnly", "fieldsOnly", "encodedFieldsOnly"] as const)(
    "is assembled from its pages, with the form as saved by %s",
    async (savedBy) => {
      const rows = Array.from({ length: 30 }, (_, n) => row(n + 1, "03/04/2026"));
      await ingest(har(search(30, rows.slice(0, 25), {}, savedBy), search(30, rows.slice(25), { start: 25 }, savedBy)));
      expect(await listingFetches()).toMatchObject([
        { listing: "local/visit/2026-03-01..2026-03-15", outcome: "listed", listed: 30 },
      ]);
      expect(await refusals()).toEqual([]);
    },
  );

  it("is a failed fetch if one of its pages was not opened; the shown reports are listed", async () => {
    await ingest(har(search(30, [row(1, "03/04/2026")])));
    expect(await listingFetches()).toMatchObject([
      { outcome: "failed", listed: 1, message: expect.stringContaining("states 30 reports and the file shows 1") },
    ]);
    expect(await states("2026-03-03", "2026-03-04")).toEqual(["failed", "incomplete"]);
    expect(await refusals()).toEqual(["search of 2026-03-01 to 2026-03-15: incomplete_search"]);
  });

  it("covers no day from that of the visit on, which was not over", async () => {
    await ingest(har(search(1, [row(1, "03/04/2026")], { to: "" })));
    expect(await listingFetches()).toMatchObject([{ listing: "local/visit/2026-03-01..2026-03-19", gaps: "{}" }]);
    expect(await states("2026-03-19", "2026-03-20")).toEqual(["empty", "never_fetched"]);
    expect(await failedFetches()).toEqual([0, 0]);
  });

  it("lists the reports of the day of the visit, but does not cover it", async () => {
    await ingest(har(search(2, [row(1, "03/04/2026"), row(2, "03/20/2026")], { to: "" })));
    expect(await states("2026-03-19", "2026-03-21")).toEqual(["empty", "incomplete", "never_fetched"]);
    await ingest(har(search(1, [row(2, "03/20/2026")], { from: "03/20/2026", to: "" })));
    expect(await refusals()).toEqual(["search of 2026-03-20 to the visit: narrow_search"]);
  });

  it("is replaced, if it was incomplete, by a later search that covers it", async () => {
    const first = search(9, [row(1, "03/04/2026")], { to: "" });
    await ingest(har(first));
    expect(await failedFetches()).toEqual([1, 1]);
    await ingest(har(search(2, [row(1, "03/04/2026"), row(2, "03/21/2026")], { to: "", at: "2026-03-23T15:00:00Z" })));
    expect((await listingFetches()).map(({ listing }) => listing)).toEqual(["local/visit/2026-03-01..2026-03-22"]);
    expect(await failedFetches()).toEqual([0, 0]);
  });

  it("does not count as failed any more once other searches have proven its days", async () => {
    await ingest(har(search(9, [row(1, "03/04/2026")], { from: "02/20/2026" })));
    await ingest(har(search(1, [row(3, "02/22/2026")], { from: "02/20/2026", to: "02/28/2026" })));
    expect(await failedFetches()).toEqual([1, 1]);
    await ingest(har(search(1, [row(1, "03/04/2026")])));
    expect((await listingFetches()).map(({ outcome }) => outcome)).toEqual(["listed", "failed", "listed"]);
    expect(await failedFetches()).toEqual([0, 0]);
    // a failure after the proof counts
    await ingest(har(search(0, [], { from: "02/21/2026" })));
    expect(await failedFetches()).toEqual([1, 1]);
  });

  it("replaces failed fetches of months that it covers", async () => {
    await store.pool.query(
      `INSERT INTO listing_fetches (source, listing, covers_from, covers_to, outcome)
       VALUES ('senate', 'ptr/2026-02', '2026-02-01', '2026-02-28', 'failed'), ('senate', 'ptr/2026-03', '2026-03-01', '2026-03-25', 'failed')`,
    );
    await ingest(har(search(1, [row(1, "02/04/2026")], { from: "02/01/2026", to: "03/15/2026" })));
    expect((await listingFetches()).map(({ listing }) => listing)).toEqual([
      "local/visit/2026-02-01..2026-03-15",
      "ptr/2026-03",
    ]);
  });

  it.each<[string, SearchOptions["fields"]]>([
    ["a name", { last_name: "Marlowe" }],
    ["senators in office alone", { filer_types: "[1]" }],
    ["a state", { senator_state: "OH" }],
    ["text in the table", { "search[value]": "Marlowe" }],
    ["text in a column of the table", { "columns[1][search][value]": "Marlowe" }],
    ["an unknown field", { committee: "Finance" }],
    ["annual reports alone", { report_types: "[7]" }],
    ["invalid days", { submitted_start_date: "whenever" }],
  ])("covers no day if it was narrowed to %s", async (_, fields) => {
    await ingest(har(search(1, [row(1, "03/04/2026")], { fields })));
    expect(await listingFetches()).toEqual([]);
    expect((await refusals()).map((refusal) => refusal.split(": ")[1])).toEqual(["narrow_search"]);
    expect(await count("listed_documents")).toBe(1);
  });

  it("for every kind of report is complete, and lists the transaction reports", async () => {
    const rows = [
      row(1, "03/04/2026"),
      row(2, "03/04/2026", "annual", "Annual Report for CY 2025"),
      row(3, "03/05/2026", "extension-notice/regular", "Due Date Extension"),
      row(4, "03/05/2026", "paper", "Annual Report"),
    ];
    await ingest(har(search(4, rows, { fields: { report_types: "[]", filer_types: "[1,4,5]" } })));
    expect(await listingFetches()).toMatchObject([{ outcome: "listed", listed: 1, message: null }]);
  });

  it("counts without a report only beside a search that has some", async () => {
    await ingest(har(search(0, [])));
    expect(await listingFetches()).toMatchObject([
      { outcome: "failed", message: expect.stringContaining("no other search") },
    ]);
    expect(await refusals()).toEqual(["search of 2026-03-01 to 2026-03-15: empty_response"]);
    await ingest(har(search(0, []), search(1, [row(1, "02/04/2026")], { from: "02/01/2026", to: "02/28/2026" })));
    expect((await listingFetches()).map(({ outcome }) => outcome)).toEqual(["listed", "empty"]);
  });

  it("proves nothing of its last days if more than 31 have no report", async () => {
    await ingest(har(search(2, [row(1, "02/10/2026"), row(2, "01/20/2026")], { from: "01/15/2026", to: "" })));
    expect(await listingFetches()).toMatchObject([
      {
        outcome: "listed",
        listed: 2,
        message: "the search shows no report for more than 31 days: 37 days from 2026-02-11",
      },
    ]);
    expect(await states("2026-02-09", "2026-02-11")).toEqual(["empty", "incomplete", "failed"]);
    expect(await states("2026-03-18", "2026-03-19")).toEqual(["failed", "failed"]);
    expect(await failedFetches()).toEqual([1, 1]);
  });

  it("proves nothing of any other period of more than 31 days without a report, however long ago", async () => {
    const rows = [row(1, "01/20/2016"), row(2, "06/30/2016"), row(3, "07/15/2016")];
    await ingest(har(search(3, rows, { from: "01/01/2016", to: "12/31/2019" })));
    expect(await states("2016-01-01", "2016-01-19")).toEqual(Array.from({ length: 19 }, () => "empty"));
    expect(new Set(await states("2016-01-21", "2016-06-29"))).toEqual(new Set(["failed"]));
    expect(new Set(await states("2016-07-01", "2016-07-14"))).toEqual(new Set(["empty"]));
    expect(new Set(await states("2016-07-16", "2019-12-31"))).toEqual(new Set(["failed"]));
  });

  it("may have no report of the days before senators had to report", async () => {
    await ingest(har(search(1, [row(1, "08/01/2012")], { from: "01/01/2012", to: "08/15/2012" })));
    expect(new Set(await states("2012-01-01", "2012-07-31"))).toEqual(new Set(["empty"]));
  });

  it("fails without a report for more than 31 days up to the visit, even if another search has some", async () => {
    const works = search(1, [row(1, "11/03/2025")], { from: "11/01/2025", to: "11/30/2025" });
    await ingest(har(works, search(0, [], { from: "01/01/2026", to: "" })));
    expect(await listingFetches()).toMatchObject([{ outcome: "listed" }, { outcome: "failed", listed: 0 }]);
    expect(await states("2025-11-29", "2025-11-30")).toEqual(["empty", "empty"]);
    expect(await states("2026-01-10", "2026-01-11")).toEqual(["failed", "failed"]);
  });

  it("is a failed fetch if it has lost reports that an earlier one listed", async () => {
    await ingest(har(search(3, [row(1, "03/04/2026"), row(2, "03/04/2026"), row(3, "03/04/2026")])));
    await ingest(har(search(0, []), search(1, [row(9, "02/04/2026")], { from: "02/01/2026", to: "02/28/2026" })));
    expect((await listingFetches()).at(-1)).toMatchObject({
      outcome: "failed",
      message: expect.stringContaining("listed 3"),
    });
  });

  it("is refused if the browser did not save its body, as is a report; the others are loaded", async () => {
    const lost = entry("GET", reportPath(2), undefined);
    const response = { ...search(9, []), response: { status: 200, content: {} } };
    await ingest(har(search(1, [row(1, "03/04/2026")], { to: "03/10/2026" }), response, page(1), lost));
    expect(await refusals()).toEqual([
      `${reportPath(2)}: no_body`,
      "search 2: bad_search_response",
      "search of 2026-03-01 to 2026-03-15: incomplete_search",
    ]);
    expect(await count("politician_trades")).toBe(1);
  });
});

describe("a HAR file", () => {
  it("exposes no cookie and no token, neither in the raw files nor in the store", async () => {
    const folder = mkdtempSync(join(tmpdir(), "disclosed-har-"));
    const home = join(folder, "home");
    const visit = await har(search(1, [row(1, "03/04/2026")]), page(1)).read();
    writeFileSync(join(folder, "visit.har"), visit);
    writeFileSync(join(folder, "bad.har"), `{"log":{"${secret}`);
    const paths = ["visit.har", "bad.har"].map((name) => join(folder, name));
    await runIngestion(store, { source: senateSource, paths, home, today: "2026-03-25" });
    const raw = readdirSync(join(home, "raw"), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    expect(raw.length).toBe(2);
    for (const one of raw) expect(readFileSync(join(one.parentPath, one.name)).includes("invented-secret")).toBe(false);
    for (const table of ["quarantine", "listing_fetches", "listed_documents", "source_files", "ingestion_runs"]) {
      const { rows } = await store.pool.query(`SELECT to_jsonb(t)::text AS row FROM ${table} t`);
      expect(rows.map(({ row: text }) => text).join("\n")).not.toContain("invented-secret");
    }
  });

  it.each<[string, string, string]>([
    ["is not JSON", "<html></html>", "not_a_har"],
    ["is empty", "", "not_a_har"],
    ["was cut off", JSON.stringify({ log: { version: "1.2", entries: [page(1)] } }).slice(0, -200), "not_a_har"],
    ["is other JSON", '{"draw":1,"data":[]}', "not_a_har"],
    ["has invalid entries", '{"log":{"version":"1.2","entries":[null,1,"x",[],{},{"request":{}}]}}', "empty_har"],
    ["has no entries", '{"log":{"version":"1.2","entries":[]}}', "empty_har"],
    ["is nested without end", `{"log":{"version":"1.2","entries":[${"[".repeat(200_000)}`, "not_a_har"],
  ])("is refused if it %s, and the next file is loaded", async (_, text, reason) => {
    await ingest(inputFile("bad.har", text), har(search(1, [row(1, "03/04/2026")]), page(1)));
    expect(await refusals()).toEqual([`: ${reason}`]);
    expect(await listingFetches()).toHaveLength(1);
  });

  it.each(["https://efdsearch.senate.gov.example", "http://efdsearch.senate.gov"])(
    "is refused if its reports are from %s",
    async (origin) => {
      const elsewhere = page(1);
      await ingest(har({ ...elsewhere, request: { ...elsewhere.request, url: origin + reportPath(1) } }));
      expect(await refusals()).toEqual([": empty_har"]);
    },
  );
});

describe("a page that was saved complete", () => {
  it("is loaded under its own address, and the folder beside it is ignored", async () => {
    const saved = `<!-- saved from url=(0077)${site}/search/view/ptr/${uuid(7)}/ -->\n${senatePage({ rows: [{ date: "02/20/2026" }] })}`;
    const frame = {
      ...inputFile("saved_resource.html", "<html></html>"),
      path: "/home/ada/eFD_ View_files/saved_resource.html",
    };
    await ingest(inputFile("eFD_ View.html", saved), frame);
    expect((await store.pool.query("SELECT id FROM disclosure_reports")).rows).toEqual([{ id: `senate:${uuid(7)}` }]);
    expect(await refusals()).toEqual([]);
  });
});
