// Accounts and keys, field by field: what the functions return, what the audit log retains, and messages of refusals.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  AccountError,
  changeStatus,
  createAccount,
  findAccount,
  listAccounts,
  removeAccount,
  type StatusChange,
  setPlan,
} from "../../src/accounts/accounts.ts";
import { issueDemoKey } from "../../src/accounts/demo-key.ts";
import { createKey, listKeys, revokeKey, rotateKey } from "../../src/accounts/keys.ts";
import { prune } from "../../src/accounts/retention.ts";
import { UsageRecorder } from "../../src/accounts/usage.ts";
import { UsageError } from "../../src/errors.ts";
import { syncReference } from "../../src/store/reference.ts";
import { createTestStore, type TestStore } from "../support/database.ts";

const actor = "cli:ops";
let store: TestStore;
let made = 0;
let email: string;

beforeAll(async () => {
  store = await createTestStore();
  await syncReference(store);
});
afterAll(() => store.close());
beforeEach(() => {
  email = `record${++made}@example.test`;
});

const newAccount = (plan = "free") => createAccount(store, { email, plan, actor });

/** The audit rows about an object, oldest first, without their ids and times. */
async function audit(objectId: string) {
  const rows = await store.prisma.auditLog.findMany({ where: { objectId }, orderBy: { id: "asc" } });
  return rows.map(({ id: _id, at: _at, ...row }) => row);
}
const unknownId = "00000000-0000-4000-8000-00000000ffff";

describe("an account", () => {
  it("is created with its address in one form, and the creation is recorded", async () => {
    const account = await createAccount(store, { email: ` ${email.toUpperCase()} `, plan: " Plus ", actor });
    expect(account).toEqual({
      id: expect.any(String),
      email,
      plan: "plus",
      status: "active",
      createdAt: expect.any(Date),
      requestedPlan: null,
    });
    expect(await findAccount(store.prisma, email)).toEqual(account);
    expect(await audit(account.id)).toEqual([
      {
        actor,
        action: "account.create",
        objectType: "account",
        objectId: account.id,
        before: null,
        after: { email, plan: "plus" },
      },
    ]);
  });

  it.each(["", "nobody", "a@", "@example.test", "a b@example.test"])("is not created for %j", async (text) => {
    const attempt = createAccount(store, { email: text, plan: "free", actor });
    await expect(attempt).rejects.toThrow(UsageError);
    await expect(attempt).rejects.toThrow(`"${text}" is not an email address`);
  });

  it("needs a plan that exists, and an address that no other account has", async () => {
    const attempt = newAccount("gold");
    await expect(attempt).rejects.toThrow(UsageError);
    await expect(attempt).rejects.toThrow(/^There is no plan "gold"; plans are (\w+, )+\w+$/);
    await expect(attempt).rejects.toThrow("free, max, plus, pro");
    await newAccount();
    await expect(newAccount()).rejects.toThrow(AccountError);
    await expect(newAccount()).rejects.toMatchObject({
      name: "AccountError",
      message: `${email} already has an account`,
    });
  });

  it("is listed after those that are older", async () => {
    const one = await newAccount();
    email = `a-${email}`;
    const other = await newAccount();
    const ids = (await listAccounts(store)).map(({ id }) => id);
    expect(ids.slice(-2)).toEqual([one.id, other.id]);
    await store.prisma.account.update({ where: { id: other.id }, data: { createdAt: one.createdAt } });
    const tied = (await listAccounts(store)).map(({ id }) => id).slice(-2);
    expect(tied).toEqual([one.id, other.id].sort());
    await store.prisma.account.update({ where: { id: other.id }, data: { createdAt: new Date("2020-01-01") } });
    expect((await listAccounts(store))[0]).toMatchObject({ id: other.id, email, plan: "free", status: "active" });
  });

  it("is found by its address or id as people write them", async () => {
    const { id } = await newAccount();
    for (const text of [email, ` ${email.toUpperCase()} `, id, ` ${id.toUpperCase()} `])
      expect((await findAccount(store.prisma, text)).id).toBe(id);
    for (const text of ["nobody@example.test", unknownId, "x"]) {
      const attempt = findAccount(store.prisma, text);
      await expect(attempt).rejects.toThrow(AccountError);
      await expect(attempt).rejects.toThrow(`There is no account "${text}"; \`disclosed accounts list\` shows them`);
    }
  });

  it("moves to another plan, and the audit log names both plans", async () => {
    const account = await newAccount();
    expect(await setPlan(store, { account: email, plan: "Pro ", actor })).toEqual({ ...account, plan: "pro" });
    expect((await audit(account.id))[1]).toEqual({
      actor,
      action: "account.set_plan",
      objectType: "account",
      objectId: account.id,
      before: { plan: "free" },
      after: { plan: "pro" },
    });
    await expect(setPlan(store, { account: email, plan: "gold", actor })).rejects.toThrow('no plan "gold"');
    await expect(setPlan(store, { account: "x", plan: "pro", actor })).rejects.toThrow('no account "x"');
  });

  it("is suspended, reactivated and approved, and each change is recorded", async () => {
    const account = await newAccount();
    const user = await store.prisma.user.create({ data: { email, accountId: account.id } });
    const change = (to: StatusChange) => changeStatus(store, { account: account.id, change: to, actor });
    await store.prisma.session.create({ data: { userId: user.id, token: email, expiresAt: new Date("2040-01-01") } });
    const sessions = () => store.prisma.session.count({ where: { userId: user.id } });
    expect(await change("resume")).toEqual(account);
    expect(await sessions()).toBe(1);
    expect(await change("suspend")).toEqual({ ...account, status: "suspended" });
    expect(await sessions()).toBe(0);
    expect(await change("suspend")).toEqual({ ...account, status: "suspended" });
    await expect(change("approve")).rejects.toThrow(AccountError);
    await expect(change("approve")).rejects.toThrow(`${email} is suspended: it cannot be approved`);
    expect(await change("resume")).toEqual(account);
    for (const [to, then] of [
      ["approve", "active"],
      ["suspend", "suspended"],
    ] as const) {
      await store.prisma.account.update({ where: { id: account.id }, data: { status: "waiting" } });
      await expect(change("resume")).rejects.toThrow("is waiting: it cannot be resumed");
      expect((await change(to)).status).toBe(then);
    }
    const row = { actor, objectType: "account", objectId: account.id };
    expect((await audit(account.id)).slice(1)).toEqual([
      { ...row, action: "account.suspend", before: { status: "active" }, after: { status: "suspended" } },
      { ...row, action: "account.resume", before: { status: "suspended" }, after: { status: "active" } },
      { ...row, action: "account.approve", before: { status: "waiting" }, after: { status: "active" } },
      { ...row, action: "account.suspend", before: { status: "waiting" }, after: { status: "suspended" } },
    ]);
    await store.prisma.user.delete({ where: { id: user.id } });
  });

  it("is removed, and the audit log retains the removal by its id", async () => {
    const account = await newAccount();
    const key = await createKey(store, { account: email, actor });
    expect(await removeAccount(store, { account: email, actor })).toEqual(account);
    const row = { actor, objectType: "account", objectId: account.id };
    expect(await audit(account.id)).toEqual([
      { ...row, action: "account.create", before: null, after: { plan: "free" } },
      { ...row, action: "account.remove", before: null, after: null },
    ]);
    expect((await audit(key.id)).map(({ action }) => action)).toEqual(["key.create"]);
    await expect(removeAccount(store, { account: email, actor })).rejects.toThrow("no account");
  });
});

describe("a key", () => {
  it("is shown once, with all its fields except the hash", async () => {
    const account = await newAccount();
    const expiresAt = new Date("2030-01-01T00:00:00Z");
    const input = { account: email, actor, name: "feed", allowlist: ["192.0.2.9/24", " 2001:DB8::1 "], expiresAt };
    const { key, ...summary } = await createKey(store, input);
    expect(summary).toEqual({
      id: expect.any(String),
      accountId: account.id,
      email,
      name: "feed",
      lastFour: key.slice(-4),
      allowlist: ["192.0.2.0/24", "2001:db8::1"],
      createdAt: expect.any(Date),
      lastUsedAt: null,
      expiresAt,
      revokedAt: null,
    });
    expect(await listKeys(store, email)).toEqual([summary]);
    expect(await audit(summary.id)).toEqual([
      {
        actor,
        action: "key.create",
        objectType: "api_key",
        objectId: summary.id,
        before: null,
        after: {
          accountId: account.id,
          name: "feed",
          lastFour: summary.lastFour,
          allowlist: summary.allowlist,
          expiresAt: "2030-01-01T00:00:00.000Z",
        },
      },
    ]);
  });

  it("needs no name, no addresses and no expiry", async () => {
    await newAccount();
    const { id, ...plain } = await createKey(store, { account: email, actor });
    expect(plain).toMatchObject({ name: "", allowlist: [], expiresAt: null });
    expect((await audit(id))[0]?.after).toMatchObject({ name: "", allowlist: [], expiresAt: null });
    await expect(createKey(store, { account: "x", actor })).rejects.toThrow('no account "x"');
    await expect(createKey(store, { account: email, actor, allowlist: ["x"] })).rejects.toThrow(UsageError);
  });

  it("is listed with those of its account, or of all, the oldest first", async () => {
    await newAccount();
    const keys = [await createKey(store, { account: email, actor }), await createKey(store, { account: email, actor })];
    const ids = keys.map(({ id }) => id);
    email = `b-${email}`;
    const { id: elder } = await newAccount();
    const other = await createKey(store, { account: elder, actor });
    expect((await listKeys(store, keys[0]?.email)).map(({ id }) => id)).toEqual(ids);
    await store.prisma.apiKey.update({ where: { id: other.id }, data: { createdAt: new Date("2020-01-01") } });
    const all = (await listKeys(store)).map(({ id }) => id);
    expect(all[0]).toBe(other.id);
    expect(all.slice(-2)).toEqual(ids);
    const createdAt = new Date();
    await store.prisma.apiKey.updateMany({ where: { id: { in: ids } }, data: { createdAt } });
    expect((await listKeys(store)).map(({ id }) => id).slice(-2)).toEqual([...ids].sort());
    await expect(listKeys(store, "x")).rejects.toThrow('no account "x"');
  });

  it("is revoked once and for good", async () => {
    await newAccount();
    const { key: _, ...summary } = await createKey(store, { account: email, actor });
    const begun = Date.now();
    const revoked = await revokeKey(store, summary.id, actor);
    expect(revoked).toEqual({ ...summary, revokedAt: expect.any(Date) });
    expect(revoked.revokedAt?.getTime()).toBeGreaterThanOrEqual(begun);
    expect(await revokeKey(store, summary.id, actor)).toEqual(revoked);
    expect((await audit(summary.id)).slice(1)).toEqual([
      {
        actor,
        action: "key.revoke",
        objectType: "api_key",
        objectId: summary.id,
        before: null,
        after: { revokedAt: revoked.revokedAt?.toISOString() },
      },
    ]);
  });

  it.each(["x", unknownId])("that does not exist (%s) is neither revoked nor replaced", async (id) => {
    const message = `There is no key with the id "${id}"; \`disclosed keys list\` shows the ids`;
    await expect(revokeKey(store, id, actor)).rejects.toThrow(AccountError);
    await expect(revokeKey(store, id, actor)).rejects.toThrow(message);
    await expect(rotateKey(store, { keyId: id, overlapMs: 0, actor })).rejects.toThrow(message);
  });

  it("is replaced by one with the same fields, and the audit log records both", async () => {
    await newAccount();
    const expiresAt = new Date(Date.now() + 3_600_000);
    const input = { account: email, actor, name: "feed", allowlist: ["192.0.2.0/24"], expiresAt };
    const { key: _, ...old } = await createKey(store, input);
    const begun = Date.now();
    const rotated = await rotateKey(store, { keyId: old.id, overlapMs: 60_000, actor });
    const endsAt = rotated.old.expiresAt as Date;
    expect(endsAt.getTime() - begun).toBeGreaterThanOrEqual(60_000);
    expect(endsAt.getTime()).toBeLessThanOrEqual(Date.now() + 60_000);
    expect(rotated.old).toEqual({ ...old, expiresAt: endsAt });
    expect(rotated.fresh).toMatchObject({
      accountId: old.accountId,
      email,
      name: "feed",
      allowlist: ["192.0.2.0/24"],
      expiresAt,
    });
    expect(rotated.fresh.id).not.toBe(old.id);
    expect((await audit(old.id)).slice(1)).toEqual([
      {
        actor,
        action: "key.rotate",
        objectType: "api_key",
        objectId: old.id,
        before: { expiresAt: expiresAt.toISOString() },
        after: { expiresAt: endsAt.toISOString(), replacedBy: rotated.fresh.id },
      },
    ]);
    const { id } = await createKey(store, { account: email, actor });
    await rotateKey(store, { keyId: id, overlapMs: 0, actor });
    expect((await audit(id))[1]?.before).toEqual({ expiresAt: null });
  });

  it.each([
    ["revoked", { revokedAt: new Date() }],
    ["expired", { expiresAt: new Date(Date.now() - 1) }],
  ])("that is %s is not replaced", async (_, data) => {
    await newAccount();
    const { id } = await createKey(store, { account: email, actor });
    await store.prisma.apiKey.update({ where: { id }, data });
    await expect(rotateKey(store, { keyId: id, overlapMs: 60_000, actor })).rejects.toThrow(
      `The key ${id} has expired or was revoked; create a new one with \`disclosed keys create\``,
    );
  });
});

it("issuing a demo key resets the demo account and revokes its previous key", async () => {
  const first = await issueDemoKey(store);
  const { id } = await findAccount(store.prisma, "demo@localhost");
  await setPlan(store, { account: id, plan: "free", actor });
  await changeStatus(store, { account: id, change: "suspend", actor });
  const second = await issueDemoKey(store, "someone");
  expect(await findAccount(store.prisma, id)).toMatchObject({
    email: "demo@localhost",
    plan: "demo",
    status: "active",
  });
  expect(await listKeys(store, id)).toMatchObject([
    { id: first.keyId, name: "demo key of npm start", revokedAt: expect.any(Date) },
    { id: second.keyId, revokedAt: null, lastFour: second.key.slice(-4) },
  ]);
  expect((await audit(first.keyId)).map((row) => [row.action, row.actor])).toEqual([
    ["key.create", "start"],
    ["key.revoke", "someone"],
  ]);
  const revokedAt = (await listKeys(store, id))[0]?.revokedAt;
  await issueDemoKey(store);
  expect((await listKeys(store, id))[0]?.revokedAt).toEqual(revokedAt);
});

describe("usage", () => {
  const principal = (accountId: string, keyId: string) => ({
    accountId,
    keyId,
    plan: "free",
    limits: { perMinute: 1, perDay: 1, perMonth: 1 },
  });

  it("is of the UTC day, read for the requested number of days, newest first", async () => {
    const { id } = await newAccount();
    const key = await createKey(store, { account: id, actor });
    const who = principal(id, key.id);
    const today = Date.now();
    const day = (ago: number) => new Date(today - ago * 86_400_000).toISOString().slice(0, 10);
    let now = today;
    const recorder = new UsageRecorder(store.pool, () => now);
    for (const ago of [31, 30, 1, 0]) {
      now = today - ago * 86_400_000;
      recorder.record(who, "/b", 200);
      recorder.record(who, "/a", 404);
      recorder.record(who, "/a", 200);
    }
    const rows = (ago: number) => [
      { day: day(ago), route: "/a", status: 200, requests: 1 },
      { day: day(ago), route: "/a", status: 404, requests: 1 },
      { day: day(ago), route: "/b", status: 200, requests: 1 },
    ];
    expect(await recorder.read(id, 31)).toEqual([...rows(0), ...rows(1), ...rows(30)]);
    expect(await recorder.read(id, 1)).toEqual(rows(0));
  });

  it("is stored with one write for all requests, one for their keys, and none if there were no requests", async () => {
    const { id } = await newAccount();
    const key = await createKey(store, { account: id, actor });
    const queries: string[] = [];
    let isDown = false;
    const pool = new Proxy(store.pool, {
      get(target, name, receiver) {
        if (name !== "query") return Reflect.get(target, name, receiver);
        return (query: { name: string }) => {
          queries.push(query.name);
          return isDown && query.name === "keys_used"
            ? Promise.reject(new Error("down"))
            : Reflect.apply(target.query, target, [query]);
        };
      },
    });
    let now = Date.now();
    const recorder = new UsageRecorder(pool, () => now);
    await recorder.flush();
    expect(queries).toEqual([]);
    for (let i = 0; i < 3; i++) recorder.record(principal(id, key.id), "/trades", 200);
    isDown = true;
    await expect(recorder.flush()).rejects.toThrow("down");
    isDown = false;
    await recorder.flush();
    expect(queries).toEqual(["usage_add", "keys_used", "keys_used"]);
    recorder.record(principal(id, key.id), "/trades", 200);
    await recorder.flush();
    expect(queries.slice(3)).toEqual(["usage_add"]);
    const used = async () =>
      (await store.prisma.apiKey.findUniqueOrThrow({ where: { id: key.id } })).lastUsedAt?.getTime();
    expect(await used()).toBe(now);
    now += 60_000;
    recorder.record(principal(id, key.id), "/trades", 200);
    isDown = true;
    await expect(recorder.flush()).rejects.toThrow("down");
    now += 1000;
    recorder.record(principal(id, key.id), "/trades", 200);
    isDown = false;
    await recorder.flush();
    expect(await used()).toBe(now);
  });
});

/** A webhook of a new account. */
async function newWebhook(positions: { reachedPosition: number; matchedPosition: number }) {
  const { id: accountId } = await newAccount();
  const own = { accountId, list: "trades", channel: "webhook", url: "https://a.example/", secret: "whsec_" };
  return await store.prisma.subscription.create({ data: { ...own, ...positions } });
}

it("delivery attempts and delivered events are retained for 30 days, events of an active webhook until delivery", async () => {
  await prune(store);
  const { id } = await newWebhook({ reachedPosition: 2, matchedPosition: 3 });
  await store.pool.query(
    `INSERT INTO matched_changes (subscription_id, position, version, kind, row_id, change, changed_at)
     SELECT $1, n, 1, 'insider_trade', 1, 'created', now() - make_interval(days => days)
     FROM (VALUES (1, 31), (2, 29), (3, 31)) AS e (n, days)`,
    [id],
  );
  await store.pool.query(
    `INSERT INTO deliveries (subscription_id, message_id, events, first_position, last_position, attempt, attempted_at, duration_ms)
     SELECT $1, 'msg', 1, 1, 1, 1, now() - make_interval(days => n), 5 FROM unnest(ARRAY[29, 31]) n`,
    [id],
  );
  expect(await prune(store)).toMatchObject({ delivery_rows: 1, event_rows: 1 });
  const left = await store.prisma.matchedChange.findMany({
    where: { subscriptionId: id },
    orderBy: { position: "asc" },
  });
  expect(left.map(({ position }) => position)).toEqual([2n, 3n]);
  expect(await store.prisma.subscription.findUniqueOrThrow({ where: { id } })).toMatchObject({ missedSince: null });
  await store.prisma.subscription.delete({ where: { id } });
});

it.each([
  ["a paused webhook", "UPDATE subscriptions SET state = 'paused_by_owner' WHERE account_id = $1"],
  ["a webhook of a suspended account", "UPDATE accounts SET status = 'suspended' WHERE id = $1"],
])(
  "undelivered events of %s are retained for 30 days, and it states which data versions are missed",
  async (_, stop) => {
    const { id, accountId } = await newWebhook({ reachedPosition: 1, matchedPosition: 5 });
    await store.pool.query(
      `INSERT INTO matched_changes (subscription_id, position, version, kind, row_id, change, changed_at)
     SELECT $1, n, 400 + n, 'insider_trade', 1, 'created', now() - make_interval(days => days)
     FROM (VALUES (1, 50), (2, 40), (3, 35), (4, 29), (5, 1)) AS e (n, days)`,
      [id],
    );
    await store.pool.query(stop, [accountId]);
    expect(await prune(store)).toMatchObject({ event_rows: 3 });
    const left = await store.prisma.matchedChange.findMany({ where: { subscriptionId: id } });
    expect(left.map(({ version }) => version).sort()).toEqual([404n, 405n]);
    const { missedSince, ...webhook } = await store.prisma.subscription.findUniqueOrThrow({ where: { id } });
    expect(webhook).toMatchObject({ missedFirstVersion: 402n, missedLastVersion: 403n, reachedPosition: 1n });
    expect(Math.round((Date.now() - Number(missedSince)) / 86_400_000)).toBe(40);
    // what is removed later is added
    await store.pool.query("UPDATE matched_changes SET changed_at = now() - interval '31 days' WHERE version = 404");
    await prune(store);
    const later = await store.prisma.subscription.findUniqueOrThrow({ where: { id } });
    expect(later).toMatchObject({ missedSince, missedFirstVersion: 402n, missedLastVersion: 404n });
    await store.prisma.account.delete({ where: { id: accountId } });
  },
);

it("errors are retained for 30 days, statistics of minutes for 93 days, sessions and links until they expire", async () => {
  await prune(store);
  const { id } = await newAccount();
  const user = await store.prisma.user.create({ data: { email, accountId: id } });
  await store.pool.query(
    `INSERT INTO account_errors (account_id, slot, at, request_id, route, status, code, message, key_last_four, parameters)
     SELECT $1, n, now() - make_interval(days => n), 'r', '/trades', 400, 'bad_request', '', '', '{}' FROM unnest(ARRAY[29, 31]) n`,
    [id],
  );
  await store.pool.query(
    `INSERT INTO service_minutes SELECT date_trunc('minute', now()) - make_interval(days => n), 1, 0, 0, 0, 0, 0, '{}'
     FROM unnest(ARRAY[92, 94]) n`,
  );
  const ends = [-1000, 60_000].map((milliseconds) => new Date(Date.now() + milliseconds));
  for (const expiresAt of ends) {
    const token = String(expiresAt.getTime());
    await store.prisma.session.create({ data: { userId: user.id, token, expiresAt } });
    await store.prisma.verification.create({ data: { identifier: token, value: token, expiresAt } });
  }
  expect(await prune(store)).toMatchObject({ error_rows: 1, minute_rows: 1, ended_sessions: 2 });
  expect(await prune(store)).toMatchObject({ error_rows: 0, minute_rows: 0, ended_sessions: 0 });
  await store.prisma.user.delete({ where: { id: user.id } });
});

it("usage is retained for 396 days, the audit log for 730, ended keys for 396, and counters until the window ends", async () => {
  await prune(store);
  const { id } = await newAccount();
  const keys = await Promise.all([1, 2, 3, 4].map(() => createKey(store, { account: id, actor })));
  const [revoked, kept, expired, both] = keys.map((key) => key.id);
  await store.pool.query(
    `INSERT INTO usage_daily SELECT $1, (now() AT TIME ZONE 'UTC')::date - n, '/trades', 200, 1 FROM unnest(ARRAY[396, 397]) n`,
    [id],
  );
  await store.pool.query(
    `UPDATE api_keys SET revoked_at = CASE WHEN id = $1 THEN now() - interval '397 days' WHEN id = $2 THEN now() - interval '395 days'
       WHEN id = $4 THEN now() END,
     expires_at = CASE WHEN id IN ($3, $4) THEN now() - interval '397 days' END WHERE id IN ($1, $2, $3, $4)`,
    [revoked, kept, expired, both],
  );
  await store.pool.query(
    `INSERT INTO audit_log (at, actor, action, object_type, object_id)
     SELECT now() - make_interval(days => n), 'x', 'x', 'x', 'x' FROM unnest(ARRAY[729, 731]) n`,
  );
  await store.pool.query(
    "INSERT INTO rate_limits (key, points, expire) VALUES ('over', 1, 1), ('runs', 1, extract(epoch FROM now()) * 1000 + 60000)",
  );
  expect(await prune(store)).toMatchObject({ usage_rows: 1, audit_rows: 1, ended_keys: 3, address_counters: 1 });
  expect((await listKeys(store, id)).map((key) => key.id)).toEqual([kept]);
});
