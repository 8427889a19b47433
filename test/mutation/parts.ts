// What is mutated and which tests judge it. A test file is listed if it tests that code directly and is quick: one that kills
// processes, waits for clocks or tries thousands of inputs would be repeated for each of hundreds of mutants.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Group {
  /** the sources, or lines of them (`file:from-to`) */
  mutate: string[];
  /** test files; mutants of what runs at import meet all of them, in this order, until one fails */
  tests: string[];
}

/** A part is judged as a whole; its groups are run sequentially, and the result of each is stored. */
export const parts: Record<string, Group[]> = {
  quota: [
    { mutate: ["src/quota/redis/redis-url.ts"], tests: ["test/quota/redis-url.test.ts"] },
    { mutate: ["src/quota/redis/redis-windows.ts"], tests: ["test/quota/reply-timeout.test.ts"] },
    { mutate: ["src/quota/limiter.ts"], tests: ["test/quota/limiter.test.ts"] },
    {
      mutate: [
        ...files("src/quota", "account-limiter", "quota", "postgres-windows"),
        ...files("src/quota/redis", "connect", "window-script"),
      ],
      tests: ["test/quota/windows.test.ts", "test/quota/count-together.test.ts"],
    },
    {
      mutate: ["src/quota/ledger.ts", ...files("src/quota/redis", "reconcile", "redis-windows")],
      tests: ["test/quota/ledger.test.ts", "test/quota/windows.test.ts"],
    },
    {
      mutate: ["src/quota/open-quota.ts", "src/quota/redis/link.ts"],
      tests: ["test/quota/link.slow.test.ts", "test/quota/masters.slow.test.ts"],
    },
    { mutate: ["src/quota/redis/link.ts"], tests: ["test/quota/masters.slow.test.ts"] },
  ],
  accounts: [
    { mutate: ["src/lib/api-key.ts"], tests: ["test/lib/api-key.test.ts"] },
    {
      mutate: files("src/accounts", "access", "authenticate"),
      tests: ["memory", "access", "allowlist"].map((name) => `test/accounts/${name}.test.ts`),
    },
    {
      mutate: files("src/accounts", "accounts", "keys", "plans", "retention", "usage"),
      tests: ["test/accounts/records.test.ts", "test/accounts/lifecycle.test.ts", "test/accounts/access.test.ts"],
    },
  ],
  graph: [
    { mutate: ["src/graph/endpoint-plugins.ts"], tests: ["test/graph/operation-size.test.ts"] },
    {
      mutate: ["src/graph/builder.ts", ...linesWith("authScopes", "src/graph/types")],
      tests: ["schema", "page-bounds", "authorisation", "server", "scalars"].map(
        (name) => `test/graph/${name}.test.ts`,
      ),
    },
    {
      mutate: ["src/graph/schema.ts"],
      tests: ["schema", "audited", "authorisation"].map((name) => `test/graph/${name}.test.ts`),
    },
    { mutate: ["src/graph/server.ts"], tests: ["test/graph/server.test.ts"] },
    { mutate: ["src/queue/fair-share.ts"], tests: ["test/http/request-turns.test.ts"] },
    {
      mutate: ["src/graph/endpoint-plugins.ts"],
      tests: ["test/graph/server.test.ts", "test/graph/bombs.test.ts"],
    },
  ],
  rest: [
    { mutate: files("rest/params"), tests: ["test/rest/parameters.test.ts", "test/rest/projection.test.ts"] },
    {
      mutate: [
        ...files("rest", "define-route", "envelope", "fields", "all-routes"),
        ...files("rest/openapi", "openapi", "schemas", "responses", "text"),
      ],
      tests: ["projection", "numbers", "fields", "facade"].map((name) => `test/rest/${name}.test.ts`),
    },
    { mutate: files("rest/projections"), tests: ["test/rest/projection.test.ts"] },
    { mutate: files("rest/routes"), tests: ["test/rest/projection.test.ts", "test/rest/parameters.test.ts"] },
    {
      mutate: [
        ...files("rest/cache", "response-bytes", "cache"),
        ...files("rest", "error-body", "facade", "headers"),
        ...files("rest/pipeline", "admit", "compute", "express", "handle", "respond", "target"),
      ],
      tests: ["response-cache", "last-known-limits", "facade", "ending-route"].map(
        (name) => `test/rest/${name}.test.ts`,
      ),
    },
    { mutate: ["rest/pipeline/fast-path.ts"], tests: ["test/rest/fast-path.test.ts"] },
  ],
};

/** Sources of a folder by their names; all of them where none is named. */
function files(folder: string, ...names: string[]): string[] {
  const all = names.length > 0 ? names.map((name) => `${name}.ts`) : readdirSync(folder);
  return all.map((name) => `${folder}/${name}`);
}

/** The lines of a folder's sources that contain a word, where the rest of the files is about something else. */
function linesWith(word: string, folder: string): string[] {
  return readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .flatMap((line, at) => (line.includes(word) ? [`${folder}/${name}:${at + 1}-${at + 1}`] : [])),
  );
}
