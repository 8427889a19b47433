// A service with sign-in and sign-up, over a real PostgreSQL, and browsers that use it: a cookie and an Origin header.
import { pino } from "pino";
import { createAdmin } from "../../src/accounts/people/links.ts";
import { loadConfig } from "../../src/config/config.ts";
import { Closers } from "../../src/start/lifecycle.ts";
import { createMetrics } from "../../src/start/metrics.ts";
import { startService } from "../../src/start/service.ts";
import { syncReference } from "../../src/store/reference.ts";
import { createTestStore, type TestStore } from "../support/database.ts";

const secret = "a secret of the tests, of 32 or more characters".replaceAll(" ", "-");

export interface TestService {
  base: string;
  store: TestStore;
  close(): Promise<void>;
}

/** `settings` as in the environment. With `store` a second process over the same database. */
export async function startPeople(settings: Record<string, string> = {}, store?: TestStore): Promise<TestService> {
  const own = store ?? (await createTestStore());
  if (!store) await syncReference(own);
  const closers = new Closers();
  const config = loadConfig({ PORT: "0", SESSION_SECRET: secret, DATABASE_URL: own.databaseUrl, ...settings });
  const log = pino({ level: "error" });
  const service = await startService(config, own, { version: "0", log, closers, metrics: createMetrics() });
  return {
    base: service.publicUrl,
    store: own,
    async close() {
      await closers.closeAll(() => {});
      if (!store) await own.close();
    },
  };
}

export interface Response {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: responses have many forms
  body: any;
  headers: Headers;
}

/** Keeps its cookie and sends its page's origin. Each has an address of its own if the service trusts loopback. */
export class Browser {
  readonly base: string;
  readonly address: string;
  cookie: string | undefined;

  constructor(base: string, address = `198.51.100.${++made % 250}`) {
    this.base = base;
    this.address = address;
  }

  get origin(): string {
    return new URL(this.base).origin;
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const response = await fetch(`${this.origin}${path}`, {
      method,
      headers: {
        "x-forwarded-for": this.address,
        ...(method === "GET" ? {} : { origin: this.origin, "content-type": "application/json" }),
        ...(this.cookie && { cookie: this.cookie }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      this.cookie = /Max-Age=0/i.test(line) ? undefined : pair;
    }
    return { status: response.status, body: text === "" ? null : JSON.parse(text), headers: response.headers };
  }

  get = (path: string) => this.send("GET", path);
  post = (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
    this.send("POST", path, body, headers);

  signUp = (email: string, password: string) => this.post("/auth/sign-up", { email, password });
  signIn = (email: string, password: string) => this.post("/auth/sign-in", { email, password });
}

let made = 0;

export const testPassword = "a password of the tests";

/** A browser that is signed in with a new account. */
export async function signedUp(
  { base }: TestService,
  email: string,
  { password = testPassword, address }: { password?: string; address?: string } = {},
): Promise<Browser> {
  const browser = new Browser(base, address);
  await browser.signUp(email, password);
  const { status } = await browser.signIn(email, password);
  if (status !== 200) throw new Error(`sign-in as ${email}: ${status}`);
  return browser;
}

/** A browser that is signed in as a new administrator. */
export async function signedInAdmin(
  { base, store }: TestService,
  email: string,
  { password = testPassword }: { password?: string } = {},
): Promise<Browser> {
  const { link } = await createAdmin(store, { email, actor: "tests", publicUrl: base });
  const browser = new Browser(base);
  await browser.post("/auth/reset-password", { token: link.split("token=")[1], newPassword: password });
  const { status } = await browser.signIn(email, password);
  if (status !== 200) throw new Error(`sign-in as ${email}: ${status}`);
  return browser;
}

/** The body of the response to a persisted operation, which has `data` or `errors`. */
export async function execute(browser: Browser, { hash }: { hash: string }, variables: object = {}) {
  const body = { extensions: { persistedQuery: { version: 1, sha256Hash: hash } }, variables };
  return (await browser.post("/graphql", body, { "x-disclosed-csrf": "1" })).body;
}
