// Loading many rows into empty tables: their indexes and foreign keys are taken away, and made again from their own
// definitions when the rows are in. All of it within the caller's transaction: who dies in between leaves everything as it was.
import type { PoolClient } from "pg";
import { withTriggersAside } from "./triggers-aside.ts";

interface Definition {
  table: string;
  name: string;
  /** what makes it again */
  create: string;
  /** unique and primary keys before what refers to them */
  kind: "constraint" | "index" | "foreign key";
}

/**
 * Empties `tables` (the caller has made sure that there is nothing in them), runs `load` without their indexes, then
 * `atIndexes`, and makes indexes and keys again; foreign keys are checked for all rows at once. Returns what `load` returns.
 * Until the transaction ends, readers of these tables wait. Throws what PostgreSQL throws, e.g. for a key that stands twice.
 */
export async function withIndexesAside<Result>(
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
  // a table that is emptied in the transaction takes COPY with FREEZE and, under wal_level minimal, without the log
  await client.query(`TRUNCATE ${tables.join(", ")}`);
  const result = await withTriggersAside(client, tables, load);
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
  // "name" of an index comes quoted where it needs to be; here it is quoted always
  return rows.map((row) => ({ ...row, name: row.name.replace(/^"|"$/g, "") }));
}
