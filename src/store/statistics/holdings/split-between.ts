// Splits between two stated positions: from the prices of the security, or as the row's footnote states them. Pure.
import { Decimal } from "decimal.js";

// numbers have up to 50 digits as filed
export const Exact = Decimal.clone({ precision: 120 });

/** A split of the security, read from its prices: from that day on, `outOf` old shares are `shares` new shares. */
export interface Split {
  /** YYYY-MM-DD */
  on: string;
  shares: number;
  outOf: number;
}

/** A stated position, and what follows it. */
interface Later {
  /** YYYY-MM-DD */
  on: string;
  /** texts of the row's footnotes */
  notes: string;
  after: Decimal;
  /** signed change by the transactions in between */
  changed: Decimal;
}

/**
 * New shares per old share, rounded to 6 decimals, if the later position is the earlier one times a split plus the
 * change, within one share; null if no split explains it.
 */
export function splitBetween(
  { balance, on }: { balance: Decimal; on: string },
  later: Later,
  splits: readonly Split[],
): string | null {
  const ratios = [ratioByPrices(on, later.on, splits), ...ratiosInNotes(later.notes)];
  const found = ratios.find(
    (ratio) =>
      !ratio.eq(1) && !balance.isZero() && balance.times(ratio).plus(later.changed).minus(later.after).abs().lte(1),
  );
  return found?.toDecimalPlaces(6).toFixed() ?? null;
}

const ratioByPrices = (from: string, to: string, splits: readonly Split[]): Decimal =>
  splits
    .filter(({ on }) => on > from && on <= to)
    .reduce((ratio, { shares, outOf }) => ratio.times(shares).div(outOf), new Exact(1));

const words: Record<string, number> = Object.fromEntries(
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
    .split(" ")
    .map((word, index) => [word, index + 1]),
);
const number = `\\d{1,3}|${Object.keys(words).join("|")}`;
/** `2-for-1`, `three-for-two`, `1 for 10`, `20:1` */
const stated = new RegExp(`\\b(${number})(?: ?- ?| )?(?:for|:)(?: ?- ?| )?(${number})\\b`, "g");

/** The ratios that a text about a split states, and their inverses: a reverse split is written either way. */
function ratiosInNotes(notes: string): Decimal[] {
  const text = notes.slice(0, 5000).toLowerCase();
  if (!text.includes("split")) return [];
  return [...text.matchAll(stated)].flatMap(([, one = "", other = ""]) => {
    const [a, b] = [one, other].map((part) => words[part] ?? Number(part)) as [number, number];
    return a > 0 && b > 0 ? [new Exact(a).div(b), new Exact(b).div(a)] : [];
  });
}
