// Decides whether filings are loaded in bulk, and does it: for a backfill into an empty store, of which so much is expected that
// taking away and making indexes again costs less than keeping them up.
import type { IngestContext } from "../../source.ts";
import { isDataError, type Loadable, refuseRecords } from "../load-taken.ts";
import { isEmpty, loadSpools } from "./load-spools.ts";
import { FilingSpool } from "./spool.ts";

/** About three thousand filings; below, the ordinary load is as quick. */
const leastBytes = 8 * 1024 * 1024;

/**
 * Loads what `read` gives, `bytes` of tables, and returns true; or returns false, and the ordinary load has to do it: because
 * the store is not empty, the amount is small, an accession stands twice, or PostgreSQL refuses a value, which only the
 * ordinary load can tell from its neighbours. Counts records and quarantines refused ones when it is done.
 */
export async function loadInBulk(
  read: () => AsyncIterable<Loadable[]>,
  bytes: number,
  context: IngestContext,
  least = leastBytes,
): Promise<boolean> {
  if (bytes < least || !(await isEmpty(context.store.pool))) return false;
  const spool = new FilingSpool();
  try {
    const seen = new Set<string>();
    const withRefusals: Loadable[] = [];
    for await (const filings of read()) {
      for (const one of filings) {
        if (seen.has(one.filing.accessionNumber)) return false;
        seen.add(one.filing.accessionNumber);
        spool.add(one);
        if (one.filing.refused.length > 0) withRefusals.push(one);
      }
    }
    const result = await loadSpools(context.store, [spool.finish()]);
    if (!result) return false;
    context.count(result);
    await refuseRecords(withRefusals, context);
    return true;
  } catch (error) {
    if (isDataError(error)) return false;
    throw error;
  } finally {
    spool.close();
  }
}
