// The only reader of process.env, with the problems of settings that contradict each other or that only their own
// parser can check. `npm run generate` writes them to docs/settings.md.
import { join, resolve } from "node:path";
import type { z } from "zod";
import { trustedProxies } from "../http/client-address.ts";
import { scheduleProblems } from "../ingest/sync/schedules.ts";
import { reasonOf } from "../lib/reason.ts";
import { readRedisUrl, redisUrlProblem } from "../quota/redis/redis-url.ts";
import { operationSettings } from "./operation-settings.ts";
import { publisherSettings } from "./publisher-settings.ts";
import { serviceSettings } from "./service-settings.ts";
import { ConfigError, currentFolder, lostFolderProblem } from "./start-errors.ts";

/** All settings, in the order of the table in docs/settings.md. */
export const settings = { ...serviceSettings, ...operationSettings, ...publisherSettings };

/** What the settings say, with paths made absolute and what belongs together in one value. */
export type Config = ReturnType<typeof resolved>;

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
  const isUrl = /_(URLS?|ENDPOINT)$/.test(name) || (name === "SENATE_BUNDLES" && raw?.includes("://"));
  return isUrl ? `"${/^[a-z+]*(:\/\/)?/i.exec(raw ?? "")?.[0]}..."` : JSON.stringify(raw);
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
  const together = [
    ...problemsTogether(resolved(wellFormed)),
    ...backupProblems(wellFormed),
    ...mailProblems(wellFormed),
  ];
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
    tradeIndexFolder: tradeIndexFolderOf(env),
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
    publicPages: {
      mode: read(env, "PUBLIC_PAGES"),
      perMinute: read(env, "PUBLIC_PAGES_PER_MINUTE"),
      cacheMb: read(env, "PAGE_CACHE_MB"),
    },
    playground: read(env, "PLAYGROUND"),
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
    mail: mailOf(env),
    webhooks: { sender: read(env, "WEBHOOKS_SENDER"), allowsLoopback: read(env, "WEBHOOKS_ALLOW_LOOPBACK") },
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
    senateBundles: read(env, "SENATE_BUNDLES"),
    legislatorsUrl: read(env, "LEGISLATORS_URL"),
    legislatorsApiUrl: read(env, "LEGISLATORS_API_URL"),
    legislatorsFilesUrl: read(env, "LEGISLATORS_FILES_URL"),
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

/** Undefined: the index is not stored. */
function tradeIndexFolderOf(env: NodeJS.ProcessEnv): string | undefined {
  const folder = read(env, "TRADE_INDEX_DIR") ?? join(read(env, "DISCLOSED_HOME"), "index");
  return folder === "off" ? undefined : absolute(folder);
}

/** Undefined: no ready-made files. */
function exportsOf(env: NodeJS.ProcessEnv) {
  const folder = read(env, "EXPORTS_DIR");
  if (folder === undefined) return undefined;
  return { folder: absolute(folder), schedule: read(env, "EXPORTS_SCHEDULE") };
}

/** Undefined: no mail is sent. */
function mailOf(env: NodeJS.ProcessEnv) {
  const [smtpUrl, from] = [read(env, "SMTP_URL"), read(env, "MAIL_FROM")];
  return smtpUrl === undefined || from === undefined ? undefined : { smtpUrl, from };
}

/** Problems of a mail server without what each mail contains: its sender, and links that work where it is read. */
function mailProblems(env: NodeJS.ProcessEnv): SettingProblem[] {
  if (!env.SMTP_URL) return [];
  return (["MAIL_FROM", "PUBLIC_URL"] as const)
    .filter((name) => !env[name])
    .map((name) => ({
      setting: "SMTP_URL",
      message: `SMTP_URL is set and ${name} is not: sending mail requires both`,
    }));
}

/**
 * Problems where a schedule or a number of backups is set without a folder: the operator wants backups and would get
 * none.
 */
function backupProblems(env: NodeJS.ProcessEnv): SettingProblem[] {
  const alone = (["BACKUP_SCHEDULE", "BACKUP_KEEP"] as const).filter((name) => env[name] && !env.BACKUP_DIR);
  return alone.map((setting) => ({
    setting,
    message: `${setting} is set and BACKUP_DIR is not: set it to the folder for backups`,
  }));
}

/** The contact sent to publishers. Throws ConfigError where it is not set: publishers refuse undeclared tools. */
export function contactOf(config: Config): string {
  if (config.contact) return config.contact;
  throw new ConfigError(
    'CONTACT is not set: publishers require a contact; set it to a name and an e-mail address, e.g. CONTACT="Jane Doe jane@<your domain>"',
  );
}

/** True if npm (`npm start`, `npx`) started this process, through a shell that may not pass signals on. */
export function isBegunByNpm(env: NodeJS.ProcessEnv = process.env): boolean {
  return env.npm_lifecycle_event !== undefined;
}

// Problems of settings that are well formed: values that only their own parser can check, and values that contradict
// each other.

interface JudgedSettings {
  port: number;
  host: string;
  metricsPort: number | undefined;
  metricsHost: string;
  trustProxy: string[];
  redisUrl: string | undefined;
  syncSchedules: Partial<Record<string, string>>;
  priceProvider: string;
  priceApiKey: string | undefined;
}

interface SettingProblem {
  setting: string;
  /** one line, which names the setting and its value unless that may be a secret */
  message: string;
}

/** All problems, unordered; empty where every setting is valid. */
function problemsTogether(config: JudgedSettings): SettingProblem[] {
  const { port, host, metricsPort, metricsHost, redisUrl, priceProvider, priceApiKey } = config;
  const found: [setting: string, messages: string[]][] = [
    ["TRUST_PROXY", config.trustProxy.flatMap(proxyProblem)],
    ["REDIS_URL", redisUrl !== undefined && !readRedisUrl(redisUrl) ? [redisUrlProblem] : []],
    ["SYNC_SCHEDULES", scheduleProblems(config.syncSchedules)],
    ["PRICE_PROVIDER", priceApiKey === undefined ? needsKey(priceProvider) : []],
    [
      "METRICS_PORT",
      metricsPort === port && port !== 0 && overlap(metricsHost, host)
        ? [`METRICS_PORT=${port} is also the port of the service; choose another one`]
        : [],
    ],
  ];
  return found.flatMap(([setting, messages]) => messages.map((message) => ({ setting, message })));
}

const allAddresses = ["0.0.0.0", "::"];

/** Whether one port cannot be listened on at both. */
const overlap = (one: string, other: string) =>
  one === other || allAddresses.includes(one) || allAddresses.includes(other);

/** Problems of providers that require a key. */
function needsKey(provider: string): string[] {
  if (provider === "tiingo") return ["PRICE_PROVIDER=tiingo needs PRICE_API_KEY: Tiingo requires a key"];
  if (provider === "stooq")
    return ["PRICE_PROVIDER=stooq needs PRICE_API_KEY: Stooq has required a key since March 2026"];
  return [];
}

function proxyProblem(entry: string): string[] {
  try {
    trustedProxies([entry]);
    return [];
  } catch (error) {
    return [reasonOf(error)];
  }
}
