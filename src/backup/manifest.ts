// What a backup contains: the tables of the store, ordered so that each comes after the tables that it refers to, the
// raw files, and the manifest, the last entry of its archive, which names them with their digests.

import type { Pool, PoolClient } from "pg";
import { z } from "zod";

export const manifestName = "manifest.json";

const digest = z.string().regex(/^[0-9a-f]{64}$/);

export const manifestForm = z.object({
  format: z.literal(1),
  /** RFC 3339: the time of the one snapshot in which all tables were read */
  taken_at: z.string(),
  version: z.string(),
  data_version: z.string(),
  /** names of the migrations applied to the store */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int(), sha256: digest })),
  raw_files: z.number().int(),
  /** over the names and digests of the raw files, in the order of the archive */
  raw_sha256: digest,
});

export type Manifest = z.infer<typeof manifestForm>;
export type TableEntry = Manifest["tables"][number];

/** Why a command failed with a backup, in one line for the operator. */
export class BackupError extends Error {
  override name = "BackupError";
}

export const tableEntry = (name: string) => `tables/${name}.copy`;

/**
 * Not in a backup: migrations and triggers write these tables, and list_changes has transaction ids of one database. A
 * restore counts listed_day_changes again.
 */
const excludedTables = ["_prisma_migrations", "listed_day_changes", "list_changes"];

interface Table {
  name: string;
  columns: string[];
}

/** All tables of the schema with their columns. Throws when two tables refer to each other. */
export async function tablesInOrder(client: PoolClient | Pool): Promise<Table[]> {
  const { rows } = await client.query<Table & { needs: string[] }>(
    `SELECT c.relname AS name,
       (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
       coalesce((SELECT array_agg(DISTINCT r.relname::text) FROM pg_constraint f JOIN pg_class r ON r.oid = f.confrelid
        WHERE f.conrelid = c.oid AND f.contype = 'f' AND r.oid <> c.oid), '{}') AS needs
     FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ($1)
     ORDER BY c.relname`,
    [excludedTables],
  );
  const done: Table[] = [];
  const waiting = [...rows];
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ needs }) => needs.every((name) => done.some((table) => table.name === name)));
    if (next < 0) throw new Error(`tables refer to each other: ${waiting.map(({ name }) => name).join(", ")}`);
    const [table] = waiting.splice(next, 1);
    if (table) done.push({ name: table.name, columns: table.columns });
  }
  return done;
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

export const copyList = ({ name, columns }: Table) => `${quoted(name)} (${columns.map(quoted).join(", ")})`;
