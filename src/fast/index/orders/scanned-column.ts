// Numbers that only ranges ask for and no list is sorted by, in four bytes a row: each as a whole number of the smallest
// unit that the column commonly has (a share, a hundredth of a percent). A range compares all rows in one pass, which
// takes some milliseconds of ten million, where an order of the numbers takes ten to twenty bytes a row. The numbers that
// are not a multiple of the unit, or too large, are in an order of their own.
import type { DecimalRange } from "../../../filters/define-filters.ts";
import { type BitSpace, type Bits, noNumber } from "../bits.ts";
import { addOrderRanges, buildOrder, Exact, type NumberColumn, type OrderData } from "./exact-order.ts";

export interface ScannedData {
  /** the unit of the codes is 10^-digits */
  digits: number;
  /** each position's number in units; `noNumber` where it has none, or where that is in `others` */
  codes: Int32Array;
  /** the rows whose number is not a multiple of the unit, or too large */
  others: OrderData;
}

const [minCode, maxCode] = [noNumber + 1, 2 ** 31 - 1];

/** the units that are tried */
const maxDigits = 6;
/** rows by which the unit is chosen */
const sampled = 100_000;
/** bitmaps of the few numbers without a code */
const bitmapsOfOthers = 8;

/** `rowPositions`: the position of each row. */
export function buildScanned({ numbers, texts }: Pick<NumberColumn, "numbers" | "texts">, rowPositions: Uint32Array) {
  const digits = commonDigits(numbers);
  const unit = 10 ** digits;
  const codes = new Int32Array(rowPositions.length).fill(noNumber);
  // NaN where the row has a code
  const left = numbers.slice();
  for (let row = 0; row < numbers.length; row++) {
    const code = codeOf(numbers[row] as number, unit);
    if (code === noNumber || texts.has(row)) continue;
    codes[rowPositions[row] as number] = code;
    left[row] = Number.NaN;
  }
  const others = buildOrder(
    { numbers: left, texts, bitmaps: bitmapsOfOthers, sorts: false },
    { rowPositions, byId: new Uint32Array() },
  );
  return { digits, codes, others } satisfies ScannedData;
}

/** Adds the rows of any of the ranges (inclusive, plain decimals) to an empty set. */
export function addScannedRanges(
  space: BitSpace,
  { digits, codes, others }: ScannedData,
  ranges: readonly DecimalRange[],
  bits: Bits,
): void {
  if (others.positions.length > 0) addOrderRanges(space, others, ranges, bits);
  for (const { min, max } of ranges) {
    const from = min == null ? minCode : boundOf(min, digits, "ceil");
    const to = max == null ? maxCode : boundOf(max, digits, "floor");
    if (from <= to) space.scan(bits, codes, from, to);
  }
}

/** The value in units; `noNumber` where that is not a whole number, too large, or NaN. */
function codeOf(value: number, unit: number): number {
  const code = Math.round(value * unit);
  // a quotient of two numbers that doubles hold is rounded correctly: it is the value, or the value is another one
  const isExact = code >= minCode && code <= maxCode && code / unit === value;
  return isExact ? code : noNumber;
}

/** The digits with which most of some rows have a code; the fewest of them. */
function commonDigits(numbers: Float64Array): number {
  const step = Math.max(1, Math.floor(numbers.length / sampled));
  let [best, most] = [0, -1];
  for (let digits = 0; digits <= maxDigits; digits++) {
    let coded = 0;
    for (let row = 0; row < numbers.length; row += step)
      if (codeOf(numbers[row] as number, 10 ** digits) !== noNumber) coded++;
    if (coded > most) [best, most] = [digits, coded];
  }
  return best;
}

/** A bound in units, no further than the codes reach (one above them where no code is in the range). */
function boundOf(bound: string, digits: number, round: "ceil" | "floor"): number {
  const units = new Exact(bound).times(new Exact(10).pow(digits))[round]();
  if (units.gt(maxCode)) return round === "ceil" ? maxCode + 1 : maxCode;
  if (units.lt(minCode)) return round === "ceil" ? minCode : minCode - 1;
  return units.toNumber();
}
