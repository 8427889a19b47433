// The secret that signs cookies: created once, readable by its owner only, the same for processes that start
// concurrently.
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { loadConfig } from "../../src/config/config.ts";
import { ConfigError } from "../../src/config/start-errors.ts";
import { sessionSecret } from "../../src/start/session-secret.ts";

const folder = mkdtempSync(join(tmpdir(), "disclosed-secret-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (home: string) => join(home, "session-secret");

it("is created at the first start, with 32 random bytes and mode 0600, once for all processes", async () => {
  const home = join(folder, "first");
  const config = loadConfig({ DISCLOSED_HOME: home });
  const all = await Promise.all(Array.from({ length: 8 }, () => sessionSecret(config)));
  expect(new Set(all).size).toBe(1);
  expect(Buffer.from(all[0] ?? "", "base64").length).toBe(32);
  expect(statSync(file(home)).mode & 0o777).toBe(0o600);
  expect(readdirSync(home)).toEqual(["session-secret"]);
  chmodSync(file(home), 0o644);
  expect(await sessionSecret(config)).toBe(all[0]);
  expect(statSync(file(home)).mode & 0o777).toBe(0o600);
});

it("is taken from the setting if there is one, which must be long enough, and is not stored then", async () => {
  const secret = "x".repeat(20) + "y".repeat(20);
  const home = join(folder, "set");
  expect(await sessionSecret(loadConfig({ DISCLOSED_HOME: home, SESSION_SECRET: secret }))).toBe(secret);
  expect(() => statSync(file(home))).toThrow();
  const short = () => loadConfig({ SESSION_SECRET: "too short" });
  expect(short).toThrow(ConfigError);
  expect(short).toThrow(/^SESSION_SECRET=\(a secret\) is not usable: [^\n]*$/);
});

it("is refused if its file is damaged", async () => {
  const home = mkdtempSync(join(folder, "damaged-"));
  writeFileSync(file(home), "short\n");
  await expect(sessionSecret(loadConfig({ DISCLOSED_HOME: home }))).rejects.toThrow(/is damaged; remove it/);
});
