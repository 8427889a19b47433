// Plays one schedule of the quota: several processes in this one, on a real Redis and a real PostgreSQL. A seed chooses
// every step: who sends a request, which command is executed and which reply arrives next, which process times out,
// which store is lost, and when counts are exchanged.
import type { Pool } from "pg";
import { Chance } from "../../../src/ingest/sample/random.ts";
import type { LimitStatus, Limits, Principal } from "../../../src/ports/access.ts";
import { limitStatus } from "../../../src/quota/quota.ts";
import { type RedisClient, runWindowScript } from "../../../src/quota/redis/connect.ts";
import { windowKey } from "../../../src/quota/redis/window-script.ts";
import { QuotaModel } from "../model.ts";
import { settle } from "./network.ts";
import { type Process, startProcess, type World } from "./process.ts";

export interface ScheduleResult {
  faults: string[];
  /** what happened, in order */
  log: string[];
  /** how often each kind of thing happened */
  counts: Record<string, number>;
  /** charged - served at the end */
  excess: number;
  /** the largest number that was served above a limit, in an outage */
  maxAboveLimit: number;
}

export interface Servers {
  pool: Pool;
  client: RedisClient;
  newAccount(): Promise<string>;
}

/** In the future, so that all of it is recent to the ledger. */
const startTime = Date.UTC(2038, 0, 30, 23, 58, 30) / 1000;

export async function play(servers: Servers, seed: number): Promise<ScheduleResult> {
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
  /** the largest charge of one request */
  readonly #maxCost: number;
  readonly #principal: Principal;
  readonly #model: QuotaModel;
  readonly #log: string[] = [];
  readonly #counts: Record<string, number> = {};
  #now: number;
  #run = 1;
  #running = 0;
  #redis: "up" | "frozen" | "down" = "up";
  #isPostgresUp = true;
  /** the account's hash, as Redis last wrote it to its file */
  #onDisk: Record<string, string> = {};

  constructor({ pool, client }: Servers, accountId: string, seed: number) {
    const chance = new Chance(seed);
    this.#chance = chance;
    this.#now = startTime + chance.pick([0, 0, 0, 86_400]) + chance.integer(0, 100);
    const now = () => this.#now;
    this.#world = {
      pool,
      client,
      accountId,
      now,
      redisRun: () => `run${this.#run}`,
      log: (line: string) => void this.#log.push(line),
    };
    this.#processes = Array.from({ length: chance.integer(1, 3) }, () => startProcess(this.#world));
    this.#callers = chance.integer(1, 6);
    const limits: Limits = chance.pick([
      { perMinute: 1000, perDay: 1000, perMonth: 1000 },
      { perMinute: 8, perDay: 1000, perMonth: 1000 },
      { perMinute: 1000, perDay: 14, perMonth: 1000 },
    ]);
    this.#principal = { accountId, keyId: "", plan: "t", limits };
    this.#maxCost = chance.pick([1, 1, 3]);
    this.#model = new QuotaModel({ callers: this.#callers, maxCost: this.#maxCost });
  }

  async play(): Promise<ScheduleResult> {
    for (const process of this.#processes) process.redis.isOpen = process.postgres.isOpen = true;
    await this.#reconcile();
    const outages = this.#chance.integer(0, 2);
    for (let outage = 0; outage <= outages; outage++) {
      await this.#steps(this.#chance.integer(5, 25));
      if (outage === outages) break;
      await this.#outage();
      await this.#reconcile();
    }
    await this.#reconcile();
    const excess = await this.#compare();
    const { faults, maxAboveLimit } = this.#model;
    return { faults, log: this.#log, counts: this.#counts, excess, maxAboveLimit };
  }

  #note(what: string): void {
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
    if (choice <= 30) this.#startRequest(process);
    else if (choice <= 80) await this.#move(process);
    else if (choice <= 84) this.#timeOut(process);
    else if (choice <= 90) void process.exchange();
    else if (choice <= 93) this.#now += chance.pick([0.5, 0.5, 20]);
    else if (choice <= 95) await this.#saveToDisk();
    else void process.probe();
    await settle();
  }

  /** A caller sends a request; some of the served ones are refunded immediately. */
  #startRequest({ quota }: Process): void {
    if (this.#running === this.#callers) return;
    this.#running++;
    const request = this.#model.start();
    const isRefunded = this.#chance.happens(0.25);
    const cost = this.#maxCost === 1 ? 1 : this.#chance.integer(1, this.#maxCost);
    const work = quota.take(this.#principal, "all", cost).then(
      async (decision) => {
        if (!decision.allowed) {
          this.#note(`refused: ${decision.exceeded}`);
          this.#model.refused(request, decision.exceeded, decision.limitStatus, cost);
          return;
        }
        this.#note(`served: ${decision.limitStatus.day.limit - decision.limitStatus.day.remaining} of the day`);
        this.#model.served(request, decision.limitStatus, cost);
        if (!isRefunded) return;
        this.#model.startRefund(decision.limitStatus, cost);
        const done = await quota.refund(this.#principal, decision.ticket, "all").then(
          () => true,
          () => false,
        );
        this.#note(done ? "refunded" : "not refunded");
        this.#model.endRefund(cost);
      },
      () => {
        this.#note("503");
        this.#model.withoutResponse(request);
      },
    );
    void work.finally(() => this.#running--);
  }

  /** One command is executed, or one reply arrives. */
  async #move({ redis, postgres }: Process): Promise<void> {
    const choices: (() => Promise<void> | void)[] = [];
    if (this.#redis === "up" && redis.orphans.length > 0) choices.push(() => redis.executeOrphan());
    if (this.#redis === "up" && redis.commands.length > 0) choices.push(() => redis.execute());
    if (redis.replies.length > 0) choices.push(() => redis.deliver());
    const { length } = postgres.commands;
    if (this.#isPostgresUp && length > 0) choices.push(() => postgres.execute(this.#chance.integer(0, length - 1)));
    if (postgres.replies.length > 0) choices.push(() => postgres.deliver());
    if (choices.length > 0) await this.#chance.pick(choices)();
  }

  /** A process stops waiting for the replies of Redis. */
  #timeOut({ timeouts }: Process): void {
    if (timeouts.length === 0 || this.#redis === "down") return;
    this.#disturb("a process times out");
    for (const timeOut of timeouts.splice(0)) timeOut();
  }

  async #saveToDisk(): Promise<void> {
    this.#onDisk = await this.#world.client.hgetall(windowKey(this.#world.accountId));
  }

  #disturb(what: string, mayCharge = false): void {
    this.#note(what);
    this.#model.outage({ mayCharge });
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
    const returns = [() => this.#returnRedis(), () => this.#returnPostgres()];
    for (const bringBack of this.#chance.happens(0.5) ? returns : returns.reverse()) {
      bringBack();
      await this.#steps(this.#chance.integer(0, 25));
    }
  }

  async #loseRedis(): Promise<void> {
    const { client, accountId } = this.#world;
    const what = this.#chance.pick(["with its file", "without its last second", "without its file"]);
    const several = this.#processes.length > 1;
    this.#disturb(`Redis lost: ${what}`, several || what !== "with its file");
    // what is refunded between the returns of two processes may be charged again (redis/reconcile.ts)
    if (several) this.#model.allow(this.#callers * this.#maxCost);
    this.#redis = "down";
    for (const { redis } of this.#processes) redis.break();
    if (what === "with its file") return;
    await client.del(windowKey(accountId));
    if (what === "without its last second" && this.#onDisk.ms) await client.hset(windowKey(accountId), this.#onDisk);
  }

  #freeze(): void {
    this.#disturb("Redis frozen");
    this.#redis = "frozen";
  }

  /** Only one process loses its connection to Redis, which may still receive what was sent. */
  #cut(): void {
    this.#disturb("one process cut off");
    const { redis } = this.#chance.pick(this.#processes);
    redis.break(this.#chance.integer(0, redis.commands.length));
  }

  #losePostgres(): void {
    this.#disturb("PostgreSQL lost", true);
    this.#isPostgresUp = false;
    for (const { postgres } of this.#processes) postgres.break();
  }

  #returnRedis(): void {
    this.#note(`Redis back: it was ${this.#redis}`);
    for (const { redis } of this.#processes) {
      // a socket without a reply is closed after a second; Redis reads what was sent nevertheless
      if (this.#redis === "frozen" && redis.commands.length > 0 && this.#chance.happens(0.5))
        redis.break(redis.commands.length);
    }
    if (this.#redis === "down") this.#run++;
    this.#redis = "up";
    for (const { redis } of this.#processes) redis.isOpen = true;
  }

  #returnPostgres(): void {
    this.#note("PostgreSQL back");
    this.#isPostgresUp = true;
    for (const { postgres } of this.#processes) postgres.isOpen = true;
  }

  /** Everything is executed and delivered, and every process exchanges the counts of both stores. */
  async #reconcile(): Promise<void> {
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
    if (down > 0 || this.#running > 0) this.#model.faults.push(`${down} links down, ${this.#running} requests hang`);
    this.#model.settled();
  }

  async #drain(): Promise<void> {
    const connections = this.#processes.flatMap(({ redis, postgres }) => [redis, postgres]);
    await settle();
    while (
      connections.some(({ commands, replies, orphans }) => commands.length + replies.length + orphans.length > 0)
    ) {
      for (const connection of connections) {
        await connection.executeOrphan();
        await connection.execute();
        connection.deliver();
      }
      await settle();
    }
  }

  async #compare(): Promise<number> {
    const { client, accountId, pool } = this.#world;
    const at = new Date(this.#now * 1000);
    const { state } = await runWindowScript(client, accountId, "peek", [], at);
    const inRedis = this.#limitStatusOf(state);
    const { rows } = await pool.query("SELECT * FROM disclosed_quota_peek($1, $2)", [accountId, at]);
    const inLedger = this.#limitStatusOf({
      ...state,
      minuteUsed: rows[0].minute_used,
      dayUsed: rows[0].day_used,
      monthUsed: rows[0].month_used,
    });
    // the ledger's copy of Redis's count does not fall when a request is refunded, and each caller has one refund at a
    // time
    const differences = [
      this.#model.end("Redis", inRedis),
      this.#model.end("the ledger", inLedger, this.#callers * this.#maxCost),
    ];
    const more = inRedis.day.remaining - inLedger.day.remaining;
    if (more < 0 || more > this.#callers * this.#maxCost)
      this.#model.faults.push(`the ledger has ${more} more than Redis`);
    this.#note(`end: Redis ${JSON.stringify(state)}, ledger ${JSON.stringify(rows[0])}`);
    return Math.max(...differences.map(({ max }) => max));
  }

  #limitStatusOf = (state: Parameters<typeof limitStatus>[0]): LimitStatus => {
    // above a limit `remaining` is 0, which would hide what was used beyond it
    const unreachable = { perMinute: 1e6, perDay: 1e6, perMonth: 1e6 };
    return limitStatus(state, unreachable);
  };
}
