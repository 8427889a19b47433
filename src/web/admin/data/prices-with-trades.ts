// The prices of one company's shares, and the trades in them.
import type { TradeMark } from "../../frame/chart/price-chart.tsx";

interface Line {
  symbol: string | null;
  provider: string | null;
  dividends: boolean | null;
  step: string | null;
  reason: string | null;
  points: { day: string; close: number }[];
}

export interface PricesWithTrades {
  line: Line;
  marks: TradeMark[];
  /** number of all trades, of which `marks` are the newest */
  trades: number;
}

/** The first and the last day; empty strings if there are none. */
export function spanOf(days: { day: string }[]): [first: string, last: string] {
  const sorted = days.map(({ day }) => day).sort();
  return [sorted[0] ?? "", sorted.at(-1) ?? ""];
}

/** The number of marked trades within the days of the prices. */
export function markedWithin({ line: { points }, marks }: PricesWithTrades): number {
  const [first, last] = spanOf(points);
  return marks.filter(({ day }) => day >= first && day <= last).length;
}

/** True if there are prices and trades, but no trade is within the days of the prices. */
export const areApart = (prices: PricesWithTrades): boolean =>
  prices.line.points.length > 0 && prices.marks.length > 0 && markedWithin(prices) === 0;
