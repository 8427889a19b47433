// Rare filings: joint reports, corrections, rare transaction codes, derivatives, orders in lots, clusters before a rise,
// and rows with missing or mistyped values.
import type { Cast, Insider } from "./cast.ts";
import type { Deal, FilingDesk } from "./filing-desk.ts";
import { at, type Chance } from "./random.ts";

/** The fund and its partner report one purchase jointly: several owners, one trade. */
export function jointPurchase({ cast, desk, chance }: Scene): void {
  if (!cast.fund) return;
  for (const daysAgo of [chance.integer(10, 60), chance.integer(380, 800)])
    desk.file(cast, cast.fund, [{ ...buy(chance.integer(100, 900) * 100, daysAgo), ownership: "I" }]);
}

/** A wrong price is corrected later: the first row remains stored, superseded. */
export function correction({ cast, desk, index }: Scene): void {
  if (index % 4 !== 2) return;
  const original = desk.file(cast, [cast.chair], [buy(2_500 + index * 10, 75 + index)]);
  desk.amend(original, (row) => ({ ...row, price: String(Number(row.price) + 0.25) }), 8);
}

const rareCodes = ["C", "D", "E", "G", "H", "I", "J", "K", "L", "O", "U", "V", "W", "X", "Z"];
const acquiring = new Set(["C", "I", "J", "L", "O", "W", "X", "K"]);

/** Rare transaction codes, three at each company in turn. */
export function rareForms({ cast, desk, index, chance }: Scene): void {
  for (const turn of [0, 1, 2]) {
    const code = at(rareCodes, index * 3 + turn);
    const daysAgo = 15 + turn * 340 + chance.integer(0, 60);
    const acquired = acquiring.has(code);
    const price = code === "G" || code === "W" ? 0 : "market";
    // gifts may be reported on the annual Form 5
    const options = code === "G" ? ({ form: "5", delay: 30 } as const) : {};
    desk.file(
      cast,
      [at(people(cast), index + turn)],
      [{ code, shares: chance.integer(1, 30) * 100, daysAgo, acquired, price }],
      options,
    );
  }
}

const derivativeKinds = [
  { code: "A", title: "Restricted Stock Unit", acquired: true },
  { code: "P", title: "Call Option (Right to Buy)", acquired: true },
  { code: "C", title: "Convertible Note", acquired: false },
  { code: "X", title: "Warrant (Right to Buy)", acquired: false },
  { code: "K", title: "Equity Swap", acquired: false },
  { code: "S", title: "Put Option (Obligation to Buy)", acquired: false },
];

/** Rows of the derivative table, with and without a price of the derivative itself. */
export function derivatives({ cast, desk, index, chance }: Scene): void {
  const { code, title, acquired } = at(derivativeKinds, index);
  const derivative = { title, exercisePrice: chance.integer(5, 60), lifeYears: 5 };
  const price = code === "A" ? 0 : chance.integer(1, 8);
  desk.file(
    cast,
    [cast.finance],
    [{ code, shares: chance.integer(5, 80) * 100, daysAgo: chance.integer(10, 1_000), acquired, price, derivative }],
  );
}

/**
 * Rows with missing values: a price only in a footnote, a total instead of shares; and a Form 3, which reports no
 * trade.
 */
export function gaps({ cast, desk, index, chance }: Scene): void {
  if (index % 8 === 3)
    desk.file(
      cast,
      [cast.counsel],
      [
        {
          ...buy(500, 50),
          price: null,
          footnote: "The price is a weighted average; the trades ranged over several cents.",
        },
      ],
    );
  if (index % 8 === 5)
    desk.file(
      cast,
      [cast.counsel],
      [{ ...buy(1, chance.integer(30, 500)), price: null, totalValue: chance.integer(20, 90) * 1_000 }],
    );
  if (index % 8 === 7) desk.file(cast, [{ ...cast.director, cik: String(9_970_000_001 + index) }], [], { form: "3" });
}

/** An order that was executed in lots at several prices: the form lists each. */
export function orderInLots({ cast, desk, index, chance }: Scene): void {
  if (index % 3 !== 2) return;
  const daysAgo = 9 + index;
  const lots = [0.9921, 0.9968, 1.0014, 1.0047].map((priceFactor) => {
    const deal = index % 2 === 0 ? buy : sell;
    return { ...deal(chance.integer(2, 40) * 100, daysAgo), priceFactor };
  });
  desk.file(cast, [cast.chair], lots, { delay: 1 });
}

/** Three people buy within a week, on the days after which the shares rose most in 90 days. */
export function clusterBeforeRise({ cast, desk, index }: Scene): void {
  if (index % 8 !== 2) return;
  const days = Array.from({ length: 30 }, (_, step) => 120 + step * 15);
  const best = days.toSorted((a, b) => desk.returnAfter(cast, b, 90) - desk.returnAfter(cast, a, 90))[0] ?? 120;
  for (const [position, person] of [cast.chief, cast.finance, cast.director].entries())
    desk.file(cast, [person], [buy(12_000 + position * 4_000, best + 4 - position * 2)], { delay: 1 });
}

/** Mistyped values, which make a row suspect: a price a hundred times too high, and a trade date six years too early. */
export function misprints({ cast, desk, index }: Scene): void {
  if (index % 10 === 3) desk.file(cast, [cast.director], [{ ...buy(400, 33 + index), priceFactor: 100 }]);
  // about six years in weekdays
  if (index % 10 === 7) desk.file(cast, [cast.director], [sell(300, 2_220)], { delay: 1_560 });
}

/**
 * The inputs of an invented company's events: its insiders, its filings, and the two kinds of deals that most events
 * consist of.
 */
export interface Scene {
  cast: Cast;
  /** index of the company in its file; distributes the events over the companies */
  index: number;
  desk: FilingDesk;
  chance: Chance;
  today: string;
}

/** An open-market purchase at the close of the day. */
export const buy = (shares: number, daysAgo: number): Deal => ({
  code: "P",
  shares,
  daysAgo,
  acquired: true,
  price: "market",
});

export const sell = (shares: number, daysAgo: number): Deal => ({
  code: "S",
  shares,
  daysAgo,
  acquired: false,
  price: "market",
});

export const people = ({ chief, finance, counsel, chair, director }: Cast): Insider[] => [
  chief,
  finance,
  counsel,
  chair,
  director,
];
