// The API's answer as a model reads it best: a list of rows as a table, whose columns are named once, and what is unknown named once
// instead of a null in every row.

type Row = Record<string, unknown>;

export interface Table {
  /** a field within another one behind a dot */
  columns: string[];
  /** the values in the order of the columns; null is unknown */
  rows: unknown[][];
  /** fields that are unknown in every row, and so no column */
  unknown?: string[];
}

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);

export function tableOf(rows: readonly Row[]): Table {
  const flat = rows.map((row) => new Map(flattened(row)));
  const names = [...new Set(flat.flatMap((row) => [...row.keys()]))];
  const columns = names.filter((name) => flat.some((row) => (row.get(name) ?? null) !== null));
  // a part that only some rows have is a column for each of its fields
  const unknown = names.filter(
    (name) => !columns.includes(name) && !columns.some((column) => column.startsWith(`${name}.`)),
  );
  return {
    columns,
    rows: flat.map((row) => columns.map((name) => row.get(name) ?? null)),
    ...(unknown.length > 0 && { unknown }),
  };
}

function flattened(row: Row, path = ""): [name: string, value: unknown][] {
  return Object.entries(row).flatMap(([name, value]): [string, unknown][] =>
    isRow(value) ? flattened(value, `${path}${name}.`) : [[path + name, cellOf(value)]],
  );
}

/** Within a cell there are lists of few entries: what is unknown in one of them is left out. */
function cellOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cellOf);
  if (!isRow(value)) return value;
  const known = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(known.map(([name, inner]) => [name, cellOf(inner)]));
}

/** One thing: lists of rows in it are tables, and the names of what is unknown are beside it. */
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
    else known[name] = Array.isArray(value) && value.every(isRow) && value.length > 0 ? tableOf(value) : value;
  }
  return known;
}
