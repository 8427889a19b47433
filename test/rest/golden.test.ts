// Every status of every route, as files that people can read: test/rest/golden/<route>/<case>.json, and errors/<status>.json for
// errors that are the same on every route. The request of a 200 is in its file; the requests of the other statuses follow from
// 200.json. The data are those of test/support/seed.ts.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadRoutes } from "../../rest/all-routes.ts";
import { AppError } from "../../src/errors.ts";
import { expectGolden } from "../support/golden.ts";
import { type Response, type Service, startSeededService } from "../support/service.ts";
import { folder, folderOf, responsesOf } from "./golden-files.ts";
import { schemaErrors } from "./response-schema.ts";

const routes = await loadRoutes();

let service: Service;
let keys: { max: string; spent: string; elsewhere: string };
let failure: AppError | undefined;

beforeAll(async () => {
  service = await startSeededService({
    execute:
      (execute) =>
      (...call) =>
        failure ? Promise.reject(failure) : execute(...call),
  });
  const key = async (plan: string, allowlist?: string[]) => (await service.newKey(plan, { allowlist })).key;
  keys = { max: await key("max"), spent: await key("free"), elsewhere: await key("pro", ["192.0.2.0/24"]) };
  for (let n = 0; n < 5; n += 1) await service.get("/api/v1/trades/1", keys.spent);
});
afterAll(() => service.stop());

test("every route has its cases, and every folder is that of a route", () => {
  const folders = readdirSync(folder).filter((name) => name !== "projection" && name !== "errors");
  expect(folders.sort()).toEqual(routes.map(({ path }) => folderOf(path)).sort());
});

const unknown: Record<string, string> = { id: "1", cik: "9999999999", cikOrTicker: "QQQQZ", bioguideId: "Z999999" };

describe.each(routes.map((route) => [route.path, route] as const))("%s", (path, route) => {
  const requests = responsesOf(path);
  const first = requests.find(({ name }) => name === "200")?.request ?? "";
  const queries = "document" in route;

  test.each(requests)("the request of $name gets its golden response", async ({ name, request }) => {
    await golden(path, name, await send(request, keys.max), { request });
  });

  // a route that reads no data has no tag, no charge and no failing execution; one without a path parameter has no unknown id
  const testQuery = queries ? test : undefined;
  const testUnknown = path.includes("{") ? test : undefined;
  testQuery?.("an unchanged response gets 304", async () => {
    const tag = (await send(first, keys.max)).headers.get("etag") ?? "";
    await golden(path, "304", await send(first, keys.max, { headers: { "if-none-match": tag } }));
  });

  test("an unknown parameter gets 400", async () =>
    golden(path, "400", await send(`${first.split("?")[0]}?colour=red`, keys.max)));
  test("a request without a key gets 401", async () => golden(path, "401", await send(first)));
  test("a key from another address gets 403", async () => golden(path, "403", await send(first, keys.elsewhere)));
  test("the method POST gets 405", async () => golden(path, "405", await send(first, keys.max, { method: "POST" })));
  testUnknown?.("an unknown id gets 404", async () => {
    await golden(
      path,
      "404",
      await send(
        path.replace(/\{(\w+)\}/, (_, name) => unknown[name] ?? ""),
        keys.max,
      ),
    );
  });
  testQuery?.("a caller whose day is used up gets 429", async () => golden(path, "429", await send(first, keys.spent)));
  testQuery?.each(["internal", "unavailable"] as const)(
    "an execution with the error %s gets its golden response",
    async (code) => {
      failure = new AppError(code);
      const response = await send(first, keys.max);
      failure = undefined;
      await golden(path, String(response.status), response);
    },
  );
});

function send(path: string, key?: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...init.headers, "x-request-id": "golden" };
  return service.get(`/api/v1${path}`, key, { ...init, headers });
}

const shownHeaders = ["allow", "cache-control", "content-type", "etag", "vary", "www-authenticate"];

/** The stable part of a response: the ends of windows are left out. */
function stablePart(response: Response): Record<string, unknown> {
  const headers = Object.fromEntries(
    shownHeaders.flatMap((name) => (response.headers.has(name) ? [[name, response.headers.get(name)]] : [])),
  );
  const text = response.text
    .replace(/"(resetAt|reset_at)":\d+/g, '"$1":0')
    .replace(/resets at [^;"]+/, "resets at <time>")
    .replace(/"remaining":\d+/g, '"remaining":0');
  return { status: response.status, headers, body: text === "" ? null : JSON.parse(text) };
}

/** the same response on every route; a 400 names the parameters of its own */
const sameEverywhere = new Set(["401", "403", "404", "405", "429", "500", "503"]);

async function golden(
  path: string,
  name: string,
  response: Response,
  requested: { request?: string } = {},
): Promise<void> {
  expect(response.status).toBe(Number(name.slice(0, 3)));
  expect(schemaErrors(path, response.status, response.body)).toEqual([]);
  const shown = stablePart(response);
  if (path === "/usage" && response.status === 200) {
    const { body } = shown as { body: { data: { requests: unknown[] } } };
    body.data.requests = [];
    delete (shown.headers as Record<string, string>).etag;
  }
  const own = sameEverywhere.has(name) ? "errors" : folderOf(path);
  await expectGolden(join(folder, own, `${name}.json`), { ...requested, ...shown });
}
