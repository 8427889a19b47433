// The columns of rows that are written as JSON.

export interface RecordColumns {
  names: string[];
  /** PostgreSQL types by name */
  types: Readonly<Record<string, string>>;
  /** as jsonb_to_recordset takes them: `name type, ...` */
  definition: string;
}

/** Columns by their PostgreSQL types. A property of the row that is missing here does not compile. */
export const recordColumns = <Row extends object>(
  types: Readonly<Record<keyof Row & string, string>>,
): RecordColumns => ({
  names: Object.keys(types),
  types,
  definition: Object.entries(types)
    .map(([name, type]) => `${name} ${type}`)
    .join(", "),
});
