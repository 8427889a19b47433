// Checks a read replica repeatedly: does it answer, does it still follow a primary, which data version has it reached.
import pg from "pg";

const everyMs = 1_000;
const answerMs = 1_000;
/** between two looks that were requested, and before the first try after a failure */
const leastMs = 100;
const pauseMs = 1_000;
const longestPauseMs = 10_000;

/** What is known of a replica. It only speaks of the past: a reader sees the version in its own snapshot. */
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

  /** The newest version that it was seen at; undefined while nothing is to be read there. */
  get version(): bigint | undefined {
    return this.#version;
  }

  /** Given when it is lost: what still waits for its answer waits in vain. */
  get lost(): AbortSignal {
    return this.#connected.signal;
  }

  /** A caller needs a newer version than the one known: it may have come by now. */
  refresh(): void {
    if (this.#version !== undefined && Date.now() - this.#checkedAt >= leastMs) void this.#check();
  }

  /** A read there failed: it is left alone for a while, and what else runs there may end. */
  leaveAlone(): void {
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
      // one that was made a primary goes ways of its own
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
    const limits = { connectionTimeoutMillis: answerMs, query_timeout: answerMs };
    const client = new pg.Client({ connectionString: this.#url, ...limits });
    // the next check finds it
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
