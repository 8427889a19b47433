// Plays one schedule of the quota: several processes in this one, on a real Redis and a real PostgreSQL. A seed draws every step: which caller, which
// message is carried out and which response arrives next, which caller cancels, what is lost, and when counts are exchanged.
import type { Pool } from "pg";
import { Chance } from "../../../src/ingest/sample/random.ts";
import type { LimitStatus, Limits, Principal } from "../../../src/ports/access.ts";
import { limitStatus } from "../../../src/quota/quota.ts";
import { type RedisClient, runWindowScript } from "../../../src/quota/redis/connect.ts";
import { windowKey } from "../../../src/quota/redis/window-script.ts";
import { QuotaModel } from "../model.ts";
import { settle } from "./network.ts";
import { type Process, startProcess, type World } from "./process.ts";

export interface Played {
  faults: string[];
  /** what happened, in order */
  log: string[];
  counts: Record<string, number>;
  /** charged - served at the end */
  apart: number;
  /** the most that was served above a limit, in an outage */
  over: number;
}

export interface Servers {
  pool: Pool;
  client: RedisClient;
  newAccount(): Promise<string>;
}

/** Somewhere in the future, so that the ledger takes all of it for recent. */
const firstMoment = Date.UTC(2038, 0, 30, 23, 58, 30) / 1000;

export async function play(servers: Servers, seed: number): Promise<Played> {
  const accountId = await servers.newAccount();
  try {
    return await new Schedule(servers, accountId, seed).play();
  } finally {
    await servers.client.del(windowKey(accountId));
    await servers.pool.query("DELETE FROM quota_windows WHERE account_id = $1", [accountId]);
  }
}

class Schedule {
  readonly #chance: Chance;
  readonly #world: World;
  readonly #processes: Process[];
  readonly #callers: number;
  /** what one request is charged at most */
  readonly #dearest: number;
  readonly #principal: Principal;
  readonly #model: QuotaModel;
  readonly #log: string[] = [];
  readonly #counts: Record<string, number> = {};
  #now: number;
  #run = 1;
  #underWay = 0;
  #redis: "up" | "frozen" | "away" = "up";
  #isPostgresUp = true;
  /** of Redis's hash, as its file had it last */
  #onDisk: Record<string, string> = {};

  constructor({ pool, client }: Servers, accountId: string, seed: number) {
    const chance = new Chance(seed);
    this.#chance = chance;
    this.#now = firstMoment + chance.pick([0, 0, 0, 86_400]) + chance.integer(0, 100);
    const now = () => this.#now;
    this.#world = {
      pool,
      client,
      accountId,
      now,
      redisRun: () => `run${this.#run}`,
      say: (what: string) => void this.#log.push(what),
    };
    this.#processes = Array.from({ length: chance.integer(1, 3) }, () => startProcess(this.#world));
    this.#callers = chance.integer(1, 6);
    const limits: Limits = chance.pick([
      { perMinute: 1000, perDay: 1000, perMonth: 1000 },
      { perMinute: 8, perDay: 1000, perMonth: 1000 },
      { perMinute: 1000, perDay: 14, perMonth: 1000 },
    ]);
    this.#principal = { accountId, keyId: "", plan: "t", limits };
    this.#dearest = chance.pick([1, 1, 3]);
    this.#model = new QuotaModel({ callers: this.#callers, dearest: this.#dearest });
  }

  async play(): Promise<Played> {
    for (const process of this.#processes) process.redis.isOpen = process.postgres.isOpen = true;
    await this.#agree();
    const outages = this.#chance.integer(0, 2);
    for (let outage = 0; outage <= outages; outage++) {
      await this.#steps(this.#chance.integer(5, 25));
      if (outage === outages) break;
      await this.#outage();
      await this.#agree();
    }
    await this.#agree();
    const apart = await this.#compare();
    const { faults, over } = this.#model;
    return { faults, log: this.#log, counts: this.#counts, apart, over };
  }

  #say(what: string): void {
    this.#log.push(what);
    const [kind = ""] = what.split(":");
    this.#counts[kind] = (this.#counts[kind] ?? 0) + 1;
  }

  async #steps(count: number): Promise<void> {
    for (let step = 0; step < count; step++) await this.#step();
  }

  async #step(): Promise<void> {
    const chance = this.#chance;
    const process = chance.pick(this.#processes);
    const choice = chance.integer(1, 100);
    if (choice <= 30) this.#ask(process);
    else if (choice <= 80) await this.#move(process);
    else if (choice <= 84) this.#giveUp(process);
    else if (choice <= 90) void process.exchange();
    else if (choice <= 93) this.#now += chance.pick([0.5, 0.5, 20]);
    else if (choice <= 95) await this.#write();
    else void process.probe();
    await settle();
  }

  /** A caller sends a request; a served one is charged, or refunded immediately. */
  #ask({ quota }: Process): void {
    if (this.#underWay === this.#callers) return;
    this.#underWay++;
    const begun = this.#model.begin();
    const givesBack = this.#chance.happens(0.25);
    const cost = this.#dearest === 1 ? 1 : this.#chance.integer(1, this.#dearest);
    const work = quota.take(this.#principal, "all", cost).then(
      async (decision) => {
        if (!decision.allowed) {
          this.#say(`refused: ${decision.exceeded}`);
          this.#model.refused(begun, decision.exceeded, decision.limitStatus, cost);
          return;
        }
        this.#say(`served: ${decision.limitStatus.day.limit - decision.limitStatus.day.remaining} of the day`);
        this.#model.served(begun, decision.limitStatus, cost);
        if (!givesBack) return;
        this.#model.givenBack(decision.limitStatus, cost);
        const done = await quota.refund(this.#principal, decision.ticket, "all").then(
          () => true,
          () => false,
        );
        this.#say(done ? "given back" : "not given back");
        this.#model.endGivingBack(cost);
      },
      () => {
        this.#say("503");
        this.#model.withoutResponse(begun);
      },
    );
    void work.finally(() => this.#underWay--);
  }

  /** One message is carried out, or one response arrives. */
  async #move({ redis, postgres }: Process): Promise<void> {
    const choices: (() => Promise<void> | void)[] = [];
    if (this.#redis === "up" && redis.unreceived.length > 0) choices.push(() => redis.carryOutUnreceived());
    if (this.#redis === "up" && redis.requested.length > 0) choices.push(() => redis.carryOut());
    if (redis.answered.length > 0) choices.push(() => redis.arrive());
    const { length } = postgres.requested;
    if (this.#isPostgresUp && length > 0) choices.push(() => postgres.carryOut(this.#chance.integer(0, length - 1)));
    if (postgres.answered.length > 0) choices.push(() => postgres.arrive());
    if (choices.length > 0) await this.#chance.pick(choices)();
  }

  /** A process waits no longer for its Redis commands. */
  #giveUp({ waiting }: Process): void {
    if (waiting.length === 0 || this.#redis === "away") return;
    this.#disturb("a process gives up");
    for (const resolve of waiting.splice(0)) resolve();
  }

  async #write(): Promise<void> {
    this.#onDisk = await this.#world.client.hgetall(windowKey(this.#world.accountId));
  }

  #disturb(what: string, costs = false): void {
    this.#say(what);
    this.#model.outage({ costs });
  }

  async #outage(): Promise<void> {
    const kind = this.#chance.pick(["redis", "frozen", "cut", "postgres", "both"] as const);
    if (kind === "redis") await this.#loseRedis();
    else if (kind === "frozen") this.#freeze();
    else if (kind === "cut") this.#cut();
    else if (kind === "postgres") this.#losePostgres();
    else {
      await this.#loseRedis();
      await this.#steps(this.#chance.integer(0, 12));
      this.#losePostgres();
    }
    await this.#steps(this.#chance.integer(5, 40));
    const back = [() => this.#redisBack(), () => this.#postgresBack()];
    for (const again of this.#chance.happens(0.5) ? back : back.reverse()) {
      again();
      await this.#steps(this.#chance.integer(0, 25));
    }
  }

  async #loseRedis(): Promise<void> {
    const { client, accountId } = this.#world;
    const what = this.#chance.pick(["with its file", "without its last second", "without its file"]);
    const several = this.#processes.length > 1;
    this.#disturb(`Redis lost: ${what}`, several || what !== "with its file");
    // what is given back between the returns of two processes may be charged again (redis/reconcile.ts)
    if (several) this.#model.allow(this.#callers * this.#dearest);
    this.#redis = "away";
    for (const { redis } of this.#processes) redis.break();
    if (what === "with its file") return;
    await client.del(windowKey(accountId));
    if (what === "without its last second" && this.#onDisk.ms) await client.hset(windowKey(accountId), this.#onDisk);
  }

  #freeze(): void {
    this.#disturb("Redis frozen");
    this.#redis = "frozen";
  }

  /** One process alone does not reach Redis any more, which may get what was sent. */
  #cut(): void {
    this.#disturb("one process cut off");
    const { redis } = this.#chance.pick(this.#processes);
    redis.break(this.#chance.integer(0, redis.requested.length));
  }

  #losePostgres(): void {
    this.#disturb("PostgreSQL lost", true);
    this.#isPostgresUp = false;
    for (const { postgres } of this.#processes) postgres.break();
  }

  #redisBack(): void {
    this.#say(`Redis back: it was ${this.#redis}`);
    for (const { redis } of this.#processes) {
      // a socket that owes a response is closed after a second; Redis reads what was sent all the same
      if (this.#redis === "frozen" && redis.requested.length > 0 && this.#chance.happens(0.5))
        redis.break(redis.requested.length);
    }
    if (this.#redis === "away") this.#run++;
    this.#redis = "up";
    for (const { redis } of this.#processes) redis.isOpen = true;
  }

  #postgresBack(): void {
    this.#say("PostgreSQL back");
    this.#isPostgresUp = true;
    for (const { postgres } of this.#processes) postgres.isOpen = true;
  }

  /** Everything is carried out and arrives, and every process tells both stores of each other. */
  async #agree(): Promise<void> {
    for (let round = 0; round < 4; round++) {
      for (const { probe, exchange, quota } of this.#processes) {
        await this.#drain();
        void probe();
        await this.#drain();
        // what Redis counted without a received reply arrives with the next one
        void quota.peek(this.#principal).catch(() => {});
        await this.#drain();
        void exchange();
      }
      await this.#drain();
    }
    const down = this.#processes.filter(({ link }) => !link.isUp()).length;
    if (down > 0 || this.#underWay > 0) this.#model.faults.push(`${down} links down, ${this.#underWay} requests hang`);
    this.#model.settled();
  }

  async #drain(): Promise<void> {
    const ways = this.#processes.flatMap(({ redis, postgres }) => [redis, postgres]);
    await settle();
    while (
      ways.some(({ requested, answered, unreceived }) => requested.length + answered.length + unreceived.length > 0)
    ) {
      for (const way of ways) {
        await way.carryOutUnreceived();
        await way.carryOut();
        way.arrive();
      }
      await settle();
    }
  }

  async #compare(): Promise<number> {
    const { client, accountId, pool } = this.#world;
    const at = new Date(this.#now * 1000);
    const { state } = await runWindowScript(client, accountId, "peek", [], at);
    const inRedis = this.#figures(state);
    const { rows } = await pool.query("SELECT * FROM disclosed_quota_peek($1, $2)", [accountId, at]);
    const inLedger = this.#figures({
      ...state,
      minuteUsed: rows[0].minute_used,
      dayUsed: rows[0].day_used,
      monthUsed: rows[0].month_used,
    });
    // the ledger's copy of Redis's count does not fall when a request is given back, and each caller gives back one at a time
    const said = [
      this.#model.end("Redis", inRedis),
      this.#model.end("the ledger", inLedger, this.#callers * this.#dearest),
    ];
    const apart = inRedis.day.remaining - inLedger.day.remaining;
    if (apart < 0 || apart > this.#callers * this.#dearest)
      this.#model.faults.push(`the ledger has ${apart} more than Redis`);
    this.#say(`end: Redis ${JSON.stringify(state)}, ledger ${JSON.stringify(rows[0])}`);
    return Math.max(...said.map(({ max }) => max));
  }

  #figures = (state: Parameters<typeof limitStatus>[0]): LimitStatus => {
    // what is used above a limit is not hidden
    const wide = { perMinute: 1e6, perDay: 1e6, perMonth: 1e6 };
    return limitStatus(state, wide);
  };
}
