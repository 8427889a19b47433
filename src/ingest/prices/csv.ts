// Reads CSV files of daily bars with a header: Date, Open, High, Low, Close, optionally Adj Close, Volume and ticker,
// in any order and case. Pure: text in, bars and refused rows out.
import { CsvError, parse } from "csv-parse/sync";
import { cleanSymbol } from "../../domain/identifiers.ts";
import { UsageError } from "../../errors.ts";
import { ReadFailed } from "../isolated/isolated.ts";
import { type RefusedRow, RefusedRows } from "../refused/quarantine.ts";
import {
  type Bar,
  inDateOrder,
  type NumberedBar,
  readDate,
  readNumber,
  refusedBar,
  type SymbolBars,
  type UnreadableBar,
} from "./bar.ts";

export interface CsvPrices {
  /**
   * the layout and the meaning of its close; part of the provider's name, because series of two kinds must not be mixed
   */
  layout: "adjusted-close" | "close-adjusted" | "close-raw";
  adjusted: boolean;
  symbols: SymbolBars[];
  refused: RefusedRow[];
}

interface Columns {
  date: number;
  open: number;
  high: number;
  low: number;
  close: number;
  adjustedClose: number;
  volume: number;
  ticker: number;
}

function readColumns(header: string[]): Columns {
  const names = header.map((name) => name.toLowerCase().replace(/[^a-z]/g, ""));
  const find = (...accepted: string[]) => names.findIndex((name) => accepted.includes(name));
  return {
    date: find("date"),
    open: find("open"),
    high: find("high"),
    low: find("low"),
    close: find("close"),
    adjustedClose: find("adjclose", "adjustedclose"),
    volume: find("volume"),
    ticker: find("ticker", "symbol"),
  };
}

/** True for a header row that has at least a date and a close. */
export function isPriceHeader(header: string[]): boolean {
  const columns = readColumns(header);
  return columns.date >= 0 && columns.close >= 0;
}

interface FileOfBars {
  path: string;
  /** symbol of the bars if there is no ticker column */
  symbolOfFile: string | null;
}

interface ReadOptions {
  /** meaning of an unlabelled close */
  close?: "adjusted" | "raw";
  today: string;
}

/**
 * number of rows with another width than the header above which a file is not a table; the parser creates an error for
 * each
 */
const maxStrayRows = 20_000;
/** maximum characters of a row */
const maxRowLength = 64 * 1024;

/**
 * Reads one file. Throws UsageError if neither the file nor `close` says whether its close is adjusted, and ReadFailed
 * if it is not a table of rows.
 */
export function readCsvPrices(text: string, file: FileOfBars, options: ReadOptions): CsvPrices {
  refuseLongLines(text);
  try {
    return readWithQuote('"', text, file, options);
  } catch (error) {
    // read again with quotes as ordinary characters: rows with a stray quote are refused one by one
    if (error instanceof CsvError) return readWithQuote(null, text, file, options);
    throw error;
  }
}

function refuseLongLines(text: string): void {
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf("\n", start);
    const end = feed < 0 ? text.length : feed;
    if (end - start > maxRowLength)
      throw new ReadFailed("not_a_table", `a line has more than ${maxRowLength} characters`);
    start = end + 1;
  }
}

function readWithQuote(quote: string | null, text: string, file: FileOfBars, options: ReadOptions): CsvPrices {
  const reader = new CsvReader(file, options);
  try {
    parse(text, {
      bom: true,
      relaxColumnCount: true,
      skipEmptyLines: true,
      trim: true,
      maxRecordSize: maxRowLength,
      quote,
      // rows are processed one by one: all of them in memory would be many times the size of the file
      onRecord: (row: string[]) => void reader.take(row),
    });
  } catch (error) {
    if (error instanceof CsvError && quote === null)
      throw new ReadFailed("bad_csv", `line ${error.lines} cannot be read as CSV`);
    throw error;
  }
  return reader.result();
}

class CsvReader {
  readonly #file: FileOfBars;
  readonly #options: ReadOptions;
  readonly #refused = new RefusedRows();
  readonly #bySymbol = new Map<string, NumberedBar[]>();
  #columns: Columns | null = null;
  #header: string[] = [];
  #layout: CsvPrices["layout"] = "adjusted-close";
  #rows = 0;
  #strays = 0;

  constructor(file: FileOfBars, options: ReadOptions) {
    this.#file = file;
    this.#options = options;
  }

  take(row: string[]): void {
    if (this.#columns) this.#takeBar(row, this.#columns);
    else this.#takeHeader(row);
  }

  result(): CsvPrices {
    const symbols: SymbolBars[] = [];
    for (const [symbol, dated] of this.#bySymbol)
      symbols.push({ symbol, bars: inDateOrder(dated, this.#options.today, this.#refused) });
    return { layout: this.#layout, adjusted: this.#layout !== "close-raw", symbols, refused: this.#refused.rows };
  }

  #takeHeader(header: string[]): void {
    this.#columns = readColumns(header);
    this.#header = header;
    if (this.#columns.adjustedClose >= 0) return;
    if (!this.#options.close)
      throw new UsageError(
        `${this.#file.path} does not name an adjusted close; name its kind of close with --close adjusted|raw`,
      );
    this.#layout = this.#options.close === "adjusted" ? "close-adjusted" : "close-raw";
  }

  #takeBar(row: string[], columns: Columns): void {
    const at = this.#rows++;
    if (row.length !== this.#header.length && ++this.#strays > maxStrayRows)
      throw new ReadFailed(
        "not_a_table",
        `more than ${maxStrayRows} rows have another number of columns than the header`,
      );
    const result = readRow(row, columns, { header: this.#header, layout: this.#layout });
    const symbol = columns.ticker >= 0 ? cleanSymbol(row[columns.ticker] ?? "") : this.#file.symbolOfFile;
    if ("reason" in result) this.#refused.add(refusedBar(at, result));
    else if (!symbol) this.#refused.add(refusedBar(at, noSymbol));
    else {
      const dated = this.#bySymbol.get(symbol);
      if (dated) dated.push({ bar: result, row: at });
      else this.#bySymbol.set(symbol, [{ bar: result, row: at }]);
    }
  }
}

const noSymbol = { reason: "no_symbol", message: "the row names no symbol", field: null, raw: null };

function readRow(
  row: string[],
  columns: Columns,
  { header, layout }: { header: string[]; layout: CsvPrices["layout"] },
): Bar | UnreadableBar {
  const unreadable = (reason: string, message: string, column?: keyof Columns): UnreadableBar => ({
    reason,
    message,
    field: column ? (header[columns[column]] ?? null) : null,
    raw: column ? (row[columns[column]] ?? null) : null,
  });
  if (row.length !== header.length)
    return unreadable("column_count", `${row.length} columns where the header has ${header.length}`);
  const date = readDate(row[columns.date]);
  if (!date) return unreadable("bad_date", `${JSON.stringify(row[columns.date])} is not a date`, "date");
  const values: Partial<Record<keyof Columns, string | null>> = {};
  for (const name of ["open", "high", "low", "close", "adjustedClose", "volume"] as const) {
    const text = columns[name] >= 0 ? (row[columns[name]] ?? "") : "";
    const required = name === "close" || (name === "adjustedClose" && layout === "adjusted-close");
    if (text === "" && !required) continue;
    const value = readNumber(text);
    if (value === null) return unreadable("not_a_number", `${name} is ${JSON.stringify(text)}`, name);
    if (Number(value) < 0 || (name !== "volume" && Number(value) === 0))
      return unreadable("not_positive", `${name} is ${value}`, name);
    values[name] = value;
  }
  const volume = values.volume ?? null;
  // open, high and low of a file with only adjusted closes are adjusted too; they are not prices as traded
  if (layout === "close-adjusted")
    return { date, open: null, high: null, low: null, close: null, adjustedClose: values.close ?? null, volume };
  return {
    date,
    open: values.open ?? null,
    high: values.high ?? null,
    low: values.low ?? null,
    close: values.close ?? null,
    adjustedClose: values.adjustedClose ?? null,
    volume,
  };
}
