// Checks a read replica periodically: whether it responds, whether it still follows a primary, and its data version.
import pg from "pg";

const everyMs = 1_000;
const timeoutMs = 1_000;
/** minimum time between two requested checks */
const leastMs = 100;
const pauseMs = 1_000;
const longestPauseMs = 10_000;

/** The last known status of a replica. It may be outdated: a reader sees the actual version in its own snapshot. */
export class ReplicaWatch {
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
    if (this.#version !== undefined && Date.now() - this.#checkedAt >= leastMs) void this.#check();
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
      if (!rows[0]?.follows) throw new Error("no replica, or one no more");
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
    this.#connected.abort(new Error("the replica is lost"));
    this.#connected = new AbortController();
    this.#plan(this.#pause);
    this.#pause = Math.min(this.#pause * 2, longestPauseMs);
  }

  #plan(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    this.#timer = setTimeout(() => void this.#check(), ms);
    this.#timer.unref();
  }
}
