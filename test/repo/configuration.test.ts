// Settings: which values are refused, in one line that names the setting and contains no secret, and what the others mean.
import { expect, test } from "vitest";
import { contactOf, loadConfig } from "../../src/config/config.ts";
import { ConfigError } from "../../src/config/start-errors.ts";
import { testContact } from "../support/contact.ts";

test.each([
  ["PORT", "http"],
  ["PORT", "70000"],
  ["DATABASE_URL", "mysql://"],
  ["REDIS_URL", "somewhere"],
  ["LOG_LEVEL", "loud"],
  ["GRAPHQL_DEV", "yes"],
  ["BACKUP_SCHEDULE", "61 2 * * *"],
  ["BACKUP_SCHEDULE", "0 2 * *"],
  ["BACKUP_SCHEDULE", "daily"],
  ["EXPORTS_SCHEDULE", "daily"],
  ["BACKUP_SCHEDULE", "0 0 31 2 *"],
  ["BACKUP_KEEP", "0"],
  ["SYNC_METRICS_PORT", "70000"],
  ["PORT", "0x50"],
  ["PORT", "8e1"],
  ["PORT", " 80"],
  ["PORT", "-1"],
  ["PORT", "+80"],
  ["PORT", "80.0"],
  ["WORKERS", "0b10"],
  ["DATABASE_POOL", "1e1"],
  ["METRICS_PORT", "0x50"],
  ["STATEMENT_TIMEOUT_MS", "10_000"],
  ["HOST", "127.0.0.1 "],
  ["BACKUP_DIR", "/etc/passwd"],
  ["BACKUP_DIR", "/etc/passwd/backups"],
  ["EXPORTS_DIR", "/etc/passwd"],
  ["CONTACT", "Jane Doe"],
  ["CONTACT", "Zoë zoe@disclosed.zz"],
  ["CONTACT", "x: y@z"],
])("%s=%s is refused in one line that names it", (name, value) => {
  const refused = () => loadConfig({ [name]: value });
  expect(refused).toThrow(ConfigError);
  expect(refused).toThrow(new RegExp(`^${name}=.*${value.replace(/[*+]/g, "\\$&")}[^\\n]*$`));
});

test.each(["PUBLIC_URL", "SEC_URL", "DISCLOSED_URL", "OTEL_EXPORTER_OTLP_ENDPOINT"])(
  "%s must be a plain base URL",
  (name) => {
    expect(() => loadConfig({ [name]: "https://d.example/below/" })).not.toThrow();
    for (const value of [
      "https://user:secret@d.example",
      "https://user@d.example",
      "https://d.example?key=secret",
      "https://d.example/#secret",
      " https://d.example",
      "https://d.exa\nmple",
      "https:/d.example",
      "https:\\\\d.example",
    ]) {
      const refused = () => loadConfig({ [name]: value });
      expect(refused).toThrow(new RegExp(`^${name}=.* is not usable: must be a URL`));
      expect(refused).not.toThrow(/secret/);
    }
  },
);

test.each([
  "0.0.0.0/0",
  "::/0",
  "0.0.0.0/1",
  "128.0.0.0/1",
  "8.0.0.0/7",
  "2000::/3",
  "::ffff:0:0/96",
  "::ffff:8.0.0.0/103",
])("TRUST_PROXY=%s is refused because it trusts every address", (block) => {
  expect(() => loadConfig({ TRUST_PROXY: `loopback, ${block}` })).toThrow(
    `TRUST_PROXY: "${block}" trusts every address`,
  );
});

test("TRUST_PROXY accepts every private network", () => {
  const blocks = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7", "fe80::/10"];
  expect(loadConfig({ TRUST_PROXY: blocks.join(", ") }).trustProxy).toEqual(blocks);
});

test("SENATE_BUNDLES is a folder or an https address, and the error for another one does not contain its password", () => {
  expect(loadConfig({ SENATE_BUNDLES: "/var/lib/bundles" }).senateBundles).toBe("/var/lib/bundles");
  for (const url of ["http://me:secret@mirror.example/b.zip", "ftp://me:secret@mirror.example/b.zip"]) {
    const refused = () => loadConfig({ SENATE_BUNDLES: url });
    expect(refused).toThrow(/^SENATE_BUNDLES=.* is not usable: must be a folder, or a URL that begins with https:/);
    expect(refused).not.toThrow(/secret/);
  }
});

test("the error for a refused URL does not contain its password", () => {
  expect(() => loadConfig({ DATABASE_URL: "mysql://user:secret@host/db" })).toThrow(
    /^DATABASE_URL="mysql:\/\/\.\.\." is/,
  );
  expect(() => loadConfig({ REDIS_URL: "user:secret@host" })).toThrow(/^REDIS_URL="user\.\.\." is/);
  expect(() => loadConfig({ DATABASE_REPLICA_URLS: "postgres://a/b, mysql://user:secret@host" })).toThrow(
    /^DATABASE_REPLICA_URLS="postgres:\/\/\.\.\." is/,
  );
});

test("an empty value stands for the default", () => {
  expect(loadConfig({ PORT: "", DATABASE_URL: "" })).toMatchObject({ port: 3000, databaseUrl: undefined });
});

test("backups are off without a folder, and a schedule or a number of backups without one is refused", () => {
  expect(loadConfig({}).backup).toBeUndefined();
  expect(loadConfig({ BACKUP_DIR: "/b", BACKUP_SCHEDULE: "0 4 * * 0", BACKUP_KEEP: "3" }).backup).toEqual({
    folder: "/b",
    schedule: "0 4 * * 0",
    keep: 3,
  });
  expect(() => loadConfig({ BACKUP_SCHEDULE: "0 4 * * 0" })).toThrow(
    /^BACKUP_SCHEDULE is set and BACKUP_DIR is not[^\n]*$/,
  );
  expect(() => loadConfig({ BACKUP_DIR: "", BACKUP_KEEP: "3" })).toThrow(/^BACKUP_KEEP is set and BACKUP_DIR is not/);
});

test("a missing contact is refused in one line, and a usable one is returned as it is", () => {
  expect(() => contactOf(loadConfig({}))).toThrow(ConfigError);
  expect(() => contactOf(loadConfig({}))).toThrow(/^CONTACT is not set[^\n]*$/);
  for (const usable of [
    testContact,
    "jane@disclosed.zz",
    "Jane Doe, Widgets Inc. <jane.doe+edgar@mail.widgets-inc.zz>",
  ])
    expect(contactOf(loadConfig({ CONTACT: usable }))).toBe(usable);
  expect(() => loadConfig({ CONTACT: "Jane jane@disclosed.zz\r\nX: y" })).toThrow(ConfigError);
});

test.each([
  ...["example.com", "EXAMPLE.ORG", "mail.example.net", "example.com.", "corp.test", "a.b.invalid", "x.example"],
  ...["host.localhost", "nas.local", "db.internal", "service.onion", "router.home.arpa", "localhost.localdomain"],
])("CONTACT at %s, which has no owner, is refused in one line that names it", (domain) => {
  const name = domain.toLowerCase().replace(/\.$/, "");
  for (const text of [`Jane Doe jane@${domain}`, `Jane Doe <jane@${domain}>`, `jane@${domain}, ops@disclosed.zz`])
    expect(() => loadConfig({ CONTACT: text })).toThrow(
      new RegExp(`^CONTACT=[^\\n]*names ${name}, a reserved domain[^\\n]*$`),
    );
});

test.each([
  ["Jane Doe (jane@disclosed.zz)", "parentheses"],
  ["Disclosed/1.0 jane@disclosed.zz (research)", "parentheses"],
  ["Jane Doe https://disclosed.zz jane@disclosed.zz", "URL"],
  ["Jane Doe jane@disclosed.zz +HTTP://disclosed.zz", "URL"],
  ["Jane Doe www.disclosed.zz jane@disclosed.zz", "URL"],
  ["mailto:jane@disclosed.zz", "URL"],
  ["Jane Doe jane@disclosed.zz, disclosed.zz/about", "URL"],
  ["Jane Doe jane@127.0.0.1", "e-mail address"],
  ["Jane Doe jane@localhost", "e-mail address"],
  ["Jane Doe jane@disclosed..zz", "e-mail address"],
  ["Jane Doe jane@<your domain>", "e-mail address"],
])("CONTACT=%s is refused for its %s", (text, reason) => {
  expect(() => loadConfig({ CONTACT: text })).toThrow(ConfigError);
  expect(() => loadConfig({ CONTACT: text })).toThrow(new RegExp(`^CONTACT=[^\\n]*${reason}[^\\n]*$`));
});

test("read replicas are a list, empty by default", () => {
  expect(loadConfig({}).databaseReplicaUrls).toEqual([]);
  expect(loadConfig({ DATABASE_REPLICA_URLS: "postgres://a/b, postgresql://c/d," }).databaseReplicaUrls).toEqual([
    "postgres://a/b",
    "postgresql://c/d",
  ]);
});

test("base URLs of publishers end without a slash", () => {
  expect(loadConfig({ SEC_URL: "http://127.0.0.1:8080/sec//" }).secUrl).toBe("http://127.0.0.1:8080/sec");
});

test("the error for a bad key does not repeat it", () => {
  expect(() => loadConfig({ PRICE_API_KEY: "my secret" })).toThrow(/^PRICE_API_KEY=\(a secret\) is not usable/);
});
