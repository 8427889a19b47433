// Loads many rows into empty tables without what would cost time for each row. The indexes and foreign keys are dropped
// first, and recreated from their definitions after the load. Truncating has already recorded that any row may have
// changed, so the triggers that record changes of single rows add nothing. All of it is in the caller's transaction, so
// a process that dies in between changes nothing.
import type { PoolClient } from "pg";

interface Definition {
  table: string;
  name: string;
  /** the statement that recreates it */
  create: string;
  /** unique and primary keys are created before the foreign keys that refer to them */
  kind: "constraint" | "index" | "foreign key";
}

/**
 * Truncates `tables` (the caller has made sure that they are empty), runs `load` without their indexes, and recreates
 * indexes and keys; foreign keys are checked for all rows together. For a duplicate key it calls `onDuplicateKey` and
 * tries again once. Returns the result of `load`. Readers of these tables wait until the transaction ends. Throws what
 * PostgreSQL throws, e.g. for a key that is still duplicate.
 */
export async function withoutIndexes<Result>(
  client: PoolClient,
  tables: string[],
  load: () => Promise<Result>,
  onDuplicateKey: (table: string) => Promise<void>,
): Promise<Result> {
  await client.query(`LOCK TABLE ${tables.join(", ")} IN ACCESS EXCLUSIVE MODE`);
  const definitions = await definitionsOf(client, tables);
  const of = (kind: Definition["kind"]) => definitions.filter((definition) => definition.kind === kind);
  for (const { table, name } of of("foreign key")) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
  for (const { table, name } of of("constraint")) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
  for (const { name } of of("index")) await client.query(`DROP INDEX "${name}"`);
  // a table that was truncated in the transaction accepts COPY with FREEZE and, with wal_level minimal, without
  // write-ahead log
  await client.query(`TRUNCATE ${tables.join(", ")}`);
  const result = await withoutTriggers(client, tables, load);
  await client.query("SET LOCAL maintenance_work_mem = '512MB'; SET LOCAL max_parallel_maintenance_workers = 2");
  for (const { table, create } of of("constraint")) await createKey(client, create, () => onDuplicateKey(table));
  for (const { create } of of("index")) await client.query(create);
  await client.query(`ANALYZE ${tables.join(", ")}`);
  for (const { create } of of("foreign key")) await client.query(create);
  return result;
}

async function createKey(client: PoolClient, create: string, onDuplicate: () => Promise<void>): Promise<void> {
  await client.query("SAVEPOINT key");
  try {
    await client.query(create);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "23505")) throw error;
    await client.query("ROLLBACK TO SAVEPOINT key");
    await onDuplicate();
    await client.query(create);
  }
  await client.query("RELEASE SAVEPOINT key");
}

async function definitionsOf(client: PoolClient, tables: string[]): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(
    `SELECT conrelid::regclass::text AS "table", conname AS name,
       format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS create,
       CASE contype WHEN 'f' THEN 'foreign key' ELSE 'constraint' END AS kind
     FROM pg_constraint
     WHERE (contype IN ('p', 'u') AND conrelid = ANY($1::regclass[]))
       OR (contype = 'f' AND (conrelid = ANY($1::regclass[]) OR confrelid = ANY($1::regclass[])))
     UNION ALL
     SELECT indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid), 'index'
     FROM pg_index
     WHERE indrelid = ANY($1::regclass[]) AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = indexrelid AND c.contype IN ('p', 'u'))
     ORDER BY 1, 2`,
    [tables],
  );
  // PostgreSQL quotes the name of an index only where necessary; the statements above always quote it
  return rows.map((row) => ({ ...row, name: row.name.replace(/^"|"$/g, "") }));
}

/**
 * Runs `load` with the triggers of these tables disabled; foreign keys are still checked. If `load` throws, the
 * rollback of the caller's transaction enables the triggers again.
 */
export async function withoutTriggers<Result>(
  client: PoolClient,
  tables: readonly string[],
  load: () => Promise<Result>,
): Promise<Result> {
  for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  const result = await load();
  for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  return result;
}
