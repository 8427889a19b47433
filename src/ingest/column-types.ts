// The columns of rows that are written as JSON.
import { type FieldName, type ModelName, sqlTypeOf, storedFields } from "../store/stored-models.ts";

export interface RecordColumns {
  names: string[];
  /** PostgreSQL types by name */
  types: Readonly<Record<string, string>>;
  /** as jsonb_to_recordset takes them: `name type, ...` */
  definition: string;
}

/** The columns of a model without the fields that its loader does not write; a row has the type StoredRow of the same. */
export function recordColumns<Model extends ModelName>(
  model: Model,
  leftOut: Partial<Record<FieldName<Model>, true>> = {},
): RecordColumns {
  const columns = storedFields(model, leftOut).map(([, field]) => [field.column, sqlTypeOf(field)] as const);
  return {
    names: columns.map(([name]) => name),
    types: Object.fromEntries(columns),
    definition: columns.map(([name, type]) => `${name} ${type}`).join(", "),
  };
}
