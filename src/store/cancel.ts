// Ends the statement that another connection of ours runs, when its client has closed the request. It has a connection of its
// own: when it is needed most, all those of the pool are busy with such statements.
import pg from "pg";

export interface Canceller {
  /** Ends what the backend with this process id runs; a backend that runs nothing is left as it is. Never rejects. */
  cancel(pid: number): Promise<void>;
  close(): Promise<void>;
}

/** Connects when it is first needed, and lets go of the connection after a while. */
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
      // where it fails, the statement's own timeout ends it
      await pool.query("SELECT pg_cancel_backend($1)", [pid]).catch(() => {});
    },
    close: () => pool.end(),
  };
}
