// The API's response in a compact form for models: a list of rows becomes a table whose columns are named once, and
// unknown fields are named once instead of being null in every row.

type Row = Record<string, unknown>;

export interface Table {
  /** a nested field is written with a dot */
  columns: string[];
  /** the values in the order of the columns; null is unknown */
  rows: unknown[][];
  /** the columns of cells that are lists: such a cell has rows in this order. A nested list is written with a dot */
  lists?: Record<string, string[]>;
  /** fields that are unknown in every row, and so have no column */
  unknown?: string[];
}

type FlatRow = ReadonlyMap<string, unknown>;

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);
const isRows = (value: unknown): value is Row[] => Array.isArray(value) && value.length > 0 && value.every(isRow);

export function tableOf(rows: readonly Row[]): Table {
  const flat: FlatRow[] = rows.map((row) => new Map(flattened(row)));
  const names = [...new Set(flat.flatMap((row) => [...row.keys()]))];
  const columns = names.filter((name) => flat.some((row) => (row.get(name) ?? null) !== null));
  // a part that only some rows have becomes a column for each of its fields
  const unknown = names.filter(
    (name) => !columns.includes(name) && !columns.some((column) => column.startsWith(`${name}.`)),
  );
  const lists: Record<string, string[]> = {};
  const cells = columns.map((name) => {
    const values = flat.map((row) => row.get(name) ?? null);
    return values.some(isRows) ? cellsOfLists(name, values, { lists, unknown }) : values;
  });
  return {
    columns,
    rows: flat.map((_row, index) => cells.map((values) => values[index])),
    ...(Object.keys(lists).length > 0 && { lists }),
    ...(unknown.length > 0 && { unknown }),
  };
}

function flattened(row: Row, path = ""): [name: string, value: unknown][] {
  return Object.entries(row).flatMap(([name, value]): [string, unknown][] =>
    isRow(value) ? flattened(value, `${path}${name}.`) : [[path + name, value]],
  );
}

/** The lists of a column as rows of one table, with its columns and unknown fields. */
function cellsOfLists(
  name: string,
  values: readonly unknown[],
  shape: { lists: Record<string, string[]>; unknown: string[] },
): unknown[] {
  const inner = tableOf(values.filter(isRows).flat());
  shape.lists[name] = inner.columns;
  for (const [within, columns] of Object.entries(inner.lists ?? {})) shape.lists[`${name}.${within}`] = columns;
  shape.unknown.push(...(inner.unknown ?? []).map((field) => `${name}.${field}`));
  let at = 0;
  return values.map((value) => {
    if (!isRows(value)) return value;
    at += value.length;
    return inner.rows.slice(at - value.length, at);
  });
}

/** A single object: lists of rows in it become tables, and the names of unknown fields are listed beside it. */
export function detailOf(data: Row): { data: Row; unknown?: string[] } {
  const unknown: string[] = [];
  const known = withoutNulls(data, "", unknown);
  return { data: known, ...(unknown.length > 0 && { unknown }) };
}

function withoutNulls(row: Row, path: string, unknown: string[]): Row {
  const known: Row = {};
  for (const [name, value] of Object.entries(row)) {
    if (value === null) unknown.push(path + name);
    else if (isRow(value)) known[name] = withoutNulls(value, `${path}${name}.`, unknown);
    else known[name] = isRows(value) ? tableOf(value) : value;
  }
  return known;
}
