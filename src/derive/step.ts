// What every step of the derivation is given, and how it builds its working tables.
import type { PoolClient } from "pg";

export interface StepContext {
  /** inside the derivation's one transaction */
  client: PoolClient;
  /** YYYY-MM-DD in UTC */
  today: string;
  /** all rows are in scope; else the tables of src/derive/scope.ts say which */
  everything: boolean;
}

/** A step writes its derived values and returns how many rows it changed. */
export type Step = (context: StepContext) => Promise<number>;

/** Makes a working table that ends with the transaction; `keys` are columns to index, of one index or of several. */
export async function makeTable(
  client: PoolClient,
  name: string,
  query: string,
  options: { keys?: string | string[]; parameters?: unknown[] } = {},
): Promise<void> {
  // CREATE TABLE AS takes no parameters, so the few dates are quoted in
  const text = (options.parameters ?? []).reduce<string>(
    (sql, value, index) => sql.replaceAll(`$${index + 1}`, client.escapeLiteral(String(value))),
    query,
  );
  await client.query(`CREATE TEMP TABLE ${name} ON COMMIT DROP AS ${text}`);
  for (const columns of [options.keys ?? []].flat()) await client.query(`CREATE INDEX ON ${name} (${columns})`);
  await client.query(`ANALYZE ${name}`);
}
