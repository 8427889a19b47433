// Conditions that several lists share. All values are bound parameters; what a caller types is never part of the SQL text.
import { symbolKey } from "../../symbols.ts";
import { Prisma } from "../store.ts";

/** Inclusive; a missing bound is open. Bounds are plain decimals. */
export interface DecimalRange {
  min?: string | null;
  max?: string | null;
}

/** LIKE pattern for "contains"; `%`, `_` and `\` of the caller are ordinary characters. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;

/** Union of inclusive ranges; a row without the figure is in none. */
export function inRanges(column: Prisma.Sql, ranges: readonly DecimalRange[]): Prisma.Sql {
  if (ranges.length === 0) return Prisma.sql`FALSE`;
  const each = ranges.map(({ min, max }) => {
    const bounds = [Prisma.sql`${column} IS NOT NULL`];
    if (min != null) bounds.push(Prisma.sql`${column} >= ${min}::numeric`);
    if (max != null) bounds.push(Prisma.sql`${column} <= ${max}::numeric`);
    return Prisma.sql`(${Prisma.join(bounds, " AND ")})`;
  });
  return Prisma.sql`(${Prisma.join(each, " OR ")})`;
}

export const oneOf = (column: Prisma.Sql, values: readonly string[]): Prisma.Sql =>
  Prisma.sql`${column} = ANY(${[...values]}::text[])`;

/** True where the column holds one of the symbols, in whatever spelling the caller has them. */
export const oneOfSymbols = (column: Prisma.Sql, symbols: readonly string[]): Prisma.Sql =>
  oneOf(column, symbols.map(symbolKey));

/** CIKs of the companies that carry or carried one of the symbols, as an array expression. */
export const companiesBySymbol = (symbols: readonly string[]): Prisma.Sql =>
  Prisma.sql`ARRAY(SELECT cik FROM companies WHERE ${oneOfSymbols(Prisma.sql`ticker`, symbols)}
    UNION SELECT company_cik FROM company_tickers WHERE ${oneOfSymbols(Prisma.sql`symbol`, symbols)})`;

export interface DateWindow {
  filedFrom?: string | null;
  filedTo?: string | null;
  tradedFrom?: string | null;
  tradedTo?: string | null;
  /** RFC 3339; rows changed since, and then superseded ones too */
  updatedSince?: string | null;
}

/** Dates of a trade list over the alias `t`; without `updatedSince`, rows that a later filing replaced are left out. */
export function inWindow(window: DateWindow): Prisma.Sql[] {
  const where: Prisma.Sql[] = [];
  if (window.filedFrom) where.push(Prisma.sql`t.filed_on >= ${window.filedFrom}::date`);
  if (window.filedTo) where.push(Prisma.sql`t.filed_on <= ${window.filedTo}::date`);
  if (window.tradedFrom) where.push(Prisma.sql`t.traded_on >= ${window.tradedFrom}::date`);
  if (window.tradedTo) where.push(Prisma.sql`t.traded_on <= ${window.tradedTo}::date`);
  where.push(
    window.updatedSince
      ? Prisma.sql`t.last_modified >= ${window.updatedSince}::timestamptz`
      : Prisma.sql`t.superseded_by_id IS NULL`,
  );
  return where;
}
