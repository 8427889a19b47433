// The parts of an upsert that follow from the fields that it writes. The schema has their columns and types.
import { allModels, type FieldName, type ModelName, type StoredField, sqlTypeOf } from "../store/stored-models.ts";
import { loadNew } from "./column-types.ts";

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
