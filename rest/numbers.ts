// Decimal strings of the store become JSON numbers here and nowhere else. Nothing is calculated in binary fractions.
import { Decimal } from "decimal.js";

/** A decimal string as the JSON number with the same digits (exact for up to 15 significant ones, i.e. cents below ten trillion). */
export function exactNumber(text: string): number {
  return Number(text);
}

/** Rounded half away from zero to `places` decimals; -0 is 0. */
export function rounded(value: string | number, places: number): number {
  const number = new Decimal(value).toDecimalPlaces(places, Decimal.ROUND_HALF_UP).toNumber();
  return number === 0 ? 0 : number;
}

/** most quantities are, and need no arithmetic */
const isWhole = /^[1-9]\d*$/;

/** Plain decimal notation without trailing zeros: "1500", "12.5". */
export function plainDecimal(value: string): string {
  return isWhole.test(value) ? value : new Decimal(value).toFixed();
}
