// The access to PostgreSQL: a Prisma client for rows and relations, a pg pool for set-based SQL and COPY.
import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { createCanceller } from "./cancel.ts";
import { Prisma, PrismaClient } from "./client/client.ts";
import { openPool, type PoolOptions } from "./pool.ts";

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
