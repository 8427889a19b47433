// Two promises over random stores: a signal knows nothing filed or traded after its filing date, and increments in any
// order end where one full run ends.
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DerivationChange, deriveAll, deriveChanges } from "../../src/derive/derive.ts";
import type { Store } from "../../src/store/store.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { addBars, addCompany, addDays, addDisclosure, addFiling, today, weekdays } from "./fixture.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

const filing = fc.record({
  filed: fc.integer({ min: 0, max: 1700 }),
  // most are filed within weeks, some are years late
  lag: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 0, max: 25 }) }, fc.integer({ min: 300, max: 900 })),
  owners: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 2 }),
  code: fc.constantFrom("P", "P", "P", "S"),
  plan: fc.constantFrom(null, null, true),
  price: fc.integer({ min: 60, max: 140 }),
  supersededLater: fc.option(fc.integer({ min: 0, max: 40 })),
});

/** Filings in `bunches` of some days, so that people, months and years meet. */
const filingsIn = (bunches: number, size: number) =>
  fc
    .array(fc.array(filing, { minLength: size, maxLength: size }), { minLength: bunches, maxLength: bunches })
    .map((all) => all.flatMap((bunch) => bunch.map((one, at) => ({ ...one, filed: (bunch[0]?.filed ?? 0) + at * 4 }))));

async function fill(target: Store, cik: string, list: (typeof filing extends fc.Arbitrary<infer T> ? T : never)[]) {
  for (const one of list) {
    const filedOn = addDays("2020-01-06", one.filed);
    const tradedOn = addDays(filedOn, -one.lag);
    const trade = { tradedOn, code: one.code, plan: one.plan, price: one.price };
    const owners = one.owners.map((owner) => `${cik.slice(0, 9)}${owner}`);
    const [id] = await addFiling(target, { company: cik, filedOn, owners, trades: [trade] });
    if (one.supersededLater === null) continue;
    const amendedOn = addDays(filedOn, one.supersededLater);
    const [by] = await addFiling(target, { company: cik, filedOn: amendedOn, form: "4/A", owners, trades: [trade] });
    await target.pool.query("UPDATE insider_trades SET superseded_by_id = $1 WHERE id = $2", [by, id]);
  }
}

it("a store cut at a date gives the filings until that date the same signals", { timeout: 120_000 }, async () => {
  let made = 0;
  await fc.assert(
    fc.asyncProperty(filingsIn(12, 6), async (list) => {
      await store.pool.query("TRUNCATE companies, price_series CASCADE");
      const cik = String(++made * 10).padStart(10, "0");
      await addCompany(store, cik, "AAA", { oldSymbols: ["AA"] });
      const wave = (day: number) => Math.round(110 + 45 * Math.sin(day / 200));
      await addBars(store, "AAA", "long", weekdays("2020-02-03", "2024-12-31", wave));
      await addBars(
        store,
        "AAA",
        "longer",
        weekdays("2018-02-03", "2022-05-31", (day) => wave(day) + 5),
      );
      await addBars(
        store,
        "AA",
        "old",
        weekdays("2018-02-03", "2023-12-31", (day) => wave(day) + 9),
      );
      await fill(store, cik, list);
      await deriveAll(store, { today });
      const signals = async (cut: string) =>
        (
          await store.pool.query(
            "SELECT id, signal_score, signal_factors, signal_direction FROM insider_trades WHERE filed_on <= $1 ORDER BY id",
            [cut],
          )
        ).rows;
      const dates = (await store.pool.query("SELECT DISTINCT filed_on FROM filings ORDER BY 1 DESC")).rows;
      const whole = await signals(today);
      for (const { filed_on: cut } of dates.filter((_, at) => at % 6 === 3)) {
        await store.pool.query("DELETE FROM filings WHERE filed_on > $1", [cut]);
        await store.pool.query("DELETE FROM price_bars WHERE date > $1", [cut]);
        await store.pool.query(
          "UPDATE insider_trades SET signal_score = 0, signal_factors = '[]', signal_version = ''",
        );
        await deriveAll(store, { today: cut });
        const kept = await signals(cut);
        const ids = new Set(kept.map((row) => row.id));
        expect(kept).toEqual(whole.filter((row) => ids.has(row.id)));
      }
    }),
    { numRuns: 3, seed: 20260115, endOnFailure: true },
  );
});

it("increments in any order equal one full run", { timeout: 120_000 }, async () => {
  const state = async (target: Store) => {
    const { rows } = await target.pool.query(`
      SELECT jsonb_agg(to_jsonb(t) - 'last_modified' ORDER BY t.id) AS trades,
        (SELECT jsonb_agg(to_jsonb(p) - 'last_modified' ORDER BY p.id) FROM politician_trades p) AS congress,
        (SELECT jsonb_agg(to_jsonb(c) ORDER BY c.id) FROM clusters c) AS clusters,
        (SELECT jsonb_agg(to_jsonb(m) ORDER BY m.cluster_id, m.trade_id) FROM cluster_trades m) AS members,
        (SELECT jsonb_agg(to_jsonb(o) ORDER BY o.trade_id) FROM insider_outcomes o) AS outcomes,
        (SELECT jsonb_agg(to_jsonb(o) ORDER BY o.trade_id) FROM politician_outcomes o) AS politician_outcomes
      FROM insider_trades t`);
    return rows[0];
  };
  let made = 0;
  const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7 });
  await fc.assert(
    fc.asyncProperty(filingsIn(2, 4), filingsIn(2, 4), order, async (one, two, shuffled) => {
      await store.pool.query("TRUNCATE companies, price_series, politicians, committees, roster_snapshots CASCADE");
      const base = ++made * 1000;
      const [a, b] = [String(base + 10), String(base + 20)].map((cik) => cik.padStart(10, "0")) as [string, string];
      await addCompany(store, a, "AAA", { sector: "Energy" });
      await addCompany(store, b, null, { sector: "Utilities" });
      const increments: (() => Promise<DerivationChange>)[] = [
        async () => {
          await fill(store, a, one);
          return { kind: "company", cik: a };
        },
        async () => {
          await fill(store, b, two);
          return { kind: "company", cik: b };
        },
        async () => {
          await addBars(
            store,
            "AAA",
            "one",
            weekdays("2019-06-03", "2024-12-31", (day) => 100 + (day % 50)),
          );
          return { kind: "prices", symbol: "AAA" };
        },
        async () => {
          await addBars(
            store,
            "SPY",
            "one",
            weekdays("2019-06-03", "2024-12-31", (day) => 300 + day),
          );
          return { kind: "prices", symbol: "SPY" };
        },
        async () => {
          // the symbol moves from one company to the other
          await store.pool.query("UPDATE companies SET ticker = 'AAA' WHERE cik = $1", [b]);
          await store.pool.query("UPDATE companies SET ticker = 'NEW' WHERE cik = $1", [a]);
          return { kind: "company", cik: b };
        },
        async () => {
          await addDisclosure(store, {
            bioguideId: "A000001",
            filedOn: "2021-03-01",
            tradedOn: "2021-02-01",
            ticker: "AAA",
          });
          return { kind: "politician", bioguideId: "A000001" };
        },
        async () => {
          await store.pool.query(`
            INSERT INTO politicians (bioguide_id, name, first_name, last_name) VALUES ('A000001', 'x', 'x', 'x') ON CONFLICT DO NOTHING;
            INSERT INTO committees (code, name, chamber, type) VALUES ('HSXX', 'X', 'House', 'standing');
            INSERT INTO committee_jurisdictions (committee_code, sector, general, reason) VALUES ('HSXX', 'Energy', false, 'x'), ('HSXX', 'Utilities', false, 'x');
            INSERT INTO roster_snapshots (as_of) VALUES ('2021-03-05');
            INSERT INTO committee_memberships (committee_code, bioguide_id, seen_from, valid_from, current)
              VALUES ('HSXX', 'A000001', '2021-03-05', '2021-01-03', true)`);
          return { kind: "rosters" };
        },
      ];
      for (const at of shuffled) {
        const change = await (increments[at] as () => Promise<DerivationChange>)();
        await deriveChanges(store, [change], { today });
      }
      const incremental = await state(store);
      expect(await deriveAll(store, { today })).toMatchObject({ changed: false });
      // and from nothing
      await store.pool.query("TRUNCATE clusters, insider_outcomes, politician_outcomes CASCADE");
      await deriveAll(store, { today });
      expect(await state(store)).toEqual(incremental);
    }),
    { numRuns: 8, endOnFailure: true },
  );
});
