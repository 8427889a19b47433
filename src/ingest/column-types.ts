// The columns of rows that are written as JSON.
import { allModels, type FieldName, type ModelName, sqlTypeOf, storedFields } from "../store/stored-models.ts";

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
export const loadNew = (columns: readonly string[]): string =>
  columns.map((column) => `${column} = excluded.${column}`).join(", ");

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
