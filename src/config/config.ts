// The only reader of process.env. Every setting is documented in docs/settings.md; a test compares the two.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { diskProblem, reasonOf } from "../lib/reason.ts";
import { trimEndOf } from "../lib/text-ends.ts";
import { contact } from "./contact.ts";
import { cronFault } from "./cron.ts";
import { currentFolder, lostFolderProblem } from "./current-folder.ts";
import { problemsTogether, type SettingProblem } from "./settings-together.ts";

const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  const digits = z.string().regex(/^\d{1,10}$/, { error });
  return digits.transform(Number).pipe(z.number().min(min, { error }).max(max, { error }));
};
const port = whole(0, 65_535);
const flag = z.enum(["true", "false"]).transform((value) => value === "true");
const url = (protocols: string[]) =>
  // a URL parser drops line breaks, and spaces at both ends
  z
    .string()
    .refine((value) => !/\s/.test(value) && URL.canParse(value) && protocols.includes(new URL(value).protocol), {
      message: `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
    });

/** a base URL, to which paths are appended */
const baseUrl = url(["http:", "https:"]).refine(
  (value) => !URL.canParse(value) || /^https?:\/\/[^\s?#@\\]+$/i.test(value),
  { message: "must be a URL without user, password, query, fragment and spaces" },
);

const httpUrl = baseUrl.transform((value) => trimEndOf(value, "/"));

const host = z.string().regex(/^\S+$/, { message: "must be an address or a name without spaces" });

/** a folder that exists or can be made */
const folder = z.string().superRefine((path, { addIssue }) => {
  const problem = folderProblem(path);
  if (problem !== undefined) addIssue({ code: "custom", message: problem });
});

function folderProblem(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && !found.isDirectory() ? "it is a file and not a folder" : undefined;
  } catch (error) {
    // what this process may not enter now may be mounted when it is needed
    return (error as NodeJS.ErrnoException).code === "EACCES" ? undefined : diskProblem(error)?.what;
  }
}

/** `source=cron; source=off`; the scheduler validates the cron expression */
const schedules = z
  .string()
  .refine((text) => text.split(";").every((part) => /^(?:\w+\s*=\s*(?:off|\S+(?:\s+\S+){4}))?$/.test(part.trim())), {
    message: "must be source=cron or source=off, separated by semicolons; a cron expression has five fields",
  })
  .transform((text): Partial<Record<string, string>> => {
    const parts = text.split(";").filter((part) => part.trim() !== "");
    return Object.fromEntries(parts.map((part) => part.split("=", 2).map((side) => side.trim())));
  });

/** a cron expression of five fields */
const cron = z.string().superRefine((text, { addIssue }) => {
  const fault = cronFault(text);
  if (fault !== undefined) addIssue({ code: "custom", message: `must be a cron expression of five fields: ${fault}` });
});

/** name -> {schema, default in words, meaning}: the rows of the table in docs/settings.md */
export const settings = {
  PORT: { schema: port.default(3000), fallback: "3000", meaning: "TCP port of the service; 0 takes a free one" },
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
    meaning: "`false` has PostgreSQL look up every list; else a separate process holds an index of them in memory",
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
    meaning: "megabytes of rows that each process caches as responses show them, until the data change; 0 caches none",
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
      "Redis 7 or newer to count quotas in: `redis://[user:password@]host:port`, `redis+cluster://host:port,host:port` or `redis+sentinel://host:port,host:port/master` (`rediss` for TLS); without it they are counted in PostgreSQL",
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
    meaning: "base URL that callers see, for links in answers and documents",
  },
  SESSION_SECRET: {
    schema: z
      .string()
      .regex(/^[!-~]{32,512}$/, { message: "must be 32 or more printable ASCII characters without spaces" })
      .optional(),
    fallback: "made at the first start",
    meaning:
      "signs the cookies of people who are signed in; the same on every machine, e.g. of `openssl rand -base64 32`. Without it one is stored in DISCLOSED_HOME, which is enough for one machine",
  },
  SIGN_UP: {
    schema: z.enum(["open", "approval", "closed"]).default("open"),
    fallback: "open",
    meaning:
      "who may make an account: `open` any person, `approval` any person, but the account waits for `npx disclosed accounts approve`, `closed` only the operator",
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
  METRICS_PORT: {
    schema: port.optional(),
    fallback: "none",
    meaning: "port of `/metrics` for Prometheus (docs/metrics.md)",
  },
  METRICS_HOST: {
    schema: host.default("127.0.0.1"),
    fallback: "127.0.0.1",
    meaning: "address that `/metrics` listens on; any client that reaches it may read it",
  },
  SYNC_METRICS_PORT: {
    schema: port.optional(),
    fallback: "none",
    meaning:
      "port on METRICS_HOST where `disclosed sync --watch` serves `/metrics`, `/healthz` and `/readyz`; not the service's METRICS_PORT, so that both may run on one machine",
  },
  BACKUP_DIR: {
    schema: folder.optional(),
    fallback: "none",
    meaning:
      "folder for scheduled backups, which one of the processes with this setting (`disclosed sync --watch` or the service) writes; none are made without it (docs/operations/backup.md)",
  },
  BACKUP_SCHEDULE: {
    schema: cron.default("15 2 * * *"),
    fallback: "15 2 * * *",
    meaning: "when a backup is due: a cron expression of five fields in UTC; the first one is due at once",
  },
  BACKUP_KEEP: {
    schema: whole(1, 10_000).default(7),
    fallback: "7",
    meaning: "backups that are retained in BACKUP_DIR; older ones are deleted when a newer one is written and checked",
  },
  EXPORTS_DIR: {
    schema: folder.optional(),
    fallback: "none",
    meaning:
      "folder of the ready-made files that callers download, for the service, `disclosed sync --watch` and `disclosed export --publish`; none are made or offered without it (docs/guides/bulk.md)",
  },
  EXPORTS_SCHEDULE: {
    schema: cron.default("30 4 * * *"),
    fallback: "30 4 * * *",
    meaning: "when `disclosed sync --watch` updates the files of EXPORTS_DIR: a cron expression of five fields in UTC",
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: httpUrl.optional(),
    fallback: "none",
    meaning:
      "base URL of an OpenTelemetry collector (OTLP over HTTP) that traces are sent to, e.g. `http://127.0.0.1:4318`; the other standard variables apply as well (docs/operations/traces.md)",
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    schema: httpUrl.optional(),
    fallback: "OTEL_EXPORTER_OTLP_ENDPOINT/v1/traces",
    meaning: "the whole URL that traces are sent to, where it is not the usual one",
  },
  OTEL_SDK_DISABLED: {
    schema: flag.default(false),
    fallback: "false",
    meaning: "`true` sends no traces, whatever the endpoint",
  },
  CONTACT: {
    schema: contact.optional(),
    fallback: "none",
    meaning:
      "who fetches from publishers: a name and an e-mail address, sent as the User-Agent, e.g. `Jane Doe jane@<your domain>`; nothing is fetched without it, and reserved domains (example.com, .test), URLs and parentheses are refused",
  },
  SEC_URL: {
    schema: httpUrl.default("https://www.sec.gov"),
    fallback: "https://www.sec.gov",
    meaning: "base URL of EDGAR's indexes and filings",
  },
  SEC_DATA_URL: {
    schema: httpUrl.default("https://data.sec.gov"),
    fallback: "https://data.sec.gov",
    meaning: "base URL of EDGAR's submissions by company",
  },
  HOUSE_URL: {
    schema: httpUrl.default("https://disclosures-clerk.house.gov"),
    fallback: "https://disclosures-clerk.house.gov",
    meaning: "base URL of the House Clerk's yearly indexes and reports",
  },
  SENATE_URL: {
    schema: httpUrl.default("https://efdsearch.senate.gov"),
    fallback: "https://efdsearch.senate.gov",
    meaning:
      "base URL of the Senate's search of reports, which refuses servers, or of a mirror that you may use and that serves the same paths",
  },
  LEGISLATORS_URL: {
    schema: httpUrl.default("https://unitedstates.github.io/congress-legislators"),
    fallback: "https://unitedstates.github.io/congress-legislators",
    meaning: "base URL of the congress-legislators project's lists of members and committees",
  },
  SYNC_SCHEDULES: {
    schema: schedules.default({}),
    fallback: "none",
    meaning:
      "when `disclosed sync --watch` fetches a source, where it is not the default: `source=cron` in UTC or `source=off`, separated by semicolons, e.g. `house=*/15 * * * *; prices=off`",
  },
  PRICE_PROVIDER: {
    schema: z.enum(["none", "stooq", "tiingo"]).default("none"),
    fallback: "none",
    meaning: "the provider of daily bars: `stooq`, `tiingo`, or `none` where prices come from files only",
  },
  PRICE_API_KEY: {
    schema: z
      .string()
      .regex(/^[!-~]{1,200}$/, { message: "must be printable ASCII without spaces" })
      .optional(),
    fallback: "none",
    meaning: "the operator's API key for that provider; both require one (Stooq since March 2026)",
  },
  STOOQ_URL: {
    schema: httpUrl.default("https://stooq.com"),
    fallback: "https://stooq.com",
    meaning: "base URL of Stooq",
  },
  TIINGO_URL: {
    schema: httpUrl.default("https://api.tiingo.com"),
    fallback: "https://api.tiingo.com",
    meaning: "base URL of Tiingo's API",
  },
  DISCLOSED_URL: {
    schema: httpUrl.optional(),
    fallback: "the service of this DISCLOSED_HOME, else http://127.0.0.1:3000",
    meaning: "base URL of the service that `disclosed mcp` queries, without /api/v1",
  },
  DISCLOSED_API_KEY: {
    schema: z
      .string()
      .regex(/^[!-~]{1,200}$/, { message: "must be printable ASCII without spaces" })
      .optional(),
    fallback: "none",
    meaning: "the API key that `disclosed mcp` uses over standard input and output",
  },
} as const;

/** What the settings say, with paths made absolute and what belongs together in one value. */
export type Config = ReturnType<typeof resolved>;

/** Invalid settings; the message is one line with all problems, to be printed before exit 2. */
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

/** The value to show in an error. Of a URL only the beginning, because it may contain a password. */
function shown(name: string, raw: string | undefined): string {
  if (/_(KEY|SECRET)$/.test(name)) return "(a secret)";
  return /_(URLS?|ENDPOINT)$/.test(name) ? `"${/^[a-z+]*(:\/\/)?/i.exec(raw ?? "")?.[0]}..."` : JSON.stringify(raw);
}

/**
 * The only reader of the environment: start, doctor and every command use it. `config` has the default for each setting
 * with a problem, so that further problems are found too.
 */
export function readSettings(env: NodeJS.ProcessEnv = process.env): { config: Config; problems: SettingProblem[] } {
  const names = Object.keys(settings) as (keyof typeof settings)[];
  const malformed = names.flatMap((setting) => {
    try {
      read(env, setting);
      return [];
    } catch (error) {
      return [{ setting, message: reasonOf(error) }];
    }
  });
  if (currentFolder() === undefined) malformed.push({ setting: "DISCLOSED_HOME", message: lostFolderProblem });
  const wellFormed = without(env, malformed);
  const together = [...problemsTogether(resolved(wellFormed)), ...backupProblems(wellFormed)];
  return { config: resolved(without(wellFormed, together)), problems: [...malformed, ...together] };
}

const without = (env: NodeJS.ProcessEnv, problems: SettingProblem[]): NodeJS.ProcessEnv => ({
  ...env,
  ...Object.fromEntries(problems.map(({ setting }) => [setting, undefined])),
});

/** Reads the configuration. Throws ConfigError with all problems in one line. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const { config, problems } = readSettings(env);
  if (problems.length > 0) throw new ConfigError(problems.map(({ message }) => message).join("; "));
  return config;
}

/** A lost current folder is a problem of its own (`readSettings`). */
const absolute = (path: string): string => resolve(currentFolder() ?? "/", path);

function resolved(env: NodeJS.ProcessEnv) {
  return {
    port: read(env, "PORT"),
    host: read(env, "HOST"),
    workers: read(env, "WORKERS"),
    home: absolute(read(env, "DISCLOSED_HOME")),
    /** undefined: embedded PostgreSQL */
    databaseUrl: read(env, "DATABASE_URL"),
    databasePool: read(env, "DATABASE_POOL"),
    responseCacheMb: read(env, "RESPONSE_CACHE_MB"),
    directReads: read(env, "DIRECT_READS"),
    rowCacheMb: read(env, "ROW_CACHE_MB"),
    compiledQueries: read(env, "COMPILED_QUERIES"),
    fastPath: read(env, "FAST_PATH"),
    tradeIndex: read(env, "TRADE_INDEX"),
    statementTimeoutMs: read(env, "STATEMENT_TIMEOUT_MS"),
    /** for work that a transaction pooler does not support; undefined: databaseUrl */
    databaseDirectUrl: read(env, "DATABASE_DIRECT_URL"),
    databaseReplicaUrls: read(env, "DATABASE_REPLICA_URLS"),
    redisUrl: read(env, "REDIS_URL"),
    trustProxy: read(env, "TRUST_PROXY")
      .split(",")
      .map((entry) => entry.trim())
      .filter(Boolean),
    publicUrl: read(env, "PUBLIC_URL"),
    /** undefined: one is stored in the home */
    sessionSecret: read(env, "SESSION_SECRET"),
    signUp: read(env, "SIGN_UP"),
    freeAccountsPerAddress: read(env, "FREE_ACCOUNTS_PER_ADDRESS"),
    planChanges: read(env, "PLAN_CHANGES"),
    logLevel: read(env, "LOG_LEVEL"),
    graphqlDev: read(env, "GRAPHQL_DEV"),
    shutdownGraceMs: read(env, "SHUTDOWN_GRACE_MS"),
    metricsPort: read(env, "METRICS_PORT"),
    metricsHost: read(env, "METRICS_HOST"),
    /** of `disclosed sync --watch` */
    syncMetricsPort: read(env, "SYNC_METRICS_PORT"),
    backup: backupOf(env),
    exports: exportsOf(env),
    /** spans are sent to a collector; the OpenTelemetry SDK reads its address and options from the environment itself */
    tracing:
      !read(env, "OTEL_SDK_DISABLED") &&
      (read(env, "OTEL_EXPORTER_OTLP_ENDPOINT") ?? read(env, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")) !== undefined,
    /** undefined: nothing may be fetched, see contactOf */
    contact: read(env, "CONTACT"),
    /** source -> cron expression in UTC or `off` */
    syncSchedules: read(env, "SYNC_SCHEDULES"),
    /** base URLs of publishers, without a slash at the end */
    secUrl: read(env, "SEC_URL"),
    secDataUrl: read(env, "SEC_DATA_URL"),
    houseUrl: read(env, "HOUSE_URL"),
    senateUrl: read(env, "SENATE_URL"),
    legislatorsUrl: read(env, "LEGISLATORS_URL"),
    stooqUrl: read(env, "STOOQ_URL"),
    tiingoUrl: read(env, "TIINGO_URL"),
    priceProvider: read(env, "PRICE_PROVIDER"),
    /** a secret */
    priceApiKey: read(env, "PRICE_API_KEY"),
    /** base URL of the service for clients (`disclosed mcp`), without /api/v1 */
    url: read(env, "DISCLOSED_URL"),
    /** a secret: the API key of those clients */
    apiKey: read(env, "DISCLOSED_API_KEY"),
  };
}

/** Undefined: no scheduled backups. `folder` is absolute, `schedule` a cron expression in UTC. */
function backupOf(env: NodeJS.ProcessEnv) {
  const folder = read(env, "BACKUP_DIR");
  if (folder === undefined) return undefined;
  return { folder: absolute(folder), schedule: read(env, "BACKUP_SCHEDULE"), keep: read(env, "BACKUP_KEEP") };
}

/** Undefined: no ready-made files. */
function exportsOf(env: NodeJS.ProcessEnv) {
  const folder = read(env, "EXPORTS_DIR");
  if (folder === undefined) return undefined;
  return { folder: absolute(folder), schedule: read(env, "EXPORTS_SCHEDULE") };
}

/**
 * Problems where a schedule or a number of backups is set without a folder: the operator wants backups and would get
 * none.
 */
function backupProblems(env: NodeJS.ProcessEnv): SettingProblem[] {
  const alone = (["BACKUP_SCHEDULE", "BACKUP_KEEP"] as const).filter((name) => env[name] && !env.BACKUP_DIR);
  return alone.map((setting) => ({
    setting,
    message: `${setting} is set and BACKUP_DIR is not: name the folder that backups are written to`,
  }));
}

/** The contact sent to publishers. Throws ConfigError where it is not set: publishers refuse undeclared tools. */
export function contactOf(config: Config): string {
  if (config.contact) return config.contact;
  throw new ConfigError(
    'CONTACT is not set: publishers want to know who fetches; set it to a name and an e-mail address, e.g. CONTACT="Jane Doe jane@<your domain>"',
  );
}

/** True where npm (`npm start`, `npx`) started this process, through a shell that may not pass signals on. */
export function isBegunByNpm(env: NodeJS.ProcessEnv = process.env): boolean {
  return env.npm_lifecycle_event !== undefined;
}
