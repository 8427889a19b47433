// What an account and an administrator manage by /graphql, over a real PostgreSQL and beside the REST service that counts:
// keys, usage, errors, plans and accounts. No account reaches another's.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Access, createAccess } from "../../src/accounts/access.ts";
import { createAccount } from "../../src/accounts/accounts.ts";
import { manualBilling } from "../../src/accounts/plans.ts";
import type { GraphPrincipal } from "../../src/graph/context.ts";
import { createGraphqlHandler } from "../../src/graph/server.ts";
import { type OpenQuota, openQuota } from "../../src/quota/open-quota.ts";
import { accountsPort } from "../../src/start/graphql-endpoint.ts";
import { ifSameDay, onOneDay, today } from "../support/day.ts";
import { Browser, type Response, startPeople, type TestService } from "./harness.ts";

const actor = "test";
const documents = {
  home: `{ viewer { email status plan { id perDay } requestedPlan { id } limits { minute { limit } day { limit used remaining } month { used } fileBytes { limit used remaining resetAt } }
    keys { id name lastFour state revokedAt expiresAt } firstRequest { status route requestId milliseconds } lastRequest { status }
    usage(days: 90) { day route status requests } } planChanges plans { id } }`,
  errors: `query ($status: Int) { viewer { errorGroups { status route code requests message }
    errors(status: $status, pageSize: 100) { total nodes { requestId route status code message keyLastFour parameters } } } }`,
  log: `query ($route: String, $status: String, $keyId: String, $day: Date) { viewer { requestRoutes
    keyUsage(days: 30) { keyId name lastFour requests failed }
    requests(route: $route, status: $status, keyId: $keyId, day: $day) { total nodes {
      requestId at route status milliseconds keyName keyLastFour parameters } } } }`,
  create: `mutation ($name: String!, $expiresAt: DateTime, $allowlist: [String!]! = []) {
    createKey(name: $name, expiresAt: $expiresAt, allowlist: $allowlist) { secret key { id name lastFour state expiresAt allowlist } } }`,
  edit: `mutation ($id: String!, $name: String!, $expiresAt: DateTime, $allowlist: [String!]! = []) {
    editKey(id: $id, name: $name, expiresAt: $expiresAt, allowlist: $allowlist) { name expiresAt allowlist } }`,
  rotate: `mutation ($id: String!, $overlap: KeyOverlap!) { rotateKey(id: $id, overlap: $overlap) {
    secret key { id name } replaced { id state expiresAt } } }`,
  revoke: `mutation ($id: String!) { revokeKey(id: $id) { state } }`,
  choose: `mutation ($plan: String!) { choosePlan(plan: $plan) { outcome message plan { id } } }`,
  link: `mutation ($id: String!) { issueResetLink(accountId: $id) { link expiresAt } }`,
  remove: `mutation ($id: String!) { removeAccount(id: $id) }`,
  accounts: `query ($search: String, $status: String, $asks: Boolean) { accounts(search: $search, status: $status, asksForPlan: $asks) { total nodes {
    id email status plan { id } requestsToday requestsThisMonth activeKeys lastRequest { status } } } }`,
  account: `query ($id: String!) { account(id: $id) { email limits { day { used } } errors { total } keys { lastFour } } }`,
  audit: `query ($accountId: String) { auditLog(accountId: $accountId) { nodes { actor action objectId after } } }`,
  setPlan: `mutation ($id: String!, $plan: String!) { setAccountPlan(id: $id, plan: $plan) { plan { id } requestedPlan { id } } }`,
  status: `mutation ($id: String!, $change: StatusChange!) { changeAccountStatus(id: $id, change: $change) { status } }`,
  partner: `mutation ($accountId: String!, $name: String!, $allowlist: [String!]!) {
    createPartnerKey(accountId: $accountId, name: $name, allowlist: $allowlist) { secret key { allowlist } } }`,
  days: `{ serviceSummary(minutes: 1440, step: 60) { requests minutes { minute requests p50 } } }`,
  summary: `{ serviceSummary { requests clientErrors errors refusals cacheHits cacheMisses p50 p99 minutes { minute requests } } }`,
  trades: "{ insiderTrades { total } }",
} as const;

let service: TestService;
let counting: OpenQuota;
let access: Access;
const servers: Server[] = [];
const accounts: Record<string, { id: string; email: string }> = {};

beforeAll(async () => {
  service = await startPeople({ TRUST_PROXY: "loopback" });
  counting = await openQuota(service.store.pool);
  access = createAccess(service.store, counting, { publicUrl: "http://example.test" });
  for (const [name, plan] of Object.entries({ ada: "plus", ben: "free", cleo: "plus", dora: "free" })) {
    accounts[name] = await createAccount(service.store, { email: `${name}@example.org`, plan, actor });
  }
});
afterAll(async () => {
  for (const server of servers) server.close();
  await access.close();
  await service.close();
});

type Execute = Awaited<ReturnType<typeof openFor>>;
const opened = new Map<string, Promise<Execute>>();

/** Executes operations as a signed-in user: an account by name, or an administrator. */
function signedInAs(user: string, planChanges: "ask" | "immediate" = "ask"): Promise<Execute> {
  const name = `${user} ${planChanges}`;
  const execute = opened.get(name) ?? openFor(user, planChanges);
  opened.set(name, execute);
  return execute;
}

async function openFor(user: string, planChanges: "ask" | "immediate") {
  const principal: GraphPrincipal =
    user === "admin"
      ? { role: "admin", actor: "user:admin" }
      : { role: "account", actor: `user:${user}`, accountId: accounts[user]?.id ?? "" };
  const handler = createGraphqlHandler({
    store: service.store,
    persistedDocuments: new Map(Object.entries(documents)),
    today: () => "2026-11-21",
    // longer than a slow machine needs for forty pages; a deadlock ends earlier, at the timeout of the snapshot
    maxWaitMs: 300_000,
    principalOf: async () => principal,
    ports: {
      accounts: accountsPort(service.store, access, manualBilling(service.store, planChanges), () => service.base),
    },
  });
  const server = createServer((request, response) => void handler(request, response));
  servers.push(server.listen(0, "127.0.0.1"));
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  return async (sha256Hash: keyof typeof documents, variables: Record<string, unknown> = {}) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "x-disclosed-csrf": "1", connection: "close" },
      body: JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash } }, variables }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: results have many forms
    const body = (await response.json()) as any;
    const [error] = body.errors ?? [];
    return { data: body.data, code: error?.extensions?.code as string | undefined, error: error?.message };
  };
}

const call = (path: string, key: string, address?: string): Promise<Response> =>
  new Browser(service.base, address).send("GET", `/api/v1${path}`, undefined, { authorization: `Bearer ${key}` });

/** Reads until the value is complete, for four seconds at most: the service writes what it has counted once a second. */
async function until<T>(read: () => Promise<T>, done: (value: T) => boolean): Promise<T> {
  for (let n = 0; ; n++) {
    const value = await read();
    if (done(value) || n === 40) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

it("a key is shown once, works, and is renamed, rotated with and without an overlap, and revoked", async () => {
  const execute = await signedInAs("ada");
  const before = (await execute("home")).data.viewer;
  expect(before).toMatchObject({ email: "ada@example.org", keys: [], firstRequest: null, usage: [] });
  const { secret, key } = (await execute("create", { name: " laptop " })).data.createKey;
  expect(key).toMatchObject({ name: "laptop", lastFour: secret.slice(-4), state: "active" });
  expect((await call("/trades", secret)).status).toBe(200);
  const shown = await until(
    () => execute("home"),
    ({ data }) => data.viewer.firstRequest !== null,
  );
  expect(shown.data.viewer.firstRequest).toMatchObject({ status: 200, route: "/trades" });
  expect(shown.data.viewer.firstRequest.milliseconds).toBeGreaterThan(0);
  expect(shown.data.viewer.limits.day).toEqual({ limit: 500, used: ifSameDay(1), remaining: ifSameDay(499) });
  expect(JSON.stringify(shown)).not.toContain(secret);
  expect((await execute("edit", { id: key.id, name: "desk" })).data.editKey).toMatchObject({ name: "desk" });
  for (const name of ["", "x".repeat(61), "a\u202eb"])
    expect((await execute("edit", { id: key.id, name })).code).toBe("bad_request");
  const rotatedAt = Date.now();
  const rotated = (await execute("rotate", { id: key.id, overlap: "DAY" })).data.rotateKey;
  expect(rotated.replaced).toMatchObject({ id: key.id, state: "active" });
  expect(Date.parse(rotated.replaced.expiresAt)).toBeGreaterThanOrEqual(rotatedAt + 86_400_000);
  expect((await call("/trades", secret)).status).toBe(200);
  expect((await call("/trades", rotated.secret)).status).toBe(200);
  const now = (await execute("rotate", { id: rotated.key.id, overlap: "NOW" })).data.rotateKey;
  expect((await call("/trades", rotated.secret)).status).toBe(401);
  expect((await execute("rotate", { id: rotated.key.id, overlap: "NOW" })).code).toBe("bad_request");
  for (const id of [key.id, now.key.id]) expect((await execute("revoke", { id })).data.revokeKey.state).toBe("revoked");
  expect((await call("/trades", secret)).status).toBe(401);
  expect((await call("/trades", now.secret)).status).toBe(401);
});

it("many concurrent pages get their results: none waits for a connection that another one holds", async () => {
  const execute = await signedInAs("ada");
  const responses = await Promise.all(Array.from({ length: 40 }, () => execute("home")));
  // a deadlock ends at the timeout of the snapshot, with an error
  expect(responses.filter(({ data }) => data?.viewer.limits.day.limit !== 500)).toEqual([]);
});

it("an account has at most fifty keys, also under concurrent requests", async () => {
  const execute = await signedInAs("dora");
  const accountId = accounts.dora?.id ?? "";
  await service.store.prisma.apiKey.createMany({
    data: Array.from({ length: 48 }, (_, n) => ({ accountId, hash: Buffer.from(`hash ${n}`), lastFour: "wxyz" })),
  });
  const responses = await Promise.all(Array.from({ length: 6 }, (_, n) => execute("create", { name: `key ${n}` })));
  expect(responses.filter(({ data }) => data?.createKey).length).toBe(2);
  expect(responses.filter(({ code }) => code === "bad_request").length).toBe(4);
});

it("errors have request id, cause, key and parameters without a secret; usage is by day, endpoint and status", async () => {
  const firstDay = today();
  const execute = await signedInAs("cleo");
  const { secret, key } = (await execute("create", { name: "errors" })).data.createKey;
  const wrong = await call(`/trades?tickr=AAPL&q=${secret}&q=%F0%9F%92%A3${"é".repeat(300)}%00`, secret);
  const missing = await call("/trades/123456789", secret);
  await call("/trades?pageSize=2", secret);
  await execute("revoke", { id: key.id });
  const refused = await call("/clusters", secret);
  const { data } = await until(
    () => execute("errors"),
    (response) => response.data.viewer.errors.total >= 3,
  );
  const { errors, errorGroups } = data.viewer;
  expect(errors.nodes.map((row: { requestId: string }) => row.requestId)).toEqual(
    [refused, missing, wrong].map(({ body }) => body.requestId),
  );
  expect(errors.nodes[2]).toMatchObject({
    route: "/trades",
    status: 400,
    code: "bad_request",
    message: wrong.body.error.slice(0, 900),
    keyLastFour: secret.slice(-4),
  });
  expect(errors.nodes[2].parameters).toMatchObject({
    tickr: "AAPL",
    q: ["***", expect.stringMatching(/^💣é+…$/)],
  });
  expect(errors.nodes[1]).toMatchObject({ route: "/trades/{id}", status: 404, parameters: { id: "123456789" } });
  expect(errors.nodes[0]).toMatchObject({ route: "/clusters", status: 401, code: "unauthorized" });
  expect(JSON.stringify(data)).not.toContain(secret);
  expect(errorGroups.map((group: object) => group)).toMatchObject([{ status: 401 }, { status: 404 }, { status: 400 }]);
  expect((await execute("errors", { status: 404 })).data.viewer.errors.total).toBe(1);
  const usage = (await execute("home")).data.viewer.usage;
  const rows = usage as { day: string; route: string; status: number; requests: number }[];
  // a new day may have begun meanwhile
  expect(rows.every(({ day }) => day >= firstDay && day <= today())).toBe(true);
  expect(rows.map(({ route, status, requests }) => [route, status, requests]).sort()).toEqual([
    ["/trades", 200, 1],
    ["/trades", 400, 1],
    ["/trades/{id}", 404, 1],
  ]);
});

it("the log has all requests with path, parameters, status, time and key, and is filtered; each key has its usage", async () => {
  accounts.eva = await createAccount(service.store, { email: "eva@example.org", plan: "plus", actor });
  const execute = await signedInAs("eva");
  const [one, two] = [await execute("create", { name: "one" }), await execute("create", { name: "two" })].map(
    ({ data }) => data.createKey,
  );
  const responses = [
    await call("/trades?pageSize=2&tradeTypes=P&tradeTypes=S", one.secret),
    await call("/trades?pageSize=2&tradeTypes=P&tradeTypes=S", one.secret),
    await call(`/trades/123456789?q=${one.secret}`, one.secret),
    await call("/nothing/here", two.secret),
  ];
  const read = await until(
    () => execute("log"),
    ({ data }) => data.viewer.requests.total >= 4,
  );
  const { requests, keyUsage, requestRoutes } = read.data.viewer;
  expect(requests.nodes.map(({ requestId }: { requestId: string }) => requestId)).toEqual(
    responses.map(({ body }) => body.requestId).reverse(),
  );
  const [unknown, single, , first] = requests.nodes;
  expect(first).toMatchObject({
    route: "/trades",
    status: 200,
    keyName: "one",
    keyLastFour: one.key.lastFour,
    parameters: { pageSize: "2", tradeTypes: ["P", "S"] },
  });
  expect(first.milliseconds).toBeGreaterThan(0);
  expect(single).toMatchObject({ route: "/trades/{id}", parameters: { id: "123456789", q: "***" } });
  expect(unknown).toMatchObject({ status: 404, keyName: "two" });
  expect(JSON.stringify(read)).not.toContain(one.secret);
  expect(requestRoutes).toContain("/trades");
  expect(keyUsage).toEqual([
    { keyId: one.key.id, name: "one", lastFour: one.key.lastFour, requests: 3, failed: 1 },
    { keyId: two.key.id, name: "two", lastFour: two.key.lastFour, requests: 1, failed: 1 },
  ]);
  const totals = async (filter: object) => (await execute("log", filter as never)).data.viewer.requests.total;
  expect(await totals({ route: "/trades" })).toBe(2);
  expect(await totals({ status: "4xx" })).toBe(2);
  expect(await totals({ status: "200", keyId: two.key.id })).toBe(0);
  expect(await totals({ keyId: two.key.id })).toBe(1);
  expect(await totals({ day: "2020-01-01" })).toBe(0);
  for (const filter of [{ status: "4" }, { keyId: "x" }])
    expect((await execute("log", filter)).code).toBe("bad_request");
  const other = await signedInAs("ben");
  expect((await other("log", { keyId: one.key.id })).data.viewer.requests.total).toBe(0);
});

it("a key works from its addresses, which its owner can change with its expiry; invalid ones are refused", async () => {
  const execute = await signedInAs("eva");
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const { secret, key } = (await execute("create", { name: "terms", expiresAt, allowlist: ["198.51.100.7/24"] })).data
    .createKey;
  expect(key).toMatchObject({ allowlist: ["198.51.100.0/24"], expiresAt });
  expect((await call("/symbols?q=a", secret, "203.0.113.1")).status).toBe(403);
  expect((await call("/symbols?q=a", secret, "198.51.100.1")).status).toBe(200);
  const edit = (terms: object) => execute("edit", { id: key.id, name: "terms", ...terms });
  expect((await edit({ allowlist: ["203.0.113.1"] })).data.editKey).toMatchObject({ expiresAt: null });
  expect((await call("/symbols?q=a", secret, "203.0.113.1")).status).toBe(200);
  expect((await call("/symbols?q=a", secret, "198.51.100.1")).status).toBe(403);
  for (const terms of [
    { expiresAt: "2020-01-01T00:00:00Z" },
    { allowlist: ["example.org"] },
    { allowlist: Array.from({ length: 51 }, (_, n) => `192.0.2.${n}`) },
  ]) {
    expect((await edit(terms)).code).toBe("bad_request");
    expect((await execute("create", { name: "bad", ...terms })).code).toBe("bad_request");
  }
  await execute("revoke", { id: key.id });
  expect((await edit({})).code).toBe("bad_request");
});

it("the log of an account has at most ten thousand rows, and at most five hundred of one write", async () => {
  const { RequestRecorder } = await import("../../src/accounts/requests.ts");
  const accountId = accounts.ben?.id ?? "";
  const recorder = new RequestRecorder(service.store.pool);
  const request = { route: "/symbols", status: 200, milliseconds: 1, url: "/api/v1/symbols" };
  for (let n = 0; n < 22; n++) {
    for (let m = 0; m < 1_200; m++)
      recorder.record({ accountId, keyId: accountId }, { ...request, requestId: `${n}-${m}` });
    await recorder.flush();
  }
  const { rows } = await service.store.pool.query(
    "SELECT count(*)::int AS n, count(*) FILTER (WHERE request_id LIKE '21-%')::int AS newest, count(*) FILTER (WHERE request_id LIKE '1-%')::int AS oldest FROM request_log WHERE account_id = $1",
    [accountId],
  );
  expect(rows).toEqual([{ n: 10_000, newest: 500, oldest: 0 }]);
});

it("at most the newest five hundred errors of an account are retained", async () => {
  const { RequestRecorder } = await import("../../src/accounts/requests.ts");
  const accountId = accounts.ben?.id ?? "";
  const recorders = [new RequestRecorder(service.store.pool), new RequestRecorder(service.store.pool)];
  const failure = { code: "limit_exceeded", message: "no", path: {} };
  for (let n = 0; n < 30; n++) {
    for (let m = 0; m < 60; m++)
      for (const recorder of recorders)
        recorder.record(
          { accountId, keyId: accountId },
          { route: "/trades", status: 429, milliseconds: 1, requestId: `${n}-${m}`, url: "/api/v1/trades", failure },
        );
    await Promise.all(recorders.map((recorder) => recorder.flush()));
  }
  const { rows } = await service.store.pool.query(
    "SELECT count(*)::int AS n, min(request_id) FILTER (WHERE request_id LIKE '29-%') AS newest FROM account_errors WHERE account_id = $1",
    [accountId],
  );
  expect(rows[0]).toEqual({ n: 500, newest: "29-10" });
});

describe("plans", () => {
  it("are requested from the operator with planChanges=ask; choosing the present plan withdraws the request", async () => {
    const execute = await signedInAs("ben");
    const admin = await signedInAs("admin");
    expect((await execute("choose", { plan: "pro" })).data.choosePlan).toMatchObject({
      outcome: "requested",
      plan: { id: "free" },
    });
    expect((await execute("home")).data).toMatchObject({
      planChanges: "ask",
      viewer: { requestedPlan: { id: "pro" } },
    });
    expect((await execute("choose", { plan: "free" })).data.choosePlan.outcome).toBe("changed");
    expect((await execute("home")).data.viewer.requestedPlan).toBeNull();
    await execute("choose", { plan: "plus" });
    const granted = await admin("setPlan", { id: accounts.ben?.id, plan: "plus" });
    expect(granted.data.setAccountPlan).toEqual({ plan: { id: "plus" }, requestedPlan: null });
    for (const plan of ["demo", "nonsense"]) expect((await execute("choose", { plan })).code).toBe("not_found");
  });

  it("are changed at once with planChanges=immediate, as the next request's headers state", async () => {
    const execute = await signedInAs("ben", "immediate");
    const { secret } = (await execute("create", { name: "plan" })).data.createKey;
    expect((await call("/trades", secret)).headers.get("x-dailylimit-limit")).toBe("500");
    expect((await execute("choose", { plan: "max" })).data.choosePlan).toMatchObject({
      outcome: "changed",
      plan: { id: "max" },
    });
    const { headers } = await call("/trades", secret);
    expect([headers.get("x-dailylimit-limit"), headers.get("x-ratelimit-limit")]).toEqual(["500000", "300"]);
  });
});

describe("an account", () => {
  it("neither changes another's keys nor reads trades, accounts or the audit log", async () => {
    const ada = await signedInAs("ada");
    const cleo = await signedInAs("cleo");
    const { key } = (await cleo("create", { name: "hers" })).data.createKey;
    for (const [operation, more] of [
      ["edit", { name: "mine" }],
      ["rotate", { overlap: "NOW" }],
      ["revoke", {}],
    ] as const) {
      const [theirs, unknown] = [
        await ada(operation, { id: key.id, ...more }),
        await ada(operation, { id: "x", ...more }),
      ];
      expect(theirs).toEqual(unknown);
      expect(theirs.code).toBe("not_found");
    }
    for (const operation of ["trades", "accounts", "audit", "summary"] as const)
      expect((await ada(operation)).code).toBe("unauthorized");
    expect((await ada("status", { id: accounts.cleo?.id, change: "SUSPEND" })).code).toBe("unauthorized");
    const own = (await cleo("home")).data.viewer.keys.find(({ id }: { id: string }) => id === key.id);
    expect(own).toMatchObject({ name: "hers", state: "active" });
  });
});

describe("an administrator", () => {
  it("finds accounts with their usage, by e-mail and key", async () => {
    const admin = await signedInAs("admin");
    const cleo = await signedInAs("cleo");
    const { secret, key: counted } = (await cleo("create", { name: "counted" })).data.createKey;
    const found = async () => (await admin("accounts", { search: "CLEO@" })).data.accounts;
    const used = await onOneDay(async () => {
      const before = (await found()).nodes[0].requestsToday;
      // one of the three requests is 400, which is not charged to the day
      for (const path of ["/trades?pageSize=2", "/trades/123456789", "/trades?tickr=AAPL"]) await call(path, secret);
      return (await found()).nodes[0].requestsToday - before;
    });
    expect(used).toBe(2);
    await cleo("revoke", { id: counted.id });
    expect(await found()).toMatchObject({ total: 1, nodes: [{ email: "cleo@example.org", activeKeys: 1 }] });
    const [key] = (await admin("account", { id: accounts.cleo?.id })).data.account.keys;
    const byKey = (await admin("accounts", { search: key.lastFour })).data.accounts.nodes;
    expect(byKey.map(({ email }: { email: string }) => email)).toContain("cleo@example.org");
    expect((await admin("accounts", { search: "%" })).data.accounts.total).toBe(0);
    expect((await admin("account", { id: "nonsense" })).data.account).toBeNull();
  });

  it("suspends and resumes an account, and creates a partner key that works from its addresses only", async () => {
    const admin = await signedInAs("admin");
    const id = accounts.cleo?.id ?? "";
    const partner = await admin("partner", { accountId: id, name: "partner", allowlist: ["198.51.100.0/24"] });
    const { secret } = partner.data.createPartnerKey;
    expect((await call("/trades", secret, "198.51.100.9")).status).toBe(200);
    expect((await call("/trades", secret, "203.0.113.9")).status).toBe(403);
    for (const allowlist of [[], ["10.0.0.300"]])
      expect((await admin("partner", { accountId: id, name: "x", allowlist })).code).toBe("bad_request");
    expect((await admin("status", { id, change: "SUSPEND" })).data.changeAccountStatus.status).toBe("suspended");
    expect((await call("/trades", secret, "198.51.100.9")).status).toBe(401);
    expect((await admin("status", { id, change: "APPROVE" })).code).toBe("bad_request");
    await admin("status", { id, change: "RESUME" });
    expect((await call("/trades", secret, "198.51.100.9")).status).toBe(200);
    const log = (await admin("audit", { accountId: id })).data.auditLog.nodes;
    const actions = log.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(
      expect.arrayContaining(["account.suspend", "account.resume", "key.create", "account.create"]),
    );
    expect(JSON.stringify(log)).not.toContain(secret);
  });

  it("issues a reset link, but not for an administrator, finds accounts that request a plan, and erases an account", async () => {
    const admin = await signedInAs("admin");
    const { id, email } = await createAccount(service.store, { email: "erin@example.org", plan: "free", actor });
    const issued = (await admin("link", { id })).data.issueResetLink;
    expect(issued.link).toMatch(new RegExp(`^${service.base}/reset#token=[\\w-]{43}$`));
    const log = JSON.stringify((await admin("audit", { accountId: id })).data);
    expect(log).toContain("user.reset_link");
    expect(log).not.toContain(issued.link.split("token=")[1]);
    await service.store.prisma.user.update({ where: { email }, data: { role: "admin" } });
    expect((await admin("link", { id })).code).toBe("bad_request");
    await service.store.prisma.account.update({ where: { id }, data: { requestedPlanId: "plus" } });
    const requesting = (await admin("accounts", { asks: true, search: "erin@" })).data.accounts;
    expect(requesting.nodes.map((account: { id: string }) => account.id)).toEqual([id]);
    expect((await admin("accounts", { asks: true, search: "cleo@" })).data.accounts.total).toBe(0);
    expect((await admin("remove", { id })).data.removeAccount).toBe(true);
    expect((await admin("account", { id })).data.account).toBeNull();
    expect((await admin("remove", { id })).code).toBe("bad_request");
  });

  it("sees the statistics of the service", async () => {
    const admin = await signedInAs("admin");
    const summary = await until(
      async () => (await admin("summary")).data.serviceSummary,
      ({ requests }) => requests >= 15,
    );
    expect(summary.requests).toBeGreaterThanOrEqual(15);
    expect(summary.clientErrors).toBeGreaterThanOrEqual(5);
    expect(summary).toMatchObject({ errors: 0, refusals: 0 });
    expect(summary.cacheHits + summary.cacheMisses).toBeGreaterThan(0);
    expect(summary.p50).toBeGreaterThan(0);
    expect(summary.p99).toBeGreaterThanOrEqual(summary.p50);
    const sum = summary.minutes.reduce((all: number, { requests }: { requests: number }) => all + requests, 0);
    expect(sum).toBe(summary.requests);
    const { minutes } = (await admin("days")).data.serviceSummary;
    expect(minutes.length).toBeLessThanOrEqual(2);
    for (const { minute } of minutes) expect(Date.parse(minute) % 3_600_000).toBe(0);
  });
});
