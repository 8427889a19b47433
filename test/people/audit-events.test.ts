// The events of the audit page, over a running service: one for each action, with names. The audit log itself has every row.
import { afterAll, beforeAll, expect, test } from "vitest";
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
import { type Browser, execute, signedInAdmin, signedUp, startPeople, type TestService } from "./harness.ts";

const email = "caller@example.org";

let service: TestService;
let caller: Browser;
let admin: Browser;

beforeAll(async () => {
  service = await startPeople();
  admin = await signedInAdmin(service, "operator@example.org");
  caller = await signedUp(service, email);
});
afterAll(() => service.close());

interface AuditEvents {
  total: number;
  nodes: { actorName: string; objectName: string; entry: { action: string } }[];
}
const events = async (filter: object = {}): Promise<AuditEvents> =>
  (await execute(admin, Audit, { page: 1, pageSize: 100, ...filter })).data.auditEvents;

test("each mutation that has rows of the audit log is one of the schema", () => {
  const known = Object.keys(schema.getMutationType()?.getFields() ?? {});
  expect(Object.keys(actionsOfMutations).filter((name) => !known.includes(name))).toEqual([]);
});

test("an action is one event with names, whether it succeeded, failed, or has no row of its own", async () => {
  const before = (await events()).total;
  const { id } = (await execute(caller, CreateKey, { name: "backend", allowlist: [] })).data.createKey.key;
  await execute(caller, EditKey, { id, name: "worker", allowlist: [] });
  await execute(caller, RotateKey, { id, overlap: "NOW" });
  await execute(caller, RevokeKey, { id: "00000000-0000-4000-8000-000000000001" });
  await execute(caller, ChoosePlan, { plan: "plus" });
  await execute(admin, RetryQuarantine, { ids: [1] });
  const { total, nodes } = await events();
  const shown = nodes.slice(0, total - before).map(({ actorName, entry }) => `${actorName} ${entry.action}`);
  expect(shown.toReversed()).toEqual([
    `${email} key.create`,
    `${email} key.edit`,
    `${email} key.rotate`,
    `${email} graphql.revokeKey.failed`,
    `${email} account.request_plan`,
    "operator@example.org graphql.retryQuarantine.failed",
  ]);
  expect(nodes.find(({ entry }) => entry.action === "key.edit")?.objectName).toMatch(/^worker ….{4} of caller@/);
  const { rows } = await service.store.pool.query("SELECT count(*)::int AS n FROM audit_log");
  expect(rows[0].n).toBeGreaterThan(total);
});

test("an action without a row of its own names its object, if that exists", async () => {
  const { store } = service;
  const run = await store.prisma.ingestionRun.create({ data: { source: "house", status: "completed" } });
  await execute(admin, StopRun, { id: run.id });
  const account = await store.prisma.account.findUniqueOrThrow({ where: { email } });
  await execute(admin, CreatePartnerKey, { accountId: account.id, name: "p", allowlist: ["nowhere"] });
  await store.pool.query(`INSERT INTO quarantine (id, source, file_name, reason, message, detail)
    SELECT id, 'house', 'file' || id, 'r', 'm', '{}' FROM generate_series(71, 74) AS id`);
  await execute(admin, RetryQuarantine, { ids: [74, 73, 72, 71] });
  await execute(admin, RevokeAccountKey, { id: run.id.replace(/^./, "z") });
  const shown = (await events({ pageSize: 4 })).nodes.map(({ objectName, entry }) => [entry.action, objectName]);
  expect(shown).toEqual([
    ["graphql.revokeAccountKey.failed", null],
    ["graphql.retryQuarantine", "file74, file73, file72 and 1 more"],
    ["graphql.createPartnerKey.failed", email],
    ["graphql.stopRun", expect.stringMatching(/^house, \d{4}-.* UTC$/)],
  ]);
});

test("an action has a sentence, a failed one says so, and braces in a file name do not stand for the object", () => {
  const sentence = (action: string, after = {}, before = {}) => sentenceOf({ action, after, before });
  expect(sentence("quarantine.attach", { fileName: "corrected.txt", result: "stored" })).toBe(
    "attached corrected.txt to {}: stored",
  );
  expect(sentence("quarantine.attach", { fileName: "a{}.txt" })).toBe("attached a{ }.txt to {}");
  expect(sentence("account.set_plan", { plan: "pro" }, { plan: "free" })).toBe(
    "changed the plan of {} from free to pro",
  );
  expect(sentence("feed.renew")).toBe("renewed the address of {}");
  expect(sentence("graphql.revokeAccountKey.failed", { error: "not_found" })).toBe(
    "tried to revoke account key {}: not found",
  );
  expect(sentence("graphql.retryQuarantineGroup", { arguments: { source: "house", reason: "not_pdf" } })).toBe(
    "retried the filings of house refused as not_pdf",
  );
});

test("each action that the service logs has a sentence", () => {
  const actions = [...Object.values(actionsOfMutations).flat(), "user.reset_password", "admin.sign_in", "mail.confirm"];
  const without = actions.filter((action) => sentenceOf({ action, after: {}, before: {} }).startsWith(action));
  expect(without).toEqual([]);
});

test("events are filtered by actor, kind and object, also those without a row of their own", async () => {
  const byCaller = await events({ actor: "CALLER@" });
  expect(byCaller.total).toBeGreaterThan(0);
  expect(new Set(byCaller.nodes.map(({ actorName }) => actorName))).toEqual(new Set([email]));
  const keys = await events({ kind: "keys" });
  expect(new Set(keys.nodes.map(({ entry }) => entry.action))).toEqual(
    new Set([
      ...["key.create", "key.edit", "key.rotate", "graphql.revokeKey.failed"],
      ...["graphql.createPartnerKey.failed", "graphql.revokeAccountKey.failed"],
    ]),
  );
  const retried = await events({ kind: "quarantine", object: "file73" });
  expect(retried.nodes.map(({ entry }) => entry.action)).toEqual(["graphql.retryQuarantine"]);
  expect(await events({ object: "no such object" })).toMatchObject({ total: 0, nodes: [] });
  expect(await events({ actor: "100%_" })).toMatchObject({ total: 0 });
});

test("a repeated action is another event, pages do not overlap, and an account's page has only its own events", async () => {
  const account = await service.store.prisma.account.findUniqueOrThrow({ where: { email } });
  const before = (await events()).total;
  await execute(admin, IssueResetLink, { accountId: account.id });
  await execute(admin, IssueResetLink, { accountId: account.id });
  const { total } = await events();
  expect(total - before).toBe(2);
  const ids = async (page: number) =>
    (await events({ pageSize: 2, page })).nodes.map(({ entry }) => JSON.stringify(entry));
  const pages = [...(await ids(1)), ...(await ids(2))];
  expect(new Set(pages).size).toBe(pages.length);
  const { data } = await execute(admin, AccountAudit, { accountId: account.id, page: 1, pageSize: 100 });
  const own: AuditEvents = data.auditEvents;
  expect(own.nodes.every(({ objectName, actorName }) => `${objectName} ${actorName}`.includes(email))).toBe(true);
  expect(own.total).toBeLessThan(total);
});

test("an account cannot read the audit log", async () => {
  expect((await execute(caller, Audit, { page: 1, pageSize: 10 })).errors?.[0]?.message).toBeTruthy();
});
