// Ranges on an ordered column, with more rows than lie between two bitmaps: they find the same rows as comparing every row.
import fc from "fast-check";
import { expect, it } from "vitest";
import { plainSpace } from "../../../src/fast/index/bit-space.ts";
import { addOrderRanges, buildOrder, isHeldByDouble } from "../../../src/fast/index/orders/exact-order.ts";
import type { DecimalRange } from "../../../src/filters/define-filters.ts";

/** exact numbers as texts; null where a row has none */
const column = fc
  .tuple(fc.integer({ min: 1, max: 9000 }), fc.integer({ min: 1, max: 2 ** 31 }), fc.constantFrom(3, 900, 100_000))
  .map(([rows, seed, spread]) =>
    Array.from({ length: rows }, (_, row) => {
      const drawn = Math.imul(row + 1, 2_654_435_761) ^ Math.imul(seed, 40_503 + row);
      const whole = (drawn >>> 4) % spread;
      if (drawn % 11 === 0) return null;
      if (drawn % 13 === 0) return `-${whole}`;
      if (drawn % 97 === 0) return `${whole}.000000000000000000${drawn & 3}`;
      return drawn % 3 === 0 ? `${whole}.${(drawn >>> 8) % 100}` : `${whole}`;
    }),
  );

// scaled to whole numbers: no double takes part in what is expected
const scaled = (text: string): bigint => {
  const [whole = "", fraction = ""] = text.replace("-", "").split(".");
  const size = BigInt(whole + fraction.padEnd(20, "0"));
  return text.startsWith("-") ? -size : size;
};
const isIn = (text: string, { min, max }: DecimalRange) =>
  (min == null || scaled(text) >= scaled(min)) && (max == null || scaled(text) <= scaled(max));

const bound = fc.oneof(
  fc.constant(null),
  fc.integer({ min: -1000, max: 100_000 }).map(String),
  fc.constantFrom("0", "-0", "2", "1.0000000000000000001"),
);
const ranges = fc.array(fc.record({ min: bound, max: bound }), { minLength: 1, maxLength: 6 });

it("finds the same rows for any ranges as comparing every row", () => {
  fc.assert(
    fc.property(column, fc.array(ranges, { minLength: 1, maxLength: 12 }), (texts, requested) => {
      const numbers = Float64Array.from(texts, (text) => (text === null ? Number.NaN : Number(text)));
      const exact = new Map(
        texts.flatMap((text, row): [number, string][] =>
          text !== null && !isHeldByDouble(text, Number(text)) ? [[row, text]] : [],
        ),
      );
      const last = texts.length - 1;
      const positions = Uint32Array.from(texts, (_, row) => last - row);
      const order = buildOrder(
        { numbers, texts: exact, bitmaps: 64, sorts: false },
        { rowPositions: positions, byId: new Uint32Array() },
      );
      for (const each of requested) {
        const space = plainSpace(texts.length);
        const bits = space.make();
        addOrderRanges(space, order, each, bits);
        const found = texts.map((_, row) => ((bits[(last - row) >>> 5] as number) >>> ((last - row) & 31)) & 1);
        const expected = texts.map((text) => Number(text !== null && each.some((range) => isIn(text, range))));
        expect(found).toEqual(expected);
      }
    }),
    { numRuns: 120 },
  );
});
