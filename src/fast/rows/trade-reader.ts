// Trades by id for all operations of a process. Requests that arrive while statements run wait and share the next
// statement, so that a busy process costs PostgreSQL one statement a batch and not one a request. Each statement
// returns the data version of its own snapshot, so that no transaction is needed.
import type { Pool, PoolClient } from "pg";
import { thisSpan } from "../../lib/spans.ts";
import type { Store } from "../../store/store.ts";
import type { JoinedKind } from "./joined-trades.ts";

/** Result of one statement: trades and their stamps by id, and the data version that it saw. */
export interface TradesRead<Joined> {
  version: string;
  rows: ReadonlyMap<bigint, Joined>;
  stamps: ReadonlyMap<number, string>;
}

interface PendingRead<Joined> {
  ids: readonly bigint[];
  resolve(read: TradesRead<Joined>): void;
  fail(reason: unknown): void;
  /** the caller has cancelled */
  isCancelled: boolean;
  /** runs work in the caller's trace */
  inTrace<Result>(work: () => Result): Result;
}

/** Reads that share one statement. */
interface Batch<Joined> {
  pending: PendingRead<Joined>[];
  /** cancels the statement, where it has begun; the connection is released after that */
  cancel?: () => void;
}

/**
 * concurrent statements: one slow statement must not delay every caller, and with many, callers would rarely share one
 */
const maxStatements = 4;
/** ids in one statement, unless a single read has more */
const maxIds = 1000;

export class TradeReader<Joined extends { trade: { id: bigint } }> {
  readonly #pool: Pool;
  readonly #cancel: Store["cancel"];
  readonly #kind: JoinedKind<Joined>;
  #waiting: PendingRead<Joined>[] = [];
  readonly #batches = new Set<Batch<Joined>>();

  constructor({ pool, cancel }: Pick<Store, "pool" | "cancel">, kind: JoinedKind<Joined>) {
    this.#pool = pool;
    this.#cancel = cancel;
    this.#kind = kind;
  }

  /**
   * The trades with these ids that exist, perhaps among others. Rejects when the database is not reachable, and with
   * the signal's reason when it aborts; a statement whose callers have all cancelled is cancelled.
   */
  read(ids: readonly bigint[], signal?: AbortSignal): Promise<TradesRead<Joined>> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const cancel = () => {
        pending.isCancelled = true;
        reject(signal?.reason);
        this.#dropCancelled();
      };
      const stopListening = () => signal?.removeEventListener("abort", cancel);
      const pending: PendingRead<Joined> = {
        ids,
        isCancelled: false,
        inTrace: thisSpan(),
        resolve(read) {
          stopListening();
          resolve(read);
        },
        fail(reason) {
          stopListening();
          reject(reason);
        },
      };
      signal?.addEventListener("abort", cancel, { once: true });
      // requests that arrive in the same turn of the event loop share a statement
      if (this.#waiting.push(pending) === 1) setImmediate(() => this.#begin());
    });
  }

  #begin(): void {
    while (this.#batches.size < maxStatements && this.#waiting.length > 0) void this.#run({ pending: this.#next() });
  }

  /** Takes from the front of the queue as many reads as fit into one statement. */
  #next(): PendingRead<Joined>[] {
    let ids = 0;
    let length = 0;
    for (const pending of this.#waiting) {
      ids += pending.ids.length;
      if (length > 0 && ids > maxIds) break;
      length++;
    }
    return this.#waiting.splice(0, length);
  }

  async #run(batch: Batch<Joined>): Promise<void> {
    this.#batches.add(batch);
    try {
      const ids = new Set(batch.pending.flatMap((pending) => pending.ids));
      const work = () => this.#read([...ids], batch);
      // the statement appears in the trace of the first request
      const read = await (batch.pending[0]?.inTrace(work) ?? work());
      for (const pending of batch.pending) pending.resolve(read);
    } catch (error) {
      for (const pending of batch.pending) pending.fail(error);
    } finally {
      this.#batches.delete(batch);
      this.#begin();
    }
  }

  async #read(ids: bigint[], batch: Batch<Joined>) {
    const client = await this.#pool.connect();
    let cancelling: Promise<void> | undefined;
    // the types of pg lack the backend's process id
    const { processID } = client as unknown as { processID: number };
    batch.cancel = () => {
      cancelling ??= this.#cancel(processID);
    };
    try {
      if (isCancelled(batch)) throw new Error("all callers of these trades have cancelled");
      return await readTrades(client, this.#kind, ids);
    } finally {
      // a cancellation in progress must not hit the next user of the connection
      await cancelling;
      client.release();
    }
  }

  /** Removes cancelled reads from the queue, and cancels statements whose callers have all cancelled. */
  #dropCancelled(): void {
    this.#waiting = this.#waiting.filter((read) => !read.isCancelled);
    for (const batch of this.#batches) if (isCancelled(batch)) batch.cancel?.();
  }
}

const isCancelled = ({ pending }: Batch<unknown>) => pending.every((read) => read.isCancelled);

const plainText = { getTypeParser: () => (text: string) => text };

/** The trades with these ids that exist, and the data version of the statement's snapshot. */
async function readTrades<Joined extends { trade: { id: bigint } }>(
  client: PoolClient,
  { name, from, json, stamp, read }: JoinedKind<Joined>,
  ids: readonly bigint[],
): Promise<TradesRead<Joined>> {
  // The statement reads the version in its own snapshot and returns a row with it even where no trade is found. The ids
  // are in a sub-select: otherwise PostgreSQL would plan again for each list of ids, which takes longer than finding
  // the rows.
  const text = `SELECT v.version, t.id IS NULL, ${stamp}, ${json} FROM data_version v
    LEFT JOIN ${from} ON t.id = ANY((SELECT $1::bigint[])::bigint[]) WHERE v.id = 1`;
  const query = { name, text, values: [ids.map(String)], rowMode: "array" as const, types: plainText };
  const { rows } = await client.query<[version: string, isNone: string, stamp: string, json: string]>(query);
  const version = rows[0]?.[0];
  if (version == null) throw new Error("the store has no data version; it was not migrated");
  const trades = new Map<bigint, Joined>();
  const stamps = new Map<number, string>();
  for (const [, isNone, stampOfRow, values] of rows) {
    if (isNone === "t") continue;
    const row = read(JSON.parse(values));
    trades.set(row.trade.id, row);
    stamps.set(Number(row.trade.id), stampOfRow);
  }
  return { version, rows: trades, stamps };
}
