// Groups the files of a feed into batches that are loaded together. A batch is limited in number of files, in bytes
// and, for a slow feed, in waiting time.

export interface BatchBounds {
  files: number;
  bytes: number;
  /**
   * maximum milliseconds that the first file of a batch waits for others; without it only full batches are yielded, and
   * the feed pauses while a batch is loaded
   */
  waitMs?: number;
}

/**
 * Yields non-empty batches in the order of the feed. If the feed fails, the generator fails too, after the batches it
 * has already yielded.
 */
export async function* inBatches<Item extends { size: number }>(
  feed: AsyncIterable<Item>,
  bounds: BatchBounds,
): AsyncGenerator<Item[]> {
  const iterator = feed[Symbol.asyncIterator]();
  let batch: Item[] = [];
  let began = 0;
  let bytes = 0;
  let next: Promise<IteratorResult<Item>> | null = null;
  try {
    for (;;) {
      next ??= requestNext(iterator);
      const left = bounds.waitMs === undefined || batch.length === 0 ? null : began + bounds.waitMs - Date.now();
      const result = left === null ? await next : await within(left, next);
      if (result) {
        next = null;
        if (result.done) break;
        if (batch.length === 0) began = Date.now();
        batch.push(result.value);
        bytes += result.value.size;
        // fetches the next item of a slow feed while the batch is loaded
        if (bounds.waitMs !== undefined) next = requestNext(iterator);
        if (batch.length < bounds.files && bytes < bounds.bytes) continue;
      }
      yield batch;
      batch = [];
      bytes = 0;
    }
    if (batch.length > 0) yield batch;
  } finally {
    await iterator.return?.();
  }
}

/** Requests the next item. A failure is reported when the promise is awaited, not as an unhandled rejection. */
function requestNext<Item>(iterator: AsyncIterator<Item>): Promise<IteratorResult<Item>> {
  const next = iterator.next();
  next.catch(() => {});
  return next;
}

/** The result of the promise, or null after the timeout. */
async function within<Result>(ms: number, promise: Promise<Result>): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), Math.max(ms, 0));
  });
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}
