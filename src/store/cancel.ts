// Cancels a running statement when the client has closed the request. It uses a separate connection, because the
// connections of the pool may all be busy with such statements.
import pg from "pg";

export interface Canceller {
  /** Cancels the statement of the backend with this process id, if it runs one. Never rejects. */
  cancel(pid: number): Promise<void>;
  close(): Promise<void>;
}

/** Connects on first use, and closes the connection when it has been idle for a while. */
export function createCanceller(databaseUrl: string): Canceller {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 10_000,
    allowExitOnIdle: true,
  });
  pool.on("error", () => {});
  return {
    async cancel(pid) {
      // if the cancellation fails, the statement's own timeout ends it
      await pool.query("SELECT pg_cancel_backend($1)", [pid]).catch(() => {});
    },
    close: () => pool.end(),
  };
}
