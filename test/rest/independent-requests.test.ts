// No request changes what another one gets. Two services over the same rows, with their caches, answer the same requests in opposite
// orders: for every route and every query parameter two values of it, and then none. What one request left for the next would show
// in one of the two orders.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readVocabulary } from "../../src/export/vocabulary.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { report } from "../chaos/fleet.ts";
import { type Service, startSeededService, unlimitedKey } from "../support/service.ts";

interface Schema {
  type?: string;
  format?: string;
  enum?: unknown[];
  items?: Schema;
}
interface Parameter {
  name: string;
  in: string;
  example?: unknown;
  schema: Schema;
}
interface OpenApi {
  paths: Record<string, { get?: { parameters?: (Parameter | { $ref: string })[] } }>;
  components: { parameters: Record<string, Parameter> };
}

const readJson = <T>(...path: string[]): T => JSON.parse(readFileSync(join(packageRoot, ...path), "utf8"));
const openApi = readJson<OpenApi>("rest/generated/openapi.json");

/** Two values of a parameter: its example, and another one. Some are refused, which is a response like any other. */
function valuesOf({ example, schema }: Parameter): string[] {
  const { type, format, enum: known } = schema.items ?? schema;
  const first = String([example].flat().join(","));
  const others: Record<string, unknown[]> = { integer: [Number(example) + 1], boolean: [true, false] };
  const another = known ?? others[type ?? ""] ?? [format === "date" ? "2024-06-30" : "zed"];
  return [first, String(another.find((value) => String(value) !== first) ?? "zed")];
}

/** Paths of the goldens' successful requests, by route: they name rows of the seeded store. */
function goldenPaths(): Map<string, string> {
  const folder = join("test", "rest", "golden");
  const found = readdirSync(join(packageRoot, folder)).flatMap((name) => {
    const files = readdirSync(join(packageRoot, folder, name));
    if (!files.includes("200.json")) return [];
    const { request } = readJson<{ request: string }>(folder, name, "200.json");
    return [[name, request.split("?")[0] ?? ""] as const];
  });
  return new Map(found);
}

const paths = goldenPaths();
/** in one order: of each parameter the first value, the second value, no value */
const questions = Object.entries(openApi.paths).flatMap(([route, { get }]) => {
  const path = paths.get(route.slice(1).replaceAll("/", "-").replace(/[{}]/g, ""));
  if (path === undefined) return [];
  const parameters = (get?.parameters ?? []).map((one) =>
    "$ref" in one ? (openApi.components.parameters[one.$ref.split("/").at(-1) ?? ""] as Parameter) : one,
  );
  return parameters
    .filter((one) => one.in === "query")
    .flatMap((one) => [...valuesOf(one).map((value) => `${path}?${one.name}=${encodeURIComponent(value)}`), path]);
});

const services: Service[] = [];
const keys: string[] = [];
beforeAll(async () => {
  const vocabulary = await readVocabulary();
  for (let n = 0; n < 2; n++) {
    const service = await startSeededService({ cacheBytes: 10_000_000, vocabulary });
    services.push(service);
    keys.push(await unlimitedKey(service));
  }
});
afterAll(() => Promise.all(services.map((service) => service.stop())));

/** Answers, by request, each in every form in which it came. */
async function responsesOf(n: number, requested: string[]): Promise<Map<string, Set<string>>> {
  const service = services[n] as Service;
  const responses = new Map<string, Set<string>>();
  for (const path of requested) {
    // what /usage says of a key changes with each request
    const key = path.startsWith("/usage") ? (await service.newKey("max")).key : keys[n];
    const { status, headers, text } = await service.get(`/api/v1${path}`, key);
    const response = `${status} ${headers.get("content-type")} ${text}`
      .replace(/"requestId":"[^"]*"/, "")
      .replace(/"reset_at":\d+/g, "");
    responses.set(path, (responses.get(path) ?? new Set()).add(response));
  }
  return responses;
}

it("the response to a request does not depend on the requests before it, for every route and parameter", async () => {
  expect(new Set(questions.map((path) => path.split("?")[0])).size).toBeGreaterThan(20);
  const forth = await responsesOf(0, questions);
  const back = await responsesOf(1, questions.toReversed());
  const different = [...forth].filter(
    ([path, responses]) => new Set([...responses, ...(back.get(path) ?? [])]).size > 1,
  );
  const good = [...forth.values()].filter(([...responses]) =>
    responses.every((response) => response.startsWith("200 ")),
  );
  report(23, `${questions.length} requests to the API, forth and back: ${different.length} changed answers`);
  expect(different.map(([path]) => path)).toEqual([]);
  expect(good.length).toBeGreaterThan(forth.size / 2);
});
