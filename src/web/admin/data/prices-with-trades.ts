// The price of one company's shares, and the trades of them.
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
  /** of which the marks are the newest */
  trades: number;
}

/** The first and the last of the days; empty text where there is none. */
export function spanOf(days: { day: string }[]): [first: string, last: string] {
  const sorted = days.map(({ day }) => day).sort();
  return [sorted[0] ?? "", sorted.at(-1) ?? ""];
}

/** How many of the marked trades lie within the prices. */
export function markedWithin({ line: { points }, marks }: PricesWithTrades): number {
  const [first, last] = spanOf(points);
  return marks.filter(({ day }) => day >= first && day <= last).length;
}

/** There are prices and trades, and none of the trades lies within the prices. */
export const areApart = (prices: PricesWithTrades): boolean =>
  prices.line.points.length > 0 && prices.marks.length > 0 && markedWithin(prices) === 0;
