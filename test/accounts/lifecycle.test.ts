// Keys are replaced, accounts suspended and erased, and rows removed at the end of their retention.
import { afterAll, beforeAll, expect, it } from "vitest";
import { changeStatus, createAccount, findAccount, removeAccount } from "../../src/accounts/accounts.ts";
import { authenticate } from "../../src/accounts/authenticate.ts";
import { createKey, listKeys, revokeKey, rotateKey, rotateOwnKey } from "../../src/accounts/keys.ts";
import { prune } from "../../src/accounts/retention.ts";
import { syncReference } from "../../src/store/reference.ts";
import { createTestStore, type TestStore } from "../support/database.ts";

const actor = "test";
let store: TestStore;
let made = 0;

beforeAll(async () => {
  store = await createTestStore();
  await syncReference(store);
});
afterAll(() => store.close());

async function keyOf(input: { expiresAt?: Date } = {}) {
  const email = `life${++made}@example.test`;
  await createAccount(store, { email, plan: "free", actor });
  return await createKey(store, { account: email, actor, name: "feed", allowlist: ["192.0.2.0/24"], ...input });
}
const outcomeOf = async (key: string) => (await authenticate(store.pool, `Bearer ${key}`, "192.0.2.7")).outcome;

it("concurrent replacements of an owner leave at most 50 keys valid", async () => {
  const { email, id } = await createAccount(store, { email: `life${++made}@example.test`, plan: "free", actor });
  const keys = [];
  for (let n = 0; n < 48; n++) keys.push(await createKey(store, { account: email, actor }));
  const results = await Promise.allSettled(
    keys.slice(0, 5).map((key) => rotateOwnKey(store, { accountId: id, keyId: key.id, overlapMs: 3_600_000, actor })),
  );
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "fulfilled", ...Array(3).fill("rejected")]);
  expect(await store.prisma.apiKey.count({ where: { accountId: id } })).toBe(50);
});

it("a replaced key and its successor both work during the overlap, and name, allowlist and expiry are retained", async () => {
  const old = await keyOf();
  const before = Date.now();
  const rotated = await rotateKey(store, { keyId: old.id, overlapMs: 3_600_000, actor });
  const end = rotated.old.expiresAt?.getTime();
  expect(end).toBeGreaterThanOrEqual(before + 3_600_000);
  expect(end).toBeLessThanOrEqual(Date.now() + 3_600_000);
  expect(rotated.fresh).toMatchObject({ name: "feed", allowlist: ["192.0.2.0/24"], expiresAt: null });
  expect([await outcomeOf(old.key), await outcomeOf(rotated.fresh.key)]).toEqual(["ok", "ok"]);
});

it("the old key ends immediately without an overlap, and its expiry is never postponed", async () => {
  const old = await keyOf();
  const { fresh } = await rotateKey(store, { keyId: old.id, overlapMs: 0, actor });
  expect([await outcomeOf(old.key), await outcomeOf(fresh.key)]).toEqual(["unauthorized", "ok"]);
  const soon = new Date(Date.now() + 30_000);
  const short = await keyOf({ expiresAt: soon });
  expect((await rotateKey(store, { keyId: short.id, overlapMs: 3_600_000, actor })).old.expiresAt).toEqual(soon);
});

it("a key that has ended or never existed is not replaced", async () => {
  const revoked = await keyOf();
  await revokeKey(store, revoked.id, actor);
  await expect(rotateKey(store, { keyId: revoked.id, overlapMs: 0, actor })).rejects.toThrow(
    "has expired or was revoked",
  );
  await expect(rotateKey(store, { keyId: "nonsense", overlapMs: 0, actor })).rejects.toThrow("no key");
});

it("an account is suspended and reactivated, and each change is recorded once", async () => {
  const { key, accountId } = await keyOf();
  await changeStatus(store, { account: accountId, change: "suspend", actor });
  await changeStatus(store, { account: accountId, change: "suspend", actor });
  expect(await outcomeOf(key)).toBe("unauthorized");
  await changeStatus(store, { account: accountId, change: "resume", actor });
  expect(await outcomeOf(key)).toBe("ok");
  const rows = await store.prisma.auditLog.findMany({ where: { objectId: accountId }, orderBy: { id: "asc" } });
  expect(rows.map(({ action }) => action)).toEqual(["account.create", "account.suspend", "account.resume"]);
});

it("an erased account leaves no key, no usage and no e-mail", async () => {
  const { key, accountId, email } = await keyOf();
  await store.pool.query("INSERT INTO usage_daily VALUES ($1, '2026-03-01', '/trades', 200, 7)", [accountId]);
  await removeAccount(store, { account: email, actor });
  expect(await outcomeOf(key)).toBe("unauthorized");
  await expect(findAccount(store.prisma, email)).rejects.toThrow("no account");
  const { rows } = await store.pool.query(
    `SELECT (SELECT count(*) FROM usage_daily WHERE account_id = $1)::int AS usage,
       (SELECT count(*) FROM audit_log l WHERE to_jsonb(l)::text LIKE '%' || $2 || '%')::int AS named`,
    [accountId, email],
  );
  expect(rows[0]).toEqual({ usage: 0, named: 0 });
});

it("rows past their retention are removed, and nothing else", async () => {
  const { accountId } = await keyOf();
  const ended = await keyOf();
  const alive = await keyOf();
  await store.pool.query(
    `INSERT INTO usage_daily SELECT $1, (now() AT TIME ZONE 'UTC')::date - n, '/trades', 200, 1 FROM unnest(ARRAY[0, 395, 397]) n`,
    [accountId],
  );
  await store.pool.query("UPDATE api_keys SET revoked_at = now() - interval '400 days' WHERE id = $1", [ended.id]);
  await store.pool.query(
    "INSERT INTO audit_log (at, actor, action, object_type, object_id) VALUES (now() - interval '731 days', 'x', 'x', 'x', 'x')",
  );
  await store.pool.query(
    "INSERT INTO rate_limits (key, points, expire) VALUES ('old', 1, 1), ('new', 1, extract(epoch FROM now()) * 1000 + 60000)",
  );
  const none = {
    usage_rows: 0,
    audit_rows: 0,
    ended_keys: 0,
    address_counters: 0,
    error_rows: 0,
    request_rows: 0,
    minute_rows: 0,
    delivery_rows: 0,
    notice_rows: 0,
    event_rows: 0,
    change_rows: 0,
    ended_sessions: 0,
  };
  const removed = { usage_rows: 1, audit_rows: 1, ended_keys: 1, address_counters: 1 };
  expect(await prune(store)).toEqual({ ...none, ...removed });
  expect(await prune(store)).toEqual(none);
  expect((await listKeys(store)).map(({ id }) => id)).toContain(alive.id);
});
