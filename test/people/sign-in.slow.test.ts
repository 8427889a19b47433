// Sign-up, sign-in, sign-out, passwords and links, by HTTP, and attacks on them: session fixation, brute force,
// enumeration by responses and by time, requests of other sites.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeStatus } from "../../src/accounts/accounts.ts";
import { createAdmin, issueResetLink, removeAdmin } from "../../src/accounts/people/links.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { startRedis, withoutRedis } from "../support/redis.ts";
import { Browser, startPeople, type TestService } from "./harness.ts";

const password = "correct horse battery";
const actor = "test";
let service: TestService;
beforeAll(async () => {
  service = await startPeople({ TRUST_PROXY: "loopback", FREE_ACCOUNTS_PER_ADDRESS: "3" });
});
afterAll(() => service.close());

const browser = (address?: string) => new Browser(service.base, address);
const publicUrl = "http://example.test";

/** A user who has signed up and in. */
async function member(email: string): Promise<Browser> {
  const own = browser();
  expect(await own.signUp(email, password)).toMatchObject({ status: 200, body: { outcome: "created" } });
  expect((await own.signIn(email, password)).status).toBe(200);
  return own;
}

const tokenOf = (link: string) => /#token=([\w-]{43})$/.exec(link)?.[1] ?? "";

it("sign-up creates an account on the free plan, sign-in a session in an HttpOnly cookie, and sign-out ends it", async () => {
  const own = browser();
  const signUp = await own.signUp("Ada@Example.org", password);
  expect(signUp).toMatchObject({ status: 200, body: { outcome: "created" } });
  expect(own.cookie).toBeUndefined();
  expect(await service.store.prisma.account.findUnique({ where: { email: "ada@example.org" } })).toMatchObject({
    planId: "free",
    status: "active",
  });
  const signIn = await own.signIn("ada@example.org", password);
  expect(signIn.body).toEqual({ user: { email: "ada@example.org", role: "user", hasAccount: true } });
  const [line = ""] = signIn.headers.getSetCookie();
  expect(line).toMatch(/^disclosed_session=[^;]{40,}; .*Path=\/; HttpOnly; SameSite=Lax$/);
  expect(line).not.toMatch(/Secure|Domain/);
  expect((await own.get("/auth/session")).body.user).toEqual(signIn.body.user);
  const { cookie } = own;
  expect((await own.post("/auth/sign-out")).status).toBe(200);
  expect(own.cookie).toBeUndefined();
  own.cookie = cookie;
  expect((await own.get("/auth/session")).body).toEqual({
    user: null,
    signUp: "open",
    passwordLength: { min: 10, max: 128 },
    mail: false,
    needsVerification: false,
  });
});

it("the password is stored as argon2id, and no token of a link is stored", async () => {
  await member("kept@example.org");
  const { password: stored } = await service.store.prisma.credential.findFirstOrThrow({
    where: { user: { email: "kept@example.org" } },
  });
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const { link } = await issueResetLink(service.store, { email: "kept@example.org", publicUrl, actor });
  const rows = await service.store.prisma.verification.findMany();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(tokenOf(link));
});

it("over https the cookie is Secure and has the prefix __Host-", async () => {
  const own = browser();
  const https = { "x-forwarded-proto": "https" };
  const origin = { origin: own.origin.replace("http:", "https:") };
  await own.signUp("tls@example.org", password);
  const signIn = await own.post("/auth/sign-in", { email: "tls@example.org", password }, { ...https, ...origin });
  expect(signIn.headers.getSetCookie()[0]).toMatch(
    /^__Host-disclosed_session=.*Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect((await own.send("GET", "/auth/session", undefined, https)).body.user).toMatchObject({ role: "user" });
  // a cookie that was planted over plain http is ignored there
  const planted = await member("planted@example.org");
  expect((await planted.send("GET", "/auth/session", undefined, https)).body.user).toBeNull();
});

describe("a refused request", () => {
  it.each([
    ["no JSON", "/auth/sign-in", "email=a", 400],
    ["no password", "/auth/sign-in", { email: "a@example.org" }, 400],
    ["an object instead of a text", "/auth/sign-in", { email: { $gt: "" }, password }, 400],
    ["no address", "/auth/sign-up", { email: "nobody", password }, 400],
    ["a short password", "/auth/sign-up", { email: "b@example.org", password: "short" }, 400],
    ["a password of one repeated letter", "/auth/sign-up", { email: "b@example.org", password: "aaaaaaaaaaaa" }, 400],
    ["a large body", "/auth/sign-up", { email: "b@example.org", password: "x".repeat(20_000) }, 400],
    ["an unknown path", "/auth/sign-in/email", {}, 404],
    ["a wrong method", "/auth/session", {}, 405],
    ["a link that no database could hold", "/auth/reset-password", { token: "x\0", newPassword: password }, 400],
    ["an e-mail with half a character", "/auth/sign-in", { email: "\ud800@example.test", password }, 400],
    ["an invented link", "/auth/reset-password", { token: "x", newPassword: password }, 400],
    [
      "a new password without a session",
      "/auth/change-password",
      { currentPassword: password, newPassword: `${password}!` },
      401,
    ],
  ])("with %s gets a message, a code and its request id", async (_, path, body, status) => {
    const response = await browser().post(path, body);
    expect(response.status).toBe(status);
    expect(response.body).toEqual({
      error: expect.any(String),
      code: expect.any(String),
      requestId: response.headers.get("x-request-id"),
      ...(response.body.details && { details: expect.any(Array) }),
    });
    expect(response.headers.get("cache-control")).toBe("no-store");
  });
});

describe("passwords", () => {
  it("a change ends all other sessions and gives this browser a new one", async () => {
    const email = "change@example.org";
    const first = await member(email);
    const second = browser();
    await second.signIn(email, password);
    const before = first.cookie;
    const wrong = await first.post("/auth/change-password", {
      currentPassword: "not it at all",
      newPassword: "another horse",
    });
    expect(wrong).toMatchObject({ status: 401, body: { code: "wrong_credentials" } });
    const changed = await first.post("/auth/change-password", {
      currentPassword: password,
      newPassword: "another horse",
    });
    expect(changed.status).toBe(200);
    expect(first.cookie).not.toBe(before);
    expect((await first.get("/auth/session")).body.user).toMatchObject({ email });
    expect((await second.get("/auth/session")).body.user).toBeNull();
    first.cookie = before;
    expect((await first.get("/auth/session")).body.user).toBeNull();
    expect((await browser().signIn(email, password)).status).toBe(401);
    expect((await browser().signIn(email, "another horse")).status).toBe(200);
  });

  it("a reset link sets a password once, also for an account created by command, and a newer link ends it", async () => {
    const email = "command@example.org";
    await service.store.prisma.account.create({ data: { email, planId: "plus" } });
    const issue = () => issueResetLink(service.store, { email, publicUrl, actor });
    const [old, { link }] = [await issue(), await issue()];
    expect(link).toMatch(/^http:\/\/example\.test\/reset#token=/);
    const own = browser();
    const reset = (token: string) => own.post("/auth/reset-password", { token, newPassword: "a third horse" });
    expect((await reset(tokenOf(old.link))).status).toBe(400);
    expect((await reset(tokenOf(link))).status).toBe(200);
    expect((await reset(tokenOf(link))).status).toBe(400);
    expect((await own.signIn(email, "a third horse")).body.user).toEqual({ email, role: "user", hasAccount: true });
    const again = await issue();
    await service.store.prisma.verification.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } });
    expect((await reset(tokenOf(again.link))).status).toBe(400);
    const usedUp = await issue();
    expect((await reset(tokenOf(usedUp.link))).status).toBe(200);
    expect((await own.get("/auth/session")).body.user).toBeNull();
  });

  it("an account that was created by command is not taken over by signing up with its e-mail", async () => {
    const email = "owned@example.org";
    await service.store.prisma.account.create({ data: { email, planId: "max" } });
    const thief = browser();
    expect((await thief.signUp(email, password)).status).toBe(200);
    expect((await thief.signIn(email, password)).status).toBe(401);
    expect(await service.store.prisma.user.findUnique({ where: { email } })).toBeNull();
  });
});

describe("/graphql", () => {
  const documents: Record<string, string> = JSON.parse(
    readFileSync(join(packageRoot, "rest/generated/persisted.json"), "utf8"),
  );
  const [sha256Hash] = Object.keys(documents).filter((hash) => !documents[hash]?.includes("$"));
  const query = (own: Browser) =>
    own.post("/graphql", { extensions: { persistedQuery: { version: 1, sha256Hash } }, variables: {} });

  it("refuses an anonymous caller, an account that queries trades, and a suspended administrator", async () => {
    const refusal = (message: string) => [{ message, extensions: { code: "unauthorized" } }];
    expect(await query(browser())).toMatchObject({ status: 401, body: { errors: refusal("Sign in first") } });
    const own = await member("graph@example.org");
    expect((await query(own)).body.errors).toMatchObject(refusal("You do not have permission for this"));
    await service.store.prisma.user.update({ where: { email: "graph@example.org" }, data: { role: "admin" } });
    expect(JSON.stringify((await query(own)).body.errors ?? [])).not.toContain("unauthorized");
    await changeStatus(service.store, { account: "graph@example.org", change: "suspend", actor });
    expect((await query(own)).body.errors).toMatchObject(refusal("Sign in first"));
  });
});

describe("suspension and administrators", () => {
  it("a suspended user is signed out immediately and cannot sign in again", async () => {
    const email = "suspended@example.org";
    const own = await member(email);
    await changeStatus(service.store, { account: email, change: "suspend", actor });
    expect((await own.get("/auth/session")).body.user).toBeNull();
    expect(await own.signIn(email, password)).toMatchObject({ status: 403, body: { code: "suspended" } });
    expect(await own.signIn(email, "not the password")).toMatchObject({ status: 401 });
    await changeStatus(service.store, { account: email, change: "resume", actor });
    expect((await own.signIn(email, password)).status).toBe(200);
  });

  it("an administrator is created by a link and removed by command", async () => {
    const email = "root@example.org";
    const { link } = await createAdmin(service.store, { email, publicUrl, actor });
    const own = browser();
    await own.post("/auth/reset-password", { token: tokenOf(link), newPassword: password });
    expect((await own.signIn(email, password)).body.user).toEqual({ email, role: "admin", hasAccount: false });
    await removeAdmin(service.store, { email, actor });
    expect((await own.get("/auth/session")).body.user).toBeNull();
    expect((await own.signIn(email, password)).status).toBe(401);
  });
});

describe("permission to sign up", () => {
  it("SIGN_UP=approval: an account cannot sign in before the operator has approved it", async () => {
    const other = await startPeople({ SIGN_UP: "approval" }, service.store);
    const email = "waits@example.org";
    const own = new Browser(other.base);
    expect((await own.signUp(email, password)).body).toEqual({ outcome: "waiting" });
    expect(await own.signIn(email, password)).toMatchObject({ status: 403, body: { code: "waiting" } });
    await changeStatus(service.store, { account: email, change: "approve", actor });
    expect((await own.signIn(email, password)).status).toBe(200);
    await other.close();
  });

  it("SIGN_UP=closed: a sign-up is refused", async () => {
    const other = await startPeople({ SIGN_UP: "closed" }, service.store);
    const response = await new Browser(other.base).signUp("closed@example.org", password);
    expect(response).toMatchObject({ status: 403, body: { code: "sign_up_closed" } });
    await other.close();
  });

  it("an address can create three accounts, across processes, and sign-ups with a taken e-mail count too", async () => {
    const other = await startPeople({ TRUST_PROXY: "loopback", FREE_ACCOUNTS_PER_ADDRESS: "3" }, service.store);
    const address = "2001:db8:7::1";
    const here = new Browser(service.base, address);
    const there = new Browser(other.base, "2001:db8:7::2");
    const responses = [
      await here.signUp("cap1@example.org", password),
      await there.signUp("cap1@example.org", password),
      await here.signUp("cap2@example.org", password),
      await there.signUp("cap3@example.org", password),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(Number(responses[3]?.headers.get("retry-after"))).toBeGreaterThan(86_400);
    expect((await new Browser(service.base, "2001:db8:8::1").signUp("cap3@example.org", password)).status).toBe(200);
    await other.close();
  });
});

describe("attacks", () => {
  it("session fixation: a sign-in replaces a planted cookie, and ends its session", async () => {
    const attacker = await member("attacker@example.org");
    await browser().signUp("victim@example.org", password);
    const victim = browser();
    victim.cookie = attacker.cookie;
    await victim.signIn("victim@example.org", password);
    expect(victim.cookie).not.toBe(attacker.cookie);
    expect((await victim.get("/auth/session")).body.user.email).toBe("victim@example.org");
    expect((await attacker.get("/auth/session")).body.user).toBeNull();
    const forged = browser();
    forged.cookie = `disclosed_session=${"A".repeat(32)}.${"B".repeat(44)}`;
    expect((await forged.get("/auth/session")).body.user).toBeNull();
    await forged.signIn("victim@example.org", password);
    expect(forged.cookie).not.toContain("AAAA");
  });

  it("brute force from one address stops at ten, for known and unknown e-mails, across processes and concurrently", async () => {
    const other = await startPeople({ TRUST_PROXY: "loopback" }, service.store);
    await member("brute@example.org");
    for (const email of ["brute@example.org", "nobody-brute@example.org"]) {
      const address = email.startsWith("n") ? "203.0.113.8" : "203.0.113.9";
      const tries = Array.from({ length: 14 }, (_, n) =>
        new Browser(n % 2 ? service.base : other.base, address).signIn(email, `wrong password ${n}`),
      );
      const responses = await Promise.all(tries);
      expect(responses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
      const full = await new Browser(service.base, address).signIn(email, password);
      expect(full).toMatchObject({ status: 429, body: { code: "limit_exceeded" } });
      expect(Number(full.headers.get("retry-after"))).toBeGreaterThan(60);
    }
    // the owner, at another address, can still sign in
    expect((await browser().signIn("brute@example.org", password)).status).toBe(200);
    await other.close();
  });

  it.skipIf(withoutRedis)(
    "brute force is stopped by counters in Redis, if there is one, and none in PostgreSQL",
    async () => {
      const redis = await startRedis();
      const settings = { TRUST_PROXY: "loopback", REDIS_URL: redis.url };
      const processes = [await startPeople(settings, service.store), await startPeople(settings, service.store)];
      const statuses = await Promise.all(
        Array.from({ length: 13 }, async (_, n) => {
          const { base } = processes[n % 2] as TestService;
          return (await new Browser(base, "203.0.113.10").signIn("redis@example.org", `wrong password ${n}`)).status;
        }),
      );
      expect(statuses.sort()).toEqual([...Array(10).fill(401), ...Array(3).fill(429)]);
      const { rows } = await service.store.pool.query("SELECT key FROM rate_limits WHERE key LIKE '%203.0.113.10%'");
      expect(rows).toEqual([]);
      for (const one of processes) await one.close();
      await redis.close();
    },
  );

  it("brute force from many addresses stops at thirty an hour for one e-mail", async () => {
    await member("spread@example.org");
    const statuses: number[] = [];
    for (let n = 0; n < 33; n++)
      statuses.push(
        (await new Browser(service.base, `192.0.2.${n}`).signIn("spread@example.org", `wrong ${n} wrong`)).status,
      );
    expect(statuses).toEqual([...Array(30).fill(401), ...Array(3).fill(429)]);
  });

  it("one address that tries many e-mails stops at thirty", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 32; n++)
      statuses.push((await new Browser(service.base, "203.0.113.77").signIn(`spray${n}@example.org`, password)).status);
    expect(statuses).toEqual([...Array(30).fill(401), ...Array(2).fill(429)]);
  });

  it("enumeration by responses: known and unknown e-mails get the same ones at sign-up and sign-in", async () => {
    await member("known@example.org");
    const shape = ({ status, body, headers }: Awaited<ReturnType<Browser["get"]>>) => ({
      status,
      body: { ...body, requestId: undefined },
      names: [...headers.keys()].sort(),
      cookies: headers.getSetCookie().length,
    });
    const pairs = await Promise.all(
      ["known@example.org", "unknown@example.org"].map(async (email) => [
        shape(await browser().signIn(email, "not the password")),
        shape(await browser().signUp(email, password)),
      ]),
    );
    expect(pairs[0]).toEqual(pairs[1]);
  });

  it("enumeration by time: a wrong password takes as long for a known e-mail as for an unknown one", async () => {
    for (let n = 0; n < 4; n++) await browser().signUp(`timed${n}@example.org`, password);
    const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
    for (let n = 0; n < 40; n++) {
      const which = n % 2 ? "known" : "unknown";
      const email = which === "known" ? `timed${(n >> 1) % 4}@example.org` : `untimed${n}@example.org`;
      const started = performance.now();
      expect((await new Browser(service.base, `198.18.0.${n}`).signIn(email, "not the password")).status).toBe(401);
      times[which].push(performance.now() - started);
    }
    // fast responses show the difference best: slow ones were delayed by other work of the machine
    const quarter = (all: number[]) => all.sort((a, b) => a - b)[all.length >> 2] ?? 0;
    const [known, unknown] = [quarter(times.known), quarter(times.unknown)];
    // without the hash one of them would take at most a fifth of the other's time
    expect(Math.abs(known - unknown) / Math.max(known, unknown)).toBeLessThan(0.5);
  });

  let own: Browser;
  beforeAll(async () => {
    own = await member("csrf@example.org");
  });
  it.each([
    ["another site", { origin: "https://evil.example" }],
    ["another port", { origin: "http://127.0.0.1:1" }],
    ["a sandboxed frame", { origin: "null" }],
    ["a site that the browser names", { "sec-fetch-site": "cross-site" }],
    ["a sister site", { "sec-fetch-site": "same-site" }],
    ["a browser that sends no origin", { origin: "" }],
  ])("a request of %s with the user's cookie changes nothing", async (_, headers) => {
    const { cookie } = own;
    for (const path of ["/auth/sign-out", "/auth/change-password", "/auth/sign-in", "/graphql"]) {
      const body = { email: "a@example.org", password, currentPassword: password, newPassword: "taken over!" };
      expect(await own.post(path, body, headers)).toMatchObject({ status: 403, body: { code: "cross_site" } });
    }
    own.cookie = cookie;
    expect((await own.get("/auth/session")).body.user).not.toBeNull();
  });

  it("no CORS: another site gets no permission to read a response", async () => {
    const own = browser();
    const response = await own.send("OPTIONS", "/auth/session", undefined, { origin: "https://evil.example" });
    expect([403, 405]).toContain(response.status);
    expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});
