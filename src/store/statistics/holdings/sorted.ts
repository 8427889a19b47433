// The order of positions.
import { Decimal } from "decimal.js";
import type { HoldingSort, SortOrder } from "../../../filters/sorts.ts";
import type { Db } from "../../store.ts";

/** What sorts read of a position. */
interface Sortable {
  key: string;
  /** of the filing that states the position */
  accessionNumber: string;
  securityTitle: string;
  statedOn: string | null;
  shares: string | null;
  value: string | null;
}

/** The names of a position, which its rows do not have. */
interface Names {
  ticker: string | null;
  /** of the first listed owner, as filed */
  insider: string;
}

/** What a sort compares: text by code point, or a number. */
type Value = string | Decimal | null;

const values: Record<Exclude<HoldingSort, "FILED_ON">, (position: Sortable, names: Names | undefined) => Value> = {
  STATED_ON: ({ statedOn }) => statedOn,
  SHARES: ({ shares }) => exact(shares),
  VALUE: ({ value }) => exact(value),
  TICKER: (_, names) => names?.ticker ?? null,
  SECURITY: ({ securityTitle }) => securityTitle,
  INSIDER: (_, names) => names?.insider ?? null,
};

const exact = (number: string | null) => (number === null ? null : new Decimal(number));

/** Positions in their order. Names are read only for a sort by them. */
export async function sortPositions<T extends Sortable>(
  db: Db,
  positions: T[],
  { sort, order }: { sort: keyof typeof values; order: SortOrder },
): Promise<T[]> {
  const names = sort === "TICKER" || sort === "INSIDER" ? await namesOf(db, positions) : undefined;
  return inOrder(positions, (position) => values[sort](position, names?.get(position.accessionNumber)), order);
}

/**
 * In the order of values, unknown ones last. Ties are in the order of keys if the order is descending, and in the
 * reverse if it is ascending, so that one order is the other reversed.
 */
export function inOrder<T extends { key: string }>(all: T[], read: (one: T) => Value, order: SortOrder): T[] {
  const direction = order === "DESC" ? -1 : 1;
  const sortable = all.map((one) => ({ one, value: comparable(read(one)), key: comparable(one.key) }));
  sortable.sort(
    (a, b) =>
      Number(a.value === null) - Number(b.value === null) ||
      direction * (compare(a.value, b.value) || compare(b.key, a.key)),
  );
  return sortable.map(({ one }) => one);
}

/** The order of code points is that of bytes in UTF-8. */
const comparable = (value: Value) => (typeof value === "string" ? Buffer.from(value) : value);

function compare(a: Buffer | Decimal | null, b: Buffer | Decimal | null): number {
  if (a instanceof Buffer && b instanceof Buffer) return Buffer.compare(a, b);
  return a instanceof Decimal && b instanceof Decimal ? a.comparedTo(b) : 0;
}

/** Names by accession number of the filing that states the position. */
async function namesOf(db: Db, positions: readonly Sortable[]): Promise<Map<string, Names>> {
  const numbers = [...new Set(positions.map(({ accessionNumber }) => accessionNumber))];
  const rows = await db.$queryRaw<(Names & { number: string })[]>`
    SELECT o.accession_number AS number, c.ticker, o.name_as_filed AS insider
    FROM filing_owners o JOIN filings f USING (accession_number) JOIN companies c ON c.cik = f.company_cik
    WHERE o.ordinal = 0 AND o.accession_number = ANY(${numbers})`;
  return new Map(rows.map(({ number, ...names }) => [number, names]));
}
