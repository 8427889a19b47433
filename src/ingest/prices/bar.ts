// A daily bar as read from a file, and the checks that every layout shares.
import { isCalendarDate } from "../../lib/calendar-date.ts";
import type { RefusedRow, RefusedRows } from "../refused/quarantine.ts";

export interface Bar {
  /** YYYY-MM-DD */
  date: string;
  open: string | null;
  high: string | null;
  low: string | null;
  /** as traded; null if the source has only the adjusted close */
  close: string | null;
  adjustedClose: string | null;
  volume: string | null;
}

/** The bars of one symbol, in ascending date order. */
export interface SymbolBars {
  symbol: string;
  bars: Bar[];
}

/** A bar with the index of its row in the file, from 0 and without the header. */
export interface NumberedBar {
  bar: Bar;
  row: number;
}

/** The problem of a row; `field` is the heading of the column, null if the row as a whole is refused. */
export interface UnreadableBar {
  reason: string;
  message: string;
  field: string | null;
  raw: string | null;
}

/** The refusal of a row; its index is from 0 and without the header. */
export const refusedBar = (row: number, { reason, message, field, raw }: UnreadableBar): RefusedRow => ({
  recordRef: `row ${row + 1}`,
  reason,
  message,
  position: { kind: "columns", row, field, raw },
});

const plainNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** The text of a finite decimal number, or null if it is not one. */
export function readNumber(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? "";
  return plainNumber.test(trimmed) && Number.isFinite(Number(trimmed)) ? trimmed : null;
}

/** Reads `2024-01-31`, `20240131` and either followed by a time; null for anything that is not a calendar date. */
export function readDate(text: string | undefined): string | null {
  const match = /^(\d{4})-?(\d\d)-?(\d\d)([ T].*)?$/.exec(text?.trim() ?? "");
  if (!match) return null;
  const date = `${match[1]}-${match[2]}-${match[3]}`;
  return isCalendarDate(date) ? date : null;
}

/**
 * Retains rows whose dates are in one direction and refuses the others, so that a damaged file never mixes two
 * histories. Files from newest to oldest are reversed. Dates after `today` (YYYY-MM-DD) are refused; refused rows are
 * added to `refused`.
 */
export function inDateOrder(rows: NumberedBar[], today: string, refused: RefusedRows): Bar[] {
  const first = rows[0]?.bar.date ?? "";
  const descending = first > (rows.at(-1)?.bar.date ?? "");
  const bars: Bar[] = [];
  for (const { bar, row } of rows) {
    const previous = bars.at(-1)?.date;
    const refuse = (reason: string, message: string) =>
      refused.add(refusedBar(row, { reason, message, field: "date", raw: bar.date }));
    if (bar.date > today) refuse("future_date", `${bar.date} is in the future`);
    else if (bar.date === previous) refuse("duplicate_date", `a second bar of ${bar.date}`);
    else if (previous !== undefined && bar.date < previous !== descending)
      refuse("date_order", `${bar.date} comes after ${previous}`);
    else bars.push(bar);
  }
  return descending ? bars.reverse() : bars;
}
