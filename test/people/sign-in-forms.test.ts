// The forms of sign-in, sign-up and password reset, as a browser without scripts uses them.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAdmin } from "../../src/accounts/people/links.ts";
import { ownPath } from "../../src/http/sign-in-forms.ts";
import { Browser, startPeople, type TestService } from "./harness.ts";

const password = "a password of the tests";
let service: TestService;

beforeAll(async () => {
  service = await startPeople({ TRUST_PROXY: "loopback" });
  await new Browser(service.base).signUp("known@example.org", password);
});
afterAll(() => service.close());

interface Page {
  status: number;
  headers: Headers;
  text: string;
  location: string | null;
}

let visitors = 0;
/** Each visitor has an address of its own. */
const addressOfNext = () => `203.0.113.${++visitors}`;

async function send(path: string, init: RequestInit = {}, address = addressOfNext()): Promise<Page> {
  const headers = { accept: "text/html", "x-forwarded-for": address, ...init.headers };
  const response = await fetch(service.base + path, { ...init, redirect: "manual", headers });
  return {
    status: response.status,
    headers: response.headers,
    text: await response.text(),
    location: response.headers.get("location"),
  };
}

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}, address?: string) =>
  send(
    path,
    { method: "POST", body: new URLSearchParams(fields), headers: { origin: service.base, ...headers } },
    address,
  );

const cookieOf = ({ headers }: Page) => headers.getSetCookie()[0]?.split(";")[0] ?? "";

describe("signing in", () => {
  test("has a form with a title of its own, which posts to its own path", async () => {
    const { status, text, headers } = await send("/sign-in");
    expect(status).toBe(200);
    expect(text).toContain("<title>Sign in · Disclosed</title>");
    expect(text).toContain('<form method="post" action="/sign-in">');
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-security-policy")).toContain("form-action 'self'");
  });

  test("with the right password leads to the account, with a cookie that opens it", async () => {
    const signedIn = await post("/sign-in", { email: "known@example.org", password });
    expect([signedIn.status, signedIn.location]).toEqual([303, "/account"]);
    const account = await send("/account", { headers: { cookie: cookieOf(signedIn) } });
    expect(account.text).toContain('id="root"');
  });

  test("leads back to the page from which the form was opened", async () => {
    const opened = await send("/docs/quickstart");
    expect(opened.text).toContain('href="/sign-in?next=%2Fdocs%2Fquickstart"');
    const shown = await send("/sign-in?next=%2Fdocs%2Fquickstart");
    expect(shown.text).toContain('name="next" value="/docs/quickstart"');
    const fields = { email: "known@example.org", password, next: "/docs/quickstart" };
    expect((await post("/sign-in", fields)).location).toBe("/docs/quickstart");
  });

  test.each([
    "https://other.example/",
    "//other.example",
    "/\\other.example",
    "/\t/other.example",
    "/.//other.example",
  ])("never leads to another site: %j", async (next) => {
    expect(ownPath(next)).toBeUndefined();
    expect((await post("/sign-in", { email: "known@example.org", password, next })).location).toBe("/account");
    expect((await send(`/sign-in?next=${encodeURIComponent(next)}`)).text).not.toContain('name="next"');
  });

  test("shows the same page for a wrong password and an unknown e-mail, without the password", async () => {
    const wrong = { password: "not the password" };
    const known = await post("/sign-in", { email: "known@example.org", ...wrong });
    const unknown = await post("/sign-in", { email: "nobody@example.org", ...wrong });
    expect([known.status, unknown.status]).toEqual([401, 401]);
    expect(known.text).toContain('role="alert">× Wrong e-mail or password.');
    expect(known.text).toContain("<title>Error: Sign in · Disclosed</title>");
    expect(known.text.replace("known@example.org", "nobody@example.org")).toBe(unknown.text);
    expect(known.text).not.toContain(wrong.password);
  });

  test("shows what was typed as text", async () => {
    const { status, text } = await post("/sign-in", { email: '"><script>alert(1)</script>', password });
    expect(status).toBe(400);
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;');
    expect(text).not.toContain("<script>alert");
  });

  test("is refused after ten attempts, and the page says for how long", async () => {
    const address = addressOfNext();
    const attempt = () => post("/sign-in", { email: "often@example.org", password }, {}, address);
    for (let attempts = 0; attempts < 10; attempts++) expect((await attempt()).status).toBe(401);
    const refused = await attempt();
    expect(refused.status).toBe(429);
    expect(refused.text).toMatch(/Too many attempts; try again later. Try again in \d+ seconds\./);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test.each([
    ["another site", { origin: "https://other.example" }],
    ["a frame of another site", { "sec-fetch-site": "cross-site" }],
  ])("by a form of %s is refused", async (_, headers) => {
    const refused = await post("/sign-in", { email: "known@example.org", password }, headers);
    expect(refused.status).toBe(403);
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect(refused.text).toContain("did not come from a page of this service");
  });

  test.each([
    ["nothing", ""],
    ["JSON", '{"email":"known@example.org"}'],
    ["a field twice", "email=a@example.org&email=b@example.org&password=x"],
    ["a text that cannot be stored", "email=%00&password=x"],
    ["a large body", `email=${"x".repeat(20_000)}`],
  ])("with %s instead of the fields is a 400", async (_, body) => {
    const type = { "content-type": "application/x-www-form-urlencoded", origin: service.base };
    const { status, text } = await send("/sign-in", { method: "POST", body, headers: type });
    expect(status).toBe(400);
    expect(text).toMatch(/<form method="post"|malformed or too large/);
  });

  test("by another method is refused", async () => {
    const { status, headers } = await send("/sign-in", { method: "PUT", headers: { origin: service.base } });
    expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
  });
});

describe("creating an account", () => {
  test("signs in and leads to the first key", async () => {
    const created = await post("/sign-up", { email: "new@example.org", password });
    expect([created.status, created.location]).toEqual([303, "/account/keys?create=true"]);
    const again = await send("/sign-in", { headers: { cookie: cookieOf(created) } });
    expect([again.status, again.location]).toEqual([303, "/account"]);
  });

  test("with a short password is refused with the allowed lengths, and creates nothing", async () => {
    const { status, text } = await post("/sign-up", { email: "short@example.org", password: "short" });
    expect(status).toBe(400);
    expect(text).toContain("The password must have 10 to 128 characters");
    expect(await service.store.prisma.account.count({ where: { email: "short@example.org" } })).toBe(0);
  });

  test("with a taken e-mail and another password is refused as a sign-in", async () => {
    const { status, text } = await post("/sign-up", { email: "known@example.org", password: "another password" });
    expect(status).toBe(401);
    expect(text).toContain("This e-mail already has an account with another password");
  });

  test("has a page that says whether the operator approves or creates accounts", async () => {
    const approving = await startPeople({ SIGN_UP: "approval" }, service.store);
    const closed = await startPeople({ SIGN_UP: "closed" }, service.store);
    const body = new URLSearchParams({ email: "waiting@example.org", password });
    const waiting = await fetch(`${approving.base}/sign-up`, { method: "POST", body });
    const refused = await fetch(`${closed.base}/sign-up`);
    const texts = [await waiting.text(), await refused.text()];
    await approving.close();
    await closed.close();
    expect(texts[0]).toContain("waiting for the operator");
    expect(texts[1]).toContain("Accounts are created by the operator");
    expect(texts[1]?.match(/<form[^>]*>/g)).toEqual([
      '<form class="find-data" role="search" aria-label="Company, insider or member" action="/search">',
    ]);
  });
});

describe("a reset link", () => {
  test("sets the password once, as the pasted link or as its token alone", async () => {
    const admin = { email: "operator@example.org", actor: "tests", publicUrl: service.base };
    const { link } = await createAdmin(service.store, admin);
    const changed = await post("/reset", { link, password });
    expect(changed.status).toBe(200);
    expect(changed.text).toContain("Password changed. You were signed out everywhere.");
    const used = await post("/reset", { link, password });
    expect(used.status).toBe(400);
    expect(used.text).toContain("This link was already used or has expired");
    const second = await createAdmin(service.store, admin);
    expect((await post("/reset", { link: second.link.split("token=")[1] ?? "", password })).status).toBe(200);
    expect((await post("/sign-in", { email: admin.email, password })).location).toBe("/admin");
  });

  test("the page for a forgotten password says who issues one", async () => {
    const { status, text } = await send("/forgot-password");
    expect(status).toBe(200);
    expect(text).toContain("Ask the operator of this service for a reset link");
    // from a form that was opened before the mail server was removed
    expect((await post("/forgot-password", { email: "known@example.org" })).status).toBe(404);
  });
});

test.each(["/account", "/account/usage?days=7", "/admin/audit"])(
  "%s without a session shows the sign-in form, which leads back to it",
  async (path) => {
    const { status, text } = await send(path);
    expect(status).toBe(200);
    expect(text).toContain("<title>Sign in · Disclosed</title>");
    expect(text).toContain(`name="next" value="${path}"`);
    expect(text).not.toContain('id="root"');
  },
);
