// Takes reports of Congress again that were refused because no member was sure, once the known members or the rules of matching
// have changed since.
import { documentSources } from "../sources.ts";
import type { Store } from "../store/store.ts";
import { loadMemberDirectory } from "./legislators/member-directory.ts";
import { type RetryReport, retryRefusals } from "./retry.ts";

const sourcesOfCongress: readonly string[] = documentSources
  .filter(({ documents }) => documents.trades === "congress")
  .map(({ name }) => name);

export const isOfCongress = (source: string): boolean => sourcesOfCongress.includes(source);

/**
 * Each refused report is tried once for each state of the members and of the rules. What goes in waits to be derived. Returns null
 * where nothing was refused under another state.
 */
export async function retakeUnmatched(
  store: Store,
  { home, today }: { home: string; today: string },
  sources: readonly string[] = sourcesOfCongress,
): Promise<RetryReport | null> {
  const refused = await store.pool.query<{ id: number; judgedBy: string | null }>(
    `SELECT id, detail->>'judgedBy' AS "judgedBy" FROM quarantine
     WHERE status = 'open' AND source = ANY ($1) AND reason IN ('member_unmatched', 'no_members') ORDER BY id`,
    [sources],
  );
  if (refused.rows.length === 0) return null;
  const judge = (await loadMemberDirectory(store)).fingerprint();
  const ids = refused.rows.filter(({ judgedBy }) => judgedBy !== judge).map(({ id }) => id);
  if (ids.length === 0) return null;
  const report = await retryRefusals(store, { ids, home, today });
  // those whose bytes can no longer be had included: trying them again would end alike
  await store.pool.query(
    `UPDATE quarantine SET detail = coalesce(detail, '{}') || jsonb_build_object('judgedBy', $2::text)
     WHERE id = ANY ($1) AND status = 'open'`,
    [ids, judge],
  );
  return report;
}
