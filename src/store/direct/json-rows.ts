// Rows that PostgreSQL writes as one JSON array each, which is read at once: cheaper on both sides than a column for each field.
// Figures stand in it as text and stay exact; dates are YYYY-MM-DD whatever the server's DateStyle is.

/** A field, and the expression that stands in the array for it. */
export type Column = [name: string, expression: string];

/** without the zeros at the end, which say how it was written and not how much it is */
export const exact = (column: string): string => `trim_scale(${column})::text`;
/** RFC 3339 in UTC */
export const instant = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A JSON array of the columns, in their order. */
export const arrayOf = (columns: readonly Column[]): string =>
  `json_build_array(${columns.map(([, expression]) => expression).join(", ")})`;

export type Values = readonly unknown[];

/** The record that an array of the columns stands for. */
export function named(columns: readonly Column[], values: Values): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at++) record[(columns[at] as Column)[0]] = values[at];
  return record;
}

/** A trade's own columns; its id and that of the row that restates it stand there as text. */
export function namedTrade(columns: readonly Column[], values: Values): Record<string, unknown> & { id: bigint } {
  const row = named(columns, values);
  const { supersededById } = row;
  row.supersededById = supersededById === null ? null : BigInt(supersededById as string);
  return Object.assign(row, { id: BigInt(row.id as string) });
}
