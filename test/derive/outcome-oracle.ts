// The outcome rule of the contract in plain TypeScript, which scans days one by one; the service derives outcomes in SQL.
import { addDays } from "./fixture.ts";

export interface Block {
  entryOn: string | null;
  returns: (number | null)[];
  benchmark: (number | null)[];
}

const holdingPeriods = [7, 30, 90, 180, 365];

/** `closes`: adjusted closes by date. `after`: the last day that is too early; the entry is at most 10 days after `target`. */
export function block(closes: Map<string, number>, spy: Map<string, number>, after: string, target: string): Block {
  const first = (from: string, limit: string): string | null => {
    for (let day = from; day <= limit; day = addDays(day, 1)) if (closes.has(day)) return day;
    return null;
  };
  const entryOn = first(addDays(after, 1), addDays(target, 10));
  const change = (series: Map<string, number>, from: string, to: string) => {
    const a = series.get(from);
    const b = series.get(to);
    return a === undefined || b === undefined ? null : (b / a - 1) * 100;
  };
  const exits = holdingPeriods.map((days) => entryOn && first(addDays(entryOn, days), addDays(entryOn, days + 10)));
  return {
    entryOn,
    returns: exits.map((exit) => (entryOn && exit ? change(closes, entryOn, exit) : null)),
    benchmark: exits.map((exit) => (entryOn && exit ? change(spy, entryOn, exit) : null)),
  };
}

/** A stored outcome in the oracle's shape: the follower's, or with the prefix the insider's from the trade date. */
export function stored(outcome: Record<string, unknown>, prefix: "" | "trade_date_"): Omit<Block, "entryOn"> {
  const byPeriod = (name: string) => holdingPeriods.map((days) => outcome[`${prefix}${name}_${days}`] as number | null);
  return { returns: byPeriod("return"), benchmark: byPeriod("spy_return") };
}

export function rounded(block: Omit<Block, "entryOn">): Omit<Block, "entryOn"> {
  const round = (value: number | null) => (value === null ? null : Math.round(value * 1e4) / 1e4);
  return { returns: block.returns.map(round), benchmark: block.benchmark.map(round) };
}
