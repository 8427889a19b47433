// What every step of the derivation is given, and how it builds its working tables.
import type { PoolClient } from "pg";

interface StepContext {
  /** inside the derivation's one transaction */
  client: PoolClient;
  /** YYYY-MM-DD in UTC */
  today: string;
}

/** A step writes its derived values and returns how many rows it changed. */
export type Step = (context: StepContext) => Promise<number>;

/** Makes a working table that ends with the transaction; `keys` are columns to index. */
export async function makeTable(
  client: PoolClient,
  name: string,
  query: string,
  options: { keys?: string; parameters?: unknown[] } = {},
): Promise<void> {
  // CREATE TABLE AS takes no parameters, so the few dates are quoted in
  const text = (options.parameters ?? []).reduce<string>(
    (sql, value, index) => sql.replaceAll(`$${index + 1}`, client.escapeLiteral(String(value))),
    query,
  );
  await client.query(`CREATE TEMP TABLE ${name} ON COMMIT DROP AS ${text}`);
  if (options.keys) await client.query(`CREATE INDEX ON ${name} (${options.keys})`);
  await client.query(`ANALYZE ${name}`);
}
