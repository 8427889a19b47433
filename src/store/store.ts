// The one door to PostgreSQL: a Prisma client for rows and relations, a pg pool for set-based SQL and COPY.
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { Prisma, PrismaClient } from "./client/client.ts";

export { Prisma };

/** A Prisma client or the client of a running transaction. */
export type Db = PrismaClient | Prisma.TransactionClient;

export interface Store {
  prisma: PrismaClient;
  pool: pg.Pool;
  /** Ends all connections; the store is unusable afterwards. */
  close(): Promise<void>;
}

export interface StoreOptions {
  databaseUrl: string;
  /** connections of the pool that Prisma and plain SQL share */
  maxConnections?: number;
  /** milliseconds after which PostgreSQL ends a statement; 0 = never (ingestion, derivation) */
  statementTimeoutMs?: number;
  /** milliseconds to wait for a connection before the query fails; a hanging server must not hang its callers */
  connectionTimeoutMs?: number;
}

/** Opens the store. Nothing is connected until the first query. Dates are read and written as calendar dates. */
export function openStore(options: StoreOptions): Store {
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 10_000,
    statement_timeout: options.statementTimeoutMs || undefined,
    types: { getTypeParser: parserFor },
  });
  // an idle connection that breaks must not end the process; the next query reports the loss
  pool.on("error", () => {});
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: statementName }),
    log: [{ emit: "event", level: "query" }],
  });
  return {
    prisma,
    pool,
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

const dateOid = 1082;

/** pg turns `date` into a local Date; a calendar date must stay the text that it is. Numerics and bigints stay text anyway. */
function parserFor(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  if (oid === dateOid) return (value) => value;
  return pg.types.getTypeParser(oid, format as "text") as (value: string) => unknown;
}

const names = new Map<string, string>();

/** Prepared statements: one name for one text, at most a thousand of them a process, then unnamed. */
function statementName({ sql }: { sql: string }): string {
  const known = names.get(sql);
  if (known) return known;
  if (names.size >= 1000) return "";
  const name = `disclosed_${names.size}`;
  names.set(sql, name);
  return name;
}
