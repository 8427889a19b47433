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

/** No other transaction ever sees it. */
const schema = "disclosed_derivation";

/**
 * For a derivation of millions of rows: working tables are ordinary ones without log, in a schema that the transaction makes and drops
 * itself, because PostgreSQL reads temporary tables on one core only. Where the role must not make schemas they stay temporary.
 * A process that ends in between leaves nothing: the transaction is rolled back, and PostgreSQL removes the files of unlogged tables at its next start.
 */
export async function openSchema(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ allowed: boolean }>(
    "SELECT has_database_privilege(current_database(), 'CREATE') AS allowed",
  );
  if (!rows[0]?.allowed) return;
  await client.query(`CREATE SCHEMA ${schema}`);
  await client.query(`SELECT set_config('search_path', '${schema}, ' || current_setting('search_path'), true)`);
  // rows of working tables are cheap to hand from one core to another beside what is looked up for each of them
  await client.query("SET LOCAL parallel_tuple_cost = 0.01");
}

/** Whether this transaction has made the schema: no other one sees it. */
async function isOpen(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ open: boolean }>("SELECT to_regnamespace($1) IS NOT NULL AS open", [schema]);
  return rows[0]?.open === true;
}

/** Drops the working tables of a transaction that has made its own schema; others go by themselves. */
export async function closeSchema(client: PoolClient): Promise<void> {
  if (await isOpen(client))
    await client.query(`SET LOCAL client_min_messages = warning; DROP SCHEMA ${schema} CASCADE`);
}

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
  const made = (await isOpen(client))
    ? `CREATE UNLOGGED TABLE ${schema}.${name}`
    : `CREATE TEMP TABLE ${name} ON COMMIT DROP`;
  const indexes = [options.keys ?? []].flat().map((columns) => `CREATE INDEX ON ${name} (${columns})`);
  // in one message: fewer round trips, which counts where PostgreSQL is on another machine
  await client.query([`${made} AS ${text}`, ...indexes, `ANALYZE ${name}`].join(";\n"));
}

/**
 * FROM items that pair each of `rows` with what `lookUp` finds for it, as `found`. The planner does not know that the days of a change are
 * a few at the end of decades, and would read all trades for them; what is behind an OFFSET is looked up row by row, by the index that
 * its condition fits.
 */
export const lookUpEach = (rows: string, lookUp: string): string =>
  `${rows} CROSS JOIN LATERAL (${lookUp} OFFSET 0) AS found`;

/**
 * Brings a table of sums in step with `fresh`, the sums of the keys in scope: rows in scope that are not in `fresh` are removed. `keys`:
 * the columns of the unique index; the first one is what `scope` lists, in its column of the same name or in `column`. Without a scope all
 * rows are in it. Returns how many rows changed.
 */
export async function replaceSums(
  client: PoolClient,
  table: string,
  sums: { fresh: string; columns: string[]; keys: string[]; scope?: { table: string; column?: string } | undefined },
): Promise<number> {
  const { fresh, columns, keys, scope } = sums;
  const of = (owner: string) => keys.map((key) => `${owner}.${key}`).join(", ");
  const inScope = scope ? `USING ${scope.table} m WHERE m.${scope.column ?? keys[0]} = s.${keys[0]} AND` : "WHERE";
  const removed = await client.query(
    `DELETE FROM ${table} s ${inScope} NOT EXISTS (SELECT FROM ${fresh} n WHERE (${of("n")}) = (${of("s")}))`,
  );
  const written = await client.query(insertChanged(table, fresh, columns, keys));
  return (removed.rowCount ?? 0) + (written.rowCount ?? 0);
}

/**
 * Writes the rows of `source`, new or with other values, into a table. A row that is met in a conflict is locked, which writes it, also
 * where it stays as it is: only what differs gets so far. `keys`: the columns of the unique index.
 */
export function insertChanged(table: string, source: string, columns: string[], keys: string[]): string {
  const of = (owner: string) => columns.map((column) => `${owner}.${column}`).join(", ");
  const same = keys.map((key) => `known.${key} = ${source}.${key}`).join(" AND ");
  return `INSERT INTO ${table} (${columns.join(", ")})
    SELECT ${of(source)} FROM ${source} LEFT JOIN ${table} known ON ${same} WHERE (${of("known")}) IS DISTINCT FROM (${of(source)})
    ON CONFLICT (${keys.join(", ")}) DO UPDATE SET (${columns.join(", ")}) = ROW (${of("excluded")})`;
}
