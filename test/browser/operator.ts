// An administrator who is signed in, and the invented filings that the dashboard's tests are about.
import type { Browser } from "playwright-core";
import { createAdmin } from "../../src/accounts/people/links.ts";
import type { TestService } from "../people/harness.ts";
import { type Visitor, visitor } from "./visit.ts";

const password = "a password of the tests";

/** Signs a new administrator in by the one-time link, as the operator's command gives it. */
export async function operator(browser: Browser, service: TestService, email: string): Promise<Visitor> {
  const who = await visitor(browser);
  const { link } = await createAdmin(service.store, { email, actor: "tests", publicUrl: service.base });
  await who.page.goto(link);
  await who.page.getByLabel("New password", { exact: true }).fill(password);
  await who.page.getByRole("button", { name: "Set password" }).click();
  await who.page.getByText("The password is set").waitFor();
  await who.page.goto(`${service.base}/admin`);
  await who.page.getByLabel("E-mail").fill(email);
  await who.page.getByLabel("Password", { exact: true }).fill(password);
  await who.page.getByRole("button", { name: "Sign in" }).click();
  await who.page.getByRole("navigation", { name: "Dashboard" }).waitFor();
  return who;
}
