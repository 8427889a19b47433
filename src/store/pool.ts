// The connections to PostgreSQL, direct or through a transaction pooler such as PgBouncer.
import type { Socket } from "node:net";
import pg from "pg";
import { isTracing } from "../spans.ts";
import { traceStatements } from "./traced.ts";

export interface PoolOptions {
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
}

/** Opens the pool; nothing is connected until the first query. */
export function openPool(options: PoolOptions): pg.Pool {
  const { pooled = false, statementTimeoutMs } = options;
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 10_000,
    // a pooler refuses connections with session settings
    statement_timeout: pooled ? undefined : statementTimeoutMs || undefined,
    // JIT compilation takes seconds and does not pay off for any of our statements
    options: pooled ? undefined : "-c jit=off",
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
    stream.setTimeout(ms, () => stream.destroy(new Error(`Connection terminated: nothing came for ${ms} ms`)));
  });
}

const dateOid = 1082;

/** pg parses `date` to a local Date; here a calendar date stays text. pg leaves numerics and bigints as text anyway. */
function parserFor(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  if (oid === dateOid) return (value) => value;
  return pg.types.getTypeParser(oid, format as "text") as (value: string) => unknown;
}
