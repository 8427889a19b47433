// What is collected in memory and written to the database in batches, so that serving a request costs no write.

/** Runs the write after any write in progress, whatever the result of that one. */
export function inSequence(write: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(write, write);
    return last;
  };
}

interface CollectedOptions<Value> {
  /** What is retained of a key whose old value could not be written; it may change `fresh`, which stays the value. */
  merge(old: Value, fresh: Value): Value;
  /** retained keys; of more the last ones */
  max?: number;
  /** whether an error says that a later attempt can succeed; by default every one does */
  isTemporary?: (error: unknown) => boolean;
}

/** Values by key that wait to be written. */
export class Collected<Key, Value> {
  #waiting = new Map<Key, Value>();
  readonly #options: CollectedOptions<Value>;

  constructor(options: CollectedOptions<Value>) {
    this.#options = options;
  }

  get size(): number {
    return this.#waiting.size;
  }

  get(key: Key): Value | undefined {
    return this.#waiting.get(key);
  }

  values(): Iterable<Value> {
    return this.#waiting.values();
  }

  set(key: Key, value: Value): void {
    this.#waiting.set(key, value);
  }

  /** Writes what waits, if anything does. On a failure it waits again, before what came meanwhile, and the error is thrown. */
  async flush(write: (entries: [Key, Value][]) => Promise<unknown>): Promise<void> {
    const entries = [...this.#waiting];
    if (entries.length === 0) return;
    this.#waiting = new Map();
    try {
      await write(entries);
    } catch (error) {
      if (this.#options.isTemporary?.(error) ?? true) this.#retain(entries);
      throw error;
    }
  }

  #retain(entries: [Key, Value][]): void {
    const { merge, max = Infinity } = this.#options;
    const fresh = this.#waiting;
    this.#waiting = new Map(entries.slice(-max));
    for (const [key, value] of fresh) {
      const old = this.#waiting.get(key);
      this.#waiting.set(key, old === undefined ? value : merge(old, value));
    }
  }
}
