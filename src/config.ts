// The only reader of process.env. Every setting is documented in the README's table; a test holds the two together.
import { resolve } from "node:path";
import { z } from "zod";

const port = z.coerce.number().int().min(0).max(65_535);
const flag = z.enum(["true", "false"]).transform((value) => value === "true");
const url = (protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    message: `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
  });

/** name -> {schema, default in words, meaning}: what the README's table says */
export const settings = {
  PORT: { schema: port.default(3000), fallback: "3000", meaning: "TCP port of the service; 0 takes a free one" },
  HOST: { schema: z.string().min(1).default("127.0.0.1"), fallback: "127.0.0.1", meaning: "address to listen on" },
  DISCLOSED_HOME: {
    schema: z.string().min(1).default(".disclosed"),
    fallback: ".disclosed",
    meaning: "folder for the embedded database, raw source files and run-time state",
  },
  DATABASE_URL: {
    schema: url(["postgres:", "postgresql:"]).optional(),
    fallback: "embedded PostgreSQL",
    meaning: "PostgreSQL 15 or newer to use instead of the embedded one",
  },
  DATABASE_POOL: {
    schema: z.coerce.number().int().min(2).max(200).default(10),
    fallback: "10",
    meaning: "database connections of one process",
  },
  STATEMENT_TIMEOUT_MS: {
    schema: z.coerce.number().int().min(100).max(600_000).default(10_000),
    fallback: "10000",
    meaning: "milliseconds after which a caller's database statement is ended",
  },
  REDIS_URL: {
    schema: url(["redis:", "rediss:"]).optional(),
    fallback: "none",
    meaning: "reserved for the Redis quota backend; without it quotas are counted in PostgreSQL",
  },
  TRUST_PROXY: {
    schema: z.string().default(""),
    fallback: "none",
    meaning:
      "addresses or CIDR blocks, separated by commas, of the proxies whose X-Forwarded-For is believed; `loopback` for 127.0.0.0/8 and ::1",
  },
  PUBLIC_URL: {
    schema: url(["http:", "https:"]).optional(),
    fallback: "http://HOST:PORT",
    meaning: "base URL that callers see, for links in answers and documents",
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
    schema: z.coerce.number().int().min(0).max(60_000).default(8_000),
    fallback: "8000",
    meaning: "milliseconds that running requests get to finish when the service is stopped",
  },
} as const;

export interface Config {
  port: number;
  host: string;
  /** absolute */
  home: string;
  /** undefined: embedded PostgreSQL */
  databaseUrl: string | undefined;
  databasePool: number;
  statementTimeoutMs: number;
  redisUrl: string | undefined;
  trustProxy: string[];
  publicUrl: string | undefined;
  logLevel: z.output<(typeof settings.LOG_LEVEL)["schema"]>;
  graphqlDev: boolean;
  shutdownGraceMs: number;
}

/** A setting that cannot be used; the message is the one line to print before exit 2. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

function read<Name extends keyof typeof settings>(
  env: NodeJS.ProcessEnv,
  name: Name,
): z.output<(typeof settings)[Name]["schema"]> {
  const raw = env[name];
  const result = settings[name].schema.safeParse(raw === "" ? undefined : raw);
  if (result.success) return result.data as z.output<(typeof settings)[Name]["schema"]>;
  throw new ConfigError(`${name}=${shown(name, raw)} is not usable: ${result.error.issues[0]?.message}`);
}

/** A URL may hold a password, and a misspelt one all the more: of those only the beginning is repeated. */
function shown(name: string, raw: string | undefined): string {
  return name.endsWith("_URL") ? `"${/^[a-z+]*(:\/\/)?/i.exec(raw ?? "")?.[0]}..."` : JSON.stringify(raw);
}

/** Resolves the configuration once. Throws ConfigError with one line for a bad value. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  return {
    port: read(env, "PORT"),
    host: read(env, "HOST"),
    home: resolve(read(env, "DISCLOSED_HOME")),
    databaseUrl: read(env, "DATABASE_URL"),
    databasePool: read(env, "DATABASE_POOL"),
    statementTimeoutMs: read(env, "STATEMENT_TIMEOUT_MS"),
    redisUrl: read(env, "REDIS_URL"),
    trustProxy: read(env, "TRUST_PROXY")
      .split(",")
      .map((entry) => entry.trim())
      .filter(Boolean),
    publicUrl: read(env, "PUBLIC_URL"),
    logLevel: read(env, "LOG_LEVEL"),
    graphqlDev: read(env, "GRAPHQL_DEV"),
    shutdownGraceMs: read(env, "SHUTDOWN_GRACE_MS"),
  };
}

/** Whether npm (`npm start`, `npx`) began this process, through a shell that may not pass a signal on. */
export function isBegunByNpm(env: NodeJS.ProcessEnv = process.env): boolean {
  return env.npm_lifecycle_event !== undefined;
}
