// Sessions, the second factor, and the export and deletion of the data of an account, by /auth and by the forms that work
// without scripts.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAdmin } from "../../src/accounts/people/links.ts";
import { resetSecondFactor } from "../../src/accounts/people/second-factor.ts";
import { CreateFeed, CreateKey } from "../../src/web/generated/operations.ts";
import { codeOf } from "../support/authenticator.ts";
import {
  Browser,
  execute,
  testPassword as password,
  signedUp as signedUpAt,
  startPeople,
  type TestService,
} from "./harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await startPeople({ TRUST_PROXY: "loopback" });
});
afterAll(() => service.close());

const signedUp = (email: string, address?: string) => signedUpAt(service, email, { address });

const actionsOf = async (email: string) => {
  const { id } = await service.store.prisma.user.findUniqueOrThrow({ where: { email } });
  const rows = await service.store.prisma.auditLog.findMany({ where: { objectId: id }, orderBy: { id: "asc" } });
  return rows.map(({ action }) => action);
};

async function withSecondFactor(email: string): Promise<{ browser: Browser; secret: string; backupCodes: string[] }> {
  const browser = await signedUp(email);
  const { body } = await browser.post("/auth/set-up-second-factor", { password });
  expect((await browser.post("/auth/confirm-second-factor", { code: codeOf(body.secret) })).status).toBe(200);
  return { browser, ...body };
}

describe("sessions", () => {
  test("are listed with address and browser, and end one by one or all others at once; those of others are not found", async () => {
    const email = "sessions@example.org";
    const here = await signedUp(email, "198.51.100.9");
    const there = new Browser(service.base, "203.0.113.9");
    await there.post("/auth/sign-in", { email, password }, { "user-agent": "Invented/1.0 (test)" });
    const { sessions, hasSecondFactor } = (await here.get("/auth/security")).body;
    expect(hasSecondFactor).toBe(false);
    expect(sessions).toHaveLength(2);
    expect(sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toMatchObject({
      address: "198.51.100.9",
    });
    const other = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    expect(other).toMatchObject({ address: "203.0.113.9", browser: "Invented/1.0 (test)" });
    expect(Date.parse(other.lastUsedAt)).toBeGreaterThanOrEqual(Date.parse(other.createdAt));
    expect(JSON.stringify(sessions)).not.toContain("token");
    const otherUser = await signedUp("stranger@example.org");
    for (const id of [other.id, "x"]) expect((await otherUser.post("/auth/end-session", { id })).status).toBe(404);
    expect((await there.get("/auth/session")).body.user).not.toBeNull();
    expect((await here.post("/auth/end-session", { id: other.id })).status).toBe(200);
    expect((await there.get("/auth/session")).body.user).toBeNull();
    await there.signIn(email, password);
    expect((await here.post("/auth/end-other-sessions")).status).toBe(200);
    expect((await there.get("/auth/session")).body.user).toBeNull();
    expect((await here.get("/auth/session")).body.user).toMatchObject({ email });
    expect(await actionsOf(email)).toEqual(["user.end_session", "user.end_other_sessions"]);
  });

  test("are neither read nor changed without a session, nor changed by a request of another site", async () => {
    const visitor = new Browser(service.base);
    for (const path of ["/auth/security", "/auth/data"]) expect((await visitor.get(path)).status).toBe(401);
    const owner = await signedUp("origin@example.org");
    for (const [path, body] of [
      ["/auth/end-session", { id: "x" }],
      ["/auth/end-other-sessions", {}],
      ["/auth/set-up-second-factor", { password }],
      ["/auth/confirm-second-factor", { code: "123456" }],
      ["/auth/disable-second-factor", { password }],
      ["/auth/delete-account", { password }],
    ] as const) {
      expect((await visitor.post(path, body)).status).toBe(401);
      expect((await owner.post(path, body, { origin: "https://evil.example" })).status).toBe(403);
    }
  });
});

describe("the second factor", () => {
  test("is on once a code confirms it; then a sign-in needs a code, and a backup code works once", async () => {
    const email = "factor@example.org";
    const browser = await signedUp(email);
    expect((await browser.post("/auth/set-up-second-factor", { password: "not the password" })).status).toBe(401);
    const { body } = await browser.post("/auth/set-up-second-factor", { password });
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/Disclosed/);
    expect(body.backupCodes).toHaveLength(10);
    expect((await browser.post("/auth/confirm-second-factor", { code: codeOf(body.secret, 40) })).status).toBe(400);
    const early = new Browser(service.base);
    expect((await early.signIn(email, password)).body.user).toMatchObject({ email });
    expect((await browser.post("/auth/confirm-second-factor", { code: codeOf(body.secret) })).status).toBe(200);
    expect((await browser.get("/auth/security")).body.hasSecondFactor).toBe(true);

    const visitor = new Browser(service.base);
    const first = await visitor.signIn(email, password);
    expect(first.body).toEqual({ needsCode: true });
    expect((await visitor.get("/auth/session")).body.user).toBeNull();
    expect((await visitor.get("/auth/security")).status).toBe(401);
    expect((await visitor.post("/auth/sign-in-code", { code: codeOf(body.secret, 40) })).status).toBe(400);
    const second = await visitor.post("/auth/sign-in-code", { code: codeOf(body.secret) });
    expect(second.body.user).toMatchObject({ email });
    const lines = second.headers.getSetCookie();
    visitor.cookie = lines.find((line) => line.startsWith("disclosed_session="))?.split(";")[0];
    expect((await visitor.get("/auth/session")).body.user).toMatchObject({ email });

    const [code = ""] = body.backupCodes;
    for (const status of [200, 400]) {
      const again = new Browser(service.base);
      await again.signIn(email, password);
      expect((await again.post("/auth/sign-in-code", { code })).status).toBe(status);
    }
    expect(await actionsOf(email)).toEqual(["user.enable_second_factor", "user.use_backup_code"]);
    const stored = await service.store.prisma.twoFactor.findFirstOrThrow({ where: { user: { email } } });
    expect(JSON.stringify(stored)).not.toContain(body.secret);
  });

  test("allows five wrong codes for a sign-in, and refuses a user after ten in a row for 15 minutes", async () => {
    const { secret } = await withSecondFactor("guessed@example.org");
    const tries = async (n: number) => {
      const guesser = new Browser(service.base);
      await guesser.signIn("guessed@example.org", password);
      const statuses: number[] = [];
      for (let i = 0; i < n; i++) {
        const { cookie } = guesser;
        statuses.push((await guesser.post("/auth/sign-in-code", { code: codeOf(secret, 40 + i) })).status);
        guesser.cookie = cookie;
      }
      return statuses;
    };
    expect(await tries(6)).toEqual([400, 400, 400, 400, 400, 401]);
    expect(await tries(6)).toEqual([400, 400, 400, 400, 400, 429]);
    const owner = new Browser(service.base);
    await owner.signIn("guessed@example.org", password);
    const refused = await owner.post("/auth/sign-in-code", { code: codeOf(secret) });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "900"]);
  });

  test("is turned off by the password, or by the operator for a user who lost it", async () => {
    const { browser } = await withSecondFactor("off@example.org");
    expect((await browser.post("/auth/set-up-second-factor", { password })).status).toBe(400);
    expect((await browser.post("/auth/disable-second-factor", { password: "not the password" })).status).toBe(401);
    expect((await browser.post("/auth/disable-second-factor", { password })).status).toBe(200);
    expect((await new Browser(service.base).signIn("off@example.org", password)).body.user).toBeDefined();
    const { browser: lost } = await withSecondFactor("lost@example.org");
    await resetSecondFactor(service.store, { email: "Lost@example.org", actor: "cli:test" });
    expect((await lost.get("/auth/session")).body.user).toBeNull();
    expect((await new Browser(service.base).signIn("lost@example.org", password)).body.user).toBeDefined();
    await expect(resetSecondFactor(service.store, { email: "lost@example.org", actor: "cli:test" })).rejects.toThrow(
      "has no second factor",
    );
    expect(await actionsOf("lost@example.org")).toEqual(["user.enable_second_factor", "user.reset_second_factor"]);
  });

  test("has a form without scripts, which leads to the page that was requested", async () => {
    const { secret } = await withSecondFactor("forms@example.org");
    const send = (path: string, fields?: Record<string, string>, cookie = "") =>
      fetch(service.base + path, {
        redirect: "manual",
        headers: { accept: "text/html", origin: service.base, cookie },
        ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
      });
    const first = await send("/sign-in", { email: "forms@example.org", password, next: "/docs/quickstart" });
    expect([first.status, first.headers.get("location")]).toEqual([303, "/sign-in-code?next=%2Fdocs%2Fquickstart"]);
    const cookies = first.headers.getSetCookie();
    expect(cookies.map((line) => line.split("=")[0])).toEqual(["disclosed_two_factor"]);
    expect(cookies[0]).toMatch(/HttpOnly/i);
    const cookie = cookies[0]?.split(";")[0] ?? "";
    const form = await send("/sign-in-code?next=%2Fdocs%2Fquickstart", undefined, cookie);
    const text = await form.text();
    expect(text).toContain('<form method="post" action="/sign-in-code">');
    expect(text).toContain('name="next" value="/docs/quickstart"');
    const wrong = await send("/sign-in-code", { code: codeOf(secret, 40) }, cookie);
    expect([wrong.status, (await wrong.text()).includes("Wrong code")]).toEqual([400, true]);
    const right = await send("/sign-in-code", { code: ` ${codeOf(secret)} `, next: "/docs/quickstart" }, cookie);
    expect([right.status, right.headers.get("location")]).toEqual([303, "/docs/quickstart"]);
    const gone = await send("/sign-in-code", { code: codeOf(secret) }, cookie);
    expect([gone.status, (await gone.text()).includes("sign in again")]).toEqual([401, true]);
    expect((await send("/sign-in-code", { code: "123456" })).status).toBe(401);
  });
});

describe("the data of an account", () => {
  test("are exported without secrets; a deletion needs the password, ends key and session, and leaves no e-mail", async () => {
    const email = "leaving@example.org";
    const browser = await signedUp(email);
    const { createKey } = (await execute(browser, CreateKey, { name: "of mine", allowlist: [] })).data;
    const call = () =>
      new Browser(service.base).send("GET", "/api/v1/symbols?q=a", undefined, {
        authorization: `Bearer ${createKey.secret}`,
      });
    expect((await call()).status).toBe(200);
    const feed = { list: "TRADES", filters: "tradeTypes=P", name: "buys of mine" };
    expect((await execute(browser, CreateFeed, feed)).data).toBeTruthy();
    const { id, accountId } = await service.store.prisma.user.findUniqueOrThrow({ where: { email } });
    await expect
      .poll(() => service.store.prisma.loggedRequest.count({ where: { accountId: accountId ?? "" } }))
      .toBe(1);
    const exported = await browser.get("/auth/data");
    expect(exported.headers.get("content-disposition")).toContain("disclosed-account.json");
    expect(exported.body).toMatchObject({
      account: [{ email, plan: "free" }],
      users: [{ email }],
      sessions: [{}],
      keys: [{ name: "of mine", allowlist: [] }],
      subscriptions: [{ channel: "feed", list: "trades", name: "buys of mine", filters: "tradeTypes=P" }],
      usage: [{ route: "/symbols", status: 200, requests: 1 }],
      key_usage: [{ requests: 1 }],
      requests: [{ route: "/symbols", parameters: { q: "a" } }],
    });
    expect(exported.body.audit.map(({ action }: { action: string }) => action)).toContain("key.create");
    const text = JSON.stringify(exported.body);
    for (const secret of [createKey.secret, "argon2", "hash", "token"]) expect(text).not.toContain(secret);

    expect((await browser.post("/auth/delete-account", { password: "not the password" })).status).toBe(401);
    expect((await call()).status).toBe(200);
    expect((await browser.post("/auth/delete-account", { password })).status).toBe(200);
    expect((await call()).status).toBe(401);
    expect((await browser.get("/auth/session")).body.user).toBeNull();
    expect((await new Browser(service.base).signIn(email, password)).status).toBe(401);
    const { rows } = await service.store.pool.query(
      `SELECT string_agg(to_jsonb(l)::text, ' ') AS log, count(*) FILTER (WHERE action = 'account.remove')::int AS removed
       FROM audit_log l WHERE actor = $1`,
      [`user:${id}`],
    );
    expect(rows[0].removed).toBe(1);
    expect(await service.store.prisma.subscription.count({ where: { accountId: accountId ?? "" } })).toBe(0);
    for (const own of [email, "of mine"]) expect(rows[0].log).not.toContain(own);
    expect((await browser.signUp(email, password)).status).toBe(200);
  });

  test("are not deleted by an administrator's request for their own account", async () => {
    const email = "both@example.org";
    await signedUp(email);
    const { link } = await createAdmin(service.store, { email, publicUrl: service.base, actor: "tests" });
    const admin = new Browser(service.base);
    // the password is perhaps that of another person who signed up with this address
    expect((await admin.signIn(email, password)).status).toBe(401);
    const token = new URLSearchParams(new URL(link).hash.slice(1)).get("token");
    expect((await admin.post("/auth/reset-password", { token, newPassword: password })).status).toBe(200);
    await admin.signIn(email, password);
    expect((await admin.post("/auth/delete-account", { password })).status).toBe(400);
    expect((await admin.get("/auth/session")).body.user).toMatchObject({ email, role: "admin" });
  });
});
