// Work on many rows in slices: between two of them the event loop does what other requests wait for.
import { setImmediate as nextTurn } from "node:timers/promises";

/** rows in a slice: formatting or projecting them takes a millisecond or two */
const sliceRows = 25;

/** The results of `work` on slices of the rows, in their order. */
export async function inSlices<Row, Result>(
  rows: readonly Row[],
  work: (slice: readonly Row[]) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < rows.length; at += sliceRows) {
    if (at > 0) await nextTurn();
    results.push(work(rows.slice(at, at + sliceRows)));
  }
  return results;
}
