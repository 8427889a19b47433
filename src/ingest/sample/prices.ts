// Invented closing prices: a random walk on weekdays for every company, and one for the benchmark with the symbol SPY.
import { addDays, datesBetween, daysBetween, isWeekday } from "../../lib/calendar-date.ts";
import type { Bar } from "../prices/bar.ts";
import type { SeriesBars } from "../prices/load.ts";
import type { InventedCompany } from "./cast.ts";
import type { Chance } from "./random.ts";

/** Days of invented history before today: long enough for three full earlier calendar years before a recent trade. */
const daysOfHistory = 1_720;

interface Day {
  date: string;
  /** days before today */
  age: number;
  isWeekday: boolean;
}

/** The days of the invented history, which all walks share. */
function historyBefore(today: string): Day[] {
  const yesterday = addDays(today, -1);
  return datesBetween(addDays(today, -daysOfHistory), yesterday).map((date) => ({
    date,
    age: daysBetween(date, today),
    isWeekday: isWeekday(date),
  }));
}

export class PriceWalk {
  readonly symbol: string;
  readonly bars: Bar[];
  readonly #closes: Map<string, number>;

  constructor(symbol: string, days: Day[], chance: Chance, start: number, yearlyGrowth: number, dailySwing: number) {
    this.symbol = symbol;
    this.bars = [];
    this.#closes = new Map();
    let close = start;
    for (const { date, age, isWeekday } of days) {
      // a random number is drawn on weekends too, so that the walk does not depend on which weekday today is
      const step = (yearlyGrowth / 365 + (dailySwing * chance.normal()) / 100) * 0.83;
      if (!isWeekday) continue;
      close = Math.max(0.8, close * (1 + step));
      this.#closes.set(date, close);
      this.bars.push(bar(date, close, age));
    }
  }

  /** The close of the date or of the last trading day before it, rounded to cents. */
  closeOn(date: string): number {
    for (let at = date, tries = 0; tries < 10; tries++, at = addDays(at, -1)) {
      const close = this.#closes.get(at);
      if (close !== undefined) return Math.round(close * 100) / 100;
    }
    return Math.round((this.#closes.values().next().value ?? 10) * 100) / 100;
  }

  /** The series for the price loader. */
  series(): SeriesBars {
    return { symbol: this.symbol, provider: "sample", adjusted: true, asTraded: true, bars: this.bars };
  }
}

/** Dividends of about 1.5 % a year: the adjusted close is below the close, and the difference grows with age. */
function bar(date: string, close: number, age: number): Bar {
  const text = (value: number) => value.toFixed(2);
  return {
    date,
    open: text(close * 0.998),
    high: text(close * 1.006),
    low: text(close * 0.993),
    close: text(close),
    adjustedClose: (Math.round(close * 100 * 0.985 ** (age / 365)) / 100).toFixed(4),
    volume: String(100_000 + Math.round(close * 1_000)),
  };
}

/** The walks of all companies, priced or not: the trades of a company without a published series need prices too. */
export function inventPrices(companies: InventedCompany[], today: string, chance: Chance): Map<string, PriceWalk> {
  const walks = new Map<string, PriceWalk>();
  const days = historyBefore(today);
  for (const company of companies) {
    const symbol = company.symbol ?? company.cik;
    const start = 8 + chance.next() * 90;
    walks.set(
      company.cik,
      new PriceWalk(symbol, days, chance, start, chance.normal() * 0.14 + 0.06, 1 + chance.next()),
    );
  }
  return walks;
}

/**
 * The benchmark. It has the symbol of the real one, because outcomes are measured against it; its provider is `sample`.
 */
export function inventBenchmark(today: string, chance: Chance): PriceWalk {
  return new PriceWalk("SPY", historyBefore(today), chance, 410, 0.09, 0.7);
}
