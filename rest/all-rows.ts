// All rows of a list, or of a range of it, at one data version: the one loop behind CSV, NDJSON, exports and ready-made
// files. Where batches are read from (pages of the list, or a cursor) is the caller's part.
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
