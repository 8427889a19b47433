// Locks for the lifetime of a process: each is held by a separate database connection, so that the lock is released
// when the process dies, however suddenly.
import pg from "pg";
import type { Store } from "../store.ts";

export interface SessionLock {
  /** aborts when the connection is lost: from then on another process may take the lock */
  lost: AbortSignal;
  release(): Promise<void>;
}

/** Each process of `disclosed sync --watch` takes this lock in shared mode. */
export const watcherLock = "disclosed:watch";

/** The SQL expression of a lock's key; `name` is an SQL expression. */
const keyOf = (name: string) => `hashtextextended(${name}, 0)`;

/** Takes the lock of that name; null if another process has it. Requires a direct connection without a pooler. */
export function trySessionLock(store: Pick<Store, "pool">, name: string): Promise<SessionLock | null> {
  return acquireLocks(store, "pg_try_advisory_lock", [name]);
}

/** Takes locks in shared mode, so that other processes can detect this one (isHeld). */
export async function shareSessionLocks(store: Pick<Store, "pool">, names: string[]): Promise<SessionLock> {
  const lock = await acquireLocks(store, "pg_try_advisory_lock_shared", names);
  if (!lock) throw new Error(`no process can take the lock ${names.join(", ")} in exclusive mode`);
  return lock;
}

async function acquireLocks(
  store: Pick<Store, "pool">,
  take: "pg_try_advisory_lock" | "pg_try_advisory_lock_shared",
  names: string[],
): Promise<SessionLock | null> {
  const client = new pg.Client({
    connectionString: String(store.pool.options.connectionString),
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  const lost = new AbortController();
  const lose = () => lost.abort(new Error(`the database connection that held the lock ${names.join(", ")} was lost`));
  client.on("error", lose);
  client.on("end", lose);
  await client.connect();
  try {
    // the lock of a machine that is down must not last for hours: the server probes idle clients
    await client.query("SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3");
    const { rows } = await client.query(
      `SELECT bool_and(${take}(${keyOf("name")})) AS locked FROM unnest($1::text[]) AS name`,
      [names],
    );
    if (rows[0]?.locked) return { lost: lost.signal, release: () => release(client) };
  } catch (error) {
    await release(client);
    throw error;
  }
  await release(client);
  return null;
}

/**
 * Waits for the lock of that name, then does the work while no other process does work of that name. Throws what the
 * work throws.
 */
export async function inTurn<T>(store: Pick<Store, "pool">, name: string, work: () => Promise<T>): Promise<T> {
  const client = await store.pool.connect();
  try {
    await client.query("BEGIN");
    await client.query(`SELECT pg_advisory_xact_lock(${keyOf("$1")})`, [name]);
    return await work();
  } finally {
    // nothing was written in this transaction; a lost connection has already released the lock
    await client.query("ROLLBACK").then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  }
}

/** SQL condition: the lock is free. It takes the lock until the end of the transaction. `name` is an SQL expression. */
export const isFree = (name: string) => `pg_try_advisory_xact_lock(${keyOf(name)})`;

/**
 * SQL condition: a process has the lock, exclusive or shared. It does not take the lock itself. `name` is an SQL
 * expression.
 */
export const isHeld = (name: string) => `EXISTS (
  SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND l.classid = ((${keyOf(name)} >> 32) & 4294967295)::oid AND l.objid = (${keyOf(name)} & 4294967295)::oid)`;

/** Is the lock free now? */
export async function isFreeNow(store: Pick<Store, "pool">, name: string): Promise<boolean> {
  const { rows } = await store.pool.query(`SELECT ${isFree("$1")} AS free`, [name]);
  return rows[0]?.free === true;
}

async function release(client: pg.Client): Promise<void> {
  client.removeAllListeners("end");
  await client.end().catch(() => {});
}
