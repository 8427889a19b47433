// Locks that live as long as a process does: each is held by a database connection of its own, so that a process that dies, however
// suddenly, lets go of it.
import pg from "pg";
import type { Store } from "./store.ts";

export interface SessionLock {
  /** aborts when the connection is lost: the lock is another's to take from then on */
  lost: AbortSignal;
  release(): Promise<void>;
}

/** Shared by each process of `disclosed sync --watch` while it lives. */
export const watcherLock = "disclosed:watch";

/** The SQL expression of a lock's key; `name` is an SQL expression. */
const keyOf = (name: string) => `hashtextextended(${name}, 0)`;

/** Takes the lock of that name, or null when another process has it. Needs a direct connection: no pooler between. */
export function trySessionLock(store: Pick<Store, "pool">, name: string): Promise<SessionLock | null> {
  return takeLocks(store, "pg_try_advisory_lock", [name]);
}

/** Takes locks in shared mode, so that other processes see that one is there (isHeld). */
export async function shareSessionLocks(store: Pick<Store, "pool">, names: string[]): Promise<SessionLock> {
  const lock = await takeLocks(store, "pg_try_advisory_lock_shared", names);
  if (!lock) throw new Error(`no process takes the lock ${names.join(", ")} in exclusive mode`);
  return lock;
}

async function takeLocks(
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
    // a machine that vanished must not hold the lock for hours: the server asks after a silent client
    await client.query("SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3");
    const { rows } = await client.query(
      `SELECT bool_and(${take}(${keyOf("name")})) AS taken FROM unnest($1::text[]) AS name`,
      [names],
    );
    if (rows[0]?.taken) return { lost: lost.signal, release: () => release(client) };
  } catch (error) {
    await release(client);
    throw error;
  }
  await release(client);
  return null;
}

/** Does the work while no other process does work of that name; waits for its turn. Throws what the work throws. */
export async function inTurn<T>(store: Pick<Store, "pool">, name: string, work: () => Promise<T>): Promise<T> {
  const client = await store.pool.connect();
  try {
    await client.query("BEGIN");
    await client.query(`SELECT pg_advisory_xact_lock(${keyOf("$1")})`, [name]);
    return await work();
  } finally {
    // nothing was written here; a connection that was lost has let go of the lock already
    await client.query("ROLLBACK").then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  }
}

/** Whether the lock is free; an SQL condition. `name` is an SQL expression. */
export const isFree = (name: string) => `pg_try_advisory_xact_lock(${keyOf(name)})`;

/** Whether a process holds the lock, or shares it; an SQL condition that takes nothing itself. `name` is an SQL expression. */
export const isHeld = (name: string) => `EXISTS (
  SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND l.classid = ((${keyOf(name)} >> 32) & 4294967295)::oid AND l.objid = (${keyOf(name)} & 4294967295)::oid)`;

/** Whether the lock is free now. */
export async function isFreeNow(store: Pick<Store, "pool">, name: string): Promise<boolean> {
  const { rows } = await store.pool.query(`SELECT ${isFree("$1")} AS free`, [name]);
  return rows[0]?.free === true;
}

async function release(client: pg.Client): Promise<void> {
  client.removeAllListeners("end");
  await client.end().catch(() => {});
}
