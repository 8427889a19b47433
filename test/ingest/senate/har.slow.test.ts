// A visit to the Senate's search as a browser saves it (HAR 1.2). Reports, senators and cookies are invented; the form of the
// file is the specification's, that of the search the site's own.
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
const uuid = (n: number) => `0a1b2c3d-0000-4111-8222-${String(n).padStart(12, "0")}`;

const row = (n: number, date: string, kind = "ptr", title = `Periodic Transaction Report for ${date}`) => [
  "Ada B",
  "Marlowe",
  "Marlowe, Ada B. (Senator)",
  `<a href="/search/view/${kind}/${uuid(n)}/" target="_blank">${title}</a>`,
  date,
];

interface Question {
  from?: string;
  to?: string;
  start?: number;
  more?: Record<string, string>;
  at?: string;
}

const content = (text: string | undefined, isBase64 = false) =>
  text === undefined
    ? { size: 9, mimeType: "text/html" }
    : isBase64
      ? { size: 9, mimeType: "text/html", text: Buffer.from(text).toString("base64"), encoding: "base64" }
      : { size: 9, mimeType: "text/html", text };

/** An entry as browsers write it, with the cookies that it must not give away. */
function entry(method: string, path: string, body: string | undefined, more: object = {}, isBase64 = false) {
  const headers = [{ name: "Cookie", value: secret }];
  return {
    startedDateTime: "2026-03-20T15:00:00.000Z",
    request: { method, url: site + path, httpVersion: "h2", headers, cookies: [{ name: "sessionid", value: secret }] },
    response: { status: 200, headers: [{ name: "Set-Cookie", value: secret }], content: content(body, isBase64) },
    cache: {},
    timings: {},
    ...more,
  };
}

function search(
  total: number,
  rows: string[][],
  question: Question = {},
  kept: keyof ReturnType<typeof posted> = "firefox",
) {
  const { from = "03/01/2026", to = "03/15/2026", start = 0, more = {}, at = "2026-03-20T15:00:00.000Z" } = question;
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
    ...more,
  };
  const body = JSON.stringify({ draw: 3, recordsTotal: total, recordsFiltered: total, data: rows, result: "ok" });
  const one = entry("POST", "/search/report/data/", body, { startedDateTime: at });
  return { ...one, request: { ...one.request, postData: posted(form)[kept] } };
}

/** a form as browsers keep it: fields as typed or as encoded as the text, one of the two or both */
function posted(form: Record<string, string>) {
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
  entry("GET", `/search/view/ptr/${uuid(n)}/`, senatePage({ rows: [{ date: "02/20/2026" }] }), {}, isBase64);

const har = (...entries: object[]) =>
  inputFile("visit.har", JSON.stringify({ log: { version: "1.2", creator: { name: "browser" }, pages: [], entries } }));

const ingest = (...files: ReturnType<typeof inputFile>[]) => ingestFiles(store, senateSource, files);
const looks = async () =>
  (
    await store.pool.query(
      "SELECT listing, outcome, listed, message, gaps::text AS gaps FROM listing_fetches WHERE source = 'senate' ORDER BY listing",
    )
  ).rows;
const refusals = async () =>
  (await store.pool.query("SELECT record_ref, reason FROM quarantine ORDER BY record_ref")).rows.map(
    ({ record_ref, reason }) => `${record_ref}: ${reason}`,
  );
/** as coverage and as the metrics count them */
async function failedFetches(): Promise<(number | undefined)[]> {
  const [coverage] = await sourceCoverage(store.prisma, "2026-03-25", "senate");
  const statistics = (await storeStatistics(store.pool)).sources.find(({ source }) => source === "senate");
  return [coverage?.listing?.failedFetches, statistics?.failedFetches];
}
const states = async (from: string, to: string) =>
  (await coverageDays(store.prisma, "senate", from, to)).map(({ state }) => state);

describe("a visit's search and its reports", () => {
  it("are a fetch of the requested days, and rows", async () => {
    await ingest(har(search(2, [row(1, "03/04/2026"), row(2, "03/06/2026")]), page(1), page(2, true)));
    expect(await looks()).toEqual([
      { listing: "local/visit/2026-03-01..2026-03-15", outcome: "listed", listed: 2, message: null, gaps: "{}" },
    ]);
    expect(await states("2026-03-03", "2026-03-07")).toEqual(["empty", "provisional", "empty", "provisional", "empty"]);
    expect(await states("2026-03-15", "2026-03-16")).toEqual(["empty", "never_fetched"]);
    expect((await store.pool.query("SELECT count(*)::int AS n FROM politician_trades")).rows).toEqual([{ n: 2 }]);
    expect(await refusals()).toEqual([]);
  });

  it.each(["firefox", "chrome", "textOnly", "fieldsOnly", "encodedFieldsOnly"] as const)(
    "are assembled from pages, with the form as stored by %s",
    async (kept) => {
      const rows = Array.from({ length: 30 }, (_, n) => row(n + 1, "03/04/2026"));
      await ingest(har(search(30, rows.slice(0, 25), {}, kept), search(30, rows.slice(25), { start: 25 }, kept)));
      expect(await looks()).toMatchObject([
        { listing: "local/visit/2026-03-01..2026-03-15", outcome: "listed", listed: 30 },
      ]);
      expect(await refusals()).toEqual([]);
    },
  );

  it("of which a page was not opened are a failed fetch; the listed reports are stored", async () => {
    await ingest(har(search(30, [row(1, "03/04/2026")])));
    expect(await looks()).toMatchObject([
      { outcome: "failed", listed: 1, message: expect.stringContaining("states 30 reports and the file shows 1") },
    ]);
    expect(await states("2026-03-03", "2026-03-04")).toEqual(["failed", "incomplete"]);
    expect(await refusals()).toEqual(["search of 2026-03-01 to 2026-03-15: incomplete_search"]);
  });

  it("reach no further than the visit, whose day was not over", async () => {
    await ingest(har(search(1, [row(1, "03/04/2026")], { to: "" })));
    expect(await looks()).toMatchObject([{ listing: "local/visit/2026-03-01..2026-03-19", gaps: "{}" }]);
    expect(await states("2026-03-19", "2026-03-20")).toEqual(["empty", "never_fetched"]);
    expect(await failedFetches()).toEqual([0, 0]);
  });

  it("list the reports of the day of the visit, and do not cover it", async () => {
    await ingest(har(search(2, [row(1, "03/04/2026"), row(2, "03/20/2026")], { to: "" })));
    expect(await states("2026-03-19", "2026-03-21")).toEqual(["empty", "incomplete", "never_fetched"]);
    await ingest(har(search(1, [row(2, "03/20/2026")], { from: "03/20/2026", to: "" })));
    expect(await refusals()).toEqual(["search of 2026-03-20 to the visit: narrow_search"]);
  });

  it("that were incomplete are replaced by a later visit that covers them", async () => {
    const first = search(9, [row(1, "03/04/2026")], { to: "" });
    await ingest(har(first));
    expect(await failedFetches()).toEqual([1, 1]);
    await ingest(har(search(2, [row(1, "03/04/2026"), row(2, "03/21/2026")], { to: "", at: "2026-03-23T15:00:00Z" })));
    expect((await looks()).map(({ listing }) => listing)).toEqual(["local/visit/2026-03-01..2026-03-22"]);
    expect(await failedFetches()).toEqual([0, 0]);
  });

  it("whose days other visits prove one by one do not count as failed any more", async () => {
    await ingest(har(search(9, [row(1, "03/04/2026")], { from: "02/20/2026" })));
    await ingest(har(search(1, [row(3, "02/22/2026")], { from: "02/20/2026", to: "02/28/2026" })));
    expect(await failedFetches()).toEqual([1, 1]);
    await ingest(har(search(1, [row(1, "03/04/2026")])));
    expect((await looks()).map(({ outcome }) => outcome)).toEqual(["listed", "failed", "listed"]);
    expect(await failedFetches()).toEqual([0, 0]);
    // what fails after the proof counts
    await ingest(har(search(0, [], { from: "02/21/2026" })));
    expect(await failedFetches()).toEqual([1, 1]);
  });

  it("replace the fetches that the site refused", async () => {
    await store.pool.query(
      `INSERT INTO listing_fetches (source, listing, covers_from, covers_to, outcome)
       VALUES ('senate', 'ptr/2026-02', '2026-02-01', '2026-02-28', 'failed'), ('senate', 'ptr/2026-03', '2026-03-01', '2026-03-25', 'failed')`,
    );
    await ingest(har(search(1, [row(1, "02/04/2026")], { from: "02/01/2026", to: "03/15/2026" })));
    expect((await looks()).map(({ listing }) => listing)).toEqual([
      "local/visit/2026-02-01..2026-03-15",
      "ptr/2026-03",
    ]);
  });

  it.each<[string, Question["more"]]>([
    ["a name", { last_name: "Marlowe" }],
    ["senators in office alone", { filer_types: "[1]" }],
    ["a state", { senator_state: "OH" }],
    ["words in the table", { "search[value]": "Marlowe" }],
    ["words in a column of the table", { "columns[1][search][value]": "Marlowe" }],
    ["a field that is new", { committee: "Finance" }],
    ["annual reports alone", { report_types: "[7]" }],
    ["days that are none", { submitted_start_date: "whenever" }],
  ])("that were narrowed to %s cover no day", async (_, more) => {
    await ingest(har(search(1, [row(1, "03/04/2026")], { more })));
    expect(await looks()).toEqual([]);
    expect((await refusals()).map((one) => one.split(": ")[1])).toEqual(["narrow_search"]);
    expect((await store.pool.query("SELECT count(*)::int AS n FROM listed_documents")).rows).toEqual([{ n: 1 }]);
  });

  it("of every kind of report list the transactions, and count the others", async () => {
    const rows = [
      row(1, "03/04/2026"),
      row(2, "03/04/2026", "annual", "Annual Report for CY 2025"),
      row(3, "03/05/2026", "extension-notice/regular", "Due Date Extension"),
      row(4, "03/05/2026", "paper", "Annual Report"),
    ];
    await ingest(har(search(4, rows, { more: { report_types: "[]", filer_types: "[1,4,5]" } })));
    expect(await looks()).toMatchObject([{ outcome: "listed", listed: 1, message: null }]);
  });

  it("without a report count only beside a search that works", async () => {
    await ingest(har(search(0, [])));
    expect(await looks()).toMatchObject([{ outcome: "failed", message: expect.stringContaining("no other search") }]);
    expect(await refusals()).toEqual(["search of 2026-03-01 to 2026-03-15: empty_answer"]);
    await ingest(har(search(0, []), search(1, [row(1, "02/04/2026")], { from: "02/01/2026", to: "02/28/2026" })));
    expect((await looks()).map(({ outcome }) => outcome)).toEqual(["listed", "empty"]);
  });

  it("that end in more than 31 days without a report prove nothing of those days", async () => {
    const question = { from: "01/15/2026", to: "" };
    await ingest(har(search(2, [row(1, "02/10/2026"), row(2, "01/20/2026")], question)));
    expect(await looks()).toMatchObject([
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

  it("that have more than 31 days without a report anywhere prove nothing of those days, however long ago", async () => {
    const rows = [row(1, "01/20/2016"), row(2, "06/30/2016"), row(3, "07/15/2016")];
    await ingest(har(search(3, rows, { from: "01/01/2016", to: "12/31/2019" })));
    expect(await states("2016-01-01", "2016-01-19")).toEqual(Array.from({ length: 19 }, () => "empty"));
    expect(new Set(await states("2016-01-21", "2016-06-29"))).toEqual(new Set(["failed"]));
    expect(new Set(await states("2016-07-01", "2016-07-14"))).toEqual(new Set(["empty"]));
    expect(new Set(await states("2016-07-16", "2019-12-31"))).toEqual(new Set(["failed"]));
  });

  it("may show nothing of the days before senators had to report", async () => {
    await ingest(har(search(1, [row(1, "08/01/2012")], { from: "01/01/2012", to: "08/15/2012" })));
    expect(new Set(await states("2012-01-01", "2012-07-31"))).toEqual(new Set(["empty"]));
  });

  it("that show no report of the last 31 days and more fail, though another search works", async () => {
    const works = search(1, [row(1, "11/03/2025")], { from: "11/01/2025", to: "11/30/2025" });
    await ingest(har(works, search(0, [], { from: "01/01/2026", to: "" })));
    expect(await looks()).toMatchObject([{ outcome: "listed" }, { outcome: "failed", listed: 0 }]);
    expect(await states("2025-11-29", "2025-11-30")).toEqual(["empty", "empty"]);
    expect(await states("2026-01-10", "2026-01-11")).toEqual(["failed", "failed"]);
  });

  it("that have lost reports are a failed fetch", async () => {
    await ingest(har(search(3, [row(1, "03/04/2026"), row(2, "03/04/2026"), row(3, "03/04/2026")])));
    await ingest(har(search(0, []), search(1, [row(9, "02/04/2026")], { from: "02/01/2026", to: "02/28/2026" })));
    expect((await looks()).at(-1)).toMatchObject({ outcome: "failed", message: expect.stringContaining("listed 3") });
  });

  it("whose bodies the browser did not save are reported, and the others are loaded", async () => {
    const lost = entry("GET", `/search/view/ptr/${uuid(2)}/`, undefined);
    const response = { ...search(9, []), response: { status: 200, content: {} } };
    await ingest(har(search(1, [row(1, "03/04/2026")], { to: "03/10/2026" }), response, page(1), lost));
    expect(await refusals()).toEqual([
      `/search/view/ptr/${uuid(2)}/: no_body`,
      "search 2: bad_search_answer",
      "search of 2026-03-01 to 2026-03-15: incomplete_search",
    ]);
    expect((await store.pool.query("SELECT count(*)::int AS n FROM politician_trades")).rows).toEqual([{ n: 1 }]);
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
    ["is no JSON", "<html></html>", "not_a_har"],
    ["is empty", "", "not_a_har"],
    ["was cut off", JSON.stringify({ log: { version: "1.2", entries: [page(1)] } }).slice(0, -200), "not_a_har"],
    ["is other JSON", '{"draw":1,"data":[]}', "not_a_har"],
    ["has entries that are none", '{"log":{"version":"1.2","entries":[null,1,"x",[],{},{"request":{}}]}}', "empty_har"],
    ["is of another site", '{"log":{"version":"1.2","entries":[]}}', "empty_har"],
    ["is nested without end", `{"log":{"version":"1.2","entries":[${"[".repeat(200_000)}`, "not_a_har"],
  ])("that %s is refused, and the next file goes in", async (_, text, reason) => {
    await ingest(inputFile("bad.har", text), har(search(1, [row(1, "03/04/2026")]), page(1)));
    expect(await refusals()).toEqual([`: ${reason}`]);
    expect(await looks()).toHaveLength(1);
  });

  it("of a host that only looks like the site holds nothing for us", async () => {
    const elsewhere = page(1);
    for (const url of [
      "https://efdsearch.senate.gov.example/search/view/ptr/",
      "http://efdsearch.senate.gov/search/view/ptr/",
    ])
      await ingest(har({ ...elsewhere, request: { ...elsewhere.request, url: `${url}${uuid(1)}/` } }));
    expect(await refusals()).toEqual([": empty_har"]);
  });
});

describe("a page that was saved complete", () => {
  it("is loaded under its own address; the folder beside it is ignored", async () => {
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
