// The description of an indexed list: its columns, and the statement that reads their values.
import type { Column } from "../columns.ts";
import { type Some, whereOf } from "./some.ts";

export interface IndexedList {
  columns: readonly Column[];
  /** The statement that returns for each row its id, its serving day, and the columns in order. */
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
 * Where few rows are read, the statement folds their texts (`folded` of the column); else it returns them unchanged,
 * and each distinct text is folded once.
 */
export const defineList = <const C extends readonly Column[]>({ from, day, columns }: Description<C>) => ({
  columns,
  rows(some?: Some): string {
    const few = some !== undefined && "ids" in some;
    const values = columns.flatMap((column: Column) =>
      column.type === "entry"
        ? column.sql.map((sql, field) => (few && field === column.folded ? `lower(${sql})` : sql))
        : [column.sql],
    );
    return `SELECT t.id, ${[day, ...values].join(", ")} FROM ${from(few)} ${whereOf(some)}`;
  },
});
