// Numbers as responses show them.
import { Decimal } from "decimal.js";

/** To four decimals, halves away from zero, as PostgreSQL's round of a numeric. */
export const roundedTo4 = (number: string): string =>
  new Decimal(number).toDecimalPlaces(4, Decimal.ROUND_HALF_UP).toFixed();
