// Every setting stands in the README's table with its default and meaning, and the table has nothing else.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ConfigError, contactOf, loadConfig, settings } from "../../src/config.ts";
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
  ["CONTACT", "Jane Doe"],
  ["CONTACT", "Zoë zoe@example.com"],
  ["CONTACT", "x: y@z"],
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
  expect(() => loadConfig({ DATABASE_REPLICA_URLS: "postgres://a/b, mysql://user:secret@host" })).toThrow(
    /^DATABASE_REPLICA_URLS="postgres:\/\/\.\.\." is/,
  );
});

test("an empty value is the default", () => {
  expect(loadConfig({ PORT: "", DATABASE_URL: "" })).toMatchObject({ port: 3000, databaseUrl: undefined });
});

test("without a contact nothing can be fetched, in one line", () => {
  expect(() => contactOf(loadConfig({}))).toThrow(ConfigError);
  expect(() => contactOf(loadConfig({}))).toThrow(/^CONTACT is not set[^\n]*$/);
  expect(contactOf(loadConfig({ CONTACT: "Jane Doe jane@example.com" }))).toBe("Jane Doe jane@example.com");
  expect(() => loadConfig({ CONTACT: "Jane jane@example.com\r\nX: y" })).toThrow(ConfigError);
});

test("read replicas are a list, empty unless said", () => {
  expect(loadConfig({}).databaseReplicaUrls).toEqual([]);
  expect(loadConfig({ DATABASE_REPLICA_URLS: "postgres://a/b, postgresql://c/d," }).databaseReplicaUrls).toEqual([
    "postgres://a/b",
    "postgresql://c/d",
  ]);
});

test("base URLs of publishers end without a slash", () => {
  expect(loadConfig({ SEC_URL: "http://127.0.0.1:8080/sec//" }).secUrl).toBe("http://127.0.0.1:8080/sec");
});

test("a bad key is refused without being repeated", () => {
  expect(() => loadConfig({ PRICE_API_KEY: "my secret" })).toThrow(/^PRICE_API_KEY=\(a secret\) is not usable/);
});
