// Every setting stands in the README's table with its default and meaning, and the table has nothing else.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ConfigError, loadConfig, settings } from "../../src/config.ts";
import { packageRoot } from "../../src/package-root.ts";

test("the README's table of settings is config.ts", () => {
  const readme = readFileSync(join(packageRoot, "README.md"), "utf8");
  const rows = [...readme.matchAll(/^\| `([A-Z_]+)` \| (.*?) \| (.*?) \|$/gm)].map(([, name, fallback, meaning]) => ({
    name,
    fallback,
    meaning,
  }));
  const wanted = Object.entries(settings).map(([name, { fallback, meaning }]) => ({ name, fallback, meaning }));
  expect(rows).toEqual(wanted);
});

test.each([
  ["PORT", "http"],
  ["PORT", "70000"],
  ["DATABASE_URL", "mysql://"],
  ["REDIS_URL", "somewhere"],
  ["LOG_LEVEL", "loud"],
  ["GRAPHQL_DEV", "yes"],
])("%s=%s is refused in one line that names it", (name, value) => {
  const refused = () => loadConfig({ [name]: value });
  expect(refused).toThrow(ConfigError);
  expect(refused).toThrow(new RegExp(`^${name}=.*${value}[^\\n]*$`));
});

test("a refused URL does not give its password away", () => {
  expect(() => loadConfig({ DATABASE_URL: "mysql://user:secret@host/db" })).toThrow(
    /^DATABASE_URL="mysql:\/\/\.\.\." is/,
  );
  expect(() => loadConfig({ REDIS_URL: "user:secret@host" })).toThrow(/^REDIS_URL="user\.\.\." is/);
});

test("an empty value is the default", () => {
  expect(loadConfig({ PORT: "", DATABASE_URL: "" })).toMatchObject({ port: 3000, databaseUrl: undefined });
});
