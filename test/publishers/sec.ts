// The double of EDGAR (www.sec.gov and data.sec.gov on one server). It serves an EdgarRecords: the real records of the data
// folder (sec-records.ts), or a test's invented ones. Its addresses, and where each was taken from:
//   /Archives/edgar/daily-index/YYYY/QTRn/form.YYYYMMDD.idx   file name of edgar-index/edgartools/index_files; folders as in
//                                                             cran/edgar issue 7 and "Accessing EDGAR Data" on sec.gov
//   /Archives/edgar/full-index/YYYY/QTRn/master.gz            edgar-index/yihch883/2023QTR2master.gz, whose head says so
//   /Archives/edgar/data/<cik>/<accession>.txt                the Filename column of those indexes
//   /cgi-bin/browse-edgar?action=getcurrent&count&start&type&owner&output   the file names of edgar-index/atom-getcurrent
//   /files/structureddata/data/insider-transactions-data-sets/YYYYqN_form345.zip   the links of "Insider Transactions Data
//                                                             Sets" on sec.gov; the files in it: FORM_345_readme.htm, section 3
//   /files/company_tickers.json, company_tickers_exchange.json              sec.gov, "Accessing EDGAR Data"
//   /submissions/CIK##########.json, ...-submissions-001.json (data.sec.gov) filings.files[].name in edgar-index/submissions;
//                                                             one that does not exist: edgar-index/negative, with 404
import { type Double, type DoubleRequest, type DoubleResponse, startDouble } from "./kit.ts";

export interface EdgarRecords {
  /** the daily form index of a day (YYYYMMDD) */
  dailyIndex?(day: string): string | null;
  /** the quarter's master index, packed */
  fullIndex?(year: number, quarter: number): Buffer | null;
  /** a full submission by its accession number */
  submission?(accessionNumber: string): Promise<Buffer | null> | Buffer | null;
  /** a page of the latest filings */
  latest?(formType: string, start: number): Buffer | string | null;
  /** the quarterly data set, zipped */
  dataSet?(year: number, quarter: number): Buffer | null;
  /** a file of /files or /submissions by its name */
  file?(name: string): Buffer | string | null;
}

interface SecDoubleOptions {
  /** the page that refused tools get; default: a short one with its title and heading */
  refusalPage?: string | Buffer;
  /** refuse a client that sends more than 10 requests in a second, the limit that the page of form4-bad states; default: no limit */
  enforcePace?: boolean;
  port?: number;
}

/** Starts EDGAR's double. A client without a contact gets the page "Undeclared Automated Tool" with 403. */
export async function startSecDouble(records: EdgarRecords, options: SecDoubleOptions = {}): Promise<Double> {
  const times: number[] = [];
  const refusal: DoubleResponse = {
    status: 403,
    headers: { "content-type": "text/html" },
    body: options.refusalPage ?? shortRefusalPage,
  };
  return await startDouble(
    async (request) => {
      times.push(request.at);
      // "Sample Company Name AdminContact@<sample company domain>.com" (sec.gov, Accessing EDGAR Data)
      if (!/\S+@\S+\.\S+/.test(request.headers["user-agent"] ?? "")) return refusal;
      if (options.enforcePace && times.filter((at) => at > request.at - 1000).length > 10) return refusal;
      return await route(request, records);
    },
    { port: options.port },
  );
}

/** title and heading of the page in form4-bad */
const shortRefusalPage =
  "<!DOCTYPE html>\n<html><head><title>SEC.gov | Request Rate Threshold Exceeded</title></head>" +
  "<body><h1>Your Request Originates from an Undeclared Automated Tool</h1></body></html>";

async function route({ path, query }: DoubleRequest, records: EdgarRecords): Promise<DoubleResponse | null> {
  const daily = /^\/Archives\/edgar\/daily-index\/(\d{4})\/QTR([1-4])\/form\.(\d{8})\.idx$/.exec(path);
  // a day without an index: 403 of the object store, as users of the first day of a quarter report it for the full index
  // (tylerjthomas9/ScrapeSEC.jl issue 24); its error document has the shape of edgar-index/negative
  if (daily) return found(records.dailyIndex?.(daily[3] ?? ""), missing(403, "AccessDenied", path));
  const full = /^\/Archives\/edgar\/full-index\/(\d{4})\/QTR([1-4])\/master\.gz$/.exec(path);
  if (full) return found(records.fullIndex?.(Number(full[1]), Number(full[2])), missing(403, "AccessDenied", path));
  // the path has the CIK without zeros: with them it is not found (jadchaar/sec-edgar-downloader issue 100)
  const submission = /^\/Archives\/edgar\/data\/([1-9]\d*)\/(\d{10}-\d{2}-\d{6})\.txt$/.exec(path);
  if (submission) return found(await records.submission?.(submission[2] ?? ""), null);
  if (path === "/cgi-bin/browse-edgar" && query.get("action") === "getcurrent" && query.get("output") === "atom")
    return found(records.latest?.(query.get("type") ?? "", Number(query.get("start") ?? 0)), null);
  const set = /^\/files\/structureddata\/data\/insider-transactions-data-sets\/(\d{4})q([1-4])_form345\.zip$/.exec(
    path,
  );
  if (set) return found(records.dataSet?.(Number(set[1]), Number(set[2])), missing(404, "NoSuchKey", path.slice(1)));
  const file = /^\/(?:files|submissions)\/([\w-]+\.json)$/.exec(path);
  if (file) return found(records.file?.(file[1] ?? ""), missing(404, "NoSuchKey", path.slice(1)));
  return null;
}

function found(body: Buffer | string | null | undefined, absent: DoubleResponse | null): DoubleResponse | null {
  return body === null || body === undefined ? absent : { body };
}

/** The object store's error document: edgar-index/negative/CIK-000000001.json. */
function missing(status: number, code: string, key: string): DoubleResponse {
  const message = code === "NoSuchKey" ? "The specified key does not exist." : "Access Denied";
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message><Key>${key}</Key></Error>`;
  return { status, headers: { "content-type": "application/xml" }, body };
}
