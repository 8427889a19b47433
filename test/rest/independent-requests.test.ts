// No request changes the response to another one. Two services over the same rows, with their caches, get the same requests in
// opposite orders: for every route and every query parameter two values of it, and then none. An effect of one request on the next
// would show in one of the two orders.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readVocabulary } from "../../src/export/vocabulary.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { report } from "../chaos/fleet.ts";
import { type Service, startSeededService, unlimitedKey } from "../support/service.ts";
import { responsesOf as goldensOf } from "./golden-files.ts";

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

const openApi: OpenApi = JSON.parse(readFileSync(join(packageRoot, "rest/generated/openapi.json"), "utf8"));

/** Two values of a parameter: its example, and another one. Some are refused, which is a response like any other. */
function valuesOf({ example, schema }: Parameter): string[] {
  const { type, format, enum: known } = schema.items ?? schema;
  const first = String([example].flat().join(","));
  const others: Record<string, unknown[]> = { integer: [Number(example) + 1], boolean: [true, false] };
  const another = known ?? others[type ?? ""] ?? [format === "date" ? "2024-06-30" : "zed"];
  return [first, String(another.find((value) => String(value) !== first) ?? "zed")];
}

/** The path of the route's golden request, which names a row of the seeded store. */
const pathOf = (route: string) =>
  goldensOf(route)
    .find(({ name }) => name === "200")
    ?.request.split("?")[0];

/** of each parameter the first value, the second value, no value */
const requests = Object.entries(openApi.paths).flatMap(([route, { get }]) => {
  const path = pathOf(route);
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

/** The different responses to each request. */
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
  expect(new Set(requests.map((path) => path.split("?")[0])).size).toBeGreaterThan(20);
  const forth = await responsesOf(0, requests);
  const back = await responsesOf(1, requests.toReversed());
  const different = [...forth].filter(
    ([path, responses]) => new Set([...responses, ...(back.get(path) ?? [])]).size > 1,
  );
  const good = [...forth.values()].filter(([...responses]) =>
    responses.every((response) => response.startsWith("200 ")),
  );
  report(
    "independent requests",
    `${requests.length} requests to the API, forth and back: ${different.length} changed responses`,
  );
  expect(different.map(([path]) => path)).toEqual([]);
  expect(good.length).toBeGreaterThan(forth.size / 2);
});
