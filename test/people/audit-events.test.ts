// The audit page's lines, over a running service: one line an act, with names; the log itself keeps every row.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAdmin } from "../../src/accounts/people/links.ts";
import { schema } from "../../src/graph/schema.ts";
import { actionsOfMutations } from "../../src/store/audit.ts";
import { formatAction, valuesOf } from "../../src/web/admin/audit/labels.ts";
import {
  AccountAudit,
  Audit,
  ChoosePlan,
  CreateKey,
  CreatePartnerKey,
  IssueResetLink,
  RenameKey,
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
  const created = await ask<{ createKey: { key: { id: string } } }>(caller, CreateKey, { name: "backend" });
  const { id } = created.data.createKey.key;
  await ask(caller, RenameKey, { id, name: "worker" });
  await ask(caller, RotateKey, { id, overlap: "NOW" });
  await ask(caller, RevokeKey, { id: "00000000-0000-4000-8000-000000000001" });
  await ask(caller, ChoosePlan, { plan: "plus" });
  await ask(admin, RetryQuarantine, { ids: [1] });
  const { total, nodes } = await lines();
  const shown = nodes.slice(0, total - before).map(({ actorName, entry }) => `${actorName} ${entry.action}`);
  expect(shown.toReversed()).toEqual([
    `${email} key.create`,
    `${email} key.rename`,
    `${email} key.rotate`,
    `${email} graphql.revokeKey.failed`,
    `${email} account.ask_plan`,
    "operator@example.org graphql.retryQuarantine.failed",
  ]);
  expect(nodes.find(({ entry }) => entry.action === "key.rename")?.objectName).toMatch(/^worker ….{4} of caller@/);
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

test("the page describes actions and shortens ids, also those in lists and objects", () => {
  const id = "bfe38c56-0000-4000-8000-000000000001";
  expect(["graphql.revokeAccountKey.failed", "graphql.stopRun", "key.create"].map(formatAction)).toEqual([
    "revoke account key, failed",
    "stop run",
    "key.create",
  ]);
  expect(valuesOf({ error: "not_found", arguments: { id, ids: [1048, 1049], accountId: id } })).toEqual([
    "error: not_found",
    "id: bfe38c56…",
    "ids: 1048, 1049",
  ]);
  expect(valuesOf({ replacedBy: id, range: { of: id } })).toEqual([
    "replacedBy: bfe38c56…",
    'range: {"of":"bfe38c56…"}',
  ]);
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
