// An administrator signed in by the one-time link, as every test of the dashboard needs one.
import type { Browser } from "playwright-core";
import { createAdmin } from "../../src/accounts/people/links.ts";
import type { TestService } from "../people/harness.ts";
import { type Visitor, visitor } from "./visit.ts";

const password = "a password of the tests";

export async function adminVisitor(
  browser: Browser,
  { store, base }: TestService,
  email = "operator@example.com",
): Promise<Visitor> {
  const { link } = await createAdmin(store, { email, actor: "tests", publicUrl: base });
  const admin = await visitor(browser);
  const { page } = admin;
  await page.goto(link);
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByText("The password is set").waitFor();
  await page.goto(`${base}/sign-in`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/admin/);
  return admin;
}
