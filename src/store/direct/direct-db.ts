// The fast way to insider trades: what looks like a Prisma client to the loaders, and knows nothing but trades by id and what belongs
// to them. Everything is of one data version, which each statement tells of its own snapshot, so that no transaction is needed. Whatever
// else is asked for, or another version, ends the attempt, and the plain path answers.
import type { Pool, PoolClient } from "pg";
import type { Db, Store } from "../store.ts";
import { type JoinedTrade, readJoinedTrades } from "./joined-trades.ts";
import type { RowCache } from "./row-cache.ts";

/** The attempt is over; the plain path can answer. */
export class NotDirect extends Error {
  override name = "NotDirect";
}

interface Asked<Key extends string, Value> {
  where: Record<Key, { in: Value[] }>;
}

/** One operation's reads at one data version. `close` gives the connection back. */
export function openDirect(
  { pool, cancel }: Pick<Store, "pool" | "cancel">,
  { version, cache, signal }: { version: string; cache: RowCache; signal?: AbortSignal | undefined },
): { db: Db; close(): Promise<void> } {
  const seen = new Map<bigint, JoinedTrade>();
  const connection = new Connection(pool, cancel, signal);

  async function trades(ids: bigint[]): Promise<JoinedTrade[]> {
    const missing: bigint[] = [];
    const found: JoinedTrade[] = [];
    for (const id of ids) {
      const row = seen.get(id) ?? cache.get(version, id);
      if (row) found.push(row);
      else missing.push(id);
    }
    if (missing.length > 0) {
      const read = await connection.use((client) => readJoinedTrades(client, missing));
      if (read.version !== version) throw new NotDirect();
      cache.set(version, read.rows);
      found.push(...read.rows);
    }
    for (const row of found) seen.set(row.trade.id, row);
    return found;
  }

  /** What stands beside the trades that were read: all of it, or the attempt is over. */
  function beside<Value, Row>(
    keys: Value[],
    keyOf: (joined: JoinedTrade) => Value,
    rowOf: (joined: JoinedTrade) => Row,
  ): Row[] {
    const rows = new Map<Value, Row>();
    for (const joined of seen.values()) rows.set(keyOf(joined), rowOf(joined));
    return keys.map((key) => {
      const row = rows.get(key);
      if (row === undefined) throw new NotDirect();
      return row;
    });
  }

  const known: Record<string, unknown> = {
    insiderTrade: {
      findMany: async ({ where }: Asked<"id", bigint>) => (await trades(where.id.in)).map(({ trade }) => trade),
    },
    company: {
      findMany: async ({ where }: Asked<"cik", string>) =>
        beside(
          where.cik.in,
          ({ company }) => company.cik,
          ({ company }) => company,
        ),
    },
    filing: {
      findMany: async ({ where }: Asked<"accessionNumber", string>) =>
        beside(
          where.accessionNumber.in,
          ({ filing }) => filing.accessionNumber,
          ({ filing }) => filing,
        ),
    },
    filingOwner: {
      findMany: async ({ where }: Asked<"accessionNumber", string>) =>
        beside(
          where.accessionNumber.in,
          ({ filing }) => filing.accessionNumber,
          ({ owners }) => owners,
        ).flat(),
    },
  };
  const db = new Proxy(known, {
    get(target, name) {
      if (typeof name === "string" && name in target) return target[name];
      throw new NotDirect();
    },
  });
  return { db: db as unknown as Db, close: () => connection.close() };
}

/** A connection that is taken when it is first needed. When nobody waits any more, what runs on it is ended. */
class Connection {
  readonly #pool: Pool;
  readonly #cancel: Store["cancel"];
  readonly #signal: AbortSignal | undefined;
  #client: Promise<PoolClient> | undefined;
  #cancelled: Promise<void> | undefined;

  constructor(pool: Pool, cancel: Store["cancel"], signal: AbortSignal | undefined) {
    this.#pool = pool;
    this.#cancel = cancel;
    this.#signal = signal;
  }

  async use<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    this.#client ??= this.#pool.connect();
    const client = await this.#client;
    this.#signal?.throwIfAborted();
    // the types of pg do not know the backend's process id
    const { processID } = client as unknown as { processID: number };
    const cancel = () => {
      this.#cancelled = this.#cancel(processID);
    };
    this.#signal?.addEventListener("abort", cancel, { once: true });
    try {
      return await work(client);
    } finally {
      this.#signal?.removeEventListener("abort", cancel);
    }
  }

  /** A cancellation under way must not hit whoever has the connection next. */
  async close(): Promise<void> {
    await this.#cancelled;
    const client = await this.#client?.catch(() => undefined);
    client?.release();
  }
}
