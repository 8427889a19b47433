// Reads the rows of the transaction table of a Senate report. Cells are found by the heading of their column.
import type { CheerioAPI } from "cheerio";
import type { CongressTradeType, Owner, PtrTransaction, RefusedRow } from "../congress/record.ts";
import { calendarDate, plainText, readAmount } from "../congress/values.ts";
import type { Position } from "../refused/position.ts";

type Selection = ReturnType<CheerioAPI>;

const owners: Record<string, Owner> = {
  self: "Self",
  spouse: "Spouse",
  joint: "Joint",
  child: "Child",
  "dependent child": "Child",
};
const tradeTypes: Record<string, CongressTradeType> = {
  purchase: "Purchase",
  "sale (full)": "Sale (Full)",
  "sale (partial)": "Sale (Partial)",
  sale: "Sale",
  exchange: "Exchange",
};

interface Rows {
  transactions: PtrTransaction[];
  refusedRows: RefusedRow[];
  /** number of rows of the table, refused ones included */
  count: number;
}

/**
 * Reads the rows of the table (no rows without a table). `isAmendment` is the report's: the Senate amends whole
 * reports.
 */
export function readRows($: CheerioAPI, table: Selection | undefined, isAmendment: boolean): Rows {
  const rows: Rows = { transactions: [], refusedRows: [], count: 0 };
  if (!table) return rows;
  const { heads, rows: found } = tableCells($, table);
  for (const cells of found) {
    const rowIndex = rows.count++;
    if (cells.length !== heads.length) {
      const message = `The row has ${cells.length} cells, and the table ${heads.length} columns`;
      rows.refusedRows.push({ rowIndex, reason: "bad_row", message, position: positionOf(rowIndex, null, null) });
      continue;
    }
    const cell = (head: string) => cells[heads.indexOf(head)];
    const row = readRow($, cell, rowIndex, isAmendment);
    if ("reason" in row) rows.refusedRows.push(row);
    else rows.transactions.push(row);
  }
  return rows;
}

/** The headings of the columns in lower case, and the cells of each row. */
export function tableCells($: CheerioAPI, table: Selection): { heads: string[]; rows: Selection[][] } {
  const heads = table
    .find("th")
    .toArray()
    .map((head) => plainText($(head).text()).toLowerCase());
  const rows = table
    .find("tr:has(td)")
    .toArray()
    .map((element) =>
      $(element)
        .children("td")
        .toArray()
        .map((cell) => $(cell)),
    );
  // a single cell over the whole width says that there are no transactions
  return { heads, rows: rows.filter((cells) => cells.length !== 1 || heads.length <= 1) };
}

/** `field` is the heading of the cell's column. */
const positionOf = (row: number, field: string | null, raw: string | null): Position => ({
  kind: "table",
  row,
  field,
  raw,
});

type CellOf = (head: string) => Selection | undefined;

function readRow($: CheerioAPI, cell: CellOf, rowIndex: number, isAmendment: boolean): PtrTransaction | RefusedRow {
  const text = (head: string) => plainText(cell(head)?.text() ?? "");
  const refuse = (reason: string, head: string, message: (raw: string) => string) => ({
    rowIndex,
    reason,
    message: message(text(head)),
    position: positionOf(rowIndex, head, text(head)),
  });
  const tradedOn = calendarDate(text("transaction date"));
  if (!tradedOn)
    return refuse("bad_transaction_date", "transaction date", (raw) => `Transaction date "${raw}" is not a date`);
  const tradeType = tradeTypes[text("type").toLowerCase()];
  if (!tradeType) return refuse("unknown_transaction_type", "type", (raw) => `Transaction type "${raw}" is not known`);
  const owner = owners[text("owner").toLowerCase()];
  if (!owner) return refuse("unknown_owner", "owner", (raw) => `Owner "${raw}" is not known`);
  return {
    rowIndex,
    tradedOn,
    owner,
    tickerAsFiled: symbols(parts($, cell("ticker"))),
    assetName: parts($, cell("asset name")).join(" "),
    assetType: text("asset type") || null,
    tradeType,
    ...readAmount(text("amount")),
    comment: withoutDashes(text("comment")),
    isAmendment,
  };
}

/** The lines of a cell: breaks and the muted sub-lines (strike, coupon, company) separate them. */
function parts($: CheerioAPI, cell: Selection | undefined): string[] {
  if (!cell) return [];
  const copy = cell.clone();
  copy.find("br").replaceWith("\u2028");
  copy.find("div").each((_, element) => {
    $(element).prepend("\u2028");
  });
  return copy.text().split("\u2028").map(plainText).filter(Boolean);
}

/** An exchange has two symbols, the one given up first; `--` means none. */
function symbols(lines: string[]): string | null {
  return lines.filter((line) => line !== "--").join(",") || null;
}

function withoutDashes(text: string): string | null {
  return text === "--" || text === "" ? null : text;
}
