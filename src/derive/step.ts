// The context of the derivation's steps, and helpers for their working tables and result tables. One of these tables
// counts the distinct people behind several forms.
import type { PoolClient } from "pg";

export interface StepContext {
  /** inside the derivation's one transaction */
  client: PoolClient;
  /** YYYY-MM-DD in UTC */
  today: string;
  /** all rows are in scope; else the tables of src/derive/scope.ts define the scope */
  everything: boolean;
}

/** A step writes its derived values and returns how many rows it changed. */
export type Step = (context: StepContext) => Promise<number>;

/** No other transaction ever sees this schema. */
const schema = "disclosed_derivation";

/**
 * For a derivation of millions of rows: working tables are unlogged tables in a schema that the transaction creates and
 * drops, because PostgreSQL does not read temporary tables in parallel. If the role may not create schemas, the tables
 * are temporary. A process that dies leaves nothing: the transaction is rolled back, and PostgreSQL removes the files
 * of unlogged tables at its next start.
 */
export async function openSchema(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ allowed: boolean }>(
    "SELECT has_database_privilege(current_database(), 'CREATE') AS allowed",
  );
  if (!rows[0]?.allowed) return;
  await client.query(`CREATE SCHEMA ${schema}`);
  await client.query(`SELECT set_config('search_path', '${schema}, ' || current_setting('search_path'), true)`);
  // passing rows between parallel workers is cheap compared with the look-ups for each row
  await client.query("SET LOCAL parallel_tuple_cost = 0.01");
}

/** Has this transaction created the schema? No other transaction sees it. */
async function isOpen(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ open: boolean }>("SELECT to_regnamespace($1) IS NOT NULL AS open", [schema]);
  return rows[0]?.open === true;
}

/**
 * Drops the schema with its working tables, if the transaction has created it; temporary tables are dropped
 * automatically.
 */
export async function closeSchema(client: PoolClient): Promise<void> {
  if (await isOpen(client))
    await client.query(`SET LOCAL client_min_messages = warning; DROP SCHEMA ${schema} CASCADE`);
}

/** Creates a working table for this transaction; `keys` are the columns of one index, or of several. */
export async function makeTable(
  client: PoolClient,
  name: string,
  query: string,
  options: { keys?: string | string[]; parameters?: unknown[] } = {},
): Promise<void> {
  // CREATE TABLE AS accepts no parameters, so the few values are inserted as literals
  const text = (options.parameters ?? []).reduce<string>(
    (sql, value, index) => sql.replaceAll(`$${index + 1}`, client.escapeLiteral(String(value))),
    query,
  );
  const made = (await isOpen(client))
    ? `CREATE UNLOGGED TABLE ${schema}.${name}`
    : `CREATE TEMP TABLE ${name} ON COMMIT DROP`;
  const indexes = [options.keys ?? []].flat().map((columns) => `CREATE INDEX ON ${name} (${columns})`);
  // in one message: fewer round trips, which matters if PostgreSQL is on another machine
  await client.query([`${made} AS ${text}`, ...indexes, `ANALYZE ${name}`].join(";\n"));
}

/**
 * FROM items that join each of `rows` with the result of `lookUp` for it, as `found`. The planner does not know that a
 * change affects only a few recent days out of decades, and would scan all trades; OFFSET forces a look-up for each
 * row, with the index that fits the condition.
 */
export const lookUpEach = (rows: string, lookUp: string): string =>
  `${rows} CROSS JOIN LATERAL (${lookUp} OFFSET 0) AS found`;

/**
 * Updates a table of sums from `fresh`, the new sums of the keys in scope: rows in scope that are not in `fresh` are
 * deleted. `keys`: the columns of the unique index; the table `scope` lists values of the first one, in its column of
 * the same name or in `column`. Without `scope` all rows are in scope. Returns the number of changed rows.
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

/** Was a table of sums of people last written by a version that did not have it, or not all of its columns? */
export async function isOutdated(client: PoolClient, table: "politician_sums" | "insider_sums"): Promise<boolean> {
  const { rows } = await client.query<{ outdated: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM ${table}) OR EXISTS (SELECT FROM ${table} WHERE compared_trades IS NULL) AS outdated`,
  );
  return rows[0]?.outdated === true;
}

/**
 * SQL that upserts the rows of `source` that are new or have other values. ON CONFLICT locks and so writes every
 * conflicting row, even an unchanged one; therefore only rows that differ are inserted. `keys`: the columns of the
 * unique index.
 */
export function insertChanged(table: string, source: string, columns: string[], keys: string[]): string {
  const of = (owner: string) => columns.map((column) => `${owner}.${column}`).join(", ");
  const same = keys.map((key) => `known.${key} = ${source}.${key}`).join(" AND ");
  return `INSERT INTO ${table} (${columns.join(", ")})
    SELECT ${of(source)} FROM ${source} LEFT JOIN ${table} known ON ${same} WHERE (${of("known")}) IS DISTINCT FROM (${of(source)})
    ON CONFLICT (${keys.join(", ")}) DO UPDATE SET (${columns.join(", ")}) = ROW (${of("excluded")})`;
}

/**
 * Creates the table `name`(owner_sets, people): the number of people for each array of owner sets (ids of
 * derive_owner_sets) in the column `owner_sets` of `source`, counted up to `max`. Arrays recur, so each is counted
 * once. With many owners, the count reaches `max` without merging owners: a form of n owners reduces the number of
 * people by at most n - 1.
 */
export async function countPeople(client: PoolClient, name: string, source: string, max: number): Promise<void> {
  const owners = "FROM unnest(s.owner_sets) AS n (id) JOIN derive_owner_sets o USING (id)";
  await makeTable(
    client,
    name,
    `SELECT s.owner_sets,
       CASE WHEN sure.people >= ${max} THEN ${max}
         ELSE least(${max}, (SELECT cardinality(disclosed_people(o.owners)) ${owners})) END AS people
     FROM (SELECT DISTINCT owner_sets FROM ${source}) AS s
     CROSS JOIN LATERAL (
       SELECT count(DISTINCT owner) - count(*) + cardinality(s.owner_sets) AS people ${owners} CROSS JOIN unnest(o.owners) AS owner
     ) AS sure`,
    { keys: "owner_sets" },
  );
}
