// Signal performance, compared with the same statistics computed row by row in plain TypeScript.
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deriveAll } from "../../src/derive/derive.ts";
import { loadFilings } from "../../src/ingest/form345/load/load.ts";
import { loadSeries } from "../../src/ingest/prices/load.ts";
import { type SignalPerformanceRow, signalPerformance } from "../../src/store/statistics/signal.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { filingsOf, lastBar, pricesBetween, stories } from "./stories.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

interface Observation {
  key: string;
  direction: string;
  gain: number | null;
  spy: number | null;
}

/** One per form, trade date and signal, from the rows that callers can list. */
async function observations(): Promise<Observation[]> {
  const { rows } = await store.pool.query(
    `SELECT t.*, to_jsonb(o) AS outcome FROM insider_trades t JOIN insider_outcomes o ON o.trade_id = t.id`,
  );
  const seen = new Map<string, Observation>();
  for (const row of rows) {
    if (row.superseded_by_id !== null || row.is_derivative || !["P", "S"].includes(row.transaction_code)) continue;
    // a block counts once, and an undecided row of an amendment not at all
    if (row.same_block_as_id !== null || row.amendment_status === "undecided") continue;
    for (const days of [7, 30, 90, 180, 365]) {
      const key = [row.signal_version, row.signal_tier, row.signal_direction, days].join(" ");
      const gain = row.outcome[`return_${days}`];
      const spy = row.outcome[`spy_return_${days}`];
      seen.set(`${key} ${row.accession_number} ${row.traded_on}`, { key, direction: row.signal_direction, gain, spy });
    }
  }
  return [...seen.values()];
}

/** Wilson (1927): the two p for which |observed - p| = z standard errors of p. Found by bisection, not by the formula. */
function wilson(hits: number, n: number): [number, number] {
  const z = 1.959963984540054;
  const share = hits / n;
  const outside = (p: number) => Math.abs(share - p) > z * Math.sqrt((p * (1 - p)) / n);
  const edge = (from: number, to: number) => {
    let [far, near] = [from, to];
    for (let step = 0; step < 100; step++) {
      const middle = (far + near) / 2;
      if (outside(middle)) far = middle;
      else near = middle;
    }
    return near * 100;
  };
  return [hits === 0 ? 0 : edge(0, share), hits === n ? 100 : edge(1, share)];
}

function expected(of: Observation[]): Partial<SignalPerformanceRow> {
  const resolved = of.filter(({ gain }) => gain !== null).map(({ gain }) => Number(gain));
  const alphas = of
    .filter(({ gain, spy }) => gain !== null && spy !== null)
    .map(({ gain, spy }) => Number(gain) - Number(spy));
  const mean = (list: number[]) => (list.length ? list.reduce((sum, one) => sum + one, 0) / list.length : null);
  const direction = of[0]?.direction ?? "";
  const hits = resolved.filter((gain) => (direction === "bullish" ? gain > 0 : gain < 0)).length;
  const average = mean(alphas);
  const spread =
    average !== null && alphas.length > 1
      ? 1.959963984540054 *
        Math.sqrt(alphas.reduce((sum, alpha) => sum + (alpha - average) ** 2, 0) / (alphas.length - 1) / alphas.length)
      : null;
  const [low, high] = resolved.length && direction !== "neutral" ? wilson(hits, resolved.length) : [null, null];
  return {
    trades: of.length,
    resolvedTrades: resolved.length,
    hits: direction === "neutral" ? null : hits,
    hitRatePct: direction === "neutral" || !resolved.length ? null : (100 * hits) / resolved.length,
    hitRateLowPct: low,
    hitRateHighPct: high,
    beatSpyRatePct: alphas.length ? (100 * alphas.filter((alpha) => alpha > 0).length) / alphas.length : null,
    avgReturnPct: mean(resolved),
    avgAlphaPct: average,
    avgAlphaLowPct: average === null || spread === null ? null : average - spread,
    avgAlphaHighPct: average === null || spread === null ? null : average + spread,
    sampleSufficient: resolved.length >= 5,
  };
}

it("signal performance equals the statistics computed row by row", async () => {
  await fc.assert(
    fc.asyncProperty(stories(10, 6), async (list) => {
      await store.pool.query("TRUNCATE companies, insiders, price_series, signal_days, pending_derivations CASCADE");
      await loadFilings(store, filingsOf(list));
      await loadSeries(store, pricesBetween("2018-01-01", lastBar));
      await deriveAll(store, { today: "2025-07-01" });
      const groups = new Map<string, Observation[]>();
      for (const one of await observations()) groups.set(one.key, [...(groups.get(one.key) ?? []), one]);
      const found = await signalPerformance(store.prisma);
      expect(found).toHaveLength(groups.size);
      for (const row of found) {
        const of = groups.get([row.version, row.tier, row.direction, row.days].join(" ")) ?? [];
        for (const [name, value] of Object.entries(expected(of))) {
          const given = row[name as keyof SignalPerformanceRow];
          if (typeof value === "number") expect(given, name).toBeCloseTo(value, 6);
          else expect(given, name).toBe(value);
        }
      }
    }),
    { numRuns: 3, endOnFailure: true },
  );
});
