// A filter finds the rows that match it, and no others, in the order of the sort: for every filter and sort of every list, alone and
// in random combinations, the expected rows are computed from those that the list serves. FILTER_SEED repeats a run, and
// FILTER_ROUNDS (`npm run test:filters`) makes it longer.
import { Decimal } from "decimal.js";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadRoutes } from "../../rest/all-routes.ts";
import { deriveCompanySums } from "../../src/derive/company-sums.ts";
import { deriveInsiderSums } from "../../src/derive/insider-sums.ts";
import { derivePoliticianSums } from "../../src/derive/politician-sums.ts";
import { readEverything } from "../../src/fast/index/load/read-store.ts";
import { openOrderThread } from "../../src/fast/index/orders/order-thread.ts";
import { TradeIndex } from "../../src/fast/index/trade-index.ts";
import type { Store } from "../../src/store/store.ts";
import { inTransaction } from "../../src/store/transaction.ts";
import { fillAwkward } from "../fast/index/awkward-store.ts";
import { chanceOf } from "../fast/index/chance.ts";
import { seedToday } from "../support/seed.ts";
import { type Service, startSeededService, unlimitedKey } from "../support/service.ts";
import type { Known } from "./filter-oracle.ts";
import { type ListOracle, lists, ordering } from "./filter-oracles.ts";
import { filtersOfLists } from "./filters-of-lists.ts";
import { type Row, rowsOf, within } from "./served-rows.ts";

const seed = Number(process.env.FILTER_SEED ?? Date.now() % 1_000_000);
const rounds = Number(process.env.FILTER_ROUNDS ?? 100);
const chance = chanceOf(seed);
const which = `FILTER_SEED=${seed}`;

let service: Service;
let key: string;
let known: Known;
/** all rows of each list */
const served = new Map<ListOracle, Row[]>();
/** parameter of each filter of each list, if it has one (test/rest/filters.test.ts) */
const parameters = new Map<ListOracle, Map<string, string>>();
let index: TradeIndex | undefined;
let fromIndex = 0;

beforeAll(async () => {
  service = await startSeededService({
    executor: {
      index: {
        async find(question, page, version) {
          const found = index?.find(question, page, Number(version));
          if (found) fromIndex++;
          return found;
        },
      },
    },
  });
  await fillAwkward(service.store, chance, 200);
  await makeServable(service.store);
  key = await unlimitedKey(service);
  for (const route of await loadRoutes()) {
    const list = Object.values(lists).find(({ route: path }) => path === route.path);
    if (!list) continue;
    const named = Object.entries(route.params).flatMap(([name, one]): [string, string][] =>
      "filter" in one ? [[String(one.filter), name]] : [],
    );
    parameters.set(
      list,
      new Map([...named, ...Object.keys(list.others ?? {}).map((name): [string, string] => [name, name])]),
    );
  }
  for (const list of Object.values(lists)) {
    const parts = await Promise.all(list.everything.map((parameters) => read(`${list.route}?${parameters}`)));
    served.set(list, parts.flat());
  }
  known = await readKnown();
});
afterAll(() => service.stop());

/**
 * Changes the awkward rows so that a response shows every digit of their numbers, gives the rows of one symbol one
 * company, supersedes some, and computes the sums of all.
 */
async function makeServable(store: Store): Promise<void> {
  const columnsOf = {
    insider_trades: ["value", "price", "shares", "shares_owned_after"],
    politician_trades: ["amount_low", "amount_high", "amount_mid"],
    clusters: ["total_value", "total_shares", "average_price"],
  };
  await inTransaction(store, async (client) => {
    for (const [table, columns] of Object.entries(columnsOf)) {
      const kept = columns.map(
        (column) =>
          `${column} = CASE WHEN abs(${column}) < 1e11 AND scale(trim_scale(${column})) <= 4 THEN ${column} END`,
      );
      await client.query(`UPDATE ${table} SET ${kept.join(", ")}`);
    }
    await client.query(
      "UPDATE politician_trades t SET company_cik = (SELECT min(cik) FROM companies c WHERE c.ticker = t.ticker) WHERE report_id = 'house:1'",
    );
    // a late row has a deadline
    await client.query("UPDATE politician_trades SET is_late = false WHERE traded_on IS NULL");
    for (const table of ["insider_trades", "politician_trades"])
      await client.query(`UPDATE ${table} SET superseded_by_id = id WHERE id % 11 = 0`);
    await client.query(
      `INSERT INTO published_exports SELECT (jsonb_populate_record(e, jsonb_build_object('name', l || m || f, 'list', l, 'month', m, 'format', f))).*
       FROM published_exports e, unnest(ARRAY['clusters', 'trades']) AS l, unnest(ARRAY['2024-01', '2024-02']) AS m, unnest(ARRAY['csv', 'parquet']) AS f`,
    );
    const context = { client, today: seedToday, everything: true };
    for (const derive of [derivePoliticianSums, deriveInsiderSums, deriveCompanySums]) await derive(context);
    await client.query("SELECT disclosed_bump_data_version()");
  });
}

async function read(path: string): Promise<Row[]> {
  const url = `/api/v1${path}${path.includes("?") ? "&" : "?"}format=ndjson&pageSize=10000`;
  const { status, text } = await service.get(url, key);
  expect(status, `${which} ${url} ${text}`).toBe(200);
  return rowsOf(text);
}

async function readOne(path: string): Promise<Row> {
  const { body } = await service.get(`/api/v1${path}`, key);
  return body.data;
}

const rowsIn = (name: string) => served.get(lists[name] as ListOracle) ?? [];

const texts = (value: unknown) => (value === null || value === undefined ? [] : [String(value)]);

async function readKnown(): Promise<Known> {
  const [companies, insiders] = await Promise.all([
    Promise.all(rowsIn("company").map(({ cik }) => readOne(`/companies/${cik}`))),
    Promise.all(rowsIn("insider").map(({ cik }) => readOne(`/insider/${cik}`))),
  ]);
  const names = (rows: Row[], field: string) => new Set(rows.map((row) => String(row[field])));
  return {
    today: seedToday,
    symbols: new Map(
      companies.map((row) => [
        String(row.cik),
        names(
          [...within(row, "symbols"), ...(row.ticker === null ? [] : [{ symbol: row.ticker as string }])],
          "symbol",
        ),
      ]),
    ),
    listings: new Map(
      companies.map((row) => [String(row.cik), { sicCode: texts(row.sic_code), exchange: texts(row.exchange) }]),
    ),
    names: new Map(companies.map((row) => [String(row.cik), String(row.company_name)])),
    companies: new Map(insiders.map((row) => [String(row.cik), names(within(row, "companies"), "company_name")])),
    seats: new Map(rowsIn("committee").map((row) => [String(row.code), names(within(row, "members"), "bioguide_id")])),
  };
}

/** Filters with their values. */
type Chosen = Map<string, string[]>;

const oracleOf = (list: ListOracle, name: string) => list.filters[name] ?? list.others?.[name];

/** Values of the filter from rows of the list, one or for a list of values up to three; none if no row shows any. */
function valuesOf(list: ListOracle, name: string): string[] {
  const rows = served.get(list) ?? [];
  const isList = /s$|^(role|signalTier|signalDirection|formType|securityClass|ownership|owner)$/.test(name);
  const count = isList && !single.has(name) ? 1 + chance.below(3) : 1;
  const found: string[] = [];
  // random rows first, then every row, because few rows may show a value
  const drawn = Array.from({ length: 60 }, () => chance.one(rows));
  for (const row of [...drawn, ...rows]) {
    if (found.length === count) break;
    const values = oracleOf(list, name)?.values(row, known) ?? [];
    if (values.length > 0) found.push(chance.one(values));
  }
  return found;
}

/** Filters with the name of a list that accept one value. */
const single = new Set([
  "minShares",
  "maxShares",
  "days",
  "minDelayDays",
  "minDeltaOwnPct",
  "ownership",
  "isCommitteeTrade",
]);

function urlOf(list: ListOracle, chosen: Chosen, sort: string, order: string): string {
  const query = new URLSearchParams({ sort: list.names[sort]?.name ?? "", order, fields: list.id });
  for (const [name, values] of chosen)
    for (const value of values) query.append(parameters.get(list)?.get(name) ?? "", value);
  return `${list.route}?${query}`;
}

/** The bound of a range that a request cannot have, because it is above the other bound; such a request is refused. */
function swappedBound(list: ListOracle, chosen: Chosen): string | undefined {
  const values = new Map([...chosen].map(([name, [value]]) => [parameters.get(list)?.get(name) ?? "", value ?? ""]));
  return [...values].find(([name, from]) => {
    const to = values.get(name.startsWith("min") ? name.replace("min", "max") : name.replace(/From$/, "To"));
    if (to === undefined || !/^min|From$/.test(name)) return false;
    return name.endsWith("From") ? from > to : new Decimal(from).greaterThan(to);
  })?.[0];
}

/** Reads the list and compares it with the rows that pass, in their order. Returns how many were found. */
async function check(list: ListOracle, chosen: Chosen, sort: string, isDescending: boolean): Promise<number> {
  const url = urlOf(list, chosen, sort, isDescending ? "desc" : "asc");
  const swapped = swappedBound(list, chosen);
  if (swapped !== undefined) {
    const { status, body } = await service.get(`/api/v1${url}`, key);
    expect(status, `${which} ${url}`).toBe(400);
    expect(body.details.map(({ parameter }: { parameter: string }) => parameter)).toContain(swapped);
    return 0;
  }
  const { isListed = () => true } = list.sorts[sort] ?? {};
  const defaults = Object.entries(list.otherwise ?? {}).filter(([name]) => !chosen.has(name));
  const verdict = (row: Row): boolean | undefined => {
    if (!isListed(row) || defaults.some(([, passes]) => !passes(row))) return false;
    const each = [...chosen].map(([name, values]) => oracleOf(list, name)?.passes(row, values, known));
    return each.includes(false) ? false : each.includes(undefined) ? undefined : true;
  };
  const found = (await read(url)).map((row) => String(row[list.id]));
  const isFound = new Set(found);
  const expected = (served.get(list) ?? [])
    .filter((row) => verdict(row) ?? isFound.has(String(row[list.id])))
    .sort(ordering(list, sort, isDescending))
    .map((row) => String(row[list.id]));
  expect(found, `${which} ${url}`).toEqual(expected);
  return found.length;
}

/** Whether the index is used: a list of the index is read from PostgreSQL and from the index. */
const interpreters = (list: ListOracle) => (list.isIndexed ? [false, true] : [false]);

let built: TradeIndex;
async function withIndex(isUsed: boolean): Promise<void> {
  built ??= await buildIndex();
  index = isUsed ? built : undefined;
}

async function buildIndex(): Promise<TradeIndex> {
  const orders = openOrderThread();
  const client = new pg.Client({ connectionString: service.store.databaseUrl });
  await client.connect();
  const { data } = await readEverything([client], orders);
  await client.end();
  await orders.end();
  return new TradeIndex(data);
}

it("every list of src/filters with filters has oracles", async () => {
  const described = await filtersOfLists();
  expect(described.map(([name]) => name).sort()).toEqual(Object.keys(lists).sort());
  for (const [name, filters] of described)
    expect(Object.keys(lists[name]?.filters ?? {}).sort(), name).toEqual(Object.keys(filters).sort());
});

it.each(Object.entries(lists))(
  "each filter and each sort of %s alone finds what its oracle finds",
  async (name, list) => {
    for (const isUsed of interpreters(list)) {
      await withIndex(isUsed);
      for (const sort of Object.keys(list.sorts))
        for (const isDescending of [true, false]) await check(list, new Map(), sort, isDescending);
      for (const filter of parameters.get(list)?.keys() ?? []) {
        const values = valuesOf(list, filter);
        expect(values, `${name}: no row shows a value for ${filter}`).not.toEqual([]);
        await check(list, new Map([[filter, values]]), chance.one(Object.keys(list.sorts)), chance.below(2) === 0);
      }
    }
  },
);

it(`${rounds} random combinations find what the oracles find`, async () => {
  let found = 0;
  for (let round = 0; round < rounds; round++) {
    // the lists of trades have most of the filters
    const list = lists[
      chance.one(["insiderTrade", "insiderTrade", "politicianTrade", "politicianTrade", ...Object.keys(lists)])
    ] as ListOracle;
    const names = chance.some([...(parameters.get(list)?.keys() ?? [])], 1 + chance.below(4));
    const chosen: Chosen = new Map(names.map((name) => [name, valuesOf(list, name)]));
    const [sort, isDescending] = [chance.one(Object.keys(list.sorts)), chance.below(2) === 0];
    for (const isUsed of interpreters(list)) {
      await withIndex(isUsed);
      found += Math.min(1, await check(list, chosen, sort, isDescending));
    }
  }
  expect(found).toBeGreaterThan(rounds / 10);
  expect(fromIndex).toBeGreaterThan(rounds / 3);
});
