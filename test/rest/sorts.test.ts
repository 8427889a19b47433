// `sort` and `order` of the lists that are only read from PostgreSQL: positions and the search by name. The rows of a page are
// compared with each other, and pages of one row with the whole.
import { afterAll, beforeAll, expect, it } from "vitest";
import { holdingSorts, symbolSorts } from "../../src/filters/sorts.ts";
import { companies, insiders } from "../support/seed.ts";
import { type Service, startSeededService } from "../support/service.ts";

type Row = Record<string, string | number | null>;

let service: Service;
beforeAll(async () => {
  service = await startSeededService();
});
afterAll(() => service.stop());

const newKey = async () => (await service.newKey("max")).key;
const rows = async (path: string, query: string, key: string): Promise<Row[]> => {
  const { status, body } = await service.get(`/api/v1${path}${path.includes("?") ? "&" : "?"}${query}`, key);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
};
const text = (row: Row) => JSON.stringify(row);

/** Numbers as numbers, texts by code point; null last. */
function isOrdered(all: Row[], field: string, descending: boolean): boolean {
  const isNumber = ["shares", "value"].includes(field);
  return all.slice(1).every((row, position) => {
    const [first, second] = [all[position]?.[field] ?? null, row[field] ?? null];
    if (second === null) return true;
    if (first === null) return false;
    const difference = isNumber
      ? Number(first) - Number(second)
      : Buffer.compare(Buffer.from(String(first)), Buffer.from(String(second)));
    return descending ? difference >= 0 : difference <= 0;
  });
}

/** Sorted both ways, with the same rows, and the same rows again in pages of one. `field` shows what is sorted by. */
async function check(path: string, sort: string, field?: string): Promise<Row[]> {
  const key = await newKey();
  const [down, up] = await Promise.all(
    ["desc", "asc"].map((order) => rows(path, `sort=${sort}&order=${order}&pageSize=100`, key)),
  );
  if (!down || !up) throw new Error("two responses");
  if (field !== undefined) {
    expect(isOrdered(down, field, true), `${path} ${sort} desc`).toBe(true);
    expect(isOrdered(up, field, false), `${path} ${sort} asc`).toBe(true);
  }
  expect(up.map(text).sort()).toEqual(down.map(text).sort());
  const known = (all: Row[]) => all.filter((row) => field === undefined || row[field] !== null).map(text);
  expect(known(up)).toEqual(known(down).reverse());
  const pages = down.map((_, position) => rows(path, `sort=${sort}&order=desc&pageSize=1&page=${position + 1}`, key));
  expect((await Promise.all(pages)).flat()).toEqual(down);
  return down;
}

const lists = [
  ...Object.values(insiders).map((cik) => `/insider/${cik}/holdings`),
  ...Object.values(companies).map((cik) => `/companies/${cik}/holdings`),
];

// the newest filing about a position, by which it is sorted, may state no position and then is not the one that the row shows
const shown = Object.values(holdingSorts).filter(({ name }) => name !== "filingDate");
it.each(shown)("positions are sorted by $name", async ({ name, field }) => {
  const all = await Promise.all(lists.map((path) => check(path, name, field)));
  expect(Math.max(...all.map((list) => list.length))).toBeGreaterThan(2);
  const values = new Set(all.flatMap((list) => list.map((row) => row[field])));
  // no position of the store states a value
  expect(values.size).toBeGreaterThan(name === "value" ? 0 : 1);
});

it("positions are sorted by the newest filing first where the caller names no sort", async () => {
  const key = await newKey();
  for (const path of lists) expect(await rows(path, "pageSize=100", key)).toEqual(await check(path, "filingDate"));
});

it.each(Object.values(symbolSorts))("names are sorted by $name", async ({ name, field }) => {
  const all = await check("/symbols?q=or", name, field);
  expect(new Set(all.map(({ kind }) => kind)).size).toBeGreaterThan(1);
});
