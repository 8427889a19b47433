// fields=: a response with some of its fields is the whole response without the others, on every route, cached or not.
import { afterAll, beforeAll, expect, it } from "vitest";
import { insiders, members, tradeId } from "../support/seed.ts";
import { type Service, startSeededService } from "../support/service.ts";

let service: Service;
let key: string;
let requested: Record<string, unknown>[] = [];

beforeAll(async () => {
  service = await startSeededService({
    execute:
      (execute) =>
      (hash, variables, ...rest) => {
        requested.push(variables);
        return execute(hash, variables, ...rest);
      },
    cacheBytes: 2_000_000,
  });
  key = (await service.newKey("max")).key;
});
afterAll(() => service.stop());

async function read(path: string) {
  requested = [];
  const response = await service.get(`/api/v1${path}`, key);
  expect(response.status, path).toBe(200);
  return response;
}

it.each<[string, string, string[], (row: never) => unknown]>([
  ["/trades", "", ["filing_date", "id"], ({ id, filing_date }) => ({ id, filing_date })],
  ["/trades/{id}", "", ["joint_insiders.name"], ({ joint_insiders }) => ({ joint_insiders: names(joint_insiders) })],
  [
    "/politician-trades",
    "",
    ["committee_matches", "state"],
    ({ state, committee_matches }) => ({ state, committee_matches }),
  ],
  [
    "/insider/{cik}",
    "",
    ["stats.buy_count", "name"],
    ({ name, stats }) => ({ name, stats: { buy_count: count(stats) } }),
  ],
  ["/committees", "", ["members.name"], ({ members: of }) => ({ members: names(of) })],
  [
    "/coverage",
    "",
    ["sources.source"],
    ({ sources }) => ({ sources: (sources as { source: string }[]).map(({ source }) => ({ source })) }),
  ],
  ["/clusters", "?tradeType=S", ["ID"], ({ id }) => ({ id })],
  ["/usage", "", ["plan"], ({ plan }) => ({ plan })],
])("%s%s with %s is the whole response without the other fields", async (template, query, fields, expected) => {
  const path = template.replace("{id}", String(tradeId("fund"))).replace("{cik}", insiders.hargrove) + query;
  const whole = (await read(path)).body.data;
  const picked = (await read(`${path}${query ? "&" : "?"}fields=${fields.join(",")}`)).body.data;
  expect(picked).toEqual(Array.isArray(whole) ? whole.map((row) => expected(row as never)) : expected(whole as never));
  expect(picked).not.toEqual([]);
});

const names = (rows: unknown) => (rows as { name: string }[]).map(({ name }) => ({ name }));
const count = (stats: unknown) => (stats as { buy_count: number }).buy_count;

it("a chosen part is included, and one that is not chosen is not read", async () => {
  const path = "/trades?ticker=ALDM&tradeTypes=P&pageSize=2";
  const whole = (await read(`${path}&include=outcomes`)).body.data;
  const picked = (await read(`${path}&fields=id,outcomes.return_30d_pct`)).body.data;
  expect(picked).toEqual(
    whole.map((row: { id: number; outcomes: Record<string, unknown> }) => ({
      id: row.id,
      outcomes: { return_30d_pct: row.outcomes.return_30d_pct },
    })),
  );
  await read(`${path}&include=outcomes,footnotes&fields=id,remarks`);
  expect(requested[0]).toMatchObject({ remarks: true, company: false });
  for (const part of ["outcomes", "footnotes"]) expect(requested[0]).not.toHaveProperty(part);
});

it("equal choices share one cached response with one tag, however they are written", async () => {
  const ways = ["fields=ticker&fields=ID,id", "fields=ticker,id"];
  const responses = [];
  for (const way of [...ways, ...ways]) responses.push(await read(`/trades?pageSize=5&${way}`));
  expect(new Set(responses.map(({ headers }) => headers.get("etag"))).size).toBe(1);
  expect(requested).toHaveLength(0);
  const whole = await read("/trades?pageSize=5");
  expect(whole.headers.get("etag")).not.toBe(responses[0]?.headers.get("etag"));
  expect(whole.body.data[0]).toHaveProperty("company_name");
  expect(Object.keys(responses[0]?.body.data[0])).toEqual(["id", "ticker"]);
});

it("next continues with the same fields, also within a profile", async () => {
  const list = (await read("/trades?pageSize=1&fields=id")).body.pagination.next;
  expect(Object.keys((await read(list.replace("/api/v1", ""))).body.data[0])).toEqual(["id"]);
  const profile = await read(`/politicians/${members.ashcombe}?pageSize=1&fields=trades.pagination,name`);
  const { next } = profile.body.data.trades.pagination;
  expect(Object.keys((await read(next.replace("/api/v1", ""))).body.data)).toEqual(["name", "trades"]);
});

it.each([
  ["/trades", 'fields does not know "tickr"; nearest: ticker', "tickr"],
  ["/trades", "nearest: outcomes.return_30d_pct", "outcomes.return_31d_pct"],
  ["/clusters", "empty entry", "id,,ticker"],
  ["/clusters", 'does not know "outcomes"', "outcomes"],
  ["/usage", "nearest: plan", "plans"],
  ["/trades", "at most 100 values", Array(101).fill("id").join(",")],
  ["/trades", "at most 200 characters", "x".repeat(201)],
  ["/trades", 'does not know "constructor"', "constructor"],
])("%s refuses unsuitable fields: %s", async (path, message, fields) => {
  const { status, body } = await service.get(`/api/v1${path}?fields=${fields}`, key);
  expect(status).toBe(400);
  expect(body.error).toContain(message);
  expect(body.details).toMatchObject([{ parameter: "fields" }]);
});
