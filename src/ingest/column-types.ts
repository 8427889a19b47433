// The columns of rows that are written as JSON.

/**
 * Columns and their PostgreSQL types as jsonb_to_recordset takes them: `name type, ...`. A property of the row that is
 * missing here does not compile.
 */
export const columnTypes = <Row extends object>(types: Readonly<Record<keyof Row & string, string>>): string =>
  Object.entries(types)
    .map(([name, type]) => `${name} ${type}`)
    .join(", ");

export const columnNames = (types: string): string[] => types.split(", ").map((column) => column.split(" ")[0] ?? "");
