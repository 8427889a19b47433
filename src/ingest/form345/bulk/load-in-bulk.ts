// Decides whether filings are loaded in bulk, and loads them: for a backfill into an empty store that is large enough
// that dropping and recreating indexes costs less than maintaining them.
import type { IngestContext } from "../../source.ts";
import { isDataError, type Loadable, refuseRecords } from "../load-batches.ts";
import { isEmpty, loadSpools } from "./load-spools.ts";
import { FilingSpool } from "./spool.ts";

/** About three thousand filings; below that, the ordinary load is as fast. */
const minBytes = 8 * 1024 * 1024;

/**
 * Loads the filings that `read` yields (`bytes` is the size of their tables) and returns true. Returns false if the
 * ordinary load has to do it: the store is not empty, the data are small, an accession number occurs twice, or
 * PostgreSQL rejects a value, because only the ordinary load can isolate the bad record. Counts records and quarantines
 * refused ones at the end.
 */
export async function loadInBulk(
  read: () => AsyncIterable<Loadable[]>,
  bytes: number,
  context: IngestContext,
  min = minBytes,
): Promise<boolean> {
  if (bytes < min || !(await isEmpty(context.store.pool))) return false;
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
