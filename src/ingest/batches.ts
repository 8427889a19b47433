// Gathers what a feed brings into batches that are loaded together: bounded in number, in bytes and, for a slow feed, in time.

export interface BatchBounds {
  files: number;
  bytes: number;
  /**
   * milliseconds that the first file of a batch waits for others at most; without it only full batches are handed over, and
   * the feed stands still while one is loaded
   */
  waitMs?: number;
}

/** Yields batches in the order of the feed, none of them empty. A feed that fails ends it behind what came before. */
export async function* inBatches<Item extends { size: number }>(
  feed: AsyncIterable<Item>,
  bounds: BatchBounds,
): AsyncGenerator<Item[]> {
  const iterator = feed[Symbol.asyncIterator]();
  let batch: Item[] = [];
  let began = 0;
  let held = 0;
  let next: Promise<IteratorResult<Item>> | null = null;
  try {
    for (;;) {
      next ??= ask(iterator);
      const left = bounds.waitMs === undefined || batch.length === 0 ? null : began + bounds.waitMs - Date.now();
      const result = left === null ? await next : await within(left, next);
      if (result) {
        next = null;
        if (result.done) break;
        if (batch.length === 0) began = Date.now();
        batch.push(result.value);
        held += result.value.size;
        // a slow feed goes on while the batch is loaded
        if (bounds.waitMs !== undefined) next = ask(iterator);
        if (batch.length < bounds.files && held < bounds.bytes) continue;
      }
      yield batch;
      batch = [];
      held = 0;
    }
    if (batch.length > 0) yield batch;
  } finally {
    await iterator.return?.();
  }
}

/** The next item; its failure is heard when it is waited for, and not before. */
function ask<Item>(iterator: AsyncIterator<Item>): Promise<IteratorResult<Item>> {
  const next = iterator.next();
  next.catch(() => {});
  return next;
}

/** What the promise gives within the time, else null. */
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
