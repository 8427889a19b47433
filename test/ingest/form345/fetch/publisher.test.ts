// EDGAR as a publisher, against its double with invented indexes and filings: requests, records, and the effect of an
// invalid response.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import secPublisher from "../../../../src/ingest/form345/publisher.ts";
import form345Source from "../../../../src/ingest/form345/source.ts";
import { type OpenOutbound, openOutbound } from "../../../../src/ingest/outbound/outbound.ts";
import type { DueDocument, Publisher, SyncContext } from "../../../../src/ingest/publisher.ts";
import { silent } from "../../../../src/ingest/source.ts";
import { dueDocuments } from "../../../../src/store/listings.ts";
import { fetches } from "../../../publishers/follow.ts";
import type { Double } from "../../../publishers/kit.ts";
import { type EdgarRecords, startSecDouble } from "../../../publishers/sec.ts";
import { testContact } from "../../../support/contact.ts";
import { createTestStore, type TestStore } from "../../../support/database.ts";
import { ingestFiles } from "../../../support/ingest.ts";

let store: TestStore;
let outbound: OpenOutbound;
let double: Double;
let records: EdgarRecords;
let publisher: Publisher;

beforeAll(async () => {
  store = await createTestStore();
  return () => store.close();
});

beforeEach(async () => {
  for (const table of ["outbound_gates", "fetched_resources", "listed_documents", "listing_fetches"])
    await store.pool.query(`DELETE FROM ${table}`);
  records = { latest: () => feed([]) };
  double = await startSecDouble({
    dailyIndex: (day) => records.dailyIndex?.(day) ?? null,
    fullIndex: (year, quarter) => records.fullIndex?.(year, quarter) ?? null,
    submission: (accession) => records.submission?.(accession) ?? null,
    latest: (form, start) => records.latest?.(form, start) ?? null,
  });
  outbound = openOutbound({
    store,
    home: mkdtempSync(join(tmpdir(), "disclosed-sec-")),
    contact: testContact,
    requestsPerSecond: { sec: 1000 },
    retries: { times: 1, firstAfterMs: 1 },
  });
  publisher = secPublisher({ secUrl: double.url });
});

afterEach(async () => {
  await outbound.close();
  await double.close();
});

function context(from: string, today: string): SyncContext {
  const signal = new AbortController().signal;
  return { store, outbound, home: "unused", today, from, progress: silent, signal };
}

async function list(from: string, today: string): Promise<string[]> {
  const yielded: string[] = [];
  for await (const files of publisher.list(context(from, today)))
    yielded.push(...[files].flat().map(({ name }) => name));
  return yielded;
}

const paths = () => double.requests.map(({ path }) => path).filter((path) => !path.startsWith("/cgi-bin/"));

interface Line {
  form?: string;
  cik?: number;
  date: string;
  accession: string;
}

// layouts as in the material: form.20200318.idx and 2023QTR2master.gz
function daily(day: string, lines: Line[]): string {
  const lastData = new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" });
  const rows = lines.map(
    ({ form = "4", cik = 9980001, date, accession }) =>
      `${form.padEnd(12)}${"Invented Widgets Inc".padEnd(62)}${String(cik).padEnd(12)}${date.replaceAll("-", "").padEnd(12)}edgar/data/${cik}/${accession}.txt         `,
  );
  return [
    "Description:           Daily Index of EDGAR Dissemination Feed by Form Type",
    `Last Data Received:    ${lastData}`,
    "Comments:              webmaster@sec.gov",
    " ",
    "Form Type   Company Name                                                  CIK         Date Filed  File Name",
    "-".repeat(141),
    ...rows,
    "",
  ].join("\n");
}

function master(lastData: string, lines: Line[]): Buffer {
  const rows = lines.map(
    ({ form = "4", cik = 9980001, date, accession }) =>
      `${cik}|INVENTED WIDGETS INC|${form}|${date}|edgar/data/${cik}/${accession}.txt`,
  );
  const head = `Description:           Master Index of EDGAR Dissemination Feed\nLast Data Received:    ${lastData}\n\n`;
  return gzipSync(`${head}CIK|Company Name|Form Type|Date Filed|Filename\n${"-".repeat(80)}\n${rows.join("\n")}\n`);
}

// an entry as in atom-getcurrent
function feed(lines: Line[]): string {
  const entries = lines.map(
    ({ form = "4", cik = 9980001, date, accession }) => `<entry>
<title>${form} - Invented Widgets Inc (${String(cik).padStart(10, "0")}) (Issuer)</title>
<link rel="alternate" type="text/html" href="https://www.sec.gov/Archives/edgar/data/${cik}/${accession.replaceAll("-", "")}/${accession}-index.htm"/>
<summary type="html">
 &lt;b&gt;Filed:&lt;/b&gt; ${date} &lt;b&gt;AccNo:&lt;/b&gt; ${accession} &lt;b&gt;Size:&lt;/b&gt; 10 KB
</summary>
<category scheme="https://www.sec.gov/" label="form type" term="${form}"/>
<id>urn:tag:sec.gov,2008:accession-number=${accession}</id>
</entry>`,
  );
  const head = '<?xml version="1.0" encoding="ISO-8859-1" ?>\n<feed xmlns="http://www.w3.org/2005/Atom">';
  return [head, ...entries, "</feed>"].join("\n");
}

const accession = (n: number) => `0009980001-23-${String(n).padStart(6, "0")}`;

/** listing -> outcome, number of documents, and whether it is final */
async function outcomes(): Promise<Record<string, string>> {
  const fetched = Object.entries(await fetches(store, "form345"));
  return Object.fromEntries(
    fetched.map(([listing, { outcome, listed, final }]) => [listing, `${outcome} ${listed}${final ? " final" : ""}`]),
  );
}

async function listed(): Promise<string[]> {
  const { rows } = await store.pool.query(
    "SELECT document_id AS id, to_char(listed_on, 'YYYY-MM-DD') AS day, kind FROM listed_documents ORDER BY id",
  );
  return rows.map(({ id, day, kind }) => `${id} ${day} ${kind}`);
}

test("a settled quarter is requested as one full index, the days since as daily indexes, and weekends not at all", async () => {
  records.fullIndex = () => master("March 31, 2023", [{ date: "2023-03-30", accession: accession(1) }]);
  records.dailyIndex = (day) =>
    day === "20230410" ? daily("2023-04-10", [{ date: "2023-04-10", accession: accession(2), form: "4/A" }]) : null;
  await list("2023-03-20", "2023-04-11");
  expect(paths()).toEqual([
    "/Archives/edgar/daily-index/2023/QTR2/form.20230410.idx",
    ...["20230407", "20230406", "20230405", "20230404", "20230403"].flatMap((day) => [
      `/Archives/edgar/daily-index/2023/QTR2/form.${day}.idx`,
      `/Archives/edgar/daily-index/2023/QTR2/master.${day}.idx`,
    ]),
    "/Archives/edgar/full-index/2023/QTR1/master.gz",
  ]);
  expect(await listed()).toEqual([`${accession(1)} 2023-03-30 4`, `${accession(2)} 2023-04-10 4/A`]);
  expect(await outcomes()).toMatchObject({
    "full-index/2023/QTR1": "listed 1 final",
    "daily-index/2023-04-08": "not_published 0 final",
    "daily-index/2023-04-07": "not_published 0",
    // in the night after its day the index may still change
    "daily-index/2023-04-10": "listed 1",
  });
});

test("final listings are not requested again, others are", async () => {
  records.dailyIndex = (day) => {
    const date = `2023-05-${day.slice(6)}`;
    return day === "20230529" ? null : daily(date, [{ date, accession: accession(Number(day.slice(6))) }]);
  };
  await list("2023-05-25", "2023-05-31");
  expect(await outcomes()).toMatchObject({
    "daily-index/2023-05-25": "listed 1 final",
    "daily-index/2023-05-26": "listed 1 final",
    // Memorial Day
    "daily-index/2023-05-29": "not_published 0 final",
    "daily-index/2023-05-30": "listed 1",
  });
  double.requests.length = 0;
  await list("2023-05-25", "2023-06-01");
  expect(paths()).toEqual([
    "/Archives/edgar/daily-index/2023/QTR2/form.20230531.idx",
    "/Archives/edgar/daily-index/2023/QTR2/form.20230530.idx",
  ]);
  expect((await outcomes())["daily-index/2023-05-30"]).toBe("listed 1 final");
});

test("days on which EDGAR was closed by order of the President need no index, and may have one", async () => {
  // accepted in the evening before, and dated on the day of mourning
  records.dailyIndex = (day) =>
    day === "20181205" ? daily("2018-12-05", [{ date: "2018-12-05", accession: accession(5) }]) : null;
  await list("2018-12-05", "2018-12-06");
  await list("2024-12-24", "2024-12-27");
  await list("2025-12-24", "2025-12-28");
  expect(await outcomes()).toMatchObject({
    "daily-index/2018-12-05": "listed 1",
    "daily-index/2024-12-24": "not_published 0 final",
    "daily-index/2024-12-26": "not_published 0",
    "daily-index/2025-12-24": "not_published 0 final",
    "daily-index/2025-12-26": "not_published 0 final",
  });
});

test("a feed without a new filing is no failure over days on which EDGAR was closed", async () => {
  records.dailyIndex = (day) =>
    day === "20251223" ? daily("2025-12-23", [{ date: "2025-12-23", accession: accession(1) }]) : null;
  records.latest = () => page(1, 30, "2022-12-12");
  await list("2025-12-23", "2025-12-26");
  await list("2025-12-23", "2025-12-26");
  expect((await outcomes())["latest-filings"]).toBe("not_published 0");
});

test("one accession under several CIKs is one document, and forms other than 3, 4 and 5 are none", async () => {
  records.dailyIndex = () =>
    daily("2023-05-25", [
      { date: "2023-05-25", accession: accession(1), cik: 9980001 },
      { date: "2023-05-25", accession: accession(1), cik: 9980002 },
      { date: "2023-05-25", accession: accession(2), form: "424B2" },
      { date: "2023-05-25", accession: accession(3), form: "5/A" },
    ]);
  await list("2023-05-25", "2023-05-26");
  expect(await listed()).toEqual([`${accession(1)} 2023-05-25 4`, `${accession(3)} 2023-05-25 5/A`]);
});

test.each<[string, string]>([
  ["a web page", "<html><head><title>EDGAR</title></head></html>"],
  ["an index without a line", daily("2023-05-25", [])],
  ["an index of other forms only", daily("2023-05-25", [{ date: "2023-05-25", accession: accession(9), form: "8-K" }])],
  ["an index that was cut off", daily("2023-05-25", [{ date: "2023-05-25", accession: accession(9) }]).slice(0, -30)],
  ["the index of another day", daily("2023-05-24", [{ date: "2023-05-24", accession: accession(9) }])],
])("%s is a failed fetch, keeps the listed documents, and is requested again without a condition", async (_, body) => {
  const path = "/Archives/edgar/daily-index/2023/QTR2/form.20230525.idx";
  records.dailyIndex = () => daily("2023-05-25", [{ date: "2023-05-25", accession: accession(1) }]);
  await list("2023-05-25", "2023-05-26");
  double.fault(path, { kind: "changed", body });
  await list("2023-05-25", "2023-05-26");
  expect((await outcomes())["daily-index/2023-05-25"]).toBe("failed 1");
  expect(await listed()).toContain(`${accession(1)} 2023-05-25 4`);
  double.requests.length = 0;
  await list("2023-05-25", "2023-05-26");
  expect(double.requests.find((request) => request.path === path)?.headers["if-none-match"]).toBeUndefined();
  expect((await outcomes())["daily-index/2023-05-25"]).toBe("listed 1");
});

test("an index with an unreadable line is passed on for its quarantine, and stays due", async () => {
  const index = daily("2023-05-25", [{ date: "2023-05-25", accession: accession(1) }]);
  records.dailyIndex = (day) => (day === "20230525" ? index.replace(/\n$/, "\nnonsense\n") : null);
  expect(await list("2023-05-25", "2023-05-27")).toEqual(["form.20230525.idx"]);
  expect((await outcomes())["daily-index/2023-05-25"]).toBe("listed 1");
});

test("an empty response, an error and a missing quarter are failed fetches, and the others continue", async () => {
  double.fault(/form\.20230405/, { kind: "empty" }, { times: 9 });
  double.fault(/form\.20230404/, { kind: "status", status: 500 }, { times: 9 });
  records.dailyIndex = () => daily("2023-04-06", [{ date: "2023-04-06", accession: accession(6) }]);
  await list("2023-03-30", "2023-04-10");
  expect(await outcomes()).toMatchObject({
    "daily-index/2023-04-06": "listed 1 final",
    "daily-index/2023-04-05": "failed 0",
    "daily-index/2023-04-04": "failed 0",
  });
  await list("2023-03-30", "2023-05-10");
  expect(await outcomes()).toMatchObject({ "full-index/2023/QTR1": "failed 0" });
});

test("a publisher stop ends the listing and records no fetch", async () => {
  double.fault(/form\.20230525/, { kind: "status", status: 429 });
  await expect(list("2023-05-25", "2023-05-26")).rejects.toMatchObject({ reason: "publisher_stopped" });
  expect(await outcomes()).not.toHaveProperty("daily-index/2023-05-25");
});

const page = (first: number, count: number, date: string) =>
  feed(Array.from({ length: count }, (_, i) => ({ date, accession: accession(first + i) })));

test("the latest filings are read back to the last day that an index covers, then only to known filings", async () => {
  records.dailyIndex = (day) =>
    day === "20230525" ? daily("2023-05-25", [{ date: "2023-05-25", accession: accession(1) }]) : null;
  await list("2023-05-25", "2023-05-26");
  const pages = [page(300, 100, "2023-05-26"), page(350, 100, "2023-05-26"), page(1, 100, "2023-05-25")];
  records.latest = (form, start) => (form === "4" ? (pages[start / 100] ?? feed([])) : feed([]));
  double.requests.length = 0;
  await list("2023-05-26", "2023-05-26");
  const starts = () =>
    double.requests.filter(({ query }) => query.get("type") === "4").map(({ query }) => query.get("start"));
  expect(starts()).toEqual(["0", "100", "200"]);
  expect((await outcomes())["latest-filings"]).toBe("listed 150");
  expect(await listed()).toHaveLength(151);
  double.requests.length = 0;
  await list("2023-05-26", "2023-05-26");
  expect(starts()).toEqual(["0"]);
});

test("only ownership forms are requested from the feed, and other forms whose names begin alike are left out", async () => {
  const forms = ["4", "424B2", "4/A", "40-F", "3", "5", "5/A", "425", "3/A", "10-K"];
  // like EDGAR: every form whose name begins with the requested type
  records.latest = (type, start) =>
    start > 0
      ? feed([])
      : feed(
          forms.flatMap((form, n) =>
            form.startsWith(type) ? [{ form, date: "2023-05-26", accession: accession(n + 1) }] : [],
          ),
        );
  await list("2023-05-26", "2023-05-26");
  expect((await listed()).map((line) => line.split(" ")[2])).toEqual(["4", "4/A", "3", "5", "5/A", "3/A"]);
  const requested = double.requests.filter(({ path }) => path === "/cgi-bin/browse-edgar");
  expect(new Set(requested.map(({ query }) => query.get("owner")))).toEqual(new Set(["only"]));
});

test("a day with more filings than the feed has pages is a failed fetch, and its daily index lists the rest", async () => {
  const busy = Array.from({ length: 250 }, (_, n) => ({ date: "2023-05-25", accession: accession(n + 1) }));
  const html = "<!DOCTYPE html><html><title>SEC.gov | Not found</title></html>";
  records.latest = (form, start) =>
    form !== "4" ? feed([]) : start < 200 ? feed(busy.slice(start, start + 100)) : html;
  await list("2023-05-25", "2023-05-25");
  expect((await outcomes())["latest-filings"]).toMatch(/^failed/);
  expect(await listed()).toHaveLength(200);
  records.dailyIndex = () => daily("2023-05-25", busy);
  await list("2023-05-25", "2023-05-26");
  expect(await listed()).toHaveLength(250);
});

test("a feed without a new filing is a failed fetch over a business day, but not before the first filing of a day", async () => {
  records.latest = () => page(1, 30, "2022-12-12");
  await list("2023-05-26", "2023-05-26");
  expect((await outcomes())["latest-filings"]).toBe("failed 0");
  records.dailyIndex = () => daily("2023-05-25", [{ date: "2023-05-25", accession: accession(1) }]);
  await list("2023-05-25", "2023-05-26");
  await list("2023-05-25", "2023-05-26");
  expect((await outcomes())["latest-filings"]).toBe("not_published 0");
});

test("a feed that is a web page, empty or out of order is a failed fetch", async () => {
  await list("2023-05-26", "2023-05-26");
  expect((await outcomes())["latest-filings"]).toBe("failed 0");
  records.latest = (form, start) =>
    form === "4" && start === 0
      ? page(1, 100, "2023-05-26")
      : "<!DOCTYPE html><html><title>SEC.gov | File Unavailable</title></html>";
  await list("2023-05-26", "2023-05-26");
  expect((await outcomes())["latest-filings"]).toBe("failed 0");
  expect(await listed()).toHaveLength(100);
});

const bareXml = `<?xml version="1.0"?>
<ownershipDocument><schemaVersion>X0407</schemaVersion><documentType>4</documentType><periodOfReport>2023-05-23</periodOfReport>
<issuer><issuerCik>0009980001</issuerCik><issuerName>Invented Widgets Inc</issuerName><issuerTradingSymbol>ZQIW</issuerTradingSymbol></issuer>
<reportingOwner><reportingOwnerId><rptOwnerCik>0009980002</rptOwnerCik><rptOwnerName>Sample Ann</rptOwnerName></reportingOwnerId>
<reportingOwnerRelationship><isDirector>1</isDirector></reportingOwnerRelationship></reportingOwner></ownershipDocument>`;
const submission = `<SEC-DOCUMENT>${accession(1)}.txt : 20230525\n<SEC-HEADER>\nACCESSION NUMBER:\t\t${accession(1)}\nCONFORMED SUBMISSION TYPE:\t4\nFILED AS OF DATE:\t\t20230525\n</SEC-HEADER>\n<DOCUMENT><TEXT><XML>${bareXml}</XML></TEXT></DOCUMENT>\n</SEC-DOCUMENT>\n`;

async function firstDue(): Promise<DueDocument> {
  const [due] = await dueDocuments(store.pool, { source: "form345", from: "2023-01-01", limit: 1 });
  if (!due) throw new Error("nothing is due");
  return due;
}

async function fetchFirst() {
  records.dailyIndex = () => daily("2023-05-25", [{ date: "2023-05-25", accession: accession(1) }]);
  await list("2023-05-25", "2023-05-26");
  return await publisher.fetch?.(await firstDue(), context("2023-05-25", "2023-05-26"));
}

test("a submission is fetched from the folder without zeros; a bare document takes its filing date from the index", async () => {
  records.submission = () => Buffer.from(bareXml);
  const file = await fetchFirst();
  expect(double.requests.at(-1)?.path).toBe(`/Archives/edgar/data/9980001/${accession(1)}.txt`);
  expect(file).toMatchObject({ name: `${accession(1)}.txt`, documentId: accession(1), listedOn: "2023-05-25" });
  if (!file) throw new Error("no file");
  const run = await ingestFiles(store, form345Source, [file]);
  expect(run.counts.quarantined).toBe(0);
  const filing = await store.prisma.filing.findUniqueOrThrow({ where: { accessionNumber: accession(1) } });
  expect(filing.filedOn).toEqual(new Date("2023-05-25"));
  expect(await dueDocuments(store.pool, { source: "form345", from: "2023-01-01", limit: 1 })).toEqual([]);
});

test.each<[string, () => Buffer | null, RegExp]>([
  ["not there", () => null, /^HTTP 404 from/],
  ["a web page", () => Buffer.from("<html><body>EDGAR is busy</body></html>"), /^a web page instead of a filing/],
  ["cut off", () => Buffer.from(submission.slice(0, -300)), /^the submission was cut off/],
])("a submission that is %s stays due, with the reason", async (_, response, reason) => {
  await store.pool.query("DELETE FROM filings");
  records.submission = response;
  expect(await fetchFirst()).toBeNull();
  const { rows } = await store.pool.query(
    "SELECT attempts, last_error, retry_at > now() AS later FROM listed_documents",
  );
  expect(rows).toEqual([{ attempts: 1, last_error: expect.stringMatching(reason), later: true }]);
});

// a filing of 2001, with the envelope of that time and a document in text
const textOnly = `-----BEGIN PRIVACY-ENHANCED MESSAGE-----
Proc-Type: 2001,MIC-CLEAR
Originator-Name: webmaster@www.sec.gov
MIC-Info: RSA-MD5,RSA,
 Invented

<SEC-DOCUMENT>${accession(1)}.txt : 20230525
<SEC-HEADER>${accession(1)}.hdr.sgml : 20230525
ACCESSION NUMBER:		${accession(1)}
CONFORMED SUBMISSION TYPE:	4
FILED AS OF DATE:		20230525
</SEC-HEADER>
<DOCUMENT>
<TYPE>4
<SEQUENCE>1
<TEXT>
<PAGE>
FORM 4   STATEMENT OF CHANGES IN BENEFICIAL OWNERSHIP
1. Name of Reporting Person: Sample, Ann
</TEXT>
</DOCUMENT>
</SEC-DOCUMENT>
-----END PRIVACY-ENHANCED MESSAGE-----
`;
const noSecurities = submission
  .replaceAll("<documentType>4<", "<documentType>3<")
  .replace("SUBMISSION TYPE:\t4", "SUBMISSION TYPE:\t3")
  .replace("</periodOfReport>", "</periodOfReport><noSecuritiesOwned>1</noSecuritiesOwned>");

test.each<[string, string, string, object]>([
  ["in text without XML is quarantined once", textOnly, "4", { filings: 0, refusals: ["no_document"] }],
  ["of Form 3 without securities is stored", noSecurities, "3", { filings: 1, refusals: [] }],
])("a submission %s, and is not fetched again", async (_, body, form, expected) => {
  await store.pool.query("TRUNCATE filings, quarantine CASCADE");
  records.submission = () => Buffer.from(body);
  records.dailyIndex = () => daily("2023-05-25", [{ date: "2023-05-25", accession: accession(1), form }]);
  for (let sync = 0; sync < 3; sync++) {
    await list("2023-05-25", "2023-05-26");
    for (const due of await dueDocuments(store.pool, { source: "form345", from: "2023-01-01", limit: 9 })) {
      const file = await publisher.fetch?.(due, context("2023-05-25", "2023-05-26"));
      if (file) await ingestFiles(store, form345Source, [file]);
    }
  }
  expect(paths().filter((path) => path.endsWith(`${accession(1)}.txt`))).toHaveLength(1);
  const { rows: refused } = await store.pool.query("SELECT reason, document_id FROM quarantine");
  const filings = await store.prisma.filing.count();
  expect({ filings, refusals: refused.map(({ reason }) => reason) }).toEqual(expected);
});

test("an index entry that names a page instead of the submission leads to the submission", async () => {
  records.submission = () => Buffer.from(submission);
  const due = { documentId: accession(1), listedOn: "2023-05-25", kind: "4", detail: {} };
  const url = `https://www.sec.gov/Archives/edgar/data/0009980001/${accession(1)}-index.htm`;
  const file = await publisher.fetch?.({ ...due, url }, context("2023-05-25", "2023-05-26"));
  expect(file?.documentId).toBe(accession(1));
  expect(double.requests.at(-1)?.path).toBe(`/Archives/edgar/data/9980001/${accession(1)}.txt`);
});
