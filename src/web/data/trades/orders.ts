// Lots of one order as one row: trades by one owner, of one security, under one code, on one day, filed on one day, that
// a form lists apart because their prices differ.
import { Decimal } from "decimal.js";

interface Lot {
  filedOn: string;
  tradedOn: string | null;
  transactionCode: string;
  securityTitle: string;
  isDerivative: boolean;
  ownership: string | null;
  shares: string | null;
  price: string | null;
  value: string | null;
  deltaOwnPct: string | null;
  isAmendment: boolean;
  supersededById: number | null;
  insider: { cik: string };
  company: { cik: string };
}

/** A row of a table: a trade, or the lots of an order summed up under the first of them. */
export type Order<Row> = Row & { lots: Row[] };

/** decimals of an average price */
const priceDecimals = 4;

/** more digits than sums of filed amounts have */
const Exact = Decimal.clone({ precision: 60 });

/** The rows in their order; the lots of an order come together where the first of them was. */
export function ordersOf<Row extends Lot>(rows: Row[]): Order<Row>[] {
  const lots = new Map<string, Row[]>();
  for (const [index, row] of rows.entries()) {
    const key = orderKey(row, index);
    lots.set(key, [...(lots.get(key) ?? []), row]);
  }
  return [...lots.values()].flatMap(orderOf);
}

/** A trade without a date belongs to no order. */
function orderKey(row: Lot, index: number): string {
  const { filedOn, tradedOn, insider, company, transactionCode, securityTitle, isDerivative, ownership } = row;
  if (tradedOn === null) return String(index);
  const isReplaced = row.supersededById !== null;
  return JSON.stringify([
    ...[insider.cik, company.cik, tradedOn, transactionCode, securityTitle, isDerivative, ownership],
    ...[filedOn, row.isAmendment, isReplaced],
  ]);
}

/** Shares and value are exact sums, the price is their average. The change of the holding is known of each lot only. */
function orderOf<Row extends Lot>(lots: Row[]): Order<Row>[] {
  const [first] = lots;
  if (!first) return [];
  if (lots.length === 1) return [{ ...first, lots }];
  const [shares, value] = [sumOf(lots.map((lot) => lot.shares)), sumOf(lots.map((lot) => lot.value))];
  return [{ ...first, lots, shares, value, price: averageOf(value, shares), deltaOwnPct: null }];
}

/** Null if one of the amounts is unknown: a sum of the others would be too small. */
function sumOf(amounts: (string | null)[]): string | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length < amounts.length ? null : Exact.sum(...known).toFixed();
}

function averageOf(value: string | null, shares: string | null): string | null {
  if (value === null || shares === null || Number(shares) === 0) return null;
  return new Exact(value).div(shares).toDecimalPlaces(priceDecimals).toFixed();
}

/** Each lot as a row of its own. */
export const singleLots = <Row>(lots: Row[]): Order<Row>[] => lots.map((lot) => ({ ...lot, lots: [lot] }));
