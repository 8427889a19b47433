// pagination.next: a caller that follows it reads every row once, however the query was written.
import { afterAll, beforeAll, expect, it } from "vitest";
import { addDays } from "../../src/lib/calendar-date.ts";
import { companies, insiders, members } from "../support/seed.ts";
import { type Service, startSeededService } from "../support/service.ts";

let service: Service;
let key: string;

beforeAll(async () => {
  service = await startSeededService({ cacheBytes: 1_000_000 });
  key = (await service.newKey("max")).key;
  for (const [name, month] of [
    ["clusters-2024-03-0.csv", "2024-03"],
    ["clusters-2024-04-0.csv", "2024-04"],
  ] as const)
    await service.store.prisma.publishedExport.create({
      data: {
        ...{ name, month, list: "clusters", format: "csv", rows: 1, bytes: 1, sha256: "", dataVersion: 7 },
        ...{ asOf: new Date(), fingerprint: "x" },
      },
    });
});
afterAll(() => service.stop());

const read = async (path: string, init?: RequestInit) => {
  const response = await service.get(path, key, init);
  expect(response.status).toBe(200);
  return response;
};

async function follow(path: string): Promise<{ keys: unknown[]; visited: string[]; total: number }> {
  const keys: unknown[] = [];
  const visited: string[] = [];
  let total = 0;
  for (let next: string | null = path; next !== null; ) {
    visited.push(next);
    const { body } = await read(next);
    keys.push(...body.data.map((row: Record<string, unknown>) => row.id ?? row.code));
    total = body.pagination.total;
    next = body.pagination.next;
  }
  return { keys, visited, total };
}

it.each([
  "/api/v1/trades?pageSize=7",
  "/api/v1/trades/?valueRanges=1k%2B&valueRanges=100-900&pageSize=3",
  "/api/v1/trades?q=a+b%26c%22%5C&pageSize=1",
  "/api/v1/politician-trades?pageSize=4&sort=value&order=asc",
  "/api/v1/clusters?pageSize=1",
  "/api/v1/late-filings?pageSize=1",
  "/api/v1/committees?pageSize=2",
])("the link next of %s leads through all rows, each once", async (path) => {
  const { keys, visited, total } = await follow(path);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).toHaveLength(total);
  const size = Number(new URLSearchParams(path.split("?")[1]).get("pageSize"));
  expect(visited).toHaveLength(Math.max(1, Math.ceil(total / size)));
});

it("a filing day with more rows than a page is walked by pages, each row once", async () => {
  const ids = async (query: string) => (await follow(`/api/v1/trades?pageSize=100&${query}`)).keys;
  const { body } = await read("/api/v1/trades?pageSize=100");
  const dayOf = (row: Record<string, unknown>) => String(row.filing_date).slice(0, 10);
  const rowsOf = (day: string) => (body.data as Record<string, unknown>[]).filter((row) => dayOf(row) === day);
  const days: string[] = [...new Set<string>(body.data.map(dayOf))];
  const day = days.toSorted((a, b) => rowsOf(b).length - rowsOf(a).length)[0] ?? "";
  const rows = rowsOf(day);
  expect(rows.length).toBeGreaterThan(1);
  const { keys, visited } = await follow(`/api/v1/trades?filedFrom=${day}&filedTo=${day}&pageSize=1`);
  expect(keys).toEqual(rows.map(({ id }) => id));
  expect(visited).toHaveLength(rows.length);
  // the days before, that day and the days after are all rows, each once
  const newer = await ids(`filedFrom=${addDays(day, 1)}`);
  const older = await ids(`filedTo=${addDays(day, -1)}`);
  expect([...newer, ...keys, ...older]).toEqual(body.data.map(({ id }: { id: unknown }) => id));
  expect(await ids(`filedFrom=${day}`)).toEqual([...newer, ...keys]);
});

it("next is the caller's own query at the version of the page, with the page's number", async () => {
  const first = await read("/api/v1/trades?pageSize=2&tradeTypes=P,S&page=1&sectors=Technology&sectors=Energy");
  const version = first.body.meta.data_version;
  const expected = `/api/v1/trades?pageSize=2&tradeTypes=P%2CS&sectors=Technology&sectors=Energy&page=2&dataVersion=${version}`;
  expect(first.body.pagination.next).toBe(expected);
  const second = await read(expected);
  expect(second.body.meta.data_version).toBe(version);
  expect(second.body.pagination.page).toBe(2);
});

it("a list without stored versions has a link next without a data version", async () => {
  expect((await read("/api/v1/exports?pageSize=1")).body.pagination.next).toBe("/api/v1/exports?pageSize=1&page=2");
});

it("a directory is paged at the newest version, an older one gets 410 and a later one 400", async () => {
  const holdings = [`insider/${insiders.hargrove}/holdings`, `companies/${companies.corvane}/holdings`];
  for (const list of ["companies", "politicians", "insiders", "committees", ...holdings]) {
    const first = await read(`/api/v1/${list}?pageSize=1`);
    const version = first.body.meta.data_version;
    expect(first.body.pagination.next).toBe(`/api/v1/${list}?pageSize=1&page=2&dataVersion=${version}`);
    const second = await read(first.body.pagination.next);
    expect(second.body.pagination.page).toBe(2);
    expect(second.body.data).not.toEqual(first.body.data);
    expect(await statusesAround(`/api/v1/${list}?`, version)).toEqual([410, 400]);
  }
});

/** The statuses at the version before and at the one after. */
const statusesAround = async (path: string, version: string) =>
  await Promise.all(
    [-1, 1].map(async (step) => (await service.get(`${path}dataVersion=${Number(version) + step}`, key)).status),
  );

it("a search for names is paged at the newest version", async () => {
  const { body } = await read("/api/v1/symbols?q=co&pageSize=1");
  const version = body.meta.data_version;
  expect(body.pagination.next).toBe(`/api/v1/symbols?q=co&pageSize=1&page=2&dataVersion=${version}`);
  expect(await statusesAround("/api/v1/symbols?q=co&", version)).toEqual([410, 400]);
});

it("a member's trades are paged at the version of the first page", async () => {
  const version = (await read("/api/v1/committees")).body.meta.data_version;
  const path = `/api/v1/politicians/${members.ashcombe}`;
  const { next } = (await read(`${path}?pageSize=1`)).body.data.trades.pagination;
  expect(next).toBe(`${path}?pageSize=1&page=2&dataVersion=${version}`);
  expect((await read(next)).body.data.trades.pagination.page).toBe(2);
  expect(await statusesAround(`${path}?`, version)).toEqual([410, 400]);
});

it("committees and files are sorted in both directions", async () => {
  const names = async (path: string) =>
    (await read(`/api/v1/${path}&pageSize=100`)).body.data.map(({ name }: { name: string }) => name);
  const byName = await names("committees?sort=name");
  expect(byName).toEqual([...byName].sort());
  expect(await names("committees?sort=NAME&order=desc")).toEqual([...byName].reverse());
  const byChamber = await names("committees?order=asc");
  expect(await names("committees?sort=chamber&order=desc")).toEqual([...byChamber].reverse());
  const files = await names("exports?sort=name");
  expect(files.length).toBeGreaterThan(1);
  expect(files).toEqual([...files].sort());
  expect(await names("exports?sort=name&order=desc")).toEqual([...files].reverse());
});

it("there is no next page on the last page and past the end", async () => {
  for (const path of ["/api/v1/trades?page=1000", "/api/v1/committees?pageSize=100"])
    expect((await read(path)).body.pagination.next).toBeNull();
});

it("one cached response has the link next for each spelling of its URL, compressed or not, and one tag", async () => {
  const ways = ["tradeTypes=P,S&pageSize=1", "pageSize=1&tradeTypes=S&tradeTypes=P", "pageSize=1&tradeTypes=s,p"];
  const tags = new Set<string | null>();
  // each is found by its URL the second time
  for (const query of [...ways, ...ways])
    for (const coding of ["gzip", "identity"]) {
      const response = await read(`/api/v1/trades?${query}`, { headers: { "accept-encoding": coding } });
      const requested = new URLSearchParams(query).toString();
      expect(response.body.pagination.next).toMatch(
        new RegExp(`^/api/v1/trades\\?${requested}&page=2&dataVersion=\\d+$`),
      );
      tags.add(response.headers.get("etag"));
    }
  expect(tags.size).toBe(1);
});
