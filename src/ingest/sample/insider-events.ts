// What happens at an invented company: each function is one story that the figures are later derived from. Together they
// reach every transaction code, signal tier and direction, clusters of both kinds, plans, amendments and odd rows.
import type { FilingRecord } from "../form345/record.ts";
import { addDays, weekdayOnOrBefore } from "./calendar.ts";
import type { Cast, Insider } from "./cast.ts";
import type { Deal, FilingDesk } from "./filing-desk.ts";
import { at, type Chance } from "./random.ts";

export interface Scene {
  cast: Cast;
  /** position of the company in its file; spreads the stories over the companies */
  index: number;
  desk: FilingDesk;
  chance: Chance;
  today: string;
}

const buy = (shares: number, daysAgo: number): Deal => ({
  code: "P",
  shares,
  daysAgo,
  acquired: true,
  price: "market",
});
const sell = (shares: number, daysAgo: number): Deal => ({
  code: "S",
  shares,
  daysAgo,
  acquired: false,
  price: "market",
});

const people = ({ chief, finance, counsel, chair, director }: Cast): Insider[] => [
  chief,
  finance,
  counsel,
  chair,
  director,
];

/** Every year: shares granted for nothing, and a part of them kept back for tax when they vest. */
export function yearlyPay({ cast, desk, chance }: Scene): void {
  for (const [place, person] of [cast.chief, cast.finance, cast.director].entries())
    for (const year of [2, 1, 0]) {
      const daysAgo = 40 + year * 365 + place * 3;
      const shares = chance.integer(4, 40) * 100;
      desk.file(cast, [person], [{ code: "A", shares, daysAgo, acquired: true, price: 0 }]);
      if (person.isOfficer)
        desk.file(
          cast,
          [person],
          [{ code: "F", shares: Math.round(shares * 0.4), daysAgo: daysAgo - 20, acquired: false, price: "market" }],
        );
    }
}

/** An officer turns options into shares and sells them the same day: two rows in one table, one in the other. */
export function optionExercise({ cast, desk, chance }: Scene): void {
  for (const daysAgo of [chance.integer(20, 80), chance.integer(420, 900)]) {
    const shares = chance.integer(5, 60) * 100;
    const exercisePrice = chance.integer(3, 9);
    desk.file(
      cast,
      [cast.chief],
      [
        { code: "M", shares, daysAgo, acquired: true, price: exercisePrice },
        sell(shares, daysAgo),
        {
          code: "M",
          shares,
          daysAgo,
          acquired: false,
          price: 0,
          derivative: { title: "Stock Option (Right to Buy)", exercisePrice, lifeYears: 8 },
        },
      ],
    );
  }
}

/** Single purchases and sales at odd times, some of them late, some in a trust. */
export function oddMoments({ cast, desk, chance }: Scene): void {
  for (const person of people(cast)) {
    const daysAgo = chance.integer(4, 1_500);
    const ownership = chance.happens(0.2) ? "I" : "D";
    const deal = chance.happens(0.5)
      ? buy(chance.integer(1, 50) * 100, daysAgo)
      : sell(chance.integer(1, 60) * 100, daysAgo);
    desk.file(cast, [person], [{ ...deal, ownership }], {
      delay: chance.happens(0.15) ? chance.integer(5, 120) : chance.integer(1, 2),
    });
  }
}

/** The same director in the same month of four years: routine, so its signal is weak or noise. */
export function routineBuyer({ cast, desk, today, index }: Scene): void {
  if (index % 5 !== 0) return;
  const recent = weekdayOnOrBefore(addDays(today, -60));
  for (const year of [3, 2, 1, 0]) {
    const on = `${Number(recent.slice(0, 4)) - year}-${recent.slice(5, 8)}15`;
    if (on < today) desk.file(cast, [cast.director], [{ ...buy(300, 0), daysAgo: undefined, on }]);
    else desk.file(cast, [cast.director], [buy(300, 5)]);
  }
}

/** Three buy, and then the finance chief, who bought in each of three years before, doubles a holding: as strong as it gets. */
export function strongCluster({ cast, desk, today, index }: Scene): void {
  if (index % 6 !== 0) return;
  const daysAgo = 35 + index;
  const year = Number(addDays(today, -daysAgo).slice(0, 4));
  for (const [back, month] of [
    [3, "03-11"],
    [2, "07-09"],
    [1, "11-12"],
  ] as const)
    desk.file(cast, [cast.finance], [{ ...buy(200, 0), daysAgo: undefined, on: `${year - back}-${month}` }]);
  for (const [place, person] of [cast.chief, cast.chair, cast.director].entries())
    desk.file(cast, [person], [buy(15_000 + place * 5_000, daysAgo + 10 - place)], { delay: 1 });
  const doubled = Math.max(80_000, cast.finance.holding);
  desk.file(cast, [cast.finance], [buy(doubled / 2, daysAgo), buy(doubled / 2, daysAgo)], { delay: 1 });
}

/** Two or three people on one side within a month. */
export function smallClusters({ cast, desk, index, chance }: Scene): void {
  const move = index % 2 === 0 ? buy : sell;
  for (const daysAgo of index % 3 === 0 ? [18, 260, 700] : [120]) {
    const size = chance.integer(2, 4);
    for (const [place, person] of people(cast).slice(0, size).entries())
      desk.file(cast, [person], [move(chance.integer(10, 90) * 100, daysAgo + place * 4)], { delay: 1 });
  }
}

/** Sales arranged beforehand: the form's checkbox where it exists, a footnote in any case. */
export function tradingPlan({ cast, desk, index, chance }: Scene): void {
  if (index % 3 !== 1) return;
  const footnote = "Sold under a trading plan that meets Rule 10b5-1, adopted more than 90 days before.";
  for (const daysAgo of [12, 100, 190, 280, 1_350])
    desk.file(cast, [cast.counsel], [{ ...sell(chance.integer(5, 20) * 100, daysAgo), footnote }], { plan: true });
}

/** The fund and its partner report one purchase together: joint insiders, one trade. */
export function jointPurchase({ cast, desk, chance }: Scene): void {
  if (!cast.fund) return;
  for (const daysAgo of [chance.integer(10, 60), chance.integer(380, 800)])
    desk.file(cast, cast.fund, [{ ...buy(chance.integer(100, 900) * 100, daysAgo), ownership: "I" }]);
}

/** A price was wrong and is put right later: the first row stays behind, superseded. */
export function correction({ cast, desk, index }: Scene): void {
  if (index % 4 !== 2) return;
  const original: FilingRecord = desk.file(cast, [cast.chair], [buy(2_500 + index * 10, 75 + index)]);
  desk.amend(original, (row) => ({ ...row, price: String(Number(row.price) + 0.25) }), 8);
}

const rareCodes = ["C", "D", "E", "G", "H", "I", "J", "K", "L", "O", "U", "V", "W", "X", "Z"];
const acquiring = new Set(["C", "I", "J", "L", "O", "W", "X", "K"]);

/** The codes that hardly anyone files, three at each company in turn. */
export function rareForms({ cast, desk, index, chance }: Scene): void {
  for (const turn of [0, 1, 2]) {
    const code = at(rareCodes, index * 3 + turn);
    const daysAgo = 15 + turn * 340 + chance.integer(0, 60);
    const acquired = acquiring.has(code);
    const price = code === "G" || code === "W" ? 0 : "market";
    // gifts may wait for the yearly form
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

/** The table of derivatives, with and without a price of the derivative itself. */
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

/** Rows with gaps: a price that only a footnote tells, a total instead of shares; and a Form 3, which reports no trade at all. */
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

/** What was traded yesterday is filed today, and has no outcome yet. */
export function lastDays({ cast, desk, index }: Scene): void {
  if (index % 7 !== 4) return;
  desk.file(cast, [cast.director], [index % 2 === 0 ? buy(700, 2) : sell(700, 2)], { delay: 1 });
}

/** All stories in the order in which they are told; the order decides accession numbers, so new ones go to the end. */
export const stories: ((scene: Scene) => void)[] = [
  yearlyPay,
  routineBuyer,
  oddMoments,
  optionExercise,
  smallClusters,
  tradingPlan,
  strongCluster,
  jointPurchase,
  correction,
  rareForms,
  derivatives,
  gaps,
  lastDays,
];
