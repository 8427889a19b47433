// Keys that are remembered: for how long, when they are believed, and what makes them forgotten.
import type { Pool } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Access, createAccess } from "../../src/accounts/access.ts";
import { createAccount } from "../../src/accounts/accounts.ts";
import { authenticate, CountingClock, type KnownKey, KnownKeys, type Trust } from "../../src/accounts/authenticate.ts";
import { createKey, revokeKey } from "../../src/accounts/keys.ts";
import type { Principal } from "../../src/ports/access.ts";
import { type OpenQuota, postgresQuota } from "../../src/quota/open-quota.ts";
import type { QuotaState } from "../../src/quota/quota.ts";
import type { Listener } from "../../src/store/connections/listen.ts";
import { syncReference } from "../../src/store/reference.ts";
import { createTestStore, type TestStore } from "../support/database.ts";

const actor = "test";
const trades = { route: "/trades", status: 200, milliseconds: 1, requestId: "r", url: "/api/v1/trades" };
const limits = { perMinute: 1, perDay: 2, perMonth: 3 };
const keyOf = (accountId: string): KnownKey => ({
  keyId: "k",
  accountId,
  allowlist: [],
  plan: "t",
  limits,
  epoch: 1,
  expiresAt: null,
});

describe("a cached key", () => {
  it("is valid for a minute, and for ten while PostgreSQL is down", () => {
    let now = 5;
    const known = new KnownKeys(() => now);
    known.set("h", keyOf("a"));
    const states = (after: number) => {
      now = 5 + after;
      return [known.get("h") !== undefined, known.get("h", { overdue: true }) !== undefined];
    };
    expect(states(60_000)).toEqual([true, true]);
    expect(states(60_001)).toEqual([false, true]);
    expect(states(600_000)).toEqual([false, true]);
    expect(states(600_001)).toEqual([false, false]);
    known.set("h", keyOf("b"));
    expect(known.get("h")).toEqual(keyOf("b"));
    expect(known.get("other", { overdue: true })).toBeUndefined();
  });

  it("uses its own clock where none is given", () => {
    const known = new KnownKeys();
    known.set("h", keyOf("a"));
    expect(known.get("h")).toEqual(keyOf("a"));
  });

  it("evicts the least recently looked up one above 50,000", () => {
    const known = new KnownKeys(() => 0);
    for (let i = 0; i < 50_000; i++) known.set(`h${i}`, keyOf("a"));
    known.set("h0", keyOf("a"));
    expect(["h0", "h1", "h49999"].map((hash) => known.get(hash) !== undefined)).toEqual([true, true, true]);
    known.set("new", keyOf("a"));
    expect(["h0", "h1", "h2", "new"].map((hash) => known.get(hash) !== undefined)).toEqual([true, false, true, true]);
  });

  it("is forgotten alone, with its account, or with all", () => {
    const known = new KnownKeys(() => 0);
    const fill = () => {
      for (const [hash, account] of ["1a", "2a", "3b"]) known.set(hash as string, keyOf(account as string));
    };
    const left = () => ["1", "2", "3"].filter((hash) => known.get(hash));
    fill();
    known.forget("1");
    expect(left()).toEqual(["2", "3"]);
    fill();
    known.forgetAccount("a");
    expect(left()).toEqual(["3"]);
    known.clear();
    expect(left()).toEqual([]);
  });
});

let store: TestStore;
let made = 0;
beforeAll(async () => {
  store = await createTestStore();
  await syncReference(store);
});
afterAll(() => store.close());

async function newKey(expiresAt?: Date) {
  const email = `m${++made}@example.test`;
  await createAccount(store, { email, plan: "free", actor });
  return await createKey(store, { account: email, actor, ...(expiresAt && { expiresAt }) });
}

/** The store's pool, which counts look-ups, and fails when the test sets `away`. */
function watched() {
  const seen = { lookUps: 0, isAway: false };
  const pool = new Proxy(store.pool, {
    get(target, name, receiver) {
      if (name !== "query") return Reflect.get(target, name, receiver);
      return (...query: unknown[]) => {
        if ((query[0] as { name?: string }).name === "key_look_up") seen.lookUps += 1;
        return seen.isAway ? Promise.reject(new Error("away")) : Reflect.apply(target.query, target, query);
      };
    },
  });
  return { pool, seen };
}

describe("a key that was looked up", () => {
  function requesting(pool: Pool) {
    let now = 0;
    let trust: Trust = "fresh";
    const memory = { known: new KnownKeys(() => now), trust: () => trust, clock: new CountingClock() };
    return {
      ask: async (key: string) => (await authenticate(pool, `Bearer ${key}`, "192.0.2.1", memory)).outcome,
      set: (to: { now?: number; trust?: Trust }) => {
        now = to.now ?? now;
        trust = to.trust ?? trust;
      },
    };
  }

  it("is looked up again after a minute, or on every request while not listening", async () => {
    const { key } = await newKey();
    const { pool, seen } = watched();
    const { ask, set } = requesting(pool);
    for (let i = 0; i < 3; i++) expect(await ask(key)).toBe("ok");
    expect(seen.lookUps).toBe(1);
    set({ now: 60_001 });
    expect(await ask(key)).toBe("ok");
    expect(seen.lookUps).toBe(2);
    set({ trust: "none" });
    expect(await ask(key)).toBe("ok");
    expect(seen.lookUps).toBe(3);
    set({ trust: "overdue", now: 600_000 });
    expect(await ask(key)).toBe("ok");
    expect(seen.lookUps).toBe(3);
  });

  it("is refused and forgotten when it was revoked", async () => {
    const { key, id } = await newKey();
    const { pool, seen } = watched();
    const { ask, set } = requesting(pool);
    await ask(key);
    await revokeKey(store, id, actor);
    set({ trust: "none" });
    expect(await ask(key)).toBe("unauthorized");
    seen.isAway = true;
    await expect(ask(key)).rejects.toMatchObject({ code: "unavailable", cause: { message: "away" } });
  });

  it("is valid for ten minutes while PostgreSQL is down; an uncached key is neither valid nor invalid", async () => {
    const [one, other] = [await newKey(), await newKey()];
    const { pool, seen } = watched();
    const { ask, set } = requesting(pool);
    await ask(one.key);
    seen.isAway = true;
    set({ trust: "none", now: 600_000 });
    expect(await ask(one.key)).toBe("ok");
    await expect(ask(other.key)).rejects.toMatchObject({ code: "unavailable" });
    set({ now: 600_001 });
    await expect(ask(one.key)).rejects.toMatchObject({ code: "unavailable" });
  });

  it("is looked up on every request without a cache", async () => {
    const { key } = await newKey();
    const { pool, seen } = watched();
    for (let i = 0; i < 2; i++) await authenticate(pool, `Bearer ${key}`, "192.0.2.1");
    expect(seen.lookUps).toBe(2);
  });

  it("waits five seconds for a database that hangs", async () => {
    const { key } = await newKey();
    const hanging = { query: () => new Promise(() => {}) } as unknown as Pool;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const response = authenticate(hanging, `Bearer ${key}`, "192.0.2.1").catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(4999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await response).toMatchObject({ code: "unavailable", cause: { message: "no response within 5000 ms" } });
    vi.useRealTimers();
  });

  it("leaves no timer behind", async () => {
    const { key } = await newKey();
    const responding = { query: async () => ({ rows: [] }) } as unknown as Pool;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    expect(await authenticate(responding, `Bearer ${key}`, "192.0.2.1")).toMatchObject({ outcome: "unauthorized" });
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});

describe("the access of a process", () => {
  const opened: Access[] = [];
  afterEach(async () => {
    for (const access of opened.splice(0)) await access.close();
    vi.useRealTimers();
  });

  /** Counts in PostgreSQL, in the place of a Redis that is never away; what it and the listener would say is set by hand. */
  function open() {
    const says = {
      sendsEpochs: true,
      state: "listening" as ReturnType<Listener["state"]>,
      epoch: 1,
      announces: true,
      ahead: 0,
    };
    const announced: [string, number][] = [];
    const errors: unknown[] = [];
    const received: { channel?: string; payload(text: string): void; connected(): void } = {
      payload: () => {},
      connected: () => {},
    };
    const listener: Listener = {
      state: () => says.state,
      on(channel, payload, connected = () => {}) {
        Object.assign(received, { channel, payload, connected });
      },
      close: async () => {},
    };
    const { pool, seen } = watched();
    const counting = postgresQuota(store.pool);
    const told = <State extends QuotaState>(state: State) => ({
      ...state,
      epoch: says.epoch,
      now: state.now + says.ahead,
    });
    const telling: OpenQuota = {
      ...counting,
      quota: {
        ...counting.quota,
        take: async (who) => told(await counting.quota.take(who)),
        peek: async (who) => told(await counting.quota.peek(who)),
      },
      sendsEpochs: () => says.sendsEpochs,
      async announce(accountId, epoch) {
        if (!says.announces) throw new Error("no Redis");
        announced.push([accountId, epoch]);
      },
    };
    const access = createAccess({ ...store, pool }, telling, {
      publicUrl: "",
      listener,
      onError: (error) => errors.push(error),
    });
    opened.push(access);
    const ask = async (key: string) => await access.authenticate(`Bearer ${key}`, "192.0.2.1");
    return { access, ask, seen, says, heard: received, announced, errors, counting };
  }

  async function principal(ask: ReturnType<typeof open>["ask"], key: string): Promise<Principal> {
    const result = await ask(key);
    if (result.outcome !== "ok") throw new Error(result.outcome);
    return result.principal;
  }

  it.each([
    ["listening", true, 1],
    ["connecting", true, 2],
    ["down", true, 1],
    ["listening", false, 2],
    ["down", false, 2],
  ] as const)(
    "makes, with a listener that is %s and epochs reported: %s, for two requests %i look-ups",
    async (state, tells, n) => {
      const { key } = await newKey();
      const { ask, seen, says } = open();
      Object.assign(says, { state, sendsEpochs: tells });
      for (let i = 0; i < 2; i++) expect((await ask(key)).outcome).toBe("ok");
      expect(seen.lookUps).toBe(n);
    },
  );

  it.each([
    ["listening", 2],
    ["down", 1],
  ] as const)("makes, with a listener that is %s, for two requests per minute apart %i look-ups", async (state, n) => {
    const { key } = await newKey();
    const { ask, seen, says } = open();
    vi.useFakeTimers({ toFake: ["performance"] });
    says.state = state;
    expect((await ask(key)).outcome).toBe("ok");
    vi.advanceTimersByTime(60_001);
    expect((await ask(key)).outcome).toBe("ok");
    expect(seen.lookUps).toBe(n);
  });

  it("makes a change known before it is acknowledged, and says when it cannot", async () => {
    const { accountId } = await newKey();
    const { access, announced, says, errors } = open();
    await access.announce(accountId);
    expect(announced).toEqual([[accountId, 1]]);
    says.announces = false;
    await access.announce(accountId);
    expect(errors.map(String)).toEqual(["Error: no Redis"]);
  });

  it("looks up every key without a listener", async () => {
    const { key } = await newKey();
    const { pool, seen } = watched();
    const access = createAccess(
      { ...store, pool },
      { ...postgresQuota(pool), sendsEpochs: () => true },
      { publicUrl: "" },
    );
    opened.push(access);
    for (let i = 0; i < 2; i++) await access.authenticate(`Bearer ${key}`, "192.0.2.1");
    expect(seen.lookUps).toBe(2);
  });

  it("counts nothing for a key that was changed since, and looks it up again", async () => {
    const { key } = await newKey();
    const { access, ask, seen, says, counting } = open();
    const who = await principal(ask, key);
    expect(await access.take(who)).toMatchObject({ allowed: true, limitStatus: { day: { remaining: 4 } } });
    says.epoch = 2;
    await expect(access.take(who)).rejects.toMatchObject({ code: "key_changed" });
    await expect(access.peek(who)).rejects.toMatchObject({ code: "key_changed" });
    const { minute, day } = (await counting.quota.peek(who)).limitStatus;
    expect([minute.limit - minute.remaining, day.remaining]).toEqual([1, 4]);
    expect(seen.lookUps).toBe(1);
    await ask(key);
    expect(seen.lookUps).toBe(2);
  });

  it("ignores an epoch that is older than the key's, or absent", async () => {
    const { key } = await newKey();
    const { access, ask, says } = open();
    const who = await principal(ask, key);
    says.epoch = 0;
    expect((await access.take(who)).allowed).toBe(true);
    const { epoch: _none, ...unknown } = who;
    says.epoch = 5;
    expect((await access.take(unknown)).allowed).toBe(true);
    expect((await access.peek(unknown)).day.remaining).toBe(3);
  });

  it("refunds nothing for a refused request with a changed key", async () => {
    const { key } = await newKey();
    const { access, ask, says, counting } = open();
    const who = await principal(ask, key);
    for (let i = 0; i < 5; i++) await access.take(who);
    says.epoch = 2;
    await expect(access.take(who)).rejects.toMatchObject({ code: "key_changed" });
    expect((await counting.quota.peek(who)).limitStatus.day.remaining).toBe(0);
  });

  it("expires a cached key by the quota's clock, to the millisecond", async () => {
    const { key } = await newKey(new Date(Date.now() + 60_000));
    const { access, ask, counting } = open();
    const who = await principal(ask, key);
    expect((await access.take(who)).allowed).toBe(true);
    const { now } = await counting.quota.peek(who);
    await expect(access.take({ ...who, expiresAt: now - 0.001 })).rejects.toMatchObject({ code: "key_changed" });
    expect((await access.take({ ...who, expiresAt: now + 30 })).allowed).toBe(true);
    expect((await access.peek(who)).day.remaining).toBe(3);
  });

  it("refuses a key that has ended by the clock that counts, whatever PostgreSQL's says, and until it says otherwise", async () => {
    const { key } = await newKey(new Date(Date.now() + 60_000));
    const { access, ask, says } = open();
    const who = await principal(ask, key);
    says.ahead = 61;
    await expect(access.take(who)).rejects.toMatchObject({ code: "key_changed" });
    expect((await ask(key)).outcome).toBe("unauthorized");
    expect(access.remembered(access.keyNameIn(`Bearer ${key}`) ?? "", "192.0.2.1")).toBeUndefined();
    says.ahead = 0;
    const other = await principal(ask, (await newKey()).key);
    expect((await access.take(other)).allowed).toBe(true);
    expect((await ask(key)).outcome).toBe("ok");
  });

  it("refuses an expired key while PostgreSQL is down, and the others of its account stay valid", async () => {
    const lasting = await newKey();
    const ending = await createKey(store, {
      account: lasting.accountId,
      actor,
      expiresAt: new Date(Date.now() + 60_000),
    });
    const { access, ask, says, seen } = open();
    const [who] = [await principal(ask, ending.key), await principal(ask, lasting.key)];
    seen.isAway = true;
    says.ahead = 61;
    await expect(access.take(who)).rejects.toMatchObject({ code: "key_changed" });
    expect((await ask(ending.key)).outcome).toBe("unauthorized");
    expect((await ask(lasting.key)).outcome).toBe("ok");
  });

  it("forgets the keys of an account that announces a change, and passes its epoch on", async () => {
    const { key, accountId } = await newKey();
    const other = await newKey();
    const { ask, seen, heard, announced, errors } = open();
    expect(heard.channel).toBe("disclosed_access");
    await ask(key);
    await ask(other.key);
    heard.payload(accountId);
    await vi.waitFor(() => expect(announced).toEqual([[accountId, 1]]));
    await ask(other.key);
    expect(seen.lookUps).toBe(2);
    await ask(key);
    expect(seen.lookUps).toBe(3);
    heard.payload("00000000-0000-4000-8000-000000000000");
    heard.connected();
    await ask(other.key);
    expect(seen.lookUps).toBe(4);
    // nothing cached of a deleted account is valid any more
    const gone = ["00000000-0000-4000-8000-000000000000", Number.MAX_SAFE_INTEGER];
    await vi.waitFor(() => expect(announced).toEqual([[accountId, 1], gone]));
    expect(errors).toEqual([]);
  });

  it("reports an epoch that could not be sent, unless Redis is known to be down", async () => {
    const { accountId } = await newKey();
    const { says, heard, errors } = open();
    says.announces = false;
    heard.payload(accountId);
    await vi.waitFor(() => expect(errors.map(String)).toEqual(["Error: no Redis"]));
    says.sendsEpochs = false;
    heard.payload(accountId);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(errors).toHaveLength(1);
  });

  it("writes what was used once a second, says when it cannot, and writes the rest at the end", async () => {
    const { key, accountId } = await newKey();
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { access, ask, seen, errors } = open();
    const who = await principal(ask, key);
    const written = async () =>
      (await store.prisma.usageDaily.findMany({ where: { accountId } })).reduce(
        (sum, { requests }) => sum + requests,
        0,
      );
    access.recordUse({ principal: who }, trades);
    vi.advanceTimersByTime(999);
    await access.authenticate(undefined, "192.0.2.1");
    expect(await written()).toBe(0);
    vi.advanceTimersByTime(1);
    await vi.waitFor(async () => expect(await written()).toBe(1));
    access.recordUse({ principal: who }, trades);
    await access.flush();
    expect(await written()).toBe(2);
    access.recordUse({ principal: who }, trades);
    seen.isAway = true;
    vi.advanceTimersByTime(1000);
    await vi.waitFor(() => expect(errors.map(String)).toEqual(["Error: away"]));
    seen.isAway = false;
    await access.close();
    expect(await written()).toBe(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("reports a failed last write, and closes all the same", async () => {
    const { key } = await newKey();
    const { access, ask, seen, errors } = open();
    access.recordUse({ principal: await principal(ask, key) }, trades);
    seen.isAway = true;
    await access.close();
    expect(errors.map(String)).toEqual(["Error: away"]);
    seen.isAway = false;
  });
});
