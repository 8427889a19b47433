// The doctor's checks of read replicas: is each reachable, does it follow a primary, and how far is it behind.
import pg from "pg";
import { reasonOf } from "../../lib/reason.ts";
import { type Check, failed, notice, ok } from "./check.ts";

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
 * A replica that fails is a notice where the primary serves its reads instead; a server that is no replica would give
 * wrong data.
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
      `is ${behind} data versions behind; its newest change is ${seconds ?? "?"} s old, ${unreplayed} bytes are not replayed; the primary answers`,
      "see that it receives (pg_stat_wal_receiver) and that its replay is not paused or held up by long statements",
    );
  } catch (error) {
    return notice(
      name,
      `no answer: ${reasonOf(error)}; the primary answers`,
      "see that it runs and DATABASE_REPLICA_URLS is right",
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
