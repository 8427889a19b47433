// Companies with one to three symbols of different classes, whose series begin and end on different days: each row is priced by the series
// of its own symbol, or by none, with the reason. The oracle counts days independently. PROPERTY_RUNS sets how many stores are tried.
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deriveAll } from "../../src/derive/derive.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { addBars, addCompany, addDays, addFiling, today, weekdays } from "./fixture.ts";

const runs = Number(process.env.PROPERTY_RUNS ?? 3);

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  const spy = weekdays("2018-01-01", "2026-01-14", (day) => 300 + day / 10);
  await addBars(store, "SPY", "one", spy);
});
afterAll(() => store.close());

const kinds = [
  { ending: ".A", title: "Class A Common Stock, par value $0.01" },
  { ending: ".B", title: "Class B Common Stock" },
  { ending: ".PC", title: "6.5% Series C Cumulative Preferred Stock" },
];
const isListed = (ending: string) => !ending.startsWith(".P");

const day = fc.integer({ min: 0, max: 2200 }).map((days) => addDays("2018-01-01", days));
const series = fc.option(fc.tuple(day, day).map((days) => days.sort() as [string, string]));
const classes = fc
  .subarray(kinds, { minLength: 1 })
  .chain((chosen) => fc.tuple(...chosen.map((kind) => series.map((span) => ({ ...kind, span })))));
/** which of the symbols the filing names; mistaken ones too */
const row = fc.record({ own: fc.nat(), named: fc.nat(), filedOn: day });
const company = fc.record({ classes, rows: fc.array(row, { minLength: 1, maxLength: 6 }) });

type Company = typeof company extends fc.Arbitrary<infer Value> ? Value : never;

let made = 0;

/** Stores a company and returns what is expected of each of its rows, by id. */
async function addInvented({ classes: given, rows }: Company): Promise<Map<string, object>> {
  const cik = String(++made).padStart(10, "0");
  const base = `Q${made.toString(36).toUpperCase()}`;
  const symbols = given.map((kind) => ({ ...kind, symbol: `${base}${kind.ending}` }));
  await addCompany(store, cik, symbols[0]?.symbol ?? null);
  for (const { symbol, span } of symbols) {
    await store.pool.query(
      `INSERT INTO company_tickers (company_cik, symbol, first_seen_on, last_seen_on, source) VALUES ($1, $2, '2015-01-01', '2025-12-31', 'x')
       ON CONFLICT DO NOTHING`,
      [cik, symbol],
    );
    // a span of a weekend has no bars, and a file without bars makes no series
    const bars = span ? weekdays(...span, (number) => 20 + number / 50) : [];
    if (bars.length > 0) await addBars(store, symbol, "one", bars);
  }
  const expected = new Map<string, object>();
  for (const { own, named, filedOn } of rows) {
    const right = symbols[own % symbols.length] as (typeof symbols)[number];
    const tickerAsFiled = symbols[named % symbols.length]?.symbol as string;
    const trades = [{ security: right.title, price: 20 }];
    const [id] = await addFiling(store, { company: cik, filedOn, tickerAsFiled, owners: [cik], trades });
    expected.set(String(id), oracle(right, filedOn));
  }
  return expected;
}

function oracle(right: { symbol: string; ending: string; span: [string, string] | null }, filedOn: string): object {
  const none = (reason: string, symbol: string | null = null) => ({ symbol, entry: null, reason });
  if (!isListed(right.ending)) return none("not_a_listed_share");
  const { span } = right;
  if (!span || weekdays(...span, () => 1).length === 0) return none("no_series");
  for (let on = addDays(filedOn, 1); on <= addDays(filedOn, 10); on = addDays(on, 1)) {
    const weekday = new Date(`${on}T00:00:00Z`).getUTCDay();
    if (weekday % 6 !== 0 && on >= span[0] && on <= span[1]) return { symbol: right.symbol, entry: on, reason: null };
  }
  return none("no_bar_near_entry", right.symbol);
}

it("every row is priced by its own symbol's series, or has the reason why not", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(company, { minLength: 3, maxLength: 6 }), async (companies) => {
      const expected = new Map<string, object>();
      for (const one of companies) for (const [id, what] of await addInvented(one)) expected.set(id, what);
      await deriveAll(store, { today });
      const { rows } = await store.pool.query(
        `SELECT o.trade_id::text AS id, s.symbol, o.entry_on::text AS entry, CASE WHEN o.entry_on IS NULL THEN o.reason END AS reason
         FROM insider_outcomes o LEFT JOIN price_series s ON s.id = o.series_id WHERE o.trade_id = ANY($1::bigint[])`,
        [[...expected.keys()]],
      );
      const found = new Map(rows.map(({ id, ...what }) => [id, what]));
      for (const [id, what] of expected) expect(found.get(id), `row ${id}`).toEqual(what);
    }),
    { numRuns: runs },
  );
});
