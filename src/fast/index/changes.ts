// Reads the changes of the store since a snapshot, from the table in which each transaction records them
// (list_changes).
import type pg from "pg";
import { copyRows, type Snapshot } from "./read-store.ts";
import { type KindName, kindNames, kinds, type Step } from "./trade-index.ts";
import type { Change } from "./versioned-list.ts";
import { readNames } from "./vocabulary.ts";

interface Note {
  kind: KindName | "vocabulary";
  row_id: string | null;
  /** days since 1970-01-01 */
  day: number | null;
}

/**
 * The changes that the snapshot of `client` sees and `since` did not. Null where a change is not recorded row by row:
 * the index has to be rebuilt.
 */
export async function readChanges(client: pg.ClientBase, since: string, now: Snapshot): Promise<Step | null> {
  const { rows } = await client.query<Note>(
    `SELECT kind, row_id, day - '1970-01-01'::date AS day FROM list_changes
     WHERE xid >= pg_snapshot_xmin($1)::text::bigint AND NOT pg_visible_in_snapshot(xid::text::xid8, $1::pg_snapshot)`,
    [since],
  );
  const step: Step = { version: now.version, changes: {} };
  for (const kind of kindNames) {
    const notes = rows.filter((note) => note.kind === kind);
    if (notes.some(({ row_id }) => row_id === null)) return null;
    if (notes.length === 0) continue;
    const changes = notes.map(({ row_id, day }): Change => ({ id: Number(row_id), day }));
    const fresh: DataView[] = [];
    await copyRows(
      client,
      kinds[kind].rows({ ids: [...new Set(changes.map(({ id }) => id))] }),
      ({ buffer, byteOffset }, from, to) => fresh.push(new DataView(buffer.slice(byteOffset + from, byteOffset + to))),
    );
    step.changes[kind] = { changes, fresh };
  }
  if (rows.some(({ kind }) => kind === "vocabulary")) step.vocabulary = await readNames(client);
  return step;
}
