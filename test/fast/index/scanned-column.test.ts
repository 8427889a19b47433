// Columns of numbers that are compared in one pass: ranges find the same rows as comparing every number as a decimal, in plain
// JavaScript and in the kernel, however many digits most numbers have.
import { Decimal } from "decimal.js";
import { expect, it, test } from "vitest";
import { kernelSpace, plainSpace } from "../../../src/fast/index/bit-space.ts";
import { hasBit } from "../../../src/fast/index/bits.ts";
import { isHeldByDouble } from "../../../src/fast/index/orders/exact-order.ts";
import { addScannedRanges, buildScanned } from "../../../src/fast/index/orders/scanned-column.ts";
import type { DecimalRange } from "../../../src/filters/define-filters.ts";
import { Chance } from "../../../src/ingest/sample/random.ts";

/** numbers that a code cannot hold, beside the common ones of the column */
const rare = [
  "2147483647",
  "2147483648",
  "-2147483647",
  "-2147483648",
  "9007199254740993",
  "0.1000000000000000055511151231257827",
  "0.0000001",
  "123456789012345678901234567890.124",
  "-0",
];

const Exact = Decimal.clone({ precision: 100 });
const isIn = (text: string, { min, max }: DecimalRange) =>
  (min == null || new Exact(text).gte(min)) && (max == null || new Exact(text).lte(max));

function columnOf(digits: number, chance: Chance): (string | null)[] {
  const below = (max: number) => Math.floor(chance.next() * max);
  return Array.from({ length: 3000 + below(130) }, () => {
    const kind = below(20);
    if (kind === 0) return null;
    if (kind === 1) return rare[below(rare.length)] as string;
    const whole = `${below(2) === 0 ? "-" : ""}${below(300)}`;
    return digits === 0 ? whole : `${whole}.${String(below(10 ** digits)).padStart(digits, "0")}`;
  });
}

test.each([0, 2, 4])("finds the same rows as comparing decimals, with %i digits", (digits) => {
  const chance = new Chance(digits + 1);
  const texts = columnOf(digits, chance);
  const numbers = Float64Array.from(texts, (text) => (text === null ? Number.NaN : Number(text)));
  const held = (text: string | null): text is null => text === null || isHeldByDouble(text, Number(text));
  const exact = new Map(texts.flatMap((text, row): [number, string][] => (held(text) ? [] : [[row, text]])));
  const last = texts.length - 1;
  const column = buildScanned(
    { numbers, texts: exact },
    Uint32Array.from(texts, (_, row) => last - row),
  );
  expect(column.digits).toBe(digits);
  // numbers without a code have to be rare, or a column is too slow
  expect(column.others.positions.length).toBeLessThan(texts.length / 10);

  const bounds = [...rare, ...texts.filter((text) => text !== null).slice(0, 60), "0", "1e-9", "17.00005", "1e30"];
  const bound = () => (chance.next() < 0.2 ? null : (bounds[Math.floor(chance.next() * bounds.length)] as string));
  const spaces = [plainSpace(texts.length), kernelSpace(texts.length, 200, 1)] as const;
  const codes = spaces.map((space) => space.keep(column.codes));
  for (let round = 0; round < 80; round++) {
    const ranges = Array.from({ length: 1 + (round % 3) }, () => ({ min: bound(), max: bound() }));
    const expected = texts.map((text) => text !== null && ranges.some((range) => isIn(text, range)));
    for (const [at, space] of spaces.entries()) {
      const bits = space.make();
      addScannedRanges(space, { ...column, codes: codes[at] as Int32Array }, ranges, bits);
      const found = texts.map((_, row) => hasBit(bits, last - row));
      expect(found, JSON.stringify(ranges)).toEqual(expected);
      // no bit beyond the last row: it would be counted
      const used = texts.length & 31;
      if (used > 0) expect((bits.at(-1) as number) >>> used).toBe(0);
    }
  }
});

it("keeps a column outside of the kernel when its memory is full", () => {
  const space = kernelSpace(1000, 4, 1);
  const columns = [0, 1].map((first) => Int32Array.from({ length: 1000 }, (_, row) => row + first));
  for (const numbers of columns.map((column) => space.keep(column))) {
    const bits = space.make();
    space.scan(bits, numbers, 10, 12);
    const first = numbers[0] as number;
    expect(Array.from({ length: 1000 }, (_, row) => row).filter((row) => hasBit(bits, row))).toEqual(
      [10, 11, 12].map((row) => row - first),
    );
  }
});
