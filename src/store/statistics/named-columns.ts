// Columns that are defined once, for the code that reads them and the code that stores them.

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
