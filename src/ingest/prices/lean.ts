// Reads the layout of QuantConnect Lean: daily/<symbol>.zip with rows `YYYYMMDD 00:00,open,high,low,close,volume` in
// ten-thousandths of a dollar as traded; factor_files (date, price factor, split factor: valid up to and including the
// date) and map_files (date, symbol: the symbol that the security had up to and including the date). Pure: texts in,
// bars out.
import { Decimal } from "decimal.js";
import { addDays } from "../../lib/calendar-date.ts";
import { type RefusedRow, RefusedRows } from "../refused/quarantine.ts";
import { type Bar, inDateOrder, type NumberedBar, readDate, readNumber, refusedBar } from "./bar.ts";

const unitsPerDollar = 10_000;

/** The first row of a daily file; there is no header. */
export function isLeanDaily(text: string): boolean {
  return /^\d{8} \d\d:\d\d,/.test(text);
}

export interface Factor {
  /** the last date for which the factors are valid */
  until: string;
  price: string;
  split: string;
}

/** Rows of a factor file, oldest first; null if a row cannot be read. */
export function readFactors(text: string): Factor[] | null {
  const factors = [...dataLines(text)].map((line) => {
    const [date, price, split] = line.split(",");
    return { until: readDate(date), price: readNumber(price), split: readNumber(split) };
  });
  const read = factors.filter((row): row is Factor => row.until !== null && row.price !== null && row.split !== null);
  return read.length === factors.length && read.length > 0 ? read.sort((a, b) => a.until.localeCompare(b.until)) : null;
}

export interface SymbolSpan {
  symbol: string;
  /** exclusive, but inclusive for the first span */
  from: string;
  /** inclusive */
  to: string;
}

/**
 * The symbols of a security with their periods, oldest first; null if a row cannot be read. The last one is its current
 * symbol.
 */
export function readMap(text: string): SymbolSpan[] | null {
  const rows = [...dataLines(text)].map((line) => {
    const [date, symbol] = line.split(",");
    return { to: readDate(date), symbol: symbol?.trim().toUpperCase() ?? "" };
  });
  if (rows.length === 0 || rows.some((row) => row.to === null || row.symbol === "")) return null;
  const dated = rows as { to: string; symbol: string }[];
  dated.sort((a, b) => a.to.localeCompare(b.to));
  // the first row has the listing date, from which its symbol is valid
  const listed = addDays(dated[0]?.to ?? "", -1);
  return dated.map((row, index) => ({ ...row, from: dated[index - 1]?.to ?? listed }));
}

/** Bars of a daily file as traded; dates after `today` are refused. */
export function readLeanDaily(text: string, today: string): { bars: Bar[]; refused: RefusedRow[] } {
  const refused = new RefusedRows();
  const rows: NumberedBar[] = [];
  let count = 0;
  for (const line of dataLines(text)) {
    const row = count++;
    const refuse = (reason: string, message: string, field: string | null, raw: string) =>
      refused.add(refusedBar(row, { reason, message, field, raw }));
    const [day, ...texts] = line.split(",");
    const date = readDate(day);
    const values = texts.map(readNumber);
    if (!date) refuse("bad_date", `${JSON.stringify(day)} is not a date`, "column 1", day ?? "");
    else if (values.length !== 5 || values.includes(null))
      refuse("not_a_number", `${JSON.stringify(line.slice(0, 100))} is not a bar`, null, line);
    else if (values.some((value, column) => (column === 4 ? Number(value) < 0 : Number(value) <= 0)))
      refuse("not_positive", `${JSON.stringify(line)} holds a price that is not positive`, null, line);
    else {
      const [open, high, low, close] = values.slice(0, 4).map((units) => dollars(units as string));
      rows.push({
        row,
        bar: {
          date,
          open: open ?? null,
          high: high ?? null,
          low: low ?? null,
          close: close ?? null,
          adjustedClose: null,
          volume: values[4] ?? null,
        },
      });
    }
  }
  return { bars: inDateOrder(rows, today, refused), refused: refused.rows };
}

/** Fills the adjusted closes: raw close x price factor x split factor of the first factor row not before the bar. */
export function adjustBars(bars: Bar[], factors: Factor[]): Bar[] {
  let position = 0;
  return bars.map((bar) => {
    while (position < factors.length && (factors[position]?.until ?? "") < bar.date) position++;
    const factor = factors[position];
    const raw = new Decimal(bar.close ?? 0);
    return { ...bar, adjustedClose: (factor ? raw.mul(factor.price).mul(factor.split) : raw).toFixed() };
  });
}

function dollars(units: string): string {
  return new Decimal(units).div(unitsPerDollar).toFixed();
}

/** Non-empty lines, one at a time, so that a file with millions of short lines is never in memory as an array. */
function* dataLines(text: string): Generator<string> {
  for (let start = text.startsWith("\uFEFF") ? 1 : 0; start < text.length; ) {
    const feed = text.indexOf("\n", start);
    const end = feed < 0 ? text.length : feed;
    const line = text.slice(start, end).replace(/\r$/, "");
    if (line.trim() !== "") yield line;
    start = end + 1;
  }
}
