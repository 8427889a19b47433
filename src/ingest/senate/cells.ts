// The cells of one row of a Senate page, as filed. Runs in the thread of src/ingest/isolated.
import { load } from "cheerio";
import { plainText } from "../congress/text.ts";
import { decodePage, transactionTable } from "./parse.ts";
import { tableCells } from "./rows.ts";

/** Cell texts by lower-case column heading; null if the page has no such row. `rowIndex` counts from 0. */
export function readSenateCells(bytes: Uint8Array, rowIndex: number): Record<string, string> | null {
  const $ = load(decodePage(bytes));
  const table = transactionTable($);
  if (!table) return null;
  const { heads, rows } = tableCells($, table);
  const row = rows[rowIndex];
  return row ? Object.fromEntries(heads.map((head, index) => [head, plainText(row[index]?.text() ?? "")])) : null;
}
