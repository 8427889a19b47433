// What the guides show besides samples (test/people/docs-samples.test.ts) and questions (questions.test.ts): every body of an error, as
// the service sends it, the requests that stand in sentences, and the limits and refusals that they state.
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

/** The requests by which a reader gets the errors that the pages show, by the first words of the errors. */
const errors: Record<string, () => Promise<{ body: object }>> = {
  "Bad request": () => get("/trades?pageSize=101"),
  "Daily limit": async () => {
    const { key: spent } = await service.newKey("free");
    for (let n = 0; n < 5; n += 1) await service.get("/api/v1/trades/1", spent);
    return service.get("/api/v1/trades", spent);
  },
};

const shown = guides.flatMap((text) =>
  [...text.matchAll(/^```json\n(\{[^`]*"error"[^`]*)```/gm)].map(([, body = ""]) => body),
);

/** Without what is another at every request: ids, times and the service's address. */
const still = (text: string) =>
  JSON.parse(
    text
      .replace(/"requestId": ?"[^"]*"/, '"requestId":"..."')
      .replace(/"resetAt": ?\d+/, '"resetAt":0')
      .replace(/resets at [\dTZ:.-]+/, "resets at <time>")
      .replace(/\{\{origin\}\}|https:\/\/api\.example\.org/g, ""),
  );

test("each error of the pages is shown with a request that gives it", () => {
  const beginnings = shown.map((body) => Object.keys(errors).find((words) => still(body).error.startsWith(words)));
  expect(beginnings.sort()).toEqual(Object.keys(errors).sort());
});

test.each(shown.map((body) => [still(body).error, body]))(
  "the service sends the error that a page shows: %s",
  async (_, body) => {
    const [, request] = Object.entries(errors).find(([words]) => still(body).error.startsWith(words)) ?? [];
    expect(still(JSON.stringify((await request?.())?.body))).toEqual(still(body));
  },
);

const inSentences = guides.flatMap((text) =>
  [...text.replace(/^\|.*$/gm, "").matchAll(/`(\/[\w/-]+\?[^`{]+)`/g)].map(([, path = ""]) => path),
);

test("requests stand in sentences", () => {
  expect(inSentences.length).toBeGreaterThan(0);
});

test.each(inSentences)("the request %s, which stands in a sentence, succeeds", async (path) => {
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
