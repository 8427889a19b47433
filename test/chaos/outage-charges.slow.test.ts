// What an outage of Redis, or of both stores, costs a busy account. 24 callers of one account send requests without a
// pause while a store is lost and comes back. Afterwards the account is charged for what it was served, and for at most
// one more request of each caller: one that was counted when the store was lost, before its response could be sent.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Store } from "../../src/store/store.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { startRedis, type TestRedis, withoutRedis } from "../support/redis.ts";
import { until } from "../support/until.ts";
import { type Caller, newCaller, seededStoreOn } from "./callers.ts";
import { between } from "./chance.ts";
import {
  type Fleet,
  type FleetMember,
  isFull,
  isOnRedis,
  plainPath,
  report,
  requestOne,
  startFleet,
  type TimedResponse,
  warmUp,
} from "./fleet.ts";
import { replay } from "./history.ts";

const callers = 24;
const rounds = Number(process.env.ROUNDS ?? (isFull ? 20 : 1));
/** the limit of newCaller */
const perDay = 1_000_000;
/** slightly more than two exchanges of a process with the stores */
const settledMs = 2500;

let postgres: TestPostgres;
let store: Store;
let redis: TestRedis;

const outages: [string, () => Promise<void>, () => Promise<void>][] = [
  ["Redis is killed and keeps its file", () => redis.kill(), () => redis.start()],
  [
    "Redis is killed and loses its file",
    () => redis.kill(),
    () => {
      redis.loseData();
      return redis.start();
    },
  ],
  ["Redis is paused", async () => redis.pause(), async () => redis.resume()],
  [
    "both are killed and Redis returns first",
    async () => void (await Promise.all([redis.kill(), postgres.kill()])),
    async () => {
      await redis.start();
      await sleep(between(0, 1500));
      await postgres.start();
    },
  ],
  [
    "both are killed and PostgreSQL returns first",
    async () => void (await Promise.all([redis.kill(), postgres.kill()])),
    async () => {
      await postgres.start();
      await sleep(between(0, 1500));
      await redis.start();
    },
  ],
];

/** Callers who send the next request after each response, and wait briefly after a refusal. */
function startCallers(
  members: FleetMember[],
  key: string,
): { responses: TimedResponse[]; served(): number; stop(): Promise<void> } {
  const responses: TimedResponse[] = [];
  let served = 0;
  let stopped = false;
  const call = async (number: number) => {
    for (let turn = number; !stopped; turn++) {
      const response = await requestOne(members[turn % members.length] as FleetMember, plainPath, key);
      responses.push(response);
      if (response.status === 200) served++;
      else await sleep(20);
    }
  };
  const all = Array.from({ length: callers }, (_, number) => call(number));
  return {
    responses,
    served: () => served,
    async stop() {
      stopped = true;
      await Promise.all(all);
    },
  };
}

/** True once Redis has received every charge that PostgreSQL counted in place of Redis. */
async function isSent(accountId: string): Promise<boolean> {
  const { rows } = await store.pool.query<{ isSent: boolean }>(
    'SELECT outage_version = outage_recorded AS "isSent" FROM quota_windows WHERE account_id = $1',
    [accountId],
  );
  return rows[0]?.isSent === true;
}

/** What Redis and the ledger have counted today, after they have exchanged their counts. */
async function charged(member: FleetMember, { key, accountId }: Caller): Promise<{ redis: number; ledger: number }> {
  // every process writes into the ledger once a second
  await sleep(2500);
  const { headers } = await requestOne(member, "/api/v1/usage", key);
  const { rows } = await store.pool.query("SELECT day_used FROM quota_windows WHERE account_id = $1", [accountId]);
  return { redis: perDay - Number(headers["x-dailylimit-remaining"]), ledger: rows[0]?.day_used ?? 0 };
}

describe.skipIf(withoutRedis)("outages", () => {
  beforeAll(async () => {
    postgres = await startPostgres();
    store = await seededStoreOn(postgres.url);
    redis = await startRedis();
  }, 180_000);
  afterAll(async () => {
    await redis?.close();
    await store?.close();
    await postgres?.close();
  });

  // the short form has only four processes, each of which also does what a single one does
  describe.each(isFull ? [1, 2, 4] : [4])("an outage of %i processes", (size) => {
    let fleet: Fleet;
    beforeAll(async () => {
      const settings = { LOG_LEVEL: "warn" };
      fleet = await startFleet({ size, databaseUrl: postgres.url, redisUrl: redis.url, settings });
      await warmUp(fleet.members, (await newCaller(store)).key);
    }, 180_000);
    afterAll(() => fleet?.close());

    /** How often processes have lost Redis: on a busy machine also because a running Redis was silent for too long. */
    const losses = () =>
      fleet.members.reduce(
        (sum, { running }) => sum + running.output().split("limits: Redis does not respond").length - 1,
        0,
      );

    it.each(outages)(
      "charges each caller for at most one request that was not served: %s",
      async (name, begin, end) => {
        const differences: number[] = [];
        let maxServed = 0;
        let unplanned = 0;
        let compared = 0;
        const faults: string[] = [];
        for (let round = 0; round < rounds; round++) {
          const caller = await newCaller(store);
          const startedAt = performance.now();
          const before = losses();
          const traffic = startCallers(fleet.members, caller.key);
          await sleep(between(1000, 2500));
          const early = losses() - before;
          const from = early > 0 ? startedAt : performance.now();
          await begin();
          await sleep(between(1500, 5000));
          await end();
          await until(() => fleet.members.every(isOnRedis), 30_000);
          const servedBefore = traffic.served();
          await until(() => traffic.served() > servedBefore + 200, 30_000);
          // by then every process has exchanged the counts, unless the machine is busy; the ledger shows when it has
          await sleep(settledMs);
          await until(() => isSent(caller.accountId));
          const settled = losses();
          const outage = { from, to: performance.now() };
          await sleep(between(500, 1500));
          await traffic.stop();
          const late = losses() - settled;
          if (late > 0) outage.to = performance.now();
          unplanned += early + late;
          const model = replay({ responses: traffic.responses, outages: [outage] }, callers);
          compared += traffic.responses.length;
          faults.push(...model.faults.map((fault) => `round ${round + 1}: ${fault}`));
          const counts = await charged(fleet.members[0] as FleetMember, caller);
          differences.push(counts.redis - traffic.served(), counts.ledger - traffic.served());
          maxServed = Math.max(maxServed, traffic.served());
        }
        const [min, max] = [Math.min(...differences), Math.max(...differences)];
        report(
          "outage charges",
          `${name}, ${size} processes, ${rounds} rounds of up to ${maxServed} served: charged - served is ${min} to ${max} (callers: ${callers}, unplanned losses of Redis: ${unplanned})`,
        );
        const first = faults[0] ? `, ${faults[0]}` : "";
        report(
          "quota model",
          `${name}, ${size} processes: ${faults.length} of ${compared} responses do not fit${first}`,
        );
        expect(faults.slice(0, 10)).toEqual([]);
        expect(min).toBeGreaterThanOrEqual(0);
        expect(max).toBeLessThanOrEqual(callers * (1 + unplanned));
      },
      60_000 * rounds + 60_000,
    );
  });
});
