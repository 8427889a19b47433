// Reads CSV files of daily bars whose columns are named: Date, Open, High, Low, Close, optionally Adj Close, Volume and
// ticker, in any order and case. Pure: text in, bars and refused rows out.
import { parse } from "csv-parse/sync";
import { UsageError } from "../../errors.ts";
import { cleanSymbol } from "../../symbols.ts";
import { type Bar, inDateOrder, type RefusedRow, readDate, readNumber, type SymbolBars } from "./bar.ts";

export interface CsvPrices {
  /** the layout and what its close is: part of the provider's name, because series of two kinds must never mix */
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

/** A header row that names at least a date and a close. */
export function isPriceHeader(header: string[]): boolean {
  const columns = readColumns(header);
  return columns.date >= 0 && columns.close >= 0;
}

/**
 * Reads one file. `symbolOfFile` names its bars where no ticker column does. Throws UsageError when the file does not say
 * whether its close is adjusted and `close` does not either.
 */
export function readCsvPrices(
  text: string,
  file: { path: string; symbolOfFile: string | null },
  options: { close?: "adjusted" | "raw"; today: string },
): CsvPrices {
  const rows: string[][] = parse(text, { bom: true, relaxColumnCount: true, skipEmptyLines: true, trim: true });
  const header = rows[0] ?? [];
  const columns = readColumns(header);
  const named = columns.adjustedClose >= 0;
  if (!named && !options.close)
    throw new UsageError(
      `${file.path} does not name an adjusted close; say what its close is with --close adjusted|raw`,
    );
  const layout = named ? "adjusted-close" : options.close === "adjusted" ? "close-adjusted" : "close-raw";
  const refused: RefusedRow[] = [];
  const bySymbol = new Map<string, { bar: Bar; recordRef: string }[]>();
  rows.slice(1).forEach((row, index) => {
    const recordRef = `row ${index + 1}`;
    const result = readRow(row, columns, header.length, layout);
    const symbol = columns.ticker >= 0 ? cleanSymbol(row[columns.ticker] ?? "") : file.symbolOfFile;
    if ("reason" in result) refused.push({ recordRef, ...result });
    else if (!symbol) refused.push({ recordRef, reason: "no_symbol", message: "the row names no symbol" });
    else {
      const dated = bySymbol.get(symbol) ?? [];
      dated.push({ bar: result, recordRef });
      bySymbol.set(symbol, dated);
    }
  });
  const symbols: SymbolBars[] = [];
  for (const [symbol, dated] of bySymbol) {
    const ordered = inDateOrder(dated, options.today);
    symbols.push({ symbol, bars: ordered.bars });
    // one by one: a call takes only so many arguments, and a damaged file has more
    for (const row of ordered.refused) refused.push(row);
  }
  return { layout, adjusted: layout !== "close-raw", symbols, refused };
}

type Refusal = { reason: string; message: string };

function readRow(row: string[], columns: Columns, width: number, layout: CsvPrices["layout"]): Bar | Refusal {
  if (row.length !== width)
    return { reason: "column_count", message: `${row.length} columns where the header has ${width}` };
  const date = readDate(row[columns.date]);
  if (!date) return { reason: "bad_date", message: `${JSON.stringify(row[columns.date])} is no date` };
  const figures: Partial<Record<keyof Columns, string | null>> = {};
  for (const name of ["open", "high", "low", "close", "adjustedClose", "volume"] as const) {
    const text = columns[name] >= 0 ? (row[columns[name]] ?? "") : "";
    const required = name === "close" || (name === "adjustedClose" && layout === "adjusted-close");
    if (text === "" && !required) continue;
    const figure = readNumber(text);
    if (figure === null) return { reason: "not_a_number", message: `${name} is ${JSON.stringify(text)}` };
    if (Number(figure) < 0 || (name !== "volume" && Number(figure) === 0))
      return { reason: "not_positive", message: `${name} is ${figure}` };
    figures[name] = figure;
  }
  const volume = figures.volume ?? null;
  // open, high and low of a file with adjusted closes only are adjusted too; they are not prices as traded
  if (layout === "close-adjusted")
    return { date, open: null, high: null, low: null, close: null, adjustedClose: figures.close ?? null, volume };
  return {
    date,
    open: figures.open ?? null,
    high: figures.high ?? null,
    low: figures.low ?? null,
    close: figures.close ?? null,
    adjustedClose: figures.adjustedClose ?? null,
    volume,
  };
}
