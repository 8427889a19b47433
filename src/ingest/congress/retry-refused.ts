// Retries reports of Congress that were refused because no member matched with certainty, after the known members or
// the matching rules have changed.
import { sourcesOf } from "../../store/sql/source-tables.ts";
import { unmatchedReasons } from "../../store/statistics/unmatched.ts";
import type { Store } from "../../store/store.ts";
import { loadMemberDirectory } from "../legislators/member-directory.ts";
import { type RetryReport, retryRefusals } from "../refused/retry.ts";

/**
 * Each refused report is tried once for each state of the members and of the rules. Stored reports still have to be
 * derived. Returns null if no report was refused under another state.
 */
export async function retryUnmatched(
  store: Store,
  { home, today }: { home: string; today: string },
  sources: readonly string[] = sourcesOf("congress").map(({ name }) => name),
): Promise<RetryReport | null> {
  const refused = await store.pool.query<{ id: number; judgedBy: string | null }>(
    `SELECT id, detail->>'judgedBy' AS "judgedBy" FROM quarantine
     WHERE status = 'open' AND source = ANY ($1) AND reason = ANY ($2) ORDER BY id`,
    [sources, unmatchedReasons],
  );
  if (refused.rows.length === 0) return null;
  const judge = (await loadMemberDirectory(store)).fingerprint();
  const ids = refused.rows.filter(({ judgedBy }) => judgedBy !== judge).map(({ id }) => id);
  if (ids.length === 0) return null;
  const report = await retryRefusals(store, { ids, home, today });
  // includes those whose bytes are no longer available: another attempt would end the same way
  await store.pool.query(
    `UPDATE quarantine SET detail = coalesce(detail, '{}') || jsonb_build_object('judgedBy', $2::text)
     WHERE id = ANY ($1) AND status = 'open'`,
    [ids, judge],
  );
  return report;
}
