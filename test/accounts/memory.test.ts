// Cached keys: for how long, when they are trusted, and what removes them from the cache.
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

  it("uses the process's clock by default", () => {
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

/** The store's pool; counts look-ups of keys, and fails while the test sets `isDown`. */
function watchPool() {
  const seen = { lookUps: 0, isDown: false };
  const pool = new Proxy(store.pool, {
    get(target, name, receiver) {
      if (name !== "query") return Reflect.get(target, name, receiver);
      return (...query: unknown[]) => {
        if ((query[0] as { name?: string }).name === "key_look_up") seen.lookUps += 1;
        return seen.isDown ? Promise.reject(new Error("down")) : Reflect.apply(target.query, target, query);
      };
    },
  });
  return { pool, seen };
}

describe("authentication", () => {
  function withCache(pool: Pool) {
    let now = 0;
    let trust: Trust = "fresh";
    const memory = { known: new KnownKeys(() => now), trust: () => trust, clock: new CountingClock() };
    return {
      outcomeOf: async (key: string) => (await authenticate(pool, `Bearer ${key}`, "192.0.2.1", memory)).outcome,
      set: (to: { now?: number; trust?: Trust }) => {
        now = to.now ?? now;
        trust = to.trust ?? trust;
      },
    };
  }

  it("looks up a key again after a minute, and on every request while not listening", async () => {
    const { key } = await newKey();
    const { pool, seen } = watchPool();
    const { outcomeOf, set } = withCache(pool);
    for (let i = 0; i < 3; i++) expect(await outcomeOf(key)).toBe("ok");
    expect(seen.lookUps).toBe(1);
    set({ now: 60_001 });
    expect(await outcomeOf(key)).toBe("ok");
    expect(seen.lookUps).toBe(2);
    set({ trust: "none" });
    expect(await outcomeOf(key)).toBe("ok");
    expect(seen.lookUps).toBe(3);
    set({ trust: "overdue", now: 600_000 });
    expect(await outcomeOf(key)).toBe("ok");
    expect(seen.lookUps).toBe(3);
  });

  it("refuses and forgets a revoked key", async () => {
    const { key, id } = await newKey();
    const { pool, seen } = watchPool();
    const { outcomeOf, set } = withCache(pool);
    await outcomeOf(key);
    await revokeKey(store, id, actor);
    set({ trust: "none" });
    expect(await outcomeOf(key)).toBe("unauthorized");
    seen.isDown = true;
    await expect(outcomeOf(key)).rejects.toMatchObject({ code: "unavailable", cause: { message: "down" } });
  });

  it("accepts a cached key for ten minutes while PostgreSQL is down, and is unavailable for an uncached one", async () => {
    const [one, other] = [await newKey(), await newKey()];
    const { pool, seen } = watchPool();
    const { outcomeOf, set } = withCache(pool);
    await outcomeOf(one.key);
    seen.isDown = true;
    set({ trust: "none", now: 600_000 });
    expect(await outcomeOf(one.key)).toBe("ok");
    await expect(outcomeOf(other.key)).rejects.toMatchObject({ code: "unavailable" });
    set({ now: 600_001 });
    await expect(outcomeOf(one.key)).rejects.toMatchObject({ code: "unavailable" });
  });

  it("looks up a key on every request without a cache", async () => {
    const { key } = await newKey();
    const { pool, seen } = watchPool();
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

  /** Access whose quota counts in PostgreSQL as if that were Redis; the test sets what quota and listener report. */
  function open() {
    const reported = {
      sendsEpochs: true,
      state: "listening" as ReturnType<Listener["state"]>,
      epoch: 1,
      canAnnounce: true,
      aheadSeconds: 0,
    };
    const announced: [string, number][] = [];
    const errors: unknown[] = [];
    const subscription: { channel?: string; payload(text: string): void; connected(): void } = {
      payload: () => {},
      connected: () => {},
    };
    const listener: Listener = {
      state: () => reported.state,
      on(channel, payload, connected = () => {}) {
        Object.assign(subscription, { channel, payload, connected });
      },
      close: async () => {},
    };
    const { pool, seen } = watchPool();
    const counting = postgresQuota(store.pool);
    const withReported = <State extends QuotaState>(state: State) => ({
      ...state,
      epoch: reported.epoch,
      now: state.now + reported.aheadSeconds,
    });
    const quota: OpenQuota = {
      ...counting,
      quota: {
        ...counting.quota,
        take: async (principal) => withReported(await counting.quota.take(principal)),
        peek: async (principal) => withReported(await counting.quota.peek(principal)),
      },
      sendsEpochs: () => reported.sendsEpochs,
      async announce(accountId, epoch) {
        if (!reported.canAnnounce) throw new Error("no Redis");
        announced.push([accountId, epoch]);
      },
    };
    const access = createAccess({ ...store, pool }, quota, {
      publicUrl: "",
      listener,
      onError: (error) => errors.push(error),
    });
    opened.push(access);
    const authenticateWith = async (key: string) => await access.authenticate(`Bearer ${key}`, "192.0.2.1");
    async function principalOf(key: string): Promise<Principal> {
      const result = await authenticateWith(key);
      if (result.outcome !== "ok") throw new Error(result.outcome);
      return result.principal;
    }
    return { access, authenticateWith, principalOf, seen, reported, subscription, announced, errors, counting };
  }

  it.each([
    ["listening", true, 1],
    ["connecting", true, 2],
    ["down", true, 1],
    ["listening", false, 2],
    ["down", false, 2],
  ] as const)(
    "while the listener is %s and epochs are reported: %s, looks up a key of two requests %i times",
    async (state, sendsEpochs, n) => {
      const { key } = await newKey();
      const { authenticateWith, seen, reported } = open();
      Object.assign(reported, { state, sendsEpochs });
      for (let i = 0; i < 2; i++) expect((await authenticateWith(key)).outcome).toBe("ok");
      expect(seen.lookUps).toBe(n);
    },
  );

  it.each([
    ["listening", 2],
    ["down", 1],
  ] as const)("while the listener is %s, looks up a key of two requests a minute apart %i times", async (state, n) => {
    const { key } = await newKey();
    const { authenticateWith, seen, reported } = open();
    vi.useFakeTimers({ toFake: ["performance"] });
    reported.state = state;
    expect((await authenticateWith(key)).outcome).toBe("ok");
    vi.advanceTimersByTime(60_001);
    expect((await authenticateWith(key)).outcome).toBe("ok");
    expect(seen.lookUps).toBe(n);
  });

  it("announces a change to the quota before it resolves, and reports when it cannot", async () => {
    const { accountId } = await newKey();
    const { access, announced, reported, errors } = open();
    await access.announce(accountId);
    expect(announced).toEqual([[accountId, 1]]);
    reported.canAnnounce = false;
    await access.announce(accountId);
    expect(errors.map(String)).toEqual(["Error: no Redis"]);
  });

  it("looks up every key without a listener", async () => {
    const { key } = await newKey();
    const { pool, seen } = watchPool();
    const access = createAccess(
      { ...store, pool },
      { ...postgresQuota(pool), sendsEpochs: () => true },
      { publicUrl: "" },
    );
    opened.push(access);
    for (let i = 0; i < 2; i++) await access.authenticate(`Bearer ${key}`, "192.0.2.1");
    expect(seen.lookUps).toBe(2);
  });

  it("charges nothing for a key that has changed since, and looks it up again", async () => {
    const { key } = await newKey();
    const { access, authenticateWith, principalOf, seen, reported, counting } = open();
    const principal = await principalOf(key);
    expect(await access.take(principal)).toMatchObject({ allowed: true, limitStatus: { day: { remaining: 4 } } });
    reported.epoch = 2;
    await expect(access.take(principal)).rejects.toMatchObject({ code: "key_changed" });
    await expect(access.peek(principal)).rejects.toMatchObject({ code: "key_changed" });
    const { minute, day } = (await counting.quota.peek(principal)).limitStatus;
    expect([minute.limit - minute.remaining, day.remaining]).toEqual([1, 4]);
    expect(seen.lookUps).toBe(1);
    await authenticateWith(key);
    expect(seen.lookUps).toBe(2);
  });

  it("ignores an epoch older than the key's, and every epoch for a key without one", async () => {
    const { key } = await newKey();
    const { access, principalOf, reported } = open();
    const principal = await principalOf(key);
    reported.epoch = 0;
    expect((await access.take(principal)).allowed).toBe(true);
    const { epoch: _none, ...unknown } = principal;
    reported.epoch = 5;
    expect((await access.take(unknown)).allowed).toBe(true);
    expect((await access.peek(unknown)).day.remaining).toBe(3);
  });

  it("refunds nothing for a refused request with a changed key", async () => {
    const { key } = await newKey();
    const { access, principalOf, reported, counting } = open();
    const principal = await principalOf(key);
    for (let i = 0; i < 5; i++) await access.take(principal);
    reported.epoch = 2;
    await expect(access.take(principal)).rejects.toMatchObject({ code: "key_changed" });
    expect((await counting.quota.peek(principal)).limitStatus.day.remaining).toBe(0);
  });

  it("expires a cached key by the quota's clock, to the millisecond", async () => {
    const { key } = await newKey(new Date(Date.now() + 60_000));
    const { access, principalOf, counting } = open();
    const principal = await principalOf(key);
    expect((await access.take(principal)).allowed).toBe(true);
    const { now } = await counting.quota.peek(principal);
    await expect(access.take({ ...principal, expiresAt: now - 0.001 })).rejects.toMatchObject({ code: "key_changed" });
    expect((await access.take({ ...principal, expiresAt: now + 30 })).allowed).toBe(true);
    expect((await access.peek(principal)).day.remaining).toBe(3);
  });

  it("refuses a key while it has expired by the clock of the quota, whatever that of PostgreSQL says", async () => {
    const { key } = await newKey(new Date(Date.now() + 60_000));
    const { access, authenticateWith, principalOf, reported } = open();
    const principal = await principalOf(key);
    reported.aheadSeconds = 61;
    await expect(access.take(principal)).rejects.toMatchObject({ code: "key_changed" });
    expect((await authenticateWith(key)).outcome).toBe("unauthorized");
    expect(access.remembered(access.keyNameIn(`Bearer ${key}`) ?? "", "192.0.2.1")).toBeUndefined();
    reported.aheadSeconds = 0;
    const other = await principalOf((await newKey()).key);
    expect((await access.take(other)).allowed).toBe(true);
    expect((await authenticateWith(key)).outcome).toBe("ok");
  });

  it("refuses an expired key while PostgreSQL is down, and the others of its account stay valid", async () => {
    const lasting = await newKey();
    const ending = await createKey(store, {
      account: lasting.accountId,
      actor,
      expiresAt: new Date(Date.now() + 60_000),
    });
    const { access, authenticateWith, principalOf, reported, seen } = open();
    const principal = await principalOf(ending.key);
    await principalOf(lasting.key);
    seen.isDown = true;
    reported.aheadSeconds = 61;
    await expect(access.take(principal)).rejects.toMatchObject({ code: "key_changed" });
    expect((await authenticateWith(ending.key)).outcome).toBe("unauthorized");
    expect((await authenticateWith(lasting.key)).outcome).toBe("ok");
  });

  it("forgets the keys of an account whose change is announced, and passes its epoch on to the quota", async () => {
    const { key, accountId } = await newKey();
    const other = await newKey();
    const { authenticateWith, seen, subscription, announced, errors } = open();
    expect(subscription.channel).toBe("disclosed_access");
    await authenticateWith(key);
    await authenticateWith(other.key);
    subscription.payload(accountId);
    await vi.waitFor(() => expect(announced).toEqual([[accountId, 1]]));
    await authenticateWith(other.key);
    expect(seen.lookUps).toBe(2);
    await authenticateWith(key);
    expect(seen.lookUps).toBe(3);
    subscription.payload("00000000-0000-4000-8000-000000000000");
    subscription.connected();
    await authenticateWith(other.key);
    expect(seen.lookUps).toBe(4);
    // nothing cached of a deleted account is valid any more
    const gone = ["00000000-0000-4000-8000-000000000000", Number.MAX_SAFE_INTEGER];
    await vi.waitFor(() => expect(announced).toEqual([[accountId, 1], gone]));
    expect(errors).toEqual([]);
  });

  it("reports an epoch that could not be sent, unless Redis is known to be down", async () => {
    const { accountId } = await newKey();
    const { reported, subscription, errors } = open();
    reported.canAnnounce = false;
    subscription.payload(accountId);
    await vi.waitFor(() => expect(errors.map(String)).toEqual(["Error: no Redis"]));
    reported.sendsEpochs = false;
    subscription.payload(accountId);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(errors).toHaveLength(1);
  });

  it("writes usage once a second, reports a failed write, and writes the rest when it is closed", async () => {
    const { key, accountId } = await newKey();
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { access, principalOf, seen, errors } = open();
    const principal = await principalOf(key);
    const written = async () =>
      (await store.prisma.usageDaily.findMany({ where: { accountId } })).reduce(
        (sum, { requests }) => sum + requests,
        0,
      );
    access.recordUse({ principal }, trades);
    vi.advanceTimersByTime(999);
    await access.authenticate(undefined, "192.0.2.1");
    expect(await written()).toBe(0);
    vi.advanceTimersByTime(1);
    await vi.waitFor(async () => expect(await written()).toBe(1));
    access.recordUse({ principal }, trades);
    await access.flush();
    expect(await written()).toBe(2);
    access.recordUse({ principal }, trades);
    seen.isDown = true;
    vi.advanceTimersByTime(1000);
    await vi.waitFor(() => expect(errors.map(String)).toEqual(["Error: down"]));
    seen.isDown = false;
    await access.close();
    expect(await written()).toBe(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("reports a failed last write, and closes nevertheless", async () => {
    const { key } = await newKey();
    const { access, principalOf, seen, errors } = open();
    access.recordUse({ principal: await principalOf(key) }, trades);
    seen.isDown = true;
    await access.close();
    expect(errors.map(String)).toEqual(["Error: down"]);
    seen.isDown = false;
  });
});
