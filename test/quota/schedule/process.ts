// One process of a schedule: the link, ledger and quota of the service, over connections that the schedule controls.
import type { Pool, QueryConfig } from "pg";
import { createLedger } from "../../../src/quota/ledger.ts";
import { redisQuota } from "../../../src/quota/open-quota.ts";
import type { Quota } from "../../../src/quota/quota.ts";
import type { RedisClient } from "../../../src/quota/redis/connect.ts";
import { openLink, type RedisLink } from "../../../src/quota/redis/link.ts";
import { Connection } from "./network.ts";

/** The real servers, and the clock and Redis run that the schedule sets. */
export interface World {
  pool: Pool;
  client: RedisClient;
  accountId: string;
  /** Unix seconds, the clock of both stores */
  now(): number;
  /** changes when Redis is restarted */
  redisRun(): string;
  /** logs what the stores execute */
  log(line: string): void;
}

export interface Process {
  quota: Quota;
  link: RedisLink;
  redis: Connection;
  postgres: Connection;
  /** each ends the wait for one Redis reply, as the timeout does */
  timeouts: (() => void)[];
  probe(): Promise<void>;
  exchange(): Promise<void>;
}

export function startProcess(world: World): Process {
  const redis = new Connection();
  const postgres = new Connection();
  const timeouts: (() => void)[] = [];
  const periodic: (() => Promise<void>)[] = [];
  const pool = poolOver(postgres, world);
  const client = clientOver(redis, world);
  const ledger = createLedger(pool);
  const timers = {
    every(_ms: number, work: () => Promise<void>) {
      periodic.push(work);
      return () => {};
    },
    // work without a reply ends when its connection breaks
    within: (_ms: number, work: Promise<void>) => work,
  };
  const link = openLink({ client, ledger, timers });
  const replyTimeout = {
    inTime: <T>(reply: Promise<T>): Promise<T | null> =>
      Promise.race([reply, new Promise<null>((resolve) => timeouts.push(() => resolve(null)))]),
  };
  const [probe, exchange] = periodic;
  if (!probe || !exchange) throw new Error("the link has no periodic work");
  return {
    quota: redisQuota({ pool, client, ledger, link, replyTimeout }),
    link,
    redis,
    postgres,
    timeouts,
    probe,
    exchange,
  };
}

function clientOver(connection: Connection, { client, now, redisRun, log }: World): RedisClient {
  const methods = {
    disclosedWindow: (key: string, operation: string, _instant: unknown, ...values: (string | number)[]) =>
      connection.send(async () => {
        const reply = await client.disclosedWindow(key, operation, now(), ...values);
        log(`Redis ${operation}: ${values.join(" ")} -> ${reply}`);
        return reply;
      }),
    info: () => connection.send(async () => `run_id:${redisRun()}`),
    on: (event: string, listener: () => void) => void (event === "close" && connection.onClose.push(listener)),
    disconnect: () => {},
  };
  return methods as unknown as RedisClient;
}

/** statements whose last parameter is the time at which they are executed */
const timed = new Set(["quota_take", "quota_refund", "quota_peek"]);

function poolOver(connection: Connection, { pool, now, accountId, log }: World): Pool {
  const query = (statement: QueryConfig | string) =>
    connection.send(async () => {
      const config = typeof statement === "string" ? { text: statement } : statement;
      const values = timed.has(config.name ?? "")
        ? [...(config.values ?? []).slice(0, -1), new Date(now() * 1000)]
        : config.values;
      const { rows } = await pool.query({ ...config, ...(values && { values }) });
      log(`PostgreSQL ${config.name ?? "quota_recent"}: ${values?.join(" ")} -> ${JSON.stringify(rows)}`);
      // schedules are played concurrently on one database
      return { rows: rows.filter((row) => row.accountId === undefined || row.accountId === accountId) };
    });
  return { query } as unknown as Pool;
}
