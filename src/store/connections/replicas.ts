// Read replicas of the database (streaming replication). A request is read from a replica that has reached the required
// data version; if there is none, or the read fails, the caller reads from the primary.
import pg from "pg";
import { AppError } from "../../errors.ts";
import { openStore, type Store } from "../store.ts";

// Checks a read replica periodically: whether it responds, whether it still follows a primary, and its data version.
const everyMs = 1_000;
const timeoutMs = 1_000;
/** minimum time between two requested checks */
const minMs = 100;
const pauseMs = 1_000;
const maxPauseMs = 10_000;

/** The last known status of a replica. It may be outdated: a reader sees the actual version in its own snapshot. */
class ReplicaWatch {
  readonly #url: string;
  #client: pg.Client | undefined;
  #checking = false;
  #checkedAt = 0;
  #closed = false;
  #pause = pauseMs;
  #timer: NodeJS.Timeout | undefined;
  #version: bigint | undefined;
  #connected = new AbortController();

  constructor(url: string) {
    this.#url = url;
    void this.#check();
  }

  /** The newest known data version of the replica; undefined while it must not be used. */
  get version(): bigint | undefined {
    return this.#version;
  }

  /** Aborts when the replica is lost: reads that are still waiting for it will not complete. */
  get lost(): AbortSignal {
    return this.#connected.signal;
  }

  /** Checks the replica now, because a caller needs a newer version than the known one. */
  refresh(): void {
    if (this.#version !== undefined && Date.now() - this.#checkedAt >= minMs) void this.#check();
  }

  /** A read failed: the replica is not used for a while; other reads on it may complete. */
  suspend(): void {
    this.#version = undefined;
    this.#plan(pauseMs);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => {});
  }

  async #check(): Promise<void> {
    if (this.#checking || this.#closed) return;
    this.#checking = true;
    this.#checkedAt = Date.now();
    try {
      this.#client ??= await this.#connect();
      const { rows } = await this.#client.query<{ version: string; follows: boolean }>(
        "SELECT version::text, pg_is_in_recovery() AS follows FROM data_version WHERE id = 1",
      );
      // a replica that was promoted to primary no longer has the same data
      if (!rows[0]?.follows) throw new Error("not a replica, or no longer one");
      this.#version = BigInt(rows[0].version);
      this.#pause = pauseMs;
      this.#plan(everyMs);
    } catch {
      this.#lose();
    } finally {
      this.#checking = false;
    }
  }

  async #connect(): Promise<pg.Client> {
    const limits = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs };
    const client = new pg.Client({ connectionString: this.#url, ...limits });
    // the next check detects the error
    client.on("error", () => {});
    await client.connect();
    return client;
  }

  #lose(): void {
    void this.#client?.end().catch(() => {});
    this.#client = undefined;
    this.#version = undefined;
    this.#connected.abort(new Error("the connection to the replica was lost"));
    this.#connected = new AbortController();
    this.#plan(this.#pause);
    this.#pause = Math.min(this.#pause * 2, maxPauseMs);
  }

  #plan(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    this.#timer = setTimeout(() => void this.#check(), ms);
    this.#timer.unref();
  }
}

export interface Replicas {
  /**
   * The result of `read` on a replica that has reached the version. Undefined if the caller has to read from the
   * primary, also if `read` returns undefined because its snapshot is older. Rejects with the caller's own errors
   * (AppError below 500), and when the signal aborts.
   */
  attempt<Result>(
    version: bigint,
    read: (store: Store) => Promise<Result | undefined>,
    signal?: AbortSignal,
  ): Promise<Result | undefined>;
  /** since the start: reads from a replica, and reads left to the primary; and the number of replicas available now */
  readonly statistics: { readonly responses: number; readonly passed: number; readonly up: number };
  close(): Promise<void>;
}

export interface ReplicasOptions {
  /** connections to each */
  maxConnections: number;
  statementTimeoutMs: number;
  /** the replicas are behind transaction poolers */
  pooled: boolean;
}

/** a connection that takes longer counts as failed: the caller reads from the primary */
const connectionTimeoutMs = 1_000;

/** Opens the replicas; keeps trying to reach unavailable ones. */
export function openReplicas(urls: readonly string[], options: ReplicasOptions): Replicas {
  const replicas = urls.map((databaseUrl) => ({
    store: openStore({ databaseUrl, ...options, connectionTimeoutMs }),
    watch: new ReplicaWatch(databaseUrl),
    reading: 0,
  }));
  let [responses, passed] = [0, 0];

  /** The replica with the fewest running reads, of those that have reached the version. */
  function choose(version: bigint) {
    let best: (typeof replicas)[number] | undefined;
    for (const replica of replicas) {
      if ((replica.watch.version ?? -1n) < version) replica.watch.refresh();
      else if (!best || replica.reading < best.reading) best = replica;
    }
    return best;
  }

  return {
    statistics: {
      get responses() {
        return responses;
      },
      get passed() {
        return passed;
      },
      get up() {
        return replicas.filter(({ watch }) => watch.version !== undefined).length;
      },
    },
    async attempt(version, read, signal) {
      const replica = choose(version);
      if (replica) {
        replica.reading++;
        try {
          const result = await abortable(replica.watch.lost, read(replica.store));
          if (result !== undefined) {
            responses++;
            return result;
          }
        } catch (error) {
          if (signal?.aborted || (error instanceof AppError && error.status < 500)) throw error;
          replica.watch.suspend();
        } finally {
          replica.reading--;
        }
      }
      passed++;
      return undefined;
    },
    async close() {
      await Promise.all(replicas.flatMap(({ store, watch }) => [store.close(), watch.close()]));
    },
  };
}

/** The result of the work. Rejects if the signal aborts first; the work is then not awaited. */
async function abortable<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  work.catch(() => {});
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
