// Figure 22 of the reliability figures: what an outage of Redis, or of both stores, costs a busy account. 24 callers of one account ask
// without a pause while a store is lost and comes back; afterwards the account was charged for what it was served, and at most for one
// request of each caller more (a request that was counted when the store was lost, before its response could be sent).
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
  plainPath,
  type Response,
  report,
  requestOne,
  startFleet,
  warmUp,
} from "./fleet.ts";
import { replay } from "./history.ts";

const callers = 24;
const rounds = Number(process.env.ROUNDS ?? (isFull ? 20 : 1));
const plenty = 1_000_000;
/** two exchanges of a process with the stores, and a little */
const settledMs = 2500;

let postgres: TestPostgres;
let store: Store;
let redis: TestRedis;

const outages: [string, () => Promise<void>, () => Promise<void>][] = [
  ["Redis killed, with its file", () => redis.kill(), () => redis.start()],
  [
    "Redis killed, without its file",
    () => redis.kill(),
    () => {
      redis.loseData();
      return redis.start();
    },
  ],
  ["Redis stopped", async () => redis.pause(), async () => redis.resume()],
  [
    "both killed, Redis back first",
    async () => void (await Promise.all([redis.kill(), postgres.kill()])),
    async () => {
      await redis.start();
      await sleep(between(0, 1500));
      await postgres.start();
    },
  ],
  [
    "both killed, PostgreSQL back first",
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
): { answers: Response[]; served(): number; stop(): Promise<void> } {
  const responses: Response[] = [];
  let served = 0;
  let over = false;
  const ask = async (number: number) => {
    for (let turn = number; !over; turn++) {
      const response = await requestOne(members[turn % members.length] as FleetMember, plainPath, key);
      responses.push(response);
      if (response.status === 200) served++;
      else await sleep(20);
    }
  };
  const all = Array.from({ length: callers }, (_, number) => ask(number));
  return {
    answers: responses,
    served: () => served,
    async stop() {
      over = true;
      await Promise.all(all);
    },
  };
}

/** True once Redis has received every charge that PostgreSQL counted for the account in its place. */
async function isSent(accountId: string): Promise<boolean> {
  const { rows } = await store.pool.query<{ isTold: boolean }>(
    'SELECT outage_version = outage_recorded AS "isTold" FROM quota_windows WHERE account_id = $1',
    [accountId],
  );
  return rows[0]?.isTold === true;
}

/** What Redis and the ledger say was counted today, when each knows what the other one counted. */
async function charged(member: FleetMember, { key, accountId }: Caller): Promise<{ redis: number; ledger: number }> {
  // every process writes into the ledger once a second
  await sleep(2500);
  const { headers } = await requestOne(member, "/api/v1/usage", key);
  const { rows } = await store.pool.query("SELECT day_used FROM quota_windows WHERE account_id = $1", [accountId]);
  return { redis: plenty - Number(headers["x-dailylimit-remaining"]), ledger: rows[0]?.day_used ?? 0 };
}

describe.skipIf(withoutRedis)("an outage", () => {
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

  // briefly with four processes alone: each of them also does what a single one does
  describe.each(isFull ? [1, 2, 4] : [4])("of %i processes", (size) => {
    let fleet: Fleet;
    beforeAll(async () => {
      const settings = { LOG_LEVEL: "warn" };
      fleet = await startFleet({ size, databaseUrl: postgres.url, redisUrl: redis.url, settings });
      await warmUp(fleet.members, (await newCaller(store)).key);
    }, 180_000);
    afterAll(() => fleet?.close());

    const isOnRedis = ({ running }: FleetMember) =>
      running.output().lastIndexOf("limits: counted in Redis") >=
      running.output().lastIndexOf("limits: Redis does not respond");

    /** How often a process has lost Redis: on a busy machine also a Redis that runs but is silent for too long. */
    const losses = () =>
      fleet.members.reduce(
        (sum, { running }) => sum + running.output().split("limits: Redis does not respond").length - 1,
        0,
      );

    it.each(outages)(
      "%s: is charged once",
      async (name, begin, end) => {
        const found: number[] = [];
        let max = 0;
        let unplanned = 0;
        let compared = 0;
        const faults: string[] = [];
        for (let round = 0; round < rounds; round++) {
          const caller = await newCaller(store);
          const began = performance.now();
          const before = losses();
          const traffic = startCallers(fleet.members, caller.key);
          await sleep(between(1000, 2500));
          const early = losses() - before;
          const from = early > 0 ? began : performance.now();
          await begin();
          await sleep(between(1500, 5000));
          await end();
          await until(() => fleet.members.every(isOnRedis), 30_000);
          const back = traffic.served();
          await until(() => traffic.served() > back + 200, 30_000);
          // every process has sent both stores the counts of the other by then, unless the machine is busy: then the ledger says when
          await sleep(settledMs);
          await until(() => isSent(caller.accountId));
          const settled = losses();
          const outage = { from, to: performance.now() };
          await sleep(between(500, 1500));
          await traffic.stop();
          const late = losses() - settled;
          if (late > 0) outage.to = performance.now();
          unplanned += early + late;
          const model = replay({ responses: traffic.answers, outages: [outage] }, callers);
          compared += traffic.answers.length;
          faults.push(...model.faults.map((fault) => `round ${round + 1}: ${fault}`));
          const said = await charged(fleet.members[0] as FleetMember, caller);
          found.push(said.redis - traffic.served(), said.ledger - traffic.served());
          max = Math.max(max, traffic.served());
        }
        const [min, highest] = [Math.min(...found), Math.max(...found)];
        report(
          22,
          `${name}, ${size} processes, ${rounds} rounds of up to ${max} served: charged - served is ${min} to ${highest} (callers: ${callers}, unplanned losses of Redis: ${unplanned})`,
        );
        const first = faults[0] ? `, ${faults[0]}` : "";
        report(28, `${name}, ${size} processes: ${faults.length} of ${compared} answers against the model${first}`);
        expect(faults.slice(0, 10)).toEqual([]);
        expect(min).toBeGreaterThanOrEqual(0);
        expect(highest).toBeLessThanOrEqual(callers * (1 + unplanned));
      },
      60_000 * rounds + 60_000,
    );
  });
});
