// Converts decimal strings of the store to JSON numbers; this is the only place. Nothing is calculated in floating
// point.
import { Decimal } from "decimal.js";

/**
 * A decimal string as the JSON number with the same digits (exact for up to 15 significant ones, i.e. cents below ten
 * trillion).
 */
export function exactNumber(text: string): number {
  return Number(text);
}

/** decimal places of a rounded number */
const positions = 4;
/** has at most four decimal places, so there is nothing to round */
const isShort = /^-?\d{1,11}(\.\d{1,4})?$/;

/** A decimal string rounded half away from zero to four decimals; -0 is 0. */
export function rounded(value: string): number {
  if (isShort.test(value)) return Number(value) + 0;
  const number = new Decimal(value).toDecimalPlaces(positions, Decimal.ROUND_HALF_UP).toNumber();
  return number === 0 ? 0 : number;
}

/** most quantities are already in this notation and need no arithmetic */
const isPlain = /^(0|[1-9]\d*)(\.\d*[1-9])?$/;

/** Plain decimal notation without trailing zeros: "1500", "12.5". */
export function plainDecimal(value: string): string {
  return isPlain.test(value) ? value : new Decimal(value).toFixed();
}
