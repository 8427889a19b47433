// The access to PostgreSQL: a Prisma client for rows and relations, a pg pool for set-based SQL and COPY, and snapshots.
// Direct or through a transaction pooler such as PgBouncer. A traced statement has a span, with its text and without its
// values.
import type { Socket } from "node:net";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { inSpan, isTracing } from "../lib/spans.ts";
import type { SnapshotVersion } from "../ports/execution.ts";
import { Prisma, PrismaClient } from "./client/client.ts";

/** characters of a statement's text that its span has */
const maxTextLength = 2_000;

type Query = (...given: unknown[]) => unknown;

/** Traces the statements of a connection, in both forms of pg's query(): with a callback, and with a promise. */
function traceStatements(client: pg.PoolClient): void {
  const plain = client.query.bind(client) as Query;
  const traced: Query = (...given) => {
    const text = textOf(given[0]);
    if (text === undefined) return plain(...given);
    const callback =
      typeof given.at(-1) === "function" ? (given.pop() as (error: unknown, result?: unknown) => void) : undefined;
    const name = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? "SQL";
    const attributes = { "db.system.name": "postgresql", "db.query.text": text.slice(0, maxTextLength) };
    const result = inSpan({ name, kind: "client", attributes }, () => plain(...given) as Promise<unknown>);
    if (!callback) return result;
    result.then(
      (rows) => callback(null, rows),
      (error) => callback(error),
    );
    return undefined;
  };
  client.query = traced as pg.PoolClient["query"];
}

/** The SQL text; undefined for streams (COPY, cursors), which are not traced. */
function textOf(config: unknown): string | undefined {
  if (typeof config === "string") return config;
  if (typeof config !== "object" || config === null || "submit" in config) return undefined;
  return "text" in config && typeof config.text === "string" ? config.text : undefined;
}

interface PoolOptions {
  databaseUrl: string;
  /** maximum connections of the pool, which Prisma and plain SQL share */
  maxConnections?: number | undefined;
  /** milliseconds after which PostgreSQL ends a statement; 0 = never (ingestion, derivation) */
  statementTimeoutMs?: number | undefined;
  /** milliseconds to wait for a connection before the query fails, so that a hanging server does not block callers */
  connectionTimeoutMs?: number | undefined;
  /**
   * the connection goes through a transaction pooler: no session state is used, so statements have no names and their
   * timeout is set in each transaction
   */
  pooled?: boolean | undefined;
  /**
   * for data that are loaded again after a crash, into a store without readers: commits do not wait for the disk,
   * and changes are not logged for subscriptions (disclosed_log_changes)
   */
  fillsNewStore?: boolean | undefined;
}

/** The second setting says that everything is logged already. */
const ofNewStore = " -c synchronous_commit=off -c disclosed.logged=9223372036854775807";

/** Opens the pool; nothing is connected until the first query. */
function openPool(options: PoolOptions): pg.Pool {
  const { pooled = false, statementTimeoutMs, fillsNewStore = false } = options;
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 10_000,
    // a pooler refuses connections with session settings
    statement_timeout: pooled ? undefined : statementTimeoutMs || undefined,
    // JIT compilation takes seconds and does not pay off for any of our statements
    options: pooled ? undefined : `-c jit=off${fillsNewStore ? ofNewStore : ""}`,
    types: { getTypeParser: parserFor },
    ...(pooled && { Client: UnnamedClient }),
  });
  if (isTracing()) pool.on("connect", traceStatements);
  if (statementTimeoutMs) closeSilentConnections(pool, statementTimeoutMs + silenceMs);
  // a lost connection must not end the process, idle or in use: its current or next query reports the error
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Sends statements without names: a prepared statement would remain in a backend that serves another client next. */
class UnnamedClient extends pg.Client {
  override query = ((config: unknown, ...rest: unknown[]) => {
    const isNamed = typeof config === "object" && config !== null && "name" in config && !("submit" in config);
    // the signature is that of whichever overload of pg.Client was called
    const query = super.query as (this: pg.Client, ...given: unknown[]) => unknown;
    return query.call(this, isNamed ? { ...config, name: undefined } : config, ...rest);
  }) as pg.Client["query"];
}

/** how long after the statement timeout the server's response may still arrive */
const silenceMs = 2_000;

/**
 * Closes connections that have received nothing for `ms`: no statement runs that long, so the server or the network is
 * down, which TCP alone would detect only after 15 minutes.
 */
function closeSilentConnections(pool: pg.Pool, ms: number): void {
  pool.on("connect", (client) => {
    // the types of pg do not declare the client's connection
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.setTimeout(ms, () => stream.destroy(new Error(`Connection terminated: no response for ${ms} ms`)));
  });
}

const dateOid = 1082;

/** pg parses `date` to a local Date; here a calendar date stays text. pg leaves numerics and bigints as text anyway. */
function parserFor(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  if (oid === dateOid) return (value) => value;
  return pg.types.getTypeParser(oid, format as "text") as (value: string) => unknown;
}

// Cancels a running statement when the client has closed the request. It uses a separate connection, because the
// connections of the pool may all be busy with such statements.
interface Canceller {
  /** Cancels the statement of the backend with this process id, if it runs one. Never rejects. */
  cancel(pid: number): Promise<void>;
  close(): Promise<void>;
}

/** Connects on first use, and closes the connection when it has been idle for a while. */
function createCanceller(databaseUrl: string): Canceller {
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

export { Prisma };

/** A Prisma client or the client of a running transaction. */
export type Db = PrismaClient | Prisma.TransactionClient;

export interface Store {
  prisma: PrismaClient;
  pool: pg.Pool;
  /** Cancels the statement of the connection with this backend process id. Never rejects. */
  cancel(pid: number): Promise<void>;
  /** Ends all connections; the store is unusable afterwards. */
  close(): Promise<void>;
}

/** Opens the store. Nothing is connected until the first query. Dates are read and written as calendar dates. */
export function openStore(options: PoolOptions): Store {
  const pool = openPool(options);
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: statementNames() }),
    log: [{ emit: "event", level: "query" }],
  });
  // no cancellation behind a pooler: the backend may already serve another client. The statement's own timeout ends it
  const canceller = options.pooled ? undefined : createCanceller(options.databaseUrl);
  return {
    prisma,
    pool,
    cancel: async (pid) => await canceller?.cancel(pid),
    async close() {
      await prisma.$disconnect();
      await pool.end();
      await canceller?.close();
    },
  };
}

/** Names of prepared statements: one name per SQL text, at most a thousand; further statements are unnamed. */
function statementNames(): (statement: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known) return known;
    if (names.size >= 1000) return "";
    const name = `disclosed_${names.size}`;
    names.set(sql, name);
    return name;
  };
}

// Runs one operation in one snapshot: total, rows, relations and the data version of the cached response are
// consistent.

export interface SnapshotLimits {
  /** timeout of the whole operation in milliseconds */
  timeoutMs: number;
  /** milliseconds to wait for a connection */
  maxWaitMs: number;
  /** aborts when the client has closed the request: the running statement is then cancelled */
  signal?: AbortSignal | undefined;
}

/**
 * Runs in one REPEATABLE READ READ ONLY transaction. When the signal aborts, it cancels the running statement and
 * rejects.
 */
export async function inSnapshot<Result>(
  store: Store,
  { timeoutMs, maxWaitMs, signal }: SnapshotLimits,
  run: (db: Db, version: SnapshotVersion) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  return store.prisma.$transaction(
    async (db) => {
      // the first statement makes the transaction read-only, bounds every statement and takes the snapshot
      const [row] = await db.$queryRaw<{ version: string; asOf: Date; kind: string; pid: number }[]>`
        SELECT version::text, as_of AS "asOf", kind, pg_backend_pid() AS pid, set_config('transaction_read_only', 'on', true) AS mode,
          set_config('statement_timeout', ${String(timeoutMs)}, true) AS bound, set_config('jit', 'off', true) AS jit
        FROM data_version
        WHERE id = 1`;
      if (!row) throw new Error("the store has no data version; it was not migrated");
      const { version: dataVersion, kind, pid } = row;
      const sample = kind === "sample" || kind === "filling";
      return cancelledBy(signal, store, pid, () => run(db, { dataVersion, asOf: row.asOf.toISOString(), sample }));
    },
    { isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead, timeout: timeoutMs, maxWait: maxWaitMs },
  );
}

/**
 * Runs work and cancels its statement when the signal aborts. It waits for a pending cancellation before the connection
 * is released: later the cancellation could hit a statement of another request.
 */
async function cancelledBy<Result>(
  signal: AbortSignal | undefined,
  store: Store,
  pid: number,
  work: () => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  let cancelled: Promise<void> | undefined;
  const cancel = () => {
    cancelled = store.cancel(pid);
  };
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    const result = await work();
    signal?.throwIfAborted();
    return result;
  } finally {
    signal?.removeEventListener("abort", cancel);
    await cancelled;
  }
}
