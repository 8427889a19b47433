// The signal's figures for the page: one tier at one holding period, and the baseline it is compared with.
import type { HitRatesQuery } from "../../generated/operations.ts";

export type Group = HitRatesQuery["signalBaseline"][number];
export type Period = Group["periods"][number];

export const horizons = [7, 30, 90, 180, 365];

/** below this number of trades a rate is not meaningful */
export const minTrades = 5;

const tiers = ["strong", "moderate", "weak", "noise"];

export const tierTitle = (tier: string, direction: string): string => (tier === "all" ? allOf(direction) : tier);

export const allOf = (direction: string): string => (direction === "bearish" ? "all sales" : "all purchases");

export const periodOf = (group: Group | undefined, days: number): Period | undefined =>
  group?.periods.find((period) => period.days === days);

/** The tiers of a version and direction, strongest first, and the baseline of all trades. */
export function groupsOf(data: HitRatesQuery, { version, direction }: { version: string; direction: string }) {
  const fits = (group: Group) => group.version === version && group.direction === direction;
  const own = data.signalPerformance.nodes.filter(fits);
  const sorted = own.toSorted((a, b) => tiers.indexOf(a.tier) - tiers.indexOf(b.tier));
  return { tiers: sorted, all: data.signalBaseline.find(fits) };
}

/** Hit rates in per cent. */
export interface Interval {
  rate: number;
  low: number;
  high: number;
}

export function intervalOf(period: Period | undefined): Interval | null {
  if (!period || period.hitRatePct === null || period.hitRateLowPct === null || period.hitRateHighPct === null)
    return null;
  return { rate: Number(period.hitRatePct), low: Number(period.hitRateLowPct), high: Number(period.hitRateHighPct) };
}

/** The comparison of a tier with the baseline; no verdict if the intervals overlap or n is too small. */
export function verdictOf(period: Period | undefined, all: Period | undefined): string {
  const [own, whole] = [intervalOf(period), intervalOf(all)];
  if (!period || !own || !whole) return "–";
  if (period.resolvedTrades < minTrades) return `○ too few (n < ${minTrades})`;
  if (own.low > whole.high) return "▲ better";
  if (own.high < whole.low) return "▼ worse";
  return "≈ not distinguishable";
}
