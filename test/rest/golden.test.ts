// Every route in every status it has, as files that people can read: test/rest/golden/<route>/<case>.json. The data are the
// hand-made store of test/support/seed.ts.
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPersisted } from "../../rest/persisted.ts";
import type { Execute } from "../../rest/ports.ts";
import { loadRoutes } from "../../rest/routes-folder.ts";
import { AppError } from "../../src/errors.ts";
import { createExecutor } from "../../src/graph/executor.ts";
import { packageRoot } from "../../src/package-root.ts";
import { expectGolden } from "../support/golden.ts";
import { companies, insiders, members, politicianTradeId, seedToday, tradeId } from "../support/seed.ts";
import { schemaErrors } from "./answer-schema.ts";
import { type Answer, type Service, startService } from "./support.ts";

const folder = join(packageRoot, "test", "rest", "golden");
const routes = await loadRoutes();

let service: Service;
let keys: { max: string; spent: string; elsewhere: string };
let failure: AppError | undefined;

beforeAll(async () => {
  const persisted = new Map(Object.entries(await readPersisted(packageRoot)));
  service = await startService({
    seeded: true,
    now: () => new Date(`${seedToday}T12:00:00Z`),
    execute: (store): Execute => {
      const execute = createExecutor(store, persisted, { today: () => seedToday });
      return (...call) => (failure ? Promise.reject(failure) : execute(...call));
    },
  });
  const key = async (plan: string, allowlist?: string[]) => (await service.newKey(plan, { allowlist })).key;
  keys = { max: await key("max"), spent: await key("free"), elsewhere: await key("pro", ["192.0.2.0/24"]) };
  for (let n = 0; n < 5; n += 1) await service.get("/api/v1/trades/1", keys.spent);
});
afterAll(() => service.stop());

const trade = () => tradeId("lot1");
const disclosure = () => politicianTradeId("lateSpouse");

/** route -> its 200 answers: case -> what follows the path; the first is asked again for 304 */
const answers: Record<string, Record<string, () => string>> = {
  "/trades": {
    "200": () => "?pageSize=2",
    "200-outcomes": () => "?ticker=ALDM&tradeTypes=P&include=outcomes&pageSize=1&page=2",
    "200-footnotes": () => "?ticker=ALDM&tradeTypes=P&include=footnotes&pageSize=1&page=3",
    "200-derivative": () => "?includeDerivative=true&tradeTypes=M",
    "200-updated-since": () => "?ticker=BRKW&updatedSince=2024-04-30T00:00:00Z&tradeTypes=S&pageSize=1&page=2",
    "200-past-the-end": () => "?page=1000",
  },
  "/trades/{id}": {
    "200": () => `/${trade()}`,
    "200-outcomes": () => `/${trade()}?include=outcomes`,
    "200-superseded": () => `/${tradeId("saleOriginal")}`,
    "200-joint": () => `/${tradeId("fund")}`,
    "200-unknowns": () => `/${tradeId("gift")}?include=outcomes`,
  },
  "/politician-trades": {
    "200": () => "?pageSize=2",
    "200-committee": () => "?isCommitteeTrade=true&include=outcomes",
    "200-open-bracket": () => "?minValue=50m",
    "200-none": () => "?politicianId=Z999999",
  },
  "/politician-trades/{id}": {
    "200": () => `/${disclosure()}`,
    "200-outcomes": () => `/${disclosure()}?include=outcomes`,
    "200-superseded": () => `/${politicianTradeId("original")}`,
  },
  "/insider/{cik}": { "200": () => `/${insiders.hargrove}`, "200-form-3-only": () => `/${insiders.quillon}` },
  "/insider/{cik}/holdings": {
    "200": () => `/${insiders.hargrove}/holdings`,
    "200-none": () => `/${insiders.quillon}/holdings`,
  },
  "/insiders": {
    "200": () => "?pageSize=2",
    "200-filtered": () => `?q=hargrove&companyCik=${companies.aldermoor}&minResolved=1&sort=value&pageSize=1`,
    "200-by-rate": () => "?sort=winRateLow90",
  },
  "/companies": {
    "200": () => "?pageSize=2",
    "200-net-value": () => "?sort=netValue&window=365&sectors=Technology&pageSize=1",
  },
  "/companies/{cikOrTicker}": { "200": () => `/${companies.corvane}`, "200-ticker": () => "/aldm" },
  "/companies/{cikOrTicker}/holdings": {
    "200": () => `/${companies.corvane}/holdings?pageSize=2`,
    "200-ticker": () => "/crvn-b/holdings?pageSize=1",
  },
  "/insider/{cik}/track-record": { "200": () => `/${insiders.hargrove}/track-record` },
  "/clusters": { "200": () => "", "200-sales": () => "?tradeType=S" },
  "/politicians": {
    "200": () => "?pageSize=2",
    "200-by-rate": () => "?sort=lateRate&order=asc&inOffice=true",
    "200-filtered": () => "?q=ashcombe&chamber=house&pageSize=1",
  },
  "/politicians/{bioguideId}": {
    "200": () => `/${members.ashcombe}?pageSize=1`,
    "200-no-terms": () => `/${members.ibarra}`,
  },
  "/politicians/{bioguideId}/performance": { "200": () => `/${members.brask}/performance` },
  "/committees": { "200": () => "", "200-member": () => "?chamber=joint&q=brask" },
  "/late-filings": { "200": () => "", "200-filtered": () => "?party=D&minDelayDays=71" },
  "/coverage": { "200": () => "", "200-days": () => "?source=form345&from=2024-06-21&to=2024-06-25" },
  "/signals/performance": { "200": () => "" },
  "/symbols": { "200": () => "?q=br" },
  "/usage": { "200": () => "" },
  "/vocabulary": { "200": () => "", "200-one": () => "?parameter=tradetypes" },
};

/** the fixed part in front of the path's first parameter */
const stem = (path: string) => path.split("/{")[0] ?? path;
const unknown: Record<string, string> = { id: "1", cik: "9999999999", cikOrTicker: "QQQQZ", bioguideId: "Z999999" };

describe.each(routes.map((route) => [route.path, route] as const))("%s", (path, route) => {
  const cases = answers[path] ?? {};
  const first = () => `${stem(path)}${Object.values(cases)[0]?.()}`;
  const queries = "document" in route;

  test.each(Object.entries(cases))("%s", async (name, rest) => {
    await golden(path, name, await ask(`${stem(path)}${rest()}`, keys.max));
  });

  // a route that reads no data has no tag, no budget and no failing execution; one without a parameter has nothing unknown
  const testQuery = queries ? test : undefined;
  const testUnknown = path.includes("{") ? test : undefined;
  testQuery?.("304", async () => {
    const tag = (await ask(first(), keys.max)).headers.get("etag") ?? "";
    await golden(path, "304", await ask(first(), keys.max, { headers: { "if-none-match": tag } }));
  });

  test("400", async () => golden(path, "400", await ask(`${first().split("?")[0]}?colour=red`, keys.max)));
  test("401", async () => golden(path, "401", await ask(first())));
  test("403", async () => golden(path, "403", await ask(first(), keys.elsewhere)));
  test("405", async () => golden(path, "405", await ask(first(), keys.max, { method: "POST" })));
  testUnknown?.("404", async () => {
    await golden(
      path,
      "404",
      await ask(
        path.replace(/\{(\w+)\}/, (_, name) => unknown[name] ?? ""),
        keys.max,
      ),
    );
  });
  testQuery?.("429", async () => golden(path, "429", await ask(first(), keys.spent)));
  testQuery?.each(["internal", "unavailable"] as const)("%s", async (code) => {
    failure = new AppError(code);
    const answer = await ask(first(), keys.max);
    failure = undefined;
    await golden(path, String(answer.status), answer);
  });
});

function ask(path: string, key?: string, init: RequestInit = {}): Promise<Answer> {
  const headers = { ...init.headers, "x-request-id": "golden" };
  return service.get(`/api/v1${path}`, key, { ...init, headers });
}

const shownHeaders = ["allow", "cache-control", "content-type", "etag", "vary", "www-authenticate"];

/** What stands still of an answer: the ends of windows are left out. */
function still(answer: Answer): Record<string, unknown> {
  const headers = Object.fromEntries(
    shownHeaders.flatMap((name) => (answer.headers.has(name) ? [[name, answer.headers.get(name)]] : [])),
  );
  const text = answer.text
    .replace(/"(resetAt|reset_at)":\d+/g, '"$1":0')
    .replace(/resets at [^;"]+/, "resets at <time>")
    .replace(/"remaining":\d+/g, '"remaining":0');
  return { status: answer.status, headers, body: text === "" ? null : JSON.parse(text) };
}

async function golden(path: string, name: string, answer: Answer): Promise<void> {
  expect(answer.status).toBe(Number(name.slice(0, 3)));
  expect(schemaErrors(path, answer.status, answer.body)).toEqual([]);
  const shown = still(answer);
  if (path === "/usage" && answer.status === 200) {
    const { body } = shown as { body: { data: { requests: unknown[] } } };
    body.data.requests = [];
    delete (shown.headers as Record<string, string>).etag;
  }
  const file = join(folder, path.slice(1).replaceAll("/", "-").replace(/[{}]/g, ""), `${name}.json`);
  await expectGolden(file, shown);
}
