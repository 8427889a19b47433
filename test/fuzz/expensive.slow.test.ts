// The short form of `npm run fuzz -- --expensive`: expensive values for every parameter of every route. Their cost is measured in
// processor time of this process, which does not depend on other processes of a busy machine.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadRoutes } from "../../rest/all-routes.ts";
import { readParameters } from "../../rest/params/parameter.ts";
import { AppError } from "../../src/errors.ts";
import { readVocabulary } from "../../src/export/vocabulary.ts";
import { watchRequests } from "../../src/http/requests.ts";
import { seedToday } from "../support/seed.ts";
import { type Service, startSeededService, unlimitedKey } from "../support/service.ts";
import { encode } from "./arbitraries.ts";
import { expensivePath, expensiveRequests } from "./expensive.ts";
import { expensive } from "./expensive-values.ts";
import { fuzz } from "./fuzz.ts";

/** milliseconds of processor time */
const maxBeforeRefusal = 20;
const routes = await loadRoutes();
const vocabulary = await readVocabulary();

describe("no value costs more than 20 ms of processor time before it is read or refused", () => {
  const reported = [
    `industries=${"a".repeat(15_000)}`,
    `sectors=${"a".repeat(15_000)}`,
    `industries=${Array(7500).fill("a")}`,
    `sectors=${Array(7500).fill("a")}`,
    Array(7500).fill("q=").join("&"),
    Array.from({ length: 3000 }, (_, at) => `x${at}=`).join("&"),
  ];

  test.each(routes.map((route) => [route.path, route] as const))("%s", (_, route) => {
    const path = Object.fromEntries([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, "1"]));
    const names = Object.keys(route.params).filter((name) => !(name in path));
    const name = names.length > 0 ? fc.constantFrom(...names) : fc.constant("q");
    const made = fc.sample(
      fc.tuple(name, expensive).map(([key, text]) => `${key}=${encode(text)}`),
      { numRuns: 300, seed: 1 },
    );
    for (const query of [...reported, ...made])
      expect(
        costOf(() => readParameters(route.params, { path, query }, { vocabulary, today: seedToday })),
        query.slice(0, 80),
      ).toBeLessThan(maxBeforeRefusal);
  });
});

test("no path costs more than 20 ms of processor time to be logged", () => {
  const lines: Record<string, unknown>[] = [];
  const log = { info: (line: Record<string, unknown>) => void lines.push(line), error: () => {} };
  const watch = watchRequests({ addressOf: () => "", isSecure: () => false, paths: [] }, log);
  const unknown = { requestId: undefined, address: undefined, route: undefined, accountId: undefined };
  const over = (url: string) => () =>
    watch.end({ method: "GET", url, status: 404, isWritten: true, started: 0, ...unknown });
  for (const url of fc.sample(expensivePath, { numRuns: 300, seed: 1 }))
    expect(costOf(over(url)), url.slice(0, 40)).toBeLessThan(maxBeforeRefusal);
  const key = `disc_live_${"0".repeat(49)}`;
  const encodeAll = (text: string) => text.replaceAll(/[^%]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  for (const url of [key, encodeAll(key), encodeURIComponent(encodeAll(key)), `%C3/${encodeAll(key)}`])
    over(`/${url}`)();
  expect(JSON.stringify(lines.slice(-4))).not.toContain("disc_live");
  expect(lines.at(-1)?.path).toBe("/%C3/***");
});

/** Milliseconds of processor time. The smallest of three runs is the cost; the others may include compilation and garbage collection. */
function costOf(read: () => unknown): number {
  const costs = Array.from({ length: 3 }, () => {
    const begun = process.cpuUsage();
    try {
      read();
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
    }
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1000;
  });
  return Math.min(...costs);
}

describe("over HTTP", () => {
  let service: Service;
  let key: string;

  beforeAll(async () => {
    // a machine that is busy with other tests is slow, not wrong
    const executor = { timeoutMs: 60_000, maxWaitMs: 60_000 };
    service = await startSeededService({ vocabulary, executor });
    key = await unlimitedKey(service);
  });
  afterAll(() => service.stop());

  test("expensive requests get responses that fit the contract, like any others", { timeout: 120_000 }, async () => {
    const make = (input: Parameters<typeof expensiveRequests>[0]) => expensiveRequests(input, 1, 400);
    const report = await fuzz({ base: service.base, key, count: 400, seed: 1, connections: 4, make });
    expect(report.examples).toEqual([]);
    for (const status of [200, 400, 401]) expect(report.statuses[status] ?? 0, String(status)).toBeGreaterThan(0);
  });
});
