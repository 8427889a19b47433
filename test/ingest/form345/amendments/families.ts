// Random families of a filing and its amendments: corrected, adding, partial, chains of two, missing originals, 5/A
// beside 4/A, accession numbers in the remarks. Invented people and companies.
import fc from "fast-check";
import { ada, bo, type FilingOptions, type RowOptions } from "../fixtures.ts";

/** Up to five filings of one company, in filing order. `named`: index of the filing that the remarks name. */
export type Family = (FilingOptions & { named?: number })[];

const day = (n: number) => `2024-03-${String(n).padStart(2, "0")}`;

const row: fc.Arbitrary<RowOptions> = fc.record({
  code: fc.constantFrom("P", "P", "P", "S"),
  date: fc.constantFrom(day(4), day(4), day(4), day(5)),
  shares: fc.constantFrom("100", "200", "300"),
  price: fc.constantFrom("10", "11", null),
  ownership: fc.constantFrom("D", "D", "I"),
  after: fc.constantFrom(undefined, undefined, "1100", "1200", "1300"),
});

const changes: Record<string, (row: RowOptions) => RowOptions[]> = {
  same: (one) => [one],
  price: (one) => [{ ...one, price: "10.5" }],
  shares: (one) => [{ ...one, shares: "150" }],
  both: (one) => [{ ...one, shares: "160", price: "12.5" }],
  date: (one) => [{ ...one, date: day(3) }],
  code: (one) => [{ ...one, code: "J" }],
  dropped: () => [],
  added: (one) => [one, { ...one, shares: "70", price: "13" }],
  continued: (one) => [{ ...one, shares: "50", price: "14", after: one.after && String(Number(one.after) + 50) }],
  omitted: (one) => [{ ...one, shares: "70", price: "13", notes: ["F1"] }],
};

const omission = { F1: "This transaction was inadvertently omitted from the original filing." };

const owners = (...choices: (typeof ada)[][]) => fc.constantFrom(...choices);

const amendment = fc.record({
  of: fc.nat(3),
  by: fc.constantFrom("date", "date", "number", "nothing"),
  changes: fc.array(fc.constantFrom(...Object.keys(changes), "both", "both", "shares", "dropped", "dropped"), {
    minLength: 1,
    maxLength: 3,
  }),
  owners: owners([ada], [ada], [ada], [ada, bo], [bo]),
  remarks: fc.constantFrom(...Array(6).fill(undefined), "To report a purchase that was inadvertently omitted."),
});

export const families: fc.Arbitrary<Family> = fc
  .record({
    originals: fc.array(
      fc.record({
        form: fc.constantFrom("4", "4", "5"),
        filed: fc.constantFrom(day(6), day(6), day(7)),
        owners: owners([ada], [ada], [ada, bo]),
        rows: fc.array(row, { minLength: 1, maxLength: 3, size: "max" }),
      }),
      { minLength: 1, maxLength: 2 },
    ),
    amendments: fc.array(amendment, { minLength: 1, maxLength: 3 }),
    missing: fc.constantFrom(false, false, false, true),
  })
  .map(({ originals, amendments, missing }) => {
    const all: Family = [...originals];
    for (const [position, { of, by, changes: names, owners, remarks }] of amendments.entries()) {
      const amended = of % all.length;
      const { form = "4", filed, rows = [], originalSubmitted } = all[amended] ?? {};
      const changed = rows.flatMap((one, n) => changes[names[n % names.length] ?? "same"]?.(one) ?? []);
      all.push({
        form: `${form.slice(0, 1)}/A`,
        filed: day(10 + position),
        owners,
        rows: changed,
        footnotes: changed.some(({ notes }) => notes) ? omission : {},
        ...(by === "date" ? { originalSubmitted: originalSubmitted ?? filed } : {}),
        ...(by === "number" ? { named: amended } : {}),
        ...(remarks ? { remarks } : {}),
      });
    }
    return missing
      ? all.slice(1).map((one) => (one.named === undefined ? one : { ...one, named: one.named - 1 }))
      : all;
  });

/** The family as filings of a company of its own, numbered by `copy`. The remarks may name a filing that is missing. */
export function filingsOf(family: Family, copy: number): FilingOptions[] {
  const number = (position: number) => `${9_000_000_000 + copy}-24-${String(position + 10).padStart(6, "0")}`;
  return family.map(({ named, ...options }, position) => ({
    ...options,
    accession: number(position),
    issuerCik: String(7_000_000 + copy).padStart(10, "0"),
    issuerName: `INVENTED FAMILY ${copy} INC`,
    symbol: "NONE",
    ...(named === undefined
      ? {}
      : { remarks: `${options.remarks ?? ""} Amends the form with accession number ${number(named)}.` }),
  }));
}

/** All orders of n items, or `max` of them, evenly spaced. */
export function orders(n: number, max = Number.POSITIVE_INFINITY): number[][] {
  let all: number[][] = [[]];
  for (let next = 0; next < n; next++)
    all = all.flatMap((order) => [...order, next].map((_, at) => [...order.slice(0, at), next, ...order.slice(at)]));
  const step = Math.max(1, all.length / max);
  return Array.from({ length: Math.min(all.length, max) }, (_, at) => all[Math.floor(at * step)] ?? []);
}
