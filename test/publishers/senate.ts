// A double of the Senate's search of financial disclosures (eFD), serving the data folder. It stores which sessions
// have accepted the agreement, and redirects all others to it.
//
// Where this was taken from ("find page" is senate-efd/not-ptr/session-expired/*.html, the site's own page of /search/):
// - POST /search/report/data/, its fields report_types, filer_types, submitted_start_date, submitted_end_date,
//   candidate_state, senator_state, office_id, first_name, last_name, the header X-CSRFToken with the value of the cookie
//   csrftoken, five columns, pages of 25 to 100, serverSide: the script of the find page. start, length, draw and order are
//   DataTables' own (datatables.net/manual/server-side, the version 1.10.15 that the page loads).
// - 11 for "Periodic Transactions", the hidden field csrfmiddlewaretoken of 64 characters: the forms of the find page.
// - {draw, recordsTotal, recordsFiltered, data, result} and the five cells of a row: senate-efd/search-response.derived.json.
//   Its dates are the days on which the reports were filed (senate-efd-manifest.json, "filed").
// - /search/home/ with prohibition_agreement=1, the response 302 to /search/, the cookies csrftoken and sessionid, dates as
//   "mm/dd/yyyy 00:00:00": public scrapers of the site, e.g. antidipyramid/stocks (scraper.py) and
//   dannguyen/scrape-senate-financial-disclosures (NOTES.md, with the text of the 403 for a missing Referer, quoted below).
// - that refusal's rules (cookie, token, Referer of the same origin): Django's "Cross Site Request Forgery protection".
// - a visit that has ended is sent to /search/home/, and what a crawler then stored is the find page: not-ptr/session-expired.
// - /search/view/ptr/<uuid>/: the links of the search response; the pages are senate-efd/ptr-html.
// - /search/view/paper/<uuid>/: uuids, filers and dates are those of senate-efd/paper-ptr-json. INVENTED: the page itself,
//   because the data folder has none; that it shows images of the class filingImage from efd-media-public.senate.gov is known.
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Double, type DoubleRequest, type DoubleResponse, type StartedDouble, startDouble } from "./kit.ts";
import { sharedData } from "./shared-data.ts";

const folder = join(sharedData, "senate-efd");

export interface SenateDouble extends Double {
  /** The cells of the search's rows; a test may change them. */
  rows: string[][];
  /** Ends each visit after that many requests since the agreement. */
  endVisitsAfter(requests: number): void;
  /** `guarded`: Akamai refuses servers; `open`: a visit reaches the search without an agreement. */
  mode: "agreement" | "guarded" | "open";
  /** Called before the response to a search, to change the site in between. */
  beforeSearch: (request: DoubleRequest) => void;
}

interface Site {
  rows: string[][];
  /** session id -> requests since the agreement */
  visits: Map<string, number>;
  maxVisit: number;
}

export async function startSenate({ rows = realRows() }: { rows?: string[][] } = {}): Promise<SenateDouble> {
  const site: Site = { rows, visits: new Map(), maxVisit: Number.POSITIVE_INFINITY };
  const double = await startDouble((request) => {
    if (senate.mode === "guarded") return akamaiRefusal;
    if (senate.mode === "open" && request.path === "/search/home/") return searchWithoutAgreement(site);
    if (request.path === "/search/report/data/") senate.beforeSearch(request);
    return response(request, site);
  });
  const senate: SenateDouble = Object.assign(double, {
    beforeSearch: () => {},
    mode: "agreement" as const,
    rows: site.rows,
    endVisitsAfter: (requests: number) => {
      site.maxVisit = requests;
    },
  });
  return senate;
}

export async function startedSenate(): Promise<StartedDouble> {
  const double = await startSenate();
  return { double, settings: { SENATE_URL: double.url } };
}

/** The reports of the data folder, on pages and on paper, as the search shows them. */
function realRows(): string[][] {
  const found = JSON.parse(readFileSync(join(folder, "search-response.derived.json"), "utf8")) as { data: string[][] };
  const paper = readdirSync(join(folder, "paper-ptr-json")).map((name) => {
    const uuid = name.replace(/\.json$/, "");
    const { first, last, filed } = paperReport(uuid);
    const link = `<a href="/search/view/paper/${uuid}/" target="_blank">Periodic Transaction Report</a>`;
    return [first, last, `${last}, ${first} (Senator)`, link, filed];
  });
  return [...found.data, ...paper];
}

/** `Angus King (Maine)`, 2013-07-22 -> the cells of a row. */
function paperReport(uuid: string): { first: string; last: string; filed: string } {
  const report = JSON.parse(readFileSync(join(folder, "paper-ptr-json", `${uuid}.json`), "utf8")) as Record<
    string,
    string
  >;
  const names = (report.filer ?? "").replace(/\s*\(.*$/, "").split(" ");
  const [year, month, day] = (report["filed-date"] ?? report.filedDate ?? "").split("-");
  return { first: names.slice(0, -1).join(" "), last: names.at(-1) ?? "", filed: `${month}/${day}/${year}` };
}

function response(request: DoubleRequest, site: Site): DoubleResponse | null {
  const { method, path } = request;
  if (method === "POST" && !isSafe(request)) return csrfRefusal;
  if (path === "/search/home/") return method === "POST" ? agree(request, site) : agreement(request);
  const visit = cookies(request).get("sessionid") ?? "";
  const sent = site.visits.get(visit);
  if (sent === undefined || sent >= site.maxVisit) {
    site.visits.delete(visit);
    return { status: 302, headers: { location: "/search/home/" } };
  }
  site.visits.set(visit, sent + 1);
  if (path === "/search/") return { body: findPage() };
  if (path === "/search/report/data/" && method === "POST") return search(request, site.rows);
  const [, kind, uuid] = /^\/search\/view\/(ptr|paper)\/([0-9a-fA-F-]{36})\/$/.exec(path) ?? [];
  return kind && uuid ? report(kind, uuid) : null;
}

/** The edge's page, its shape as public scrapers quote it; the reference is INVENTED. */
const akamaiRefusal: DoubleResponse = {
  status: 403,
  headers: { server: "AkamaiGHost", "content-type": "text/html" },
  body: "<HTML><HEAD>\n<TITLE>Access Denied</TITLE>\n</HEAD><BODY>\n<H1>Access Denied</H1>\nYou don't have permission to access this server.<P>\nReference #18.00000000.0000000000.00000000\n</BODY>\n</HTML>",
};

/** The search instead of the agreement, with the cookies of a visit. */
function searchWithoutAgreement(site: Site): DoubleResponse {
  const session = randomUUID();
  site.visits.set(session, 0);
  const token = randomBytes(32).toString("hex");
  const cookie = (text: string) => `${text}; Path=/; SameSite=Lax; Secure`;
  return {
    headers: { "set-cookie": [cookie(`csrftoken=${token}`), cookie(`sessionid=${session}`)] },
    body: findPage(),
  };
}

function cookies({ headers }: DoubleRequest): Map<string, string> {
  const pairs = (headers.cookie ?? "").split("; ").map((pair) => pair.split("=") as [string, string]);
  return new Map(pairs);
}

/** Django's check of a POST: the cookie's token in the form or in X-CSRFToken, and a Referer of the same host. */
function isSafe(request: DoubleRequest): boolean {
  const token = cookies(request).get("csrftoken");
  const sent = request.form.get("csrfmiddlewaretoken") ?? request.headers["x-csrftoken"];
  const referer = request.headers.referer;
  const sameHost = referer !== undefined && URL.canParse(referer) && new URL(referer).host === request.headers.host;
  return token !== undefined && token === sent && sameHost;
}

const csrfRefusal: DoubleResponse = {
  status: 403,
  body: "<html><head><title>403 Forbidden</title></head><body><h1>Forbidden (403)</h1><p>CSRF verification failed. Request aborted.</p></body></html>",
};

/** The page with the agreement; its token is in the form and in a cookie. */
function agreement(request: DoubleRequest): DoubleResponse {
  const token = cookies(request).get("csrftoken") ?? randomBytes(32).toString("hex");
  return {
    headers: { "set-cookie": `csrftoken=${token}; Path=/; SameSite=Lax; Secure` },
    body: `<html lang="en"><head><title>eFD: Home</title></head><body><form id="agreement_form" action="" method="POST">
      <input type="checkbox" name="prohibition_agreement" id="agree_statement" value="1">
      <input type="hidden" name="csrfmiddlewaretoken" value="${token}"></form></body></html>`,
  };
}

function agree(request: DoubleRequest, site: Site): DoubleResponse {
  if (request.form.get("prohibition_agreement") !== "1") return agreement(request);
  const session = randomUUID();
  site.visits.set(session, 0);
  return {
    status: 302,
    headers: { location: "/search/", "set-cookie": [`sessionid=${session}; HttpOnly; Path=/; SameSite=Lax; Secure`] },
  };
}

function findPage(): string {
  return readFileSync(join(folder, "not-ptr", "session-expired", "UNCAPTURED.html"), "utf8");
}

/** One page of the rows of the requested type and days. The site gives at most 100 rows. */
function search({ form }: DoubleRequest, rows: string[][]): DoubleResponse {
  const [from, to] = [day(form.get("submitted_start_date")), day(form.get("submitted_end_date"))];
  if (form.get("report_types") !== "[11]") return { status: 500, body: "the double has Periodic Transactions only" };
  const found = rows
    .filter((cells) => (!from || day(cells[4]) >= from) && (!to || day(cells[4]) <= to))
    .toSorted((a, b) => day(a[4]).localeCompare(day(b[4])));
  const start = Number(form.get("start"));
  const length = Math.min(100, Number(form.get("length")));
  const body = JSON.stringify({
    draw: Number(form.get("draw")),
    recordsTotal: found.length,
    recordsFiltered: found.length,
    data: found.slice(start, start + length),
    result: "ok",
  });
  return { headers: { "content-type": "application/json" }, body };
}

/** `02/03/2015 00:00:00` -> `2015-02-03`; empty for an empty field. */
function day(text: string | null | undefined): string {
  const [, month, date, year] = /^(\d\d)\/(\d\d)\/(\d{4})/.exec(text ?? "") ?? [];
  return year ? `${year}-${month}-${date}` : "";
}

function report(kind: string, uuid: string): DoubleResponse | null {
  if (kind === "paper")
    return existsSync(join(folder, "paper-ptr-json", `${uuid}.json`)) ? { body: paperPage(uuid) } : null;
  const file = join(folder, "ptr-html", `${uuid}.html`);
  return existsSync(file) ? { body: readFileSync(file) } : null;
}

/** INVENTED, see the head of this file. */
function paperPage(uuid: string): string {
  const { first, last, filed } = paperReport(uuid);
  return `<!DOCTYPE html><html lang="en"><head><title>eFD: View Paper Report</title></head><body>
    <h1>Periodic Transaction Report</h1><h2 class="filedReport">${first} ${last} (${last}, ${first})</h2>
    <p><strong>Filed ${filed} @ 9:00 AM</strong></p>
    <img class="filingImage" src="https://efd-media-public.senate.gov/media/invented/000000001.gif" alt="page 1"></body></html>`;
}
