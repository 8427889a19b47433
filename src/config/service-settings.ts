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
    meaning: "processes that serve behind the one port",
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
      "`false` has PostgreSQL look up every list; otherwise a separate process holds an index of the lists in memory",
  },
  DIRECT_READS: {
    schema: flag.default(true),
    fallback: "true",
    meaning:
      "`false` has every trade read through Prisma in a transaction; else trades by id are read by one statement",
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
    meaning: "`false` has GraphQL documents interpreted instead of compiled to JavaScript",
  },
  FAST_PATH: {
    schema: flag.default(true),
    fallback: "true",
    meaning:
      "`false` has Node's HTTP server and Express handle every request; else a request with a known key for a cached response is answered before them",
  },
  STATEMENT_TIMEOUT_MS: {
    schema: whole(100, 600_000).default(10_000),
    fallback: "10000",
    meaning: "milliseconds after which a caller's database statement is ended",
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
      "read replicas of the database (streaming replication), separated by commas: a request whose data they have reached is read there, all else from DATABASE_URL",
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
      "addresses or CIDR blocks, separated by commas, of the proxies whose X-Forwarded-For is believed; `loopback` for 127.0.0.0/8 and ::1. A caller whose address they give in a form that cannot be read is on no allowlist",
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
      "signs the cookies of signed-in users; must be the same on every machine, e.g. of `openssl rand -base64 32`. Without it one is stored in DISCLOSED_HOME, which is enough for one machine",
  },
  SIGN_UP: {
    schema: z.enum(["open", "approval", "closed"]).default("open"),
    fallback: "open",
    meaning:
      "who may create an account: `open` any person, `approval` any person, once the operator has run `npx disclosed accounts approve`, `closed` only the operator",
  },
  FREE_ACCOUNTS_PER_ADDRESS: {
    schema: whole(1, 1_000_000).default(10),
    fallback: "10",
    meaning: "sign-ups that one address (of IPv6: one /64) has in 30 days",
  },
  PLAN_CHANGES: {
    schema: z.enum(["ask", "immediate"]).default("ask"),
    fallback: "ask",
    meaning:
      "what happens when a plan is chosen on the account page: `ask` records the request for the operator, `immediate` changes the plan immediately",
  },
  LOG_LEVEL: {
    schema: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
    fallback: "info",
    meaning: "least severe log line that is written",
  },
  GRAPHQL_DEV: {
    schema: flag.default(false),
    fallback: "false",
    meaning: "`true` opens arbitrary GraphQL operations, introspection and GraphiQL on loopback, for development",
  },
  SHUTDOWN_GRACE_MS: {
    schema: whole(0, 60_000).default(8_000),
    fallback: "8000",
    meaning: "milliseconds that running requests get to finish when the service is stopped",
  },
} as const;
