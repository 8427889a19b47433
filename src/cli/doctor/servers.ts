// The doctor's checks of the servers that the service uses: the database, its read replicas, Redis and the mail server.
import pg from "pg";
import { within } from "../../lib/async-work.ts";
import { reasonOf } from "../../lib/reason.ts";
import type { SmtpSettings } from "../../mail/smtp.ts";
import { connectRedis, type RedisClient } from "../../quota/redis/connect.ts";
import { poolerProblem } from "../../store/connections/pooler.ts";
import { migrationState } from "../../store/migrate.ts";
import { type Check, failed, notice, ok } from "./check.ts";

// The database: is it reachable, is it new enough, does its schema match this version.
const oldestPostgres = 15;

/**
 * `directUrl`: the same database without a pooler, where the settings name one. `usable`: the schema is complete, so
 * that its content can be checked.
 */
export async function checkDatabase(
  databaseUrl: string,
  { directUrl, embedded }: { directUrl: string | undefined; embedded: boolean },
): Promise<{ checks: Check[]; usable: boolean }> {
  const name = embedded ? "embedded PostgreSQL" : "database";
  const response = await checkServer(name, databaseUrl, "DATABASE_URL");
  if (response.status === "failed" || embedded) return await withMigrations([response], databaseUrl, embedded);
  const direct = directUrl ?? databaseUrl;
  const other = directUrl ? [await checkServer("direct database", directUrl, "DATABASE_DIRECT_URL")] : [];
  if (other.some(({ status }) => status === "failed")) return { checks: [response, ...other], usable: false };
  const problem = await poolerProblem({ databaseUrl, databaseDirectUrl: directUrl });
  if (problem) {
    const advice = "set DATABASE_DIRECT_URL to the server itself; DATABASE_URL may stay the pooler's";
    return { checks: [response, ...other, failed("pooler", problem, advice)], usable: false };
  }
  return await withMigrations([response, ...other], direct, embedded);
}

async function withMigrations(
  checks: Check[],
  direct: string,
  embedded: boolean,
): Promise<{ checks: Check[]; usable: boolean }> {
  if (checks.some(({ status }) => status === "failed")) return { checks, usable: false };
  const schema = await checkMigrations(direct, embedded);
  return { checks: [...checks, schema], usable: schema.status === "ok" };
}

async function checkServer(name: string, databaseUrl: string, setting: string): Promise<Check> {
  try {
    const version = await serverVersion(databaseUrl);
    if (Number.parseInt(version, 10) >= oldestPostgres) return ok(name, `PostgreSQL ${version} responds`);
    const advice = `use PostgreSQL ${oldestPostgres} or newer, or unset DATABASE_URL for the embedded one`;
    return failed(name, `PostgreSQL ${version} is too old`, advice);
  } catch (error) {
    return failed(
      name,
      `no connection: ${reasonOf(error)}`,
      `check that the server is running and that ${setting} is correct`,
    );
  }
}

async function serverVersion(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>("SHOW server_version");
    return rows[0]?.server_version ?? "";
  } finally {
    await client.end().catch(() => {});
  }
}

async function checkMigrations(databaseUrl: string, embedded: boolean): Promise<Check> {
  const name = "migrations";
  const { failed: broken, edited, pending, ahead } = await migrationState(databaseUrl);
  if (broken.length > 0)
    return failed(
      name,
      `${broken.join(", ")} failed before it was complete`,
      "restore the database from a backup, then `disclosed migrate`",
    );
  if (edited.length > 0)
    return failed(
      name,
      `${edited.join(", ")} differs from what was applied`,
      "use the release that the database was migrated with, or a newer one",
    );
  if (pending.length === 0 && ahead.length > 0)
    return ok(name, `all applied, and ${ahead.length} of a newer release, with which this one still works`);
  if (pending.length === 0) return ok(name, "all applied");
  const message = `${pending.length} not applied yet`;
  if (embedded) return notice(name, message, "`npm start` or any command applies them");
  return failed(name, message, "run `disclosed migrate`");
}

// Read replicas: is each reachable, does it follow a primary, and how far is it behind.
const replyTimeoutMs = 3_000;

interface ReplicaState {
  follows: boolean;
  version: string;
  /** age of the newest transaction that it has replayed; null where it has replayed none */
  seconds: number | null;
  /** bytes of WAL received and not replayed */
  unreplayed: string;
}

const query = `SELECT pg_is_in_recovery() AS follows, version::text,
  extract(epoch FROM now() - pg_last_xact_replay_timestamp())::int AS seconds,
  CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()) ELSE 0 END::text AS unreplayed
  FROM data_version WHERE id = 1`;

/**
 * A replica that fails is a notice where the primary serves its reads instead; a server that is not a replica would
 * give wrong data.
 */
export async function checkReplicas(databaseUrl: string, replicaUrls: readonly string[]): Promise<Check[]> {
  const newest = await stateOf(databaseUrl).then(({ version }) => BigInt(version));
  return await Promise.all(replicaUrls.map((url) => checkReplica(url, newest)));
}

async function checkReplica(url: string, newest: bigint): Promise<Check> {
  const name = `replica ${new URL(url).host}`;
  try {
    const { follows, version, seconds, unreplayed } = await stateOf(url);
    if (!follows) return failed(name, "follows no primary", "name standbys only in DATABASE_REPLICA_URLS");
    const behind = newest - BigInt(version);
    if (behind <= 0n) return ok(name, `has the newest data, version ${version}`);
    return notice(
      name,
      `is ${behind} data versions behind; its newest change is ${seconds ?? "?"} s old, ${unreplayed} bytes are not replayed; the primary is used`,
      "check that it receives data (pg_stat_wal_receiver) and that its replay is not paused or delayed by long statements",
    );
  } catch (error) {
    return notice(
      name,
      `no response: ${reasonOf(error)}; the primary is used`,
      "check that it is running and that DATABASE_REPLICA_URLS is correct",
    );
  }
}

async function stateOf(url: string): Promise<ReplicaState> {
  const limits = { connectionTimeoutMillis: replyTimeoutMs, query_timeout: replyTimeoutMs };
  const client = new pg.Client({ connectionString: url, ...limits });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<ReplicaState>(query);
    if (!rows[0]) throw new Error("it has no data version");
    return rows[0];
  } finally {
    await client.end().catch(() => {});
  }
}

// Redis: is it reachable, is it new enough, does it persist its data.
const oldestRedis = 7;

/**
 * Without Redis PostgreSQL counts, so a problem here is a notice; a misspelt REDIS_URL is a failure of the settings.
 */
export async function checkRedis(url: string): Promise<Check> {
  const client = connectRedis(url);
  try {
    await within(replyTimeoutMs, ready(client));
    const [server, memory] = await Promise.all([client.info("server"), client.info("memory")]);
    return judge(fieldOf(server, "redis_version"), fieldOf(memory, "maxmemory_policy"));
  } catch {
    return notice(
      "redis",
      "no response: limits are counted in PostgreSQL",
      "check that it is running and that REDIS_URL is correct",
    );
  } finally {
    client.disconnect();
  }
}

/** The mail server: can it be connected to, and does it accept the user. */
export async function checkMail(settings: SmtpSettings): Promise<Check> {
  try {
    const { openSmtp } = await import("../../mail/smtp.ts");
    await (await openSmtp(settings)).verify();
    return ok("mail", "the mail server responds");
  } catch (error) {
    return failed(
      "mail",
      `no mail can be sent: ${reasonOf(error)}`,
      "check that the server is running and that SMTP_URL is correct",
    );
  }
}

function judge(version: string, policy: string): Check {
  if (Number.parseInt(version, 10) < oldestRedis)
    return failed("redis", `Redis ${version} is too old`, `use Redis ${oldestRedis} or newer, or unset REDIS_URL`);
  if (!/^(noeviction|volatile-ttl)?$/.test(policy))
    return notice(
      "redis",
      `Redis ${version} may evict counts with the policy ${policy}`,
      "set maxmemory-policy to noeviction",
    );
  return ok("redis", `Redis ${version} responds`);
}

const fieldOf = (info: string, name: string) =>
  info
    .split(/\r?\n/)
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1) ?? "";

function ready(client: RedisClient): Promise<void> {
  return new Promise((resolve) => (client.status === "ready" ? resolve() : client.once("ready", () => resolve())));
}
