// The description of an indexed list: its columns, and the statement that reads their values.
import type { Column } from "../load/columns.ts";

// The rows of a list's table, `t`, to read when it is not all of them.

/** The rows with some ids, or the rows in pages [from, to) of the table; `to` null: to its end. */
type Some = { ids: readonly number[] } | { pages: [from: number, to: number | null] };

function whereOf(some: Some | undefined): string {
  if (!some) return "";
  if ("ids" in some) return `WHERE t.id IN (${some.ids.join(",")})`;
  const [from, to] = some.pages;
  return `WHERE t.ctid >= '(${from},0)'${to === null ? "" : ` AND t.ctid < '(${to},0)'`}`;
}

export interface IndexedList {
  columns: readonly Column[];
  /** The statement that returns for each row its id, its serving day, its flags together, and the other columns. */
  rows(some?: Some): string;
}

interface Description<C extends readonly Column[]> {
  /** the list's table, with the alias `t`; `few`: rows of some ids, or of all */
  from(few: boolean): string;
  /** the column of the serving day */
  day: string;
  columns: C;
}

/**
 * All flags of a row as the bits of one number, the first flag as the lowest; null is not set. A column costs
 * PostgreSQL and the reader more than the few additions.
 */
function flagsTogether(columns: readonly Column[]): string[] {
  const flags = columns.filter(({ type }) => type === "flag");
  if (flags.length === 0) return [];
  return [flags.map(({ sql }, bit) => `CASE WHEN ${sql} THEN ${2 ** bit} ELSE 0 END`).join(" + ")];
}

/**
 * Where few rows are read, the statement folds their texts (`folded` of the column); else it returns them unchanged,
 * and each distinct text is folded once.
 */
export const defineList = <const C extends readonly Column[]>({ from, day, columns }: Description<C>) => ({
  columns,
  rows(some?: Some): string {
    const few = some !== undefined && "ids" in some;
    const values = columns.flatMap((column: Column) => {
      if (column.type === "flag") return [];
      if (column.type !== "entry") return [column.sql];
      return column.sql.map((sql, field) => (few && field === column.folded ? `lower(${sql})` : sql));
    });
    return `SELECT t.id, ${[day, ...flagsTogether(columns), ...values].join(", ")} FROM ${from(few)} ${whereOf(some)}`;
  },
});
