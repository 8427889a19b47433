// Trades by id for all operations of a process: those who ask while others are being answered are answered by one statement, so that
// a busy process costs PostgreSQL as many statements as it takes turns, not as many as it is asked. Each statement tells the data
// version of its own snapshot, so that no transaction is needed.
import type { Pool, PoolClient } from "pg";
import { thisSpan } from "../../spans.ts";
import type { Store } from "../../store/store.ts";

/** A kind of trades, and what is read with each. */
export interface JoinedKind<Joined extends { trade: { id: bigint } }> {
  /** of the prepared statement */
  name: string;
  /** FROM items; the trade is `t` */
  from: string;
  /** a JSON array with everything of a row */
  json: string;
  /** The row that such an array represents. */
  read(values: unknown): Joined;
}

/** Trades of one statement, by id, and the data version that it saw. */
export interface TradesRead<Joined> {
  version: string;
  rows: ReadonlyMap<bigint, Joined>;
}

interface PendingRead<Joined> {
  ids: readonly bigint[];
  answer(read: TradesRead<Joined>): void;
  fail(reason: unknown): void;
  /** every caller has cancelled */
  hasLeft: boolean;
  /** runs work in the caller's trace */
  inTrace<Result>(work: () => Result): Result;
}

/** Those whom one statement answers. */
interface Turn<Joined> {
  pending: PendingRead<Joined>[];
  /** ends the statement, where it has begun; the next user of the connection waits for that */
  end?: () => void;
}

/** statements at once: a slow one must not delay every caller, and with many small ones no callers would share a statement */
const mostStatements = 4;
/** ids in one statement, unless a single question has more */
const mostIds = 1000;

export class TradeReader<Joined extends { trade: { id: bigint } }> {
  readonly #pool: Pool;
  readonly #cancel: Store["cancel"];
  readonly #kind: JoinedKind<Joined>;
  #waiting: PendingRead<Joined>[] = [];
  readonly #turns = new Set<Turn<Joined>>();

  constructor({ pool, cancel }: Pick<Store, "pool" | "cancel">, kind: JoinedKind<Joined>) {
    this.#pool = pool;
    this.#cancel = cancel;
    this.#kind = kind;
  }

  /**
   * The trades with these ids that exist, perhaps among others. Rejects when the database is away, and with the signal's reason when
   * that is given; a statement without a waiting caller is cancelled.
   */
  read(ids: readonly bigint[], signal?: AbortSignal): Promise<TradesRead<Joined>> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const leave = () => {
        pending.hasLeft = true;
        reject(signal?.reason);
        this.#endTheDeserted();
      };
      const stay = () => signal?.removeEventListener("abort", leave);
      const pending: PendingRead<Joined> = {
        ids,
        hasLeft: false,
        inTrace: thisSpan(),
        answer(read) {
          stay();
          resolve(read);
        },
        fail(reason) {
          stay();
          reject(reason);
        },
      };
      signal?.addEventListener("abort", leave, { once: true });
      // requests that arrive in the same turn of the event loop share a statement
      if (this.#waiting.push(pending) === 1) setImmediate(() => this.#begin());
    });
  }

  #begin(): void {
    while (this.#turns.size < mostStatements && this.#waiting.length > 0) void this.#take({ pending: this.#next() });
  }

  /** Those at the front, as many as fit into a statement. */
  #next(): PendingRead<Joined>[] {
    let ids = 0;
    let length = 0;
    for (const pending of this.#waiting) {
      ids += pending.ids.length;
      if (length > 0 && ids > mostIds) break;
      length++;
    }
    return this.#waiting.splice(0, length);
  }

  async #take(turn: Turn<Joined>): Promise<void> {
    this.#turns.add(turn);
    try {
      const ids = new Set(turn.pending.flatMap((pending) => pending.ids));
      const work = () => this.#read([...ids], turn);
      // one of the waiting requests has the statement in its trace
      const { version, rows } = await (turn.pending[0]?.inTrace(work) ?? work());
      const read = { version, rows: new Map(rows.map((row) => [row.trade.id, row])) };
      for (const pending of turn.pending) pending.answer(read);
    } catch (error) {
      for (const pending of turn.pending) pending.fail(error);
    } finally {
      this.#turns.delete(turn);
      this.#begin();
    }
  }

  async #read(ids: bigint[], turn: Turn<Joined>) {
    const client = await this.#pool.connect();
    let ending: Promise<void> | undefined;
    // the types of pg do not know the backend's process id
    const { processID } = client as unknown as { processID: number };
    turn.end = () => {
      ending ??= this.#cancel(processID);
    };
    try {
      if (isDeserted(turn)) throw new Error("all callers of these trades have cancelled");
      return await readTrades(client, this.#kind, ids);
    } finally {
      // a cancellation under way must not hit the next user of the connection
      await ending;
      client.release();
    }
  }

  #endTheDeserted(): void {
    this.#waiting = this.#waiting.filter(({ hasLeft }) => !hasLeft);
    for (const turn of this.#turns) if (isDeserted(turn)) turn.end?.();
  }
}

const isDeserted = ({ pending }: Turn<unknown>) => pending.every(({ hasLeft }) => hasLeft);

const plainText = { getTypeParser: () => (text: string) => text };

/** The trades with these ids that exist, in no order, and the data version that they were read at. */
async function readTrades<Joined extends { trade: { id: bigint } }>(
  client: PoolClient,
  { name, from, json, read }: JoinedKind<Joined>,
  ids: readonly bigint[],
): Promise<{ version: string; rows: Joined[] }> {
  // The version is in the statement, so in its snapshot; there is a row to tell it even where no trade is found. The ids are in
  // a sub-select: seen through, PostgreSQL would plan anew for each list of ids, which takes longer than to find the rows.
  const text = `SELECT v.version, t.id IS NULL, ${json} FROM data_version v
    LEFT JOIN (${from}) ON t.id = ANY((SELECT $1::bigint[])::bigint[]) WHERE v.id = 1`;
  const query = { name, text, values: [ids.map(String)], rowMode: "array" as const, types: plainText };
  const { rows } = await client.query<[version: string, isNone: string, json: string]>(query);
  const version = rows[0]?.[0];
  if (version == null) throw new Error("the store has no data version; it was not migrated");
  return { version, rows: rows.filter(([, isNone]) => isNone === "f").map(([, , values]) => read(JSON.parse(values))) };
}
