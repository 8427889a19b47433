// Two properties over random stores: a signal uses nothing filed or traded after its filing date, and increments in any order, on days
// that follow each other, give the rows of one full run. PROPERTY_RUNS sets how many stores are tried.
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type DerivationChange, deriveAll, deriveChanges } from "../../src/derive/derive.ts";
import { loadFilings } from "../../src/ingest/form345/load/load.ts";
import { loadSeries, type SeriesBars } from "../../src/ingest/prices/load.ts";
import { hasPending } from "../../src/store/transaction.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { addDays, addPolitician, addPoliticianTrade } from "./fixture.ts";
import { companies, everyFactor, filingsOf, lastBar, pricesBetween, purchase, type Story, stories } from "./stories.ts";

const runs = Number(process.env.PROPERTY_RUNS ?? 2);

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  await store.pool.query(`INSERT INTO sic_codes (code, title, sector) VALUES (2834, 'Pharmaceutical Preparations', 'Health'),
    (7372, 'Services-Prepackaged Software', 'Technology') ON CONFLICT DO NOTHING`);
});
afterAll(() => store.close());
beforeEach(empty);

async function empty(): Promise<void> {
  await store.pool.query(
    `TRUNCATE companies, insiders, signal_days, politician_sums, insider_sums, company_window_sums, company_days, company_sums, trade_word_days, vocabulary_counts, row_history, price_series, politicians, committees, committee_jurisdictions, roster_snapshots, pending_derivations CASCADE`,
  );
}

/** Each part of a history may be added to the stored bars: all are of one provider and adjusted on one day. */
const loadBars = (series: SeriesBars[]) =>
  loadSeries(
    store,
    series,
    series.map(({ symbol, provider }) => `${symbol}|${provider}`),
  );

/**
 * Expects that a store that ends on one of the days (counted from the first) has the same signals as one with all filings. Returns
 * the factors that occurred.
 */
async function expectNoForesight(list: Story[], cuts: number[]): Promise<Set<string>> {
  const signals = async () => {
    const { rows } = await store.pool.query(
      "SELECT id, filed_on, signal_score, signal_tier, signal_direction, signal_factors FROM insider_trades ORDER BY id",
    );
    return rows as { id: string; filed_on: string; signal_factors: { factor: string }[] }[];
  };
  const filings = filingsOf(list);
  await empty();
  await loadFilings(store, filings);
  await loadBars(pricesBetween("2018-01-01", lastBar));
  await deriveAll(store, { today: "2026-01-15" });
  const whole = await signals();
  const seen = new Set<string>();
  for (const cut of cuts.map((days) => addDays("2020-01-06", days))) {
    await empty();
    await loadFilings(
      store,
      filings.filter(({ filing }) => filing.filedOn <= cut),
    );
    await loadBars(pricesBetween("2018-01-01", cut));
    await deriveAll(store, { today: cut });
    const known = await signals();
    expect(known).toEqual(whole.filter(({ filed_on }) => filed_on <= cut));
    for (const { signal_factors } of known) for (const { factor } of signal_factors) seen.add(factor);
  }
  return seen;
}

it("filings until a day have the same signals in a store that ends on that day", { timeout: 300_000 }, async () => {
  // every factor occurs, so that the comparison covers each of them
  expect([...(await expectNoForesight(everyFactor, [45, 800]))].sort()).toEqual([
    "base",
    "history",
    "holding_growth",
    "late_filing",
    "other_buyers",
    "other_sellers",
    "price_drawdown",
    "role",
    "value",
  ]);
  const cuts = fc.array(fc.integer({ min: 100, max: 1700 }), { minLength: 3, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(stories(12, 6), cuts, async (list, days) => void (await expectNoForesight(list, days))),
    { numRuns: runs, endOnFailure: true },
  );
});

/** All that is derived. */
async function derived(): Promise<Record<string, unknown>> {
  const { rows } = await store.pool.query(`
    SELECT (SELECT jsonb_agg(to_jsonb(t) - 'last_modified' ORDER BY t.id) FROM insider_trades t) AS trades,
      (SELECT jsonb_agg(to_jsonb(p) - 'last_modified' ORDER BY p.id) FROM politician_trades p) AS congress,
      (SELECT jsonb_agg(to_jsonb(c) ORDER BY c.id) FROM clusters c) AS clusters,
      (SELECT jsonb_agg(to_jsonb(m) ORDER BY m.cluster_id, m.trade_id) FROM cluster_trades m) AS cluster_members,
      (SELECT jsonb_agg(to_jsonb(o) ORDER BY o.trade_id) FROM insider_outcomes o) AS outcomes,
      (SELECT jsonb_agg(to_jsonb(d) ORDER BY d.filed_on, d.version, d.tier, d.direction, d.days) FROM signal_days d) AS performance,
      (SELECT jsonb_agg(to_jsonb(s) ORDER BY s.bioguide_id) FROM politician_sums s) AS members,
      (SELECT jsonb_agg(to_jsonb(s) ORDER BY s.insider_cik) FROM insider_sums s) AS insiders,
      (SELECT jsonb_agg(to_jsonb(s) ORDER BY s.company_cik, s.days) FROM company_window_sums s) AS companies,
      (SELECT jsonb_agg(to_jsonb(s) ORDER BY s.company_cik) FROM company_sums s) AS last_filings,
      (SELECT jsonb_agg(to_jsonb(s) ORDER BY s.filed_on, s.company_cik) FROM company_days s) AS company_days,
      (SELECT jsonb_agg(to_jsonb(k) ORDER BY k.filed_on, k.field, k.word) FROM trade_word_days k) AS word_days,
      (SELECT jsonb_agg(to_jsonb(k) ORDER BY k.list, k.field, k.word) FROM vocabulary_counts k) AS words,
      (SELECT jsonb_agg(to_jsonb(o) ORDER BY o.trade_id) FROM politician_outcomes o) AS politician_outcomes`);
  return rows[0];
}

async function forgetDerived(): Promise<void> {
  await store.pool.query(`TRUNCATE clusters, insider_outcomes, politician_outcomes, signal_days, politician_sums, insider_sums, company_window_sums, company_days, company_sums, trade_word_days, vocabulary_counts CASCADE;
    UPDATE insider_trades SET signal_score = 0, signal_factors = '[]', signal_version = '', price_quality = NULL, price_quality_reason = NULL, price_reason = NULL, same_block_as_id = NULL, first_filed_on = NULL, first_buy = NULL, cluster_id = NULL;
    UPDATE politician_trades SET company_cik = NULL, sector = NULL, industry = NULL, delay_days = NULL, is_late = false,
      is_committee_trade = false, committee_matches = '[]', committee_data = 'unknown';
    UPDATE companies SET price_basis = NULL`);
}

/** Expects that a derivation of everything changes nothing, and that one from scratch gives the same rows. */
async function expectWholeRun(today: string): Promise<void> {
  const incremental = await derived();
  expect(await deriveAll(store, { today })).toMatchObject({ changed: false });
  await forgetDerived();
  await deriveAll(store, { today });
  expect(await derived()).toEqual(incremental);
}

/** Everything that is ingested, each as a load of its own that returns the changes that it has not recorded as pending itself. */
function increments(list: Story[]): (() => Promise<DerivationChange[]>)[] {
  const filings = filingsOf(list);
  const size = Math.ceil(filings.length / 6);
  const recorded = async (load: Promise<unknown>) => load.then(() => []);
  const member = (filedOn: string, tradedOn: string, ticker: string) => async () => {
    await addPoliticianTrade(store, { bioguideId: "A000001", filedOn, tradedOn, ticker });
    return [{ kind: "politician" as const, bioguideId: "A000001" }];
  };
  const corrected = pricesBetween("2021-03-01", "2021-06-30")
    .filter(({ symbol, provider }) => symbol === "AAA" && provider === "long")
    .map((series) => ({
      ...series,
      bars: series.bars.map((bar, at) => (at % 20 ? bar : { ...bar, close: "99.5", adjustedClose: "99.5" })),
    }));
  const dates = ["2018-01-01", "2020-06-30", "2021-06-30", "2022-12-30", "2024-02-29", "2025-01-31", lastBar];
  return [
    ...Array.from(
      { length: 6 },
      (_, at) => () => recorded(loadFilings(store, filings.slice(at * size, (at + 1) * size))),
    ),
    ...dates.slice(1).map((to, at) => () => recorded(loadBars(pricesBetween(addDays(dates[at] ?? "", 1), to)))),
    () => recorded(loadBars(corrected)),
    member("2021-03-01", "2021-02-01", "AAA"),
    member("2024-11-01", "2024-10-01", "AAA"),
    member("2024-11-01", "2025-04-01", "NEW"),
    member("2022-03-01", "2022-02-01", "SPY"),
    async () => {
      await addPolitician(store, "A000001");
      await store.pool.query(`
        INSERT INTO committees (code, name, chamber, type) VALUES ('HSXX', 'X', 'House', 'standing');
        INSERT INTO committee_jurisdictions (committee_code, sector, general, reason) VALUES ('HSXX', 'Health', false, 'x');
        INSERT INTO roster_snapshots (as_of) VALUES ('2021-03-05');
        INSERT INTO committee_memberships (committee_code, bioguide_id, seen_from, valid_from, current)
          VALUES ('HSXX', 'A000001', '2021-03-05', '2021-01-03', true)`);
      return [{ kind: "rosters" }];
    },
  ];
}

it("increments in any order, while days go by, equal one full run", { timeout: 300_000 }, async () => {
  const count = increments([]).length;
  const order = fc.shuffledSubarray([...Array(count).keys()], { minLength: count });
  const days = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 120 })), {
    minLength: count,
    maxLength: count,
  });
  await fc.assert(
    fc.asyncProperty(stories(5, 6), order, days, async (list, shuffled, passing) => {
      await empty();
      const loads = increments(list);
      let today = "2024-03-01";
      for (const [at, next] of shuffled.entries()) {
        today = addDays(today, passing[at] ?? 0);
        await deriveChanges(store, (await loads[next]?.()) ?? [], { today });
      }
      today = addDays(today, 30);
      await deriveChanges(store, [], { today });
      await expectWholeRun(today);
    }),
    { numRuns: runs, endOnFailure: true },
  );
});

it("successive days with their filings and bars equal one full run", { timeout: 300_000 }, async () => {
  const batches = 8;
  const late = fc.array(fc.constantFrom(0, 0, 0, 0, 1, 3), { minLength: 200, maxLength: 200 });
  const pricesFirst = fc.array(fc.boolean(), { minLength: batches, maxLength: batches });
  await fc.assert(
    fc.asyncProperty(stories(10, 5), late, pricesFirst, async (list, delays, order) => {
      await empty();
      const filings = filingsOf(list).sort((a, b) => (a.filing.filedOn < b.filing.filedOn ? -1 : 1));
      const known = Math.floor(filings.length / 2);
      const size = Math.ceil((filings.length - known) / batches);
      // a filing is loaded on the last day of its batch, some on that of a later batch
      const batchOf = (at: number) => Math.min(batches - 1, Math.floor((at - known) / size) + (delays[at] ?? 0));
      let day = filings[known - 1]?.filing.filedOn ?? "";
      await loadFilings(store, filings.slice(0, known));
      await loadBars(pricesBetween("2018-01-01", day));
      await addPoliticianTrade(store, {
        bioguideId: "A000001",
        filedOn: addDays(day, -40),
        tradedOn: addDays(day, -60),
        ticker: "AAA",
      });
      await deriveAll(store, { today: day });
      for (const [batch, isPricesFirst] of order.entries()) {
        const next = filings[Math.min(filings.length, known + (batch + 1) * size) - 1]?.filing.filedOn ?? day;
        const loads = [
          () =>
            loadFilings(
              store,
              filings.filter((_, at) => at >= known && batchOf(at) === batch),
            ),
          () => loadBars(pricesBetween(addDays(day, 1), next)),
        ];
        for (const load of isPricesFirst ? loads.reverse() : loads) {
          await load();
          await deriveChanges(store, [], { today: next });
        }
        day = next;
      }
      await expectWholeRun(day);
    }),
    { numRuns: runs, endOnFailure: true },
  );
});

it("the date alone changes outcomes, date quality and sums that depend on it", async () => {
  await loadFilings(store, filingsOf([{ ...purchase, filed: 400, lag: 2, role: "director", price: 100 }]));
  // filed on 2021-02-09; the last bar is of 2021-03-01: it has bars for 7 days, not for 30
  await loadBars(pricesBetween("2018-01-01", "2021-03-01"));
  await addPoliticianTrade(store, {
    bioguideId: "A000001",
    filedOn: "2021-02-09",
    tradedOn: "2021-08-01",
    ticker: "AAA",
  });
  const deriveOn = async (today: string) => {
    const waits = await hasPending(store.pool, today);
    const summary = await deriveChanges(store, [], { today });
    expect(waits).toBe(summary.changed);
    expect(await hasPending(store.pool, today)).toBe(false);
    const { rows } = await store.pool.query(
      `SELECT o.status, o.reason, o.ahead_until, (SELECT date_quality FROM politician_trades) AS quality FROM insider_outcomes o`,
    );
    return { ...rows[0], changed: summary.changed };
  };
  // entry on 2021-02-10; a bar of the 365th day may come until 2022-02-20
  const open = { status: "partial", reason: "exit_ahead", ahead_until: "2022-02-20" };
  expect(await deriveOn("2021-03-02")).toEqual({ ...open, quality: "future_transaction_date", changed: true });
  // the filing leaves the company's sums of 30 and 90 days, and that of 365 days on 2022-02-10
  expect(await deriveOn("2021-07-31")).toEqual({ ...open, quality: "future_transaction_date", changed: true });
  expect(await deriveOn("2021-08-01")).toEqual({ ...open, quality: "transaction_after_disclosure", changed: true });
  expect(await deriveOn("2022-02-20")).toEqual({ ...open, quality: "transaction_after_disclosure", changed: true });
  const closed = { status: "partial", reason: "no_bar_near_exit", ahead_until: null };
  expect(await deriveOn("2022-02-21")).toEqual({ ...closed, quality: "transaction_after_disclosure", changed: true });
  expect(await deriveOn("2022-02-22")).toEqual({ ...closed, quality: "transaction_after_disclosure", changed: false });
});

it("a day's filing reaches the rows of its own day, not the company's history", async () => {
  const list = Array.from({ length: 8 }, (_, n) => ({
    ...purchase,
    filed: n * 100,
    owners: [(n % 4) + 1],
    price: 100,
  }));
  const filings = filingsOf(list);
  await loadFilings(store, filings.slice(0, -1));
  await loadBars(pricesBetween("2018-01-01", "2020-12-31"));
  await deriveAll(store, { today: "2022-01-01" });
  await store.pool.query("DELETE FROM pending_derivations");
  // rows outside of the derivation stay as they are, even if they are wrong
  await store.pool.query("UPDATE insider_trades SET signal_score = 1");
  await loadFilings(store, filings.slice(-1));
  await deriveChanges(store, [], { today: "2022-01-01" });
  const { rows } = await store.pool.query(
    "SELECT signal_score = 1 AS untouched FROM insider_trades WHERE company_cik = $1 ORDER BY filed_on",
    [companies[0]],
  );
  expect(rows.map(({ untouched }) => untouched)).toEqual([...Array(7).fill(true), false]);
});
