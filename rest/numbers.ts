// Decimal strings of the store become JSON numbers here and nowhere else. Nothing is calculated in binary fractions.
import { Decimal } from "decimal.js";

/** A decimal string as the JSON number with the same digits (exact for up to 15 significant ones, i.e. cents below ten trillion). */
export function exactNumber(text: string): number {
  return Number(text);
}

/** the decimals that are kept */
const places = 4;
/** has no more of them, so that there is nothing to round */
const isShort = /^-?\d{1,11}(\.\d{1,4})?$/;

/** A decimal string rounded half away from zero to four decimals; -0 is 0. */
export function rounded(value: string): number {
  if (isShort.test(value)) return Number(value) + 0;
  const number = new Decimal(value).toDecimalPlaces(places, Decimal.ROUND_HALF_UP).toNumber();
  return number === 0 ? 0 : number;
}

/** most quantities are written like that already, and need no arithmetic */
const isPlain = /^(0|[1-9]\d*)(\.\d*[1-9])?$/;

/** Plain decimal notation without trailing zeros: "1500", "12.5". */
export function plainDecimal(value: string): string {
  return isPlain.test(value) ? value : new Decimal(value).toFixed();
}
