// Public pages depend on the viewer: the header links to the viewer's own page, and no cache gives one viewer's page to another.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Browser, signedInAdmin, signedUp, startPeople, type TestService } from "./harness.ts";

const email = `${"a-long-name-".repeat(4)}@example.org`;

let service: TestService;
let caller: Browser;
let admin: Browser;

beforeAll(async () => {
  service = await startPeople();
  caller = await signedUp(service, email);
  admin = await signedInAdmin(service, "o@example.org");
});
afterAll(() => service.close());

async function open(path: string, cookie?: string) {
  const headers = { accept: "text/html", ...(cookie && { cookie }) };
  const response = await fetch(service.base + path, { headers });
  return { text: await response.text(), headers: response.headers };
}

describe.each(["/", "/docs/quickstart", "/docs/reference", "/docs/guides", "/docs/changelog", "/no-such-page"])(
  "%s",
  (path) => {
    test("an anonymous caller gets a link to the sign-in page, and the page varies by cookie", async () => {
      const { text, headers } = await open(path);
      expect(text).toContain(">Sign in</a>");
      expect(text).not.toContain("<!--viewer");
      expect(headers.get("vary")).toContain("Cookie");
    });

    test("a signed-in user gets a link to their account, and no shared cache stores the page", async () => {
      const { text, headers } = await open(path, caller.cookie);
      expect(text).toContain(`href="/account" title="${email}"`);
      expect(text).not.toContain(">Sign in</a>");
      expect(headers.get("vary")).toContain("Cookie");
      expect(headers.get("cache-control")).toContain("no-store");
      expect((await open(path)).text).not.toContain(email);
    });

    test("an administrator without an account gets a link to the dashboard", async () => {
      expect((await open(path, admin.cookie)).text).toContain('href="/admin" title="o@example.org"');
    });

    test("a cookie without a session is an anonymous caller", async () => {
      expect((await open(path, "disclosed_session=forged.forged")).text).toContain(">Sign in</a>");
    });
  },
);

test("Create key leads an anonymous caller to the sign-up and an account to its keys", async () => {
  expect((await open("/")).text).toContain('href="/sign-up">Create key');
  expect((await open("/", caller.cookie)).text).toContain('href="/account/keys?create=true">Create key');
});

test("the documents of the applications contain the caller's session", async () => {
  const session = async (cookie: string | undefined) => {
    const { text, headers } = await open("/account", cookie);
    expect(headers.get("cache-control")).toBe("no-store");
    const content = /name="disclosed-session" content="([^"]*)"/.exec(text)?.[1] ?? "";
    return JSON.parse(content.replaceAll("&quot;", '"'));
  };
  expect((await session(caller.cookie)).user).toEqual({ email, role: "user", hasAccount: true });
});
