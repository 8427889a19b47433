// Forms of a response: every list has the same rows as CSV, NDJSON and JSON, the header Accept is negotiated, and the content of the
// envelope is in headers.
import { execFileSync } from "node:child_process";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadRoutes } from "../../rest/all-routes.ts";
import { companies, insiders, members } from "../support/seed.ts";
import { type Service, startSeededService, unlimitedKey } from "../support/service.ts";

type Row = Record<string, unknown>;

let service: Service;
let key: string;

beforeAll(async () => {
  service = await startSeededService({ cacheBytes: 2_000_000 });
  key = await unlimitedKey(service);
});
afterAll(() => service.stop());

const send = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  service.get(`/api/v1${path}`, key, { ...init, headers });

const lists = (await loadRoutes())
  .filter((route) => "list" in route)
  .map(({ path, params }) => {
    const base = path
      .replace("{cik}", insiders.hargrove)
      .replace("{cikOrTicker}", String(companies.corvane))
      .replace("{bioguideId}", members.ashcombe);
    const include = "include" in params ? "&include=outcomes" : "";
    return `${base}?pageSize=3${include}${"q" in params && params.q?.required ? "&q=br" : ""}${"by" in params ? "&by=company,month" : ""}`;
  });

/** The entry for a number of days. */
const entryOf = (list: Row[], days: string) => list.find((entry) => String(entry.days) === days);

/** A cell as the field's value would be written. */
function cellOf(row: Row, column: string): string {
  const value = column
    .split(".")
    .reduce<unknown>((part, step) => (Array.isArray(part) ? entryOf(part, step) : (part as Row | null)?.[step]), row);
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The paths of all values; a list is one value, unless it has an entry for each number of days. */
function valuesIn(row: Row, before = ""): string[] {
  return Object.entries(row).flatMap(([name, value]) =>
    name === "windows"
      ? (value as Row[]).flatMap((entry) => valuesIn(entry, `${before}${name}.${entry.days}.`))
      : typeof value === "object" && value !== null && !Array.isArray(value)
        ? valuesIn(value as Row, `${before}${name}.`)
        : [before + name],
  );
}

const rowsOf = (text: string): Row[] =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe.each(lists)("%s", (path) => {
  it("has the same rows in every form", async () => {
    const { body } = await send(path);
    const lines = await send(`${path}&format=ndjson`);
    expect([lines.status, lines.headers.get("content-type")]).toEqual([200, "application/x-ndjson; charset=utf-8"]);
    expect(rowsOf(lines.text)).toEqual(body.data);

    const table = await send(`${path}&format=csv`);
    expect([table.status, table.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8; header=present"]);
    const cells = parse(table.text, { columns: true }) as Record<string, string>[];
    expect(cells).toHaveLength(body.data.length);
    // RFC 4180: every record ends with CRLF, and a bare line feed can only occur within quotes
    expect(table.text.endsWith("\r\n")).toBe(true);
    expect(table.text.replace(/"(?:[^"]|"")*"/g, "").replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    for (const [at, row] of (body.data as Row[]).entries()) {
      const columns = Object.keys(cells[at] ?? {});
      // a part that is null has columns too
      expect(columns).toEqual(expect.arrayContaining(valuesIn(row).filter((name) => cellOf(row, name) !== "")));
      expect(cells[at]).toEqual(Object.fromEntries(columns.map((name) => [name, cellOf(row, name)])));
    }
  });

  it("has the content of the envelope in headers", async () => {
    const { body } = await send(path);
    for (const form of ["csv", "ndjson"]) {
      const { headers } = await send(`${path}&format=${form}`);
      expect(headers.get("x-total-count")).toBe(String(body.pagination.total));
      expect(headers.get("x-data-version")).toBe(body.meta.data_version);
      expect(JSON.parse(headers.get("x-meta") ?? "")).toEqual(body.meta);
      const { next } = body.pagination;
      const withForm = next?.replace("&page=", `&format=${form}&page=`);
      expect(headers.get("link")).toBe(next === null ? null : `<${withForm}>; rel="next"`);
    }
  });
});

describe("a list", () => {
  it.each([
    ["text/csv", "text/csv"],
    ["application/x-ndjson", "application/x-ndjson"],
    ["text/csv;charset=utf-8", "text/csv"],
    ["text/csv, */*;q=0.1", "text/csv"],
    ["application/json;q=0.4, application/x-ndjson;q=0.5", "application/x-ndjson"],
    ["text/*", "text/csv"],
    ["application/*", "application/json"],
    ["application/json;q=0, */*", "text/csv"],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "application/json"],
    ["application/json, text/plain, */*", "application/json"],
    ["*/*", "application/json"],
    ["", "application/json"],
  ])("with the header Accept: %s is sent as %s", async (accept, type) => {
    // the cached response must not be sent where another form is requested
    await send("/trades?pageSize=2");
    const { status, headers } = await send("/trades?pageSize=2", { accept });
    expect([status, headers.get("content-type")?.split(";")[0]]).toEqual([200, type]);
    expect(headers.get("vary")).toBe("Authorization, Accept-Encoding, Accept");
  });

  it.each(["csv", "CSV", " csv ", "%63sv"])("with format=%s is a table, whatever Accept says", async (format) => {
    const { headers } = await send(`/trades?pageSize=2&format=${format}`, { accept: "application/json" });
    expect(headers.get("content-type")).toMatch(/^text\/csv/);
  });

  it.each([
    ["/trades", "text/html"],
    ["/trades", "application/json;q=0"],
    ["/trades", "image/*, application/xml"],
    [`/insider/${insiders.hargrove}`, "text/csv"],
    ["/usage", "text/csv"],
  ])("at %s with Accept: %s is refused with 406, which does not count for the day", async (path, accept) => {
    const { key: other } = await service.newKey("pro");
    await service.get("/api/v1/trades?pageSize=2", other);
    const before = await service.get("/api/v1/usage", other);
    const { status, headers, body } = await service.get(`/api/v1${path}`, other, { headers: { accept } });
    expect([status, body.error]).toEqual([406, expect.stringContaining("use one of: application/json")]);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-dailylimit-remaining")).toBe(before.headers.get("x-dailylimit-remaining"));
  });

  it.each([
    ["/trades?format=xml", "format must be one of json, csv, ndjson"],
    ["/trades?format=csv&format=json", "format is given more than once"],
    ["/trades?format=csv&pagesize=3", "pagesize is not a known parameter"],
    ["/trades?format=json&pageSize=101", "pageSize must be a whole number from 1 to 100,"],
    [`/insider/${insiders.hargrove}?format=csv`, "format is not a known parameter"],
  ])("with %s is refused with 400 as JSON", async (path, message) => {
    const { status, body } = await send(path, { accept: "text/csv, application/json;q=0.1" });
    expect(status).toBe(400);
    expect(body.error).toContain(message);
  });
});

it("the columns of a table are the fields in the caller's order", async () => {
  const path = "/trades?format=csv&tradeTypes=P&pageSize=2";
  const head = async (fields: string) => (await send(`${path}&fields=${fields}`)).text.split("\r\n")[0];
  expect(await head("ticker,id,outcomes.return_30d_pct,ID")).toBe("ticker,id,outcomes.return_30d_pct");
  expect(await head("joint_insiders.name,id,joint_insiders.cik")).toBe("joint_insiders,id");
  expect(await head("outcomes,id")).toMatch(/^outcomes\.status,.*,outcomes\.trade_date_alpha_365d_pct,id$/);
  const { text } = await send("/trades?format=ndjson&tradeTypes=P&pageSize=2&fields=ticker,id");
  const { body } = await send("/trades?tradeTypes=P&pageSize=2&fields=ticker,id");
  expect(rowsOf(text)).toEqual(body.data);
});

it("an empty list is a header line in CSV, and nothing in NDJSON", async () => {
  const csv = await send("/trades?ticker=NOSUCH&format=csv");
  expect(csv.text.split("\r\n")).toEqual([expect.stringMatching(/^id,filing_date,/), ""]);
  expect([csv.headers.get("x-total-count"), csv.headers.get("link")]).toEqual(["0", null]);
  expect((await send("/trades?page=2147483647&format=ndjson&pageSize=100")).text).toBe("");
});

it("a list of an unknown entity is refused with 404 before anything is sent", async () => {
  expect((await send("/companies/NOSUCH/holdings?format=csv")).status).toBe(404);
  expect((await send("/trades?format=csv&dataVersion=999999999")).status).toBe(400);
});

it("a table gets 304 for its tag, which depends on form and fields too", async () => {
  const path = "/clusters?format=csv&pageSize=2";
  const tag = (await send(path)).headers.get("etag") ?? "";
  const again = await send(path, { "if-none-match": tag });
  expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", tag]);
  expect((await send(`${path}&fields=id`, { "if-none-match": tag })).status).toBe(200);
  expect((await send("/clusters?pageSize=2", { "if-none-match": tag })).status).toBe(200);
  const { key: other } = await service.newKey("pro");
  const day = async (headers: Record<string, string>) =>
    (await service.get(`/api/v1${path}`, other, { headers })).headers.get("x-dailylimit-remaining");
  expect([await day({}), await day({ "if-none-match": tag })]).toEqual(["49999", "49999"]);
});

it("HEAD has the headers of GET", async () => {
  const path = "/trades?format=csv&pageSize=2";
  const get = await send(path);
  const head = await send(path, {}, { method: "HEAD" });
  expect([head.status, head.text]).toEqual([200, ""]);
  const names = ["content-type", "etag", "x-total-count", "x-meta", "link", "content-encoding"];
  expect(names.map((name) => head.headers.get(name))).toEqual(names.map((name) => get.headers.get(name)));
});

it("Python's csv module reads a name that a spreadsheet would run", async () => {
  const name = `=cmd|'/C calc'!A0 "quoted", ÅSA\n@SUM(1)`;
  await service.store.pool.query("UPDATE filing_owners SET name_as_filed = $1 WHERE insider_cik = $2", [
    name,
    insiders.hargrove,
  ]);
  const { text } = await send(`/trades?format=csv&insiderCik=${insiders.hargrove}&pageSize=2&fields=id,insider_name`);
  const script =
    "import csv,json,sys,io;print(json.dumps(list(csv.reader(io.TextIOWrapper(sys.stdin.buffer,'utf-8',newline='')))))";
  const rows = JSON.parse(execFileSync("python3", ["-c", script], { input: text, encoding: "utf8" }));
  expect(rows[0]).toEqual(["id", "insider_name"]);
  expect(rows[1][1]).toBe(`'=cmd|'/C calc'!A0 "quoted", ÅSA\n'@SUM(1)`);
});
