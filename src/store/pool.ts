// The connections to PostgreSQL, directly or through a transaction pooler (PgBouncer and its like).
import type { Socket } from "node:net";
import pg from "pg";
import { isTracing } from "../spans.ts";
import { traceStatements } from "./traced.ts";

export interface PoolOptions {
  databaseUrl: string;
  /** connections of the pool that Prisma and plain SQL share */
  maxConnections?: number | undefined;
  /** milliseconds after which PostgreSQL ends a statement; 0 = never (ingestion, derivation) */
  statementTimeoutMs?: number | undefined;
  /** milliseconds to wait for a connection before the query fails; a hanging server must not hang its callers */
  connectionTimeoutMs?: number | undefined;
  /**
   * a transaction pooler is in between: nothing is asked of a session, so statements have no names and their limit is set
   * in each transaction
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
    // a pooler refuses connections that ask for settings of their own
    statement_timeout: pooled ? undefined : statementTimeoutMs || undefined,
    // compiling a statement takes seconds, and pays for none of ours
    options: pooled ? undefined : "-c jit=off",
    types: { getTypeParser: parserFor },
    ...(pooled && { Client: UnnamedClient }),
  });
  if (isTracing()) pool.on("connect", traceStatements);
  if (statementTimeoutMs) giveUpTheSilent(pool, statementTimeoutMs + silenceMs);
  // a connection that breaks must not end the process, idle or in use: its query, or the next one, reports the loss
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Statements without names: a prepared one would stay behind with a backend that serves another client next. */
class UnnamedClient extends pg.Client {
  override query = ((config: unknown, ...rest: unknown[]) => {
    const isNamed = typeof config === "object" && config !== null && "name" in config && !("submit" in config);
    // the signatures are those of pg.Client, whichever was called
    const query = super.query as (this: pg.Client, ...given: unknown[]) => unknown;
    return query.call(this, isNamed ? { ...config, name: undefined } : config, ...rest);
  }) as pg.Client["query"];
}

/** how much later than its statement's end a server's answer may come */
const silenceMs = 2_000;

/**
 * Closes connections on which nothing has come for `ms`: no statement runs so long, so the server or the way to it is gone,
 * and TCP alone would find that out after a quarter of an hour.
 */
function giveUpTheSilent(pool: pg.Pool, ms: number): void {
  pool.on("connect", (client) => {
    // the types of pg do not know the client's connection
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.setTimeout(ms, () => stream.destroy(new Error(`Connection terminated: nothing came for ${ms} ms`)));
  });
}

const dateOid = 1082;

/** pg turns `date` into a local Date; a calendar date must stay the text that it is. Numerics and bigints stay text anyway. */
function parserFor(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  if (oid === dateOid) return (value) => value;
  return pg.types.getTypeParser(oid, format as "text") as (value: string) => unknown;
}
