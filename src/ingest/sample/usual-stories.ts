// Events at most companies every year: pay in shares, options, single purchases and sales, sales under a plan.
import { buy, people, type Scene, sell } from "./scene.ts";

/** Every year: shares are granted at no cost, and a part of them is withheld for tax when they vest. */
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

/** An officer exercises options and sells the shares on the same day: two rows in one table, one in the other. */
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

/** Single purchases and sales at irregular times, some of them late, some in a trust. */
export function unusualTimes({ cast, desk, chance }: Scene): void {
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

/** Sales under a Rule 10b5-1 plan: with the form's checkbox if the form has it, and always with a footnote. */
export function tradingPlan({ cast, desk, index, chance }: Scene): void {
  if (index % 3 !== 1) return;
  const footnote = "Sold under a trading plan that meets Rule 10b5-1, adopted more than 90 days before.";
  for (const daysAgo of [12, 100, 190, 280, 1_350])
    desk.file(cast, [cast.counsel], [{ ...sell(chance.integer(5, 20) * 100, daysAgo), footnote }], { plan: true });
}

/** Recent trades with a recent filing, which have no outcome yet. */
export function lastDays({ cast, desk, index }: Scene): void {
  if (index % 7 !== 4) return;
  desk.file(cast, [cast.director], [index % 2 === 0 ? buy(700, 2) : sell(700, 2)], { delay: 1 });
}
