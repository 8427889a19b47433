// The settings of the service: addresses, database, caches, quotas, accounts.
import { z } from "zod";
import { baseUrl, flag, host, port, url, whole } from "./values.ts";

/** name -> {schema, default in words, meaning}: rows of the table in docs/settings.md */
export const serviceSettings = {
  PORT: { schema: port.default(3000), fallback: "3000", meaning: "TCP port of the service; 0 picks a free one" },
  HOST: { schema: host.default("127.0.0.1"), fallback: "127.0.0.1", meaning: "address to listen on" },
  WORKERS: {
    schema: whole(1, 256).default(1),
    fallback: "1",
    meaning: "processes that serve on the same port",
  },
  DISCLOSED_HOME: {
    schema: z.string().min(1).default(".disclosed"),
    fallback: ".disclosed",
    meaning: "folder for the embedded database, raw source files and run-time state; one service at a time",
  },
  DATABASE_URL: {
    schema: url(["postgres:", "postgresql:"]).optional(),
    fallback: "embedded PostgreSQL",
    meaning: "PostgreSQL 15 or newer to use instead of the embedded one",
  },
  DATABASE_POOL: {
    schema: whole(2, 200).default(10),
    fallback: "10",
    meaning: "database connections of one process",
  },
  RESPONSE_CACHE_MB: {
    schema: whole(0, 65_536).default(64),
    fallback: "64",
    meaning: "megabytes of responses that each process caches until the data change; 0 caches none",
  },
  TRADE_INDEX: {
    schema: flag.default(true),
    fallback: "true",
    meaning:
      "`true`: a separate process holds an index of the lists in memory; `false`: PostgreSQL searches every list",
  },
  TRADE_INDEX_DIR: {
    schema: z.string().min(1).optional(),
    fallback: "`index` in DISCLOSED_HOME",
    meaning:
      "folder in which the index of the lists is stored, so that the next start reads it instead of all rows; `off` stores none",
  },
  DIRECT_READS: {
    schema: flag.default(true),
    fallback: "true",
    meaning: "`true`: one statement reads trades by id; `false`: Prisma reads every trade in a transaction",
  },
  ROW_CACHE_MB: {
    schema: whole(0, 65_536).default(64),
    fallback: "64",
    meaning:
      "megabytes of rows that each process caches as responses show them, until these rows change; 0 caches none",
  },
  COMPILED_QUERIES: {
    schema: flag.default(true),
    fallback: "true",
    meaning: "`true`: GraphQL documents are compiled to JavaScript; `false`: they are interpreted",
  },
  FAST_PATH: {
    schema: flag.default(true),
    fallback: "true",
    meaning:
      "`true`: a response in JSON to a known key is sent before Node's HTTP server and Express; `false`: these handle every request",
  },
  STATEMENT_TIMEOUT_MS: {
    schema: whole(100, 600_000).default(10_000),
    fallback: "10000",
    meaning: "milliseconds after which a caller's database statement is cancelled",
  },
  DATABASE_DIRECT_URL: {
    schema: url(["postgres:", "postgresql:"]).optional(),
    fallback: "DATABASE_URL",
    meaning: "the same database without a transaction pooler in between, for LISTEN, advisory locks and loading",
  },
  DATABASE_REPLICA_URLS: {
    schema: z
      .string()
      .default("")
      .transform((text) =>
        text
          .split(",")
          .map((entry) => entry.trim())
          .filter(Boolean),
      )
      .pipe(z.array(url(["postgres:", "postgresql:"]))),
    fallback: "none",
    meaning:
      "read replicas of the database (streaming replication), separated by commas: requests are read from a replica that has the requested data, all others from DATABASE_URL",
  },
  REDIS_URL: {
    schema: z
      .string()
      .regex(/^rediss?(\+(cluster|sentinel))?:\/\/\S+$/i, {
        message: "must begin with redis://, redis+cluster:// or redis+sentinel:// (rediss for TLS)",
      })
      .optional(),
    fallback: "none",
    meaning:
      "Redis 7 or newer to count limits in: `redis://[user:password@]host:port`, `redis+cluster://host:port,host:port` or `redis+sentinel://host:port,host:port/master` (`rediss` for TLS); without it they are counted in PostgreSQL",
  },
  TRUST_PROXY: {
    schema: z.string().default(""),
    fallback: "none",
    meaning:
      "addresses or CIDR blocks, separated by commas, of the proxies whose X-Forwarded-For is believed; `loopback` for 127.0.0.0/8 and ::1. A caller whose forwarded address cannot be read is on no allowlist",
  },
  PUBLIC_URL: {
    schema: baseUrl.optional(),
    fallback: "http://HOST:PORT",
    meaning: "base URL that callers see, for links in responses and documents",
  },
  SESSION_SECRET: {
    schema: z
      .string()
      .regex(/^[!-~]{32,512}$/, { message: "must be 32 or more printable ASCII characters without spaces" })
      .optional(),
    fallback: "created at the first start",
    meaning:
      "signs the cookies of signed-in users; must be the same on every machine, e.g. from `openssl rand -base64 32`. Without it one is created and stored in DISCLOSED_HOME, which is enough for one machine",
  },
  SIGN_UP: {
    schema: z.enum(["open", "approval", "closed"]).default("open"),
    fallback: "open",
    meaning:
      "who may create an account: `open` any person, `approval` any person, but the operator must approve it with `npx disclosed accounts approve`, `closed` only the operator",
  },
  FREE_ACCOUNTS_PER_ADDRESS: {
    schema: whole(1, 1_000_000).default(10),
    fallback: "10",
    meaning: "max sign-ups from one address (IPv6: one /64) in 30 days",
  },
  PUBLIC_PAGES: {
    schema: z.enum(["open", "accounts", "off"]).default("open"),
    fallback: "open",
    meaning:
      "who may see the data pages (/trades, /congress and others): `open` any visitor, `accounts` signed-in people, `off` administrators",
  },
  PUBLIC_PAGES_PER_MINUTE: {
    schema: whole(1, 1_000_000).default(120),
    fallback: "120",
    meaning: "max data pages per minute for one address (IPv6: one /64), counted by each process",
  },
  PAGE_CACHE_MB: {
    schema: whole(0, 65_536).default(32),
    fallback: "32",
    meaning: "megabytes of rendered data pages that each process caches until the data change; 0 caches none",
  },
  PLAYGROUND: {
    schema: flag.default(false),
    fallback: "false",
    meaning:
      "`true` serves the API at `/playground/api/v1` without a key: invented sample data from a separate database, 20 requests a minute for one address, with a form on each endpoint's page of the reference",
  },
  PLAN_CHANGES: {
    schema: z.enum(["ask", "immediate"]).default("ask"),
    fallback: "ask",
    meaning:
      "what happens when a user chooses a plan on the account page: `ask` records the request for the operator, `immediate` changes the plan at once",
  },
  LOG_LEVEL: {
    schema: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
    fallback: "info",
    meaning: "level of the least severe log lines that are written",
  },
  GRAPHQL_DEV: {
    schema: flag.default(false),
    fallback: "false",
    meaning: "`true` allows arbitrary GraphQL operations, introspection and GraphiQL on loopback, for development",
  },
  SHUTDOWN_GRACE_MS: {
    schema: whole(0, 60_000).default(8_000),
    fallback: "8000",
    meaning: "milliseconds that running requests have to finish when the service is stopped",
  },
} as const;
