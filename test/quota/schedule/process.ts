// One process of a schedule: the service's own link, ledger and quota, over ways that the schedule opens, delays and breaks.
import type { Pool, QueryConfig } from "pg";
import { createLedger } from "../../../src/quota/ledger.ts";
import { insuredQuota } from "../../../src/quota/open-quota.ts";
import type { Quota } from "../../../src/quota/quota.ts";
import type { RedisClient } from "../../../src/quota/redis/connect.ts";
import { openLink, type RedisLink } from "../../../src/quota/redis/link.ts";
import { Connection } from "./network.ts";

/** The real servers, and what the schedule says of them. */
export interface World {
  pool: Pool;
  client: RedisClient;
  accountId: string;
  /** Unix seconds, of both stores */
  now(): number;
  /** which life of Redis this is */
  redisRun(): string;
  /** receives what the stores do */
  say(what: string): void;
}

export interface Process {
  quota: Quota;
  link: RedisLink;
  redis: Connection;
  postgres: Connection;
  /** what waits for Redis and may be given up */
  waiting: (() => void)[];
  probe(): Promise<void>;
  exchange(): Promise<void>;
}

export function startProcess(world: World): Process {
  const redis = new Connection();
  const postgres = new Connection();
  const waiting: (() => void)[] = [];
  const works: (() => Promise<void>)[] = [];
  const pool = poolOver(postgres, world);
  const client = clientOver(redis, world);
  const ledger = createLedger(pool);
  const timers = {
    every(_ms: number, work: () => Promise<void>) {
      works.push(work);
      return () => {};
    },
    // what is not answered is given up when its connection breaks
    within: (_ms: number, work: Promise<void>) => work,
  };
  const link = openLink({ client, ledger, timers });
  const replyTimeout = {
    inTime: <T>(response: Promise<T>): Promise<T | null> =>
      Promise.race([response, new Promise<null>((resolve) => waiting.push(() => resolve(null)))]),
  };
  const [probe, exchange] = works;
  if (!probe || !exchange) throw new Error("the link does nothing from time to time");
  return {
    quota: insuredQuota({ pool, client, ledger, link, replyTimeout }),
    link,
    redis,
    postgres,
    waiting,
    probe,
    exchange,
  };
}

function clientOver(way: Connection, { client, now, redisRun, say }: World): RedisClient {
  const over = {
    disclosedWindow: (key: string, operation: string, _instant: unknown, ...values: (string | number)[]) =>
      way.ask(async () => {
        const response = await client.disclosedWindow(key, operation, now(), ...values);
        say(`Redis ${operation}: ${values.join(" ")} -> ${response}`);
        return response;
      }),
    info: () => way.ask(async () => `run_id:${redisRun()}`),
    on: (event: string, listener: () => void) => void (event === "close" && way.onClose.push(listener)),
    disconnect: () => {},
  };
  return over as unknown as RedisClient;
}

/** quota_... statements that end with an instant, which is the one at which they are carried out */
const timed = new Set(["quota_take", "quota_refund", "quota_peek"]);

function poolOver(way: Connection, { pool, now, accountId, say }: World): Pool {
  const query = (given: QueryConfig | string) =>
    way.ask(async () => {
      const config = typeof given === "string" ? { text: given } : given;
      const values = timed.has(config.name ?? "")
        ? [...(config.values ?? []).slice(0, -1), new Date(now() * 1000)]
        : config.values;
      const { rows } = await pool.query({ ...config, ...(values && { values }) });
      say(`PostgreSQL ${config.name ?? "quota_recent"}: ${values?.join(" ")} -> ${JSON.stringify(rows)}`);
      // other schedules are played beside this one
      return { rows: rows.filter((row) => row.accountId === undefined || row.accountId === accountId) };
    });
  return { query } as unknown as Pool;
}
