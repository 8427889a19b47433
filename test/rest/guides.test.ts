// What the guides show besides samples (test/people/docs-samples.test.ts) and questions (questions.test.ts): the bodies of errors, the
// requests within sentences, and the limits and refusals that they state.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";
import { texts } from "../../src/pages/texts.ts";
import { type Service, startSeededService, unlimitedKey } from "../support/service.ts";

const files = [...new Set(Object.values(texts).map(({ file }) => file))].filter((file) => file !== "CHANGELOG.md");
const guides = files.map((file) => readFileSync(join(packageRoot, file), "utf8"));

let service: Service;
let key: string;
beforeAll(async () => {
  service = await startSeededService();
  key = await unlimitedKey(service);
});
afterAll(() => service.stop());

const get = (path: string, headers: Record<string, string> = {}) => service.get(`/api/v1${path}`, key, { headers });

/** A key of an account that has used up its day. */
async function spentKey(): Promise<string> {
  const spent = (await service.newKey("free")).key;
  for (let n = 0; n < 5; n += 1) await service.get("/api/v1/trades/1", spent);
  return spent;
}

/** The requests that cause the errors that the pages show, by the first words of the errors. */
const errors: Record<string, () => Promise<{ body: object }>> = {
  "Bad request": () => get("/trades?pageSize=101"),
  "Daily limit": async () => service.get("/api/v1/trades", await spentKey()),
};

const shown = guides.flatMap((text) =>
  [...text.matchAll(/^```json\n(\{[^`]*"error"[^`]*)```/gm)].map(([, body = ""]) => body),
);

/** Without what differs between requests: ids, times and the service's address. */
const stablePart = (text: string) =>
  JSON.parse(
    text
      .replace(/"requestId": ?"[^"]*"/, '"requestId":"..."')
      .replace(/"resetAt": ?\d+/, '"resetAt":0')
      .replace(/resets at [\dTZ:.-]+/, "resets at <time>")
      .replace(/\{\{origin\}\}|https:\/\/api\.example\.org/g, ""),
  );

test("each error that the pages show has a request here that causes it", () => {
  const beginnings = shown.map((body) => Object.keys(errors).find((words) => stablePart(body).error.startsWith(words)));
  expect(beginnings.sort()).toEqual(Object.keys(errors).sort());
});

test.each(shown.map((body) => [stablePart(body).error, body]))(
  "the service sends the error that a page shows: %s",
  async (_, body) => {
    const [, request] = Object.entries(errors).find(([words]) => stablePart(body).error.startsWith(words)) ?? [];
    expect(stablePart(JSON.stringify((await request?.())?.body))).toEqual(stablePart(body));
  },
);

const inSentences = guides.flatMap((text) =>
  [...text.replace(/^\|.*$/gm, "").matchAll(/`(\/[\w/-]+\?[^`{]+)`/g)].map(([, path = ""]) => path),
);

test("the guides have requests within sentences", () => {
  expect(inSentences.length).toBeGreaterThan(0);
});

test.each(inSentences)("the request %s within a sentence succeeds", async (path) => {
  expect((await get(path)).status).toBe(200);
});

test.each([
  ["a page of JSON has up to 100 rows", "/trades?pageSize=100", 200],
  ["a pageSize above 100 is refused", "/trades?pageSize=101", 400],
  ["a page of CSV has up to 10,000 rows", "/trades?format=csv&pageSize=10000", 200],
  ["a pageSize above 10,000 is refused", "/trades?format=csv&pageSize=10001", 400],
  ["a page past the end is an empty list", "/trades?page=1000", 200],
  ["an unknown field is refused", "/trades?fields=tickr", 400],
  ["a version that is no longer kept is gone", "/companies?dataVersion=0", 410],
])("%s", async (_, path, status) => {
  expect((await get(path)).status).toBe(status);
});

test("an Accept that nothing matches is refused, and one of more than 1,000 characters is JSON", async () => {
  expect((await get("/trades", { accept: "image/png" })).status).toBe(406);
  const long = await get("/trades", { accept: "image/png,".repeat(101) });
  expect([long.status, long.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
});

const limits = readFileSync(join(packageRoot, "docs/guides/limits.md"), "utf8");

/** The cells of the table below a heading of the guide to the limits, without its head. */
function tableBelow(heading: string): string[][] {
  const [, part = ""] = limits.split(`\n## ${heading}\n`);
  const lines = (part.split("\n## ")[0] ?? "").match(/^\|.*\|$/gm) ?? [];
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
}

test("every header of the guide to the limits is on a response of 200, and Retry-After on a 429", async () => {
  const names = tableBelow("Headers of every response").flatMap(([cell = ""]) => {
    const [first = "", ...endings] = [...cell.matchAll(/`([\w-]+)`/g)].map(([, name = ""]) => name);
    return [first, ...endings.map((ending) => first.replace(/-Limit$/, ending))];
  });
  expect(names).toHaveLength(10);
  const { headers } = await get("/trades?pageSize=1");
  expect(names.filter((name) => !headers.has(name))).toEqual(["Retry-After"]);
  expect(Number((await service.get("/api/v1/trades", await spentKey())).headers.get("retry-after"))).toBeGreaterThan(0);
});

/** Requests by their row in the table "What counts". */
const requestsByRow: Record<string, [path: string, status: number, headers?: Record<string, string>][]> = {
  "200, 404 of an unknown id": [
    ["/trades?pageSize=1", 200],
    ["/trades/1", 404],
  ],
  "400, 405, 406, 410, 404 of an unknown path": [
    ["/trades?pageSize=0", 400],
    ["/trades", 406, { accept: "image/png" }],
    ["/companies?dataVersion=0", 410],
    ["/nothing", 404],
  ],
  "401, 403, 429": [["/trades", 401]],
};

const counts = tableBelow("What counts");

test("each row of the table has a request here, except 304 and failures, which have tests of their own", () => {
  expect(counts.map(([row]) => row).filter((row) => !requestsByRow[row ?? ""])).toEqual(["304", "500, 503"]);
});

test("a 304 is counted for the minute and refunded for the day, as the guide says", async () => {
  expect(counts.find(([row]) => row === "304")?.slice(1)).toEqual(["counted", "refunded"]);
  const { key: own } = await service.newKey("plus");
  const etag = (await service.get("/api/v1/trades?pageSize=1", own)).headers.get("etag") ?? "";
  const same = await service.get("/api/v1/trades?pageSize=1", own, { headers: { "if-none-match": etag } });
  expect(same.status).toBe(304);
  const left = async () => (await service.get("/api/v1/usage", own)).headers.get("x-dailylimit-remaining");
  await expect.poll(left).toBe("499");
});

test.each(counts.filter(([row = ""]) => requestsByRow[row]))(
  "for %s the minute is %s, day and month are %s",
  async (row = "", minute, day) => {
    const { key: own } = await service.newKey("plus");
    const remaining = async () => {
      const { headers } = await service.get("/api/v1/usage", own);
      return ["ratelimit-reset", "ratelimit-remaining", "dailylimit-remaining"].map((name) =>
        Number(headers.get(`x-${name}`)),
      );
    };
    expect(requestsByRow[row]?.length).toBeGreaterThan(0);
    for (const [path, status, headers = {}] of requestsByRow[row] ?? []) {
      const before = await remaining();
      expect((await service.get(`/api/v1${path}`, status === 401 ? "unknown" : own, { headers })).status).toBe(status);
      const after = await remaining();
      // a new minute begins with all of its requests
      if (before[0] !== after[0]) continue;
      const used = [1, 2].map((at) => (before[at] ?? Number.NaN) - (after[at] ?? Number.NaN));
      expect(used, path).toEqual([minute, day].map((cell) => (cell === "counted" ? 1 : 0)));
    }
  },
);
