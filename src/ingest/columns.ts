// Rows of the store by column name.

export type Columns = Record<string, unknown>;

/** Groups rows by the text of a column. */
export function groupedBy<Row extends Columns>(rows: Row[], column: string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = String(row[column]);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
