// Stored reports of the House: PDFs, with a row's place as a box on its pages.
import { type RowPosition, reportProvenance } from "../congress/provenance.ts";
import type { Line } from "../files/text.ts";
import { readIsolated } from "../isolated/isolated.ts";
import { house } from "./index.ts";
import { findEntry } from "./index-store.ts";
import { parseHousePdf } from "./parse.ts";
import { readTable, type TableRow } from "./table.ts";

// Finds a row of a House report on its pages, and its cells as printed. Read again for each request about a row.
interface RowOnPages {
  /** `page 2: 25,600 to 525,612`: corners in points from the lower left of the page; one part per page */
  position: string;
  row: TableRow;
}

/** Null if the report has no such row. Throws ReadFailed if the bytes are not a PDF. */
async function positionOnPages(bytes: Buffer, rowIndex: number): Promise<RowOnPages | null> {
  const { rows } = readTable(await readIsolated("pdfLines", bytes));
  const row = rows[rowIndex];
  return row ? { position: boundsOf(row.lines), row } : null;
}

function boundsOf(lines: Line[]): string {
  const pages = [...new Set(lines.map(({ page }) => page))];
  return pages
    .map((page) =>
      boundsOnPage(
        page,
        lines.filter((line) => line.page === page),
      ),
    )
    .join("; ");
}

function boundsOnPage(page: number, lines: Line[]): string {
  const words = lines.flatMap((line) => line.words);
  const left = Math.min(...words.map(({ x }) => x));
  const right = Math.max(...words.map(({ x, end }) => end ?? x));
  const bottom = Math.min(...lines.map(({ y = 0 }) => y));
  const top = Math.max(...lines.map(({ y = 0, height = 0 }) => y + height));
  const corner = (x: number, y: number) => `${Math.round(x)},${Math.round(y)}`;
  return `page ${page}: ${corner(left, bottom)} to ${corner(right, top)}`;
}

export default reportProvenance({
  ...house,
  parse: (content, fileName, _docId, store) => parseHousePdf(content, fileName, (docId) => findEntry(store, docId)),
  positionOf,
});

async function positionOf(bytes: Buffer, rowIndex: number): Promise<RowPosition | null> {
  const found = await positionOnPages(bytes, rowIndex);
  if (!found) return null;
  const { asset, type, owner, tradedOn, notifiedOn, amount, capitalGains, id, details } = found.row;
  const cell = (column: string, filed: string | undefined) => ({ position: `cell ${column}`, filed: filed || null });
  const comment = [details.description, details.comments].filter(Boolean).join("; ");
  const amounts = ["amount_range", "amount_low", "amount_high", "amount_mid"].map((name) => [
    name,
    cell("Amount", amount),
  ]);
  const assets = ["asset_name", "asset_type", "ticker_as_filed"].map((name) => [name, cell("Asset", asset)]);
  const status = ["is_amendment", "withdraws"].map((name) => [name, cell("Filing Status", details.filingStatus)]);
  return {
    position: found.position,
    fields: {
      ...Object.fromEntries([...amounts, ...assets, ...status]),
      publisher_row_id: cell("ID", id),
      owner: cell("Owner", owner),
      trade_type: cell("Transaction Type", type),
      traded_on: cell("Date", tradedOn),
      notified_on: cell("Notification Date", notifiedOn),
      cap_gains_over_200: cell("Cap. Gains > $200?", capitalGains),
      account: cell("Subholding Of", details.subholdingOf),
      comment: cell("Description, Comments", comment),
    },
  };
}
