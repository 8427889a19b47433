// What a source needs to be in the store before its files can be loaded.
import { type SourceName, sourceOf } from "../sources/sources.ts";
import type { Store } from "../store/store.ts";

/** A message if the store lacks data without which all files of the source would be quarantined; else null. */
export async function missingPrerequisite(source: SourceName, store: Pick<Store, "pool">): Promise<string | null> {
  const { needs } = sourceOf(source);
  if (!needs) return null;
  const { rowCount } = await store.pool.query(`SELECT 1 FROM ${needs.table} LIMIT 1`);
  return rowCount ? null : needs.otherwise;
}
