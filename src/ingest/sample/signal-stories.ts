// Events that the signal and the clusters are computed from: routine and opportunistic buyers, several people on one
// side.
import { addDays, weekdayOnOrBefore } from "../../calendar-date.ts";
import { buy, people, type Scene, sell } from "./scene.ts";

/** The same director buys in the same month of four years: routine, so its signal is weak or noise. */
export function routineBuyer({ cast, desk, today, index }: Scene): void {
  if (index % 5 !== 0) return;
  const recent = weekdayOnOrBefore(addDays(today, -60));
  for (const year of [3, 2, 1, 0]) {
    const on = `${Number(recent.slice(0, 4)) - year}-${recent.slice(5, 8)}15`;
    if (on < today) desk.file(cast, [cast.director], [{ ...buy(300, 0), daysAgo: undefined, on }]);
    else desk.file(cast, [cast.director], [buy(300, 5)]);
  }
}

/**
 * Three people buy, and then the finance chief, who bought in each of the three years before, doubles a holding: the
 * strongest signal.
 */
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

/** Two to four people on one side within a month. */
export function smallClusters({ cast, desk, index, chance }: Scene): void {
  const move = index % 2 === 0 ? buy : sell;
  for (const daysAgo of index % 3 === 0 ? [18, 260, 700] : [120]) {
    const size = chance.integer(2, 4);
    for (const [place, person] of people(cast).slice(0, size).entries())
      desk.file(cast, [person], [move(chance.integer(10, 90) * 100, daysAgo + place * 4)], { delay: 1 });
  }
}
