// The columns of rows as SQL: for statements that read them, and for statements that write rows of a model as JSON,
// whose columns and types follow from the schema.
import {
  allModels,
  type FieldName,
  type ModelName,
  type StoredField,
  sqlTypeOf,
  storedFields,
} from "../stored-models.ts";

export interface RecordColumns {
  table: string;
  names: string[];
  /** PostgreSQL types by name */
  types: Readonly<Record<string, string>>;
  /** as jsonb_to_recordset takes them: `name type, ...` */
  definition: string;
  /** INSERT of the rows in the first parameter, as JSON; a conflict clause may follow */
  insert: string;
}

/** Of an ON CONFLICT DO UPDATE: sets the columns to the values of the new row. */
const loadNew = (columns: readonly string[]): string =>
  columns.map((column) => `${column} = excluded.${column}`).join(", ");

interface UpsertOptions {
  /** columns of which null does not overwrite a stored value */
  lasting?: readonly string[];
  /** a stored row is updated only if it differs in a column that is none of these */
  ignoring?: readonly string[];
  /** another condition under which a stored row is updated; default: always */
  where?: string;
  /** a further assignment */
  also?: string;
}

/** INSERT of the rows in the first parameter, as JSON; a row whose key is stored is updated. */
export function upsert(
  { table, names, insert }: RecordColumns,
  key: readonly string[],
  { lasting = [], ignoring, where, also }: UpsertOptions = {},
): string {
  const others = names.filter((name) => !key.includes(name));
  const compared = others.filter((name) => !ignoring?.includes(name));
  const row = (prefix: string) => compared.map((name) => `${prefix}.${name}`).join(", ");
  const assignments = others.map((name) =>
    lasting.includes(name) ? `${name} = coalesce(excluded.${name}, ${table}.${name})` : loadNew([name]),
  );
  const condition = ignoring ? `(${row(table)}) IS DISTINCT FROM (${row("excluded")})` : where;
  return `${insert}
    ON CONFLICT (${key.join(", ")}) DO UPDATE SET ${[...assignments, ...(also ? [also] : [])].join(", ")}
    ${condition ? `WHERE ${condition}` : ""}`;
}

/** The columns of a model without the fields that its loader does not write; a row has the type StoredRow of the same. */
export function recordColumns<Model extends ModelName>(
  model: Model,
  leftOut: Partial<Record<FieldName<Model>, true>> = {},
): RecordColumns {
  const columns = storedFields(model, leftOut).map(([, field]) => [field.column, sqlTypeOf(field)] as const);
  const names = columns.map(([name]) => name);
  const definition = columns.map(([name, type]) => `${name} ${type}`).join(", ");
  const table = (allModels[model] as { table: string }).table;
  const list = names.join(", ");
  const insert = `INSERT INTO ${table} (${list}) SELECT ${list} FROM jsonb_to_recordset($1::jsonb) AS r(${definition})`;
  return { table, names, types: Object.fromEntries(columns), definition, insert };
}

/** `special`: the SQL of values that are not taken from the recordset as they are. */
export function upsertParts<Model extends ModelName, Field extends FieldName<Model>>(
  model: Model,
  fields: readonly Field[],
  special: Partial<Record<Field, string>> = {},
) {
  const stored = fields.map((name) => ({ name, ...(allModels[model]?.fields[name] as StoredField) }));
  const each = (part: (field: (typeof stored)[number]) => string) => stored.map(part).join(", ");
  return {
    columns: each(({ column }) => column),
    /** of rows of the table, by the names of the fields */
    selection: each(({ column, name }) => `${column} AS "${name}"`),
    /** of jsonb_to_recordset */
    recordset: each((field) => `"${field.name}" ${sqlTypeOf(field)}`),
    /** from a recordset `r` */
    values: each(({ name }) => special[name] ?? `r."${name}"`),
    assignments: loadNew(stored.map(({ column }) => column)),
  };
}

/** The columns for SELECT, with the names of the rows in TypeScript: `total_trades` as `totalTrades`. */
export const namedColumns = (columns: Record<string, string>): string =>
  Object.entries(columns)
    .map(([name, sql]) => `${sql} AS "${name.replace(/_[a-z]/g, (letter) => letter.slice(1).toUpperCase())}"`)
    .join(", ");

/** The columns for SELECT, with their own names. */
export const selectedColumns = (columns: Record<string, string>): string =>
  Object.entries(columns)
    .map(([name, sql]) => `${sql} AS ${name}`)
    .join(", ");
