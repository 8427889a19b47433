// Work on many rows. All rows of a list, or of a range of it, at one data version: the one loop behind CSV, NDJSON,
// exports and ready-made files; where batches are read from (pages of the list, or a cursor) is the caller's part. And
// slices of a batch, between which the event loop does what other requests wait for.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Row } from "./fields.ts";

/** Rows that are read in batches, all at one data version. */
export interface RowReader {
  /** number of rows of the list */
  total: number;
  /** position of the first row, and that behind the last one; from 0, at most `total` */
  from: number;
  end: number;
  /** rows of a full batch */
  batchSize: number;
  /** reads batch n: the rows of the list from position n * batchSize on; called in order. Throws where it is aborted */
  read(batch: number): Promise<readonly Row[]>;
}

type Turn = <Result>(work: () => Promise<Result>) => Promise<Result>;

const atOnce: Turn = (work) => work();

/**
 * Makes a part of each batch, such as its bytes; the next batch is read when the consumer asks for it. Reading a batch
 * and making its part are one `turn`. Throws what reader, turn and `make` throw, and an Error where a batch lacks rows.
 */
export async function* allRows<Part>(
  { total, from, end, batchSize, read }: RowReader,
  make: (rows: Row[]) => Part | Promise<Part>,
  turn: Turn = atOnce,
): AsyncGenerator<Part, void> {
  for (let batch = Math.floor(from / batchSize); batch * batchSize < end && from < end; batch++) {
    const start = batch * batchSize;
    yield await turn(async () => {
      const rows = await read(batch);
      if (rows.length !== Math.min(batchSize, total - start)) throw new Error("a batch lacks rows");
      return await make(rows.slice(Math.max(0, from - start), end - start));
    });
  }
}

// Work on many rows in slices: between two of them the event loop does what other requests wait for.

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
