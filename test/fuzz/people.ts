// Two people who are signed in to the service: an account and an administrator.
import { createAdmin } from "../../src/accounts/people/links.ts";
import type { Store } from "../../src/store/store.ts";
import operations from "../../src/web/generated/persisted.json" with { type: "json" };
import { Browser } from "../people/harness.ts";
import type { People } from "./expensive.ts";

const password = "a password of the fuzzer";

export async function signedInPeople(base: string, store: Store): Promise<People> {
  const browser = new Browser(base);
  await browser.signUp("account@fuzz.example", password);
  const { link } = await createAdmin(store, { email: "admin@fuzz.example", actor: "fuzz", publicUrl: base });
  const token = /#token=(.+)$/.exec(link)?.[1] ?? "";
  await browser.post("/auth/reset-password", { token, newPassword: password });
  return {
    origin: browser.origin,
    account: await cookieOf(base, "account@fuzz.example"),
    admin: await cookieOf(base, "admin@fuzz.example"),
    operations,
  };
}

async function cookieOf(base: string, email: string): Promise<string> {
  const browser = new Browser(base);
  const { status, body } = await browser.signIn(email, password);
  if (!browser.cookie) throw new Error(`${email} was not signed in: ${status} ${JSON.stringify(body)}`);
  return browser.cookie;
}
