// Finds a row of a House report on its pages, and its cells as printed. Read again for each request about a row.
import { readIsolated } from "../isolated/isolated.ts";
import type { Line } from "../pdf/lines.ts";
import { readTable, type TableRow } from "./table.ts";

export interface RowOnPages {
  /** `page 2: 25,600 to 525,612`: corners in points from the lower left of the page; one part per page */
  place: string;
  row: TableRow;
}

/** Null if the report has no such row. Throws ReadFailed if the bytes are not a PDF. */
export async function placeOnPages(bytes: Buffer, rowIndex: number): Promise<RowOnPages | null> {
  const { rows } = readTable(await readIsolated("pdfLines", bytes));
  const row = rows[rowIndex];
  return row ? { place: boundsOf(row.lines), row } : null;
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
