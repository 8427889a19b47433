// The audit page's lines, over a running service: one line an act, with names; the log itself keeps every row.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAdmin } from "../../src/accounts/people/links.ts";
import { schema } from "../../src/graph/schema.ts";
import { actionsOfMutations } from "../../src/store/audit.ts";
import { sentenceOf } from "../../src/web/admin/audit/acts.ts";
import {
  AccountAudit,
  Audit,
  ChoosePlan,
  CreateKey,
  CreatePartnerKey,
  EditKey,
  IssueResetLink,
  RetryQuarantine,
  RevokeAccountKey,
  RevokeKey,
  RotateKey,
  StopRun,
} from "../../src/web/generated/operations.ts";
import { Browser, startPeople, type TestService } from "./harness.ts";

const password = "a password of the tests";
const email = "caller@example.org";

let service: TestService;
let caller: Browser;
let admin: Browser;

beforeAll(async () => {
  service = await startPeople();
  const made = { email: "operator@example.org", actor: "tests", publicUrl: service.base };
  const { link } = await createAdmin(service.store, made);
  admin = new Browser(service.base);
  await admin.post("/auth/reset-password", { token: link.split("token=")[1], newPassword: password });
  await admin.signIn(made.email, password);
  caller = new Browser(service.base);
  await caller.signUp(email, password);
  await caller.signIn(email, password);
});
afterAll(() => service.close());

async function ask<Data>(browser: Browser, { hash }: { hash: string }, variables: object) {
  const body = { extensions: { persistedQuery: { version: 1, sha256Hash: hash } }, variables };
  const response = await browser.post("/graphql", body, { "x-disclosed-csrf": "1" });
  return response.body as { data: Data; errors?: { message: string }[] };
}

interface Lines {
  auditEvents: { total: number; nodes: { actorName: string; objectName: string; entry: { action: string } }[] };
}
const lines = async (pageSize = 100, page = 1) => (await ask<Lines>(admin, Audit, { page, pageSize })).data.auditEvents;

test("each mutation whose change leaves a row exists under that name", () => {
  const known = Object.keys(schema.getMutationType()?.getFields() ?? {});
  expect(Object.keys(actionsOfMutations).filter((name) => !known.includes(name))).toEqual([]);
});

test("an action is one line with names, whether it came off, failed, or leaves no row of its own", async () => {
  const before = (await lines()).total;
  const created = await ask<{ createKey: { key: { id: string } } }>(caller, CreateKey, {
    name: "backend",
    allowlist: [],
  });
  const { id } = created.data.createKey.key;
  await ask(caller, EditKey, { id, name: "worker", allowlist: [] });
  await ask(caller, RotateKey, { id, overlap: "NOW" });
  await ask(caller, RevokeKey, { id: "00000000-0000-4000-8000-000000000001" });
  await ask(caller, ChoosePlan, { plan: "plus" });
  await ask(admin, RetryQuarantine, { ids: [1] });
  const { total, nodes } = await lines();
  const shown = nodes.slice(0, total - before).map(({ actorName, entry }) => `${actorName} ${entry.action}`);
  expect(shown.toReversed()).toEqual([
    `${email} key.create`,
    `${email} key.edit`,
    `${email} key.rotate`,
    `${email} graphql.revokeKey.failed`,
    `${email} account.ask_plan`,
    "operator@example.org graphql.retryQuarantine.failed",
  ]);
  expect(nodes.find(({ entry }) => entry.action === "key.edit")?.objectName).toMatch(/^worker ….{4} of caller@/);
  const { rows } = await service.store.pool.query("SELECT count(*)::int AS n FROM audit_log");
  expect(rows[0].n).toBeGreaterThan(total);
});

test("an act without a row of its own names its object, removed ones by the beginning of their ids", async () => {
  const { store } = service;
  const run = await store.prisma.ingestionRun.create({ data: { source: "house", status: "completed" } });
  await ask(admin, StopRun, { id: run.id });
  const account = await store.prisma.account.findUniqueOrThrow({ where: { email } });
  await ask(admin, CreatePartnerKey, { accountId: account.id, name: "p", allowlist: ["nowhere"] });
  await store.pool.query(`INSERT INTO quarantine (id, source, file_name, reason, message, detail)
    SELECT id, 'house', 'file' || id, 'r', 'm', '{}' FROM generate_series(71, 74) AS id`);
  await ask(admin, RetryQuarantine, { ids: [74, 73, 72, 71] });
  await ask(admin, RevokeAccountKey, { id: run.id.replace(/^./, "z") });
  const shown = (await lines(4)).nodes.map(({ objectName, entry }) => [entry.action, objectName]);
  expect(shown).toEqual([
    ["graphql.revokeAccountKey.failed", null],
    ["graphql.retryQuarantine", "file74, file73, file72 and 1 more"],
    ["graphql.createPartnerKey.failed", email],
    ["graphql.stopRun", expect.stringMatching(/^house, \d{4}-.* UTC$/)],
  ]);
});

test("an act is a sentence, one that failed says so, and a text from outside does not move the object", () => {
  const say = (action: string, after = {}, before = {}) => sentenceOf({ action, after, before });
  expect(say("quarantine.attach", { fileName: "corrected.txt", result: "stored" })).toBe(
    "attached corrected.txt to {}: stored",
  );
  expect(say("quarantine.attach", { fileName: "a{}.txt" })).toBe("attached a{ }.txt to {}");
  expect(say("account.set_plan", { plan: "pro" }, { plan: "free" })).toBe("changed the plan of {} from free to pro");
  expect(say("feed.renew")).toBe("renewed the address of {}");
  expect(say("graphql.revokeAccountKey.failed", { error: "not_found" })).toBe(
    "tried to revoke account key {}: not found",
  );
  expect(say("graphql.retryQuarantineGroup", { arguments: { source: "house", reason: "not_pdf" } })).toBe(
    "retried the filings of house refused as not_pdf",
  );
});

test("each action that the service logs has a sentence", () => {
  const actions = [...Object.values(actionsOfMutations).flat(), "user.reset_password", "admin.sign_in", "mail.confirm"];
  const unspoken = actions.filter((action) => sentenceOf({ action, after: {}, before: {} }).startsWith(action));
  expect(unspoken).toEqual([]);
});

test("events are filtered by actor, kind and object, also those without a row of their own", async () => {
  const found = async (filter: object) => {
    const { data } = await ask<Lines>(admin, Audit, { page: 1, pageSize: 100, ...filter });
    return data.auditEvents;
  };
  const byCaller = await found({ actor: "CALLER@" });
  expect(byCaller.total).toBeGreaterThan(0);
  expect(new Set(byCaller.nodes.map(({ actorName }) => actorName))).toEqual(new Set([email]));
  const keys = await found({ kind: "keys" });
  expect(new Set(keys.nodes.map(({ entry }) => entry.action))).toEqual(
    new Set([
      ...["key.create", "key.edit", "key.rotate", "graphql.revokeKey.failed"],
      ...["graphql.createPartnerKey.failed", "graphql.revokeAccountKey.failed"],
    ]),
  );
  const retried = await found({ kind: "quarantine", object: "file73" });
  expect(retried.nodes.map(({ entry }) => entry.action)).toEqual(["graphql.retryQuarantine"]);
  expect(await found({ object: "no such object" })).toMatchObject({ total: 0, nodes: [] });
  expect(await found({ actor: "100%_" })).toMatchObject({ total: 0 });
});

test("the same event again is a line again, pages do not overlap, and an account's page has its own events alone", async () => {
  const account = await service.store.prisma.account.findUniqueOrThrow({ where: { email } });
  const before = (await lines()).total;
  await ask(admin, IssueResetLink, { accountId: account.id });
  await ask(admin, IssueResetLink, { accountId: account.id });
  const { total } = await lines();
  expect(total - before).toBe(2);
  const ids = async (page: number) => (await lines(2, page)).nodes.map(({ entry }) => JSON.stringify(entry));
  const pages = [...(await ids(1)), ...(await ids(2))];
  expect(new Set(pages).size).toBe(pages.length);
  const own = await ask<Lines>(admin, AccountAudit, { accountId: account.id, page: 1, pageSize: 100 });
  expect(
    own.data.auditEvents.nodes.every(({ objectName, actorName }) => `${objectName} ${actorName}`.includes(email)),
  ).toBe(true);
  expect(own.data.auditEvents.total).toBeLessThan(total);
});

test("an account cannot read them", async () => {
  expect((await ask(caller, Audit, { page: 1, pageSize: 10 })).errors?.[0]?.message).toBeTruthy();
});
