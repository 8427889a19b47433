// The short form of `npm run fuzz`: valid and invalid requests generated from the OpenAPI document.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startSeededService, unlimitedKey } from "../support/service.ts";
import { fuzz } from "./fuzz.ts";
import { requests } from "./requests.ts";

let service: Service;
let key: string;

beforeAll(async () => {
  // a machine that is busy with other tests is slow, not wrong
  const executor = { timeoutMs: 60_000, maxWaitMs: 60_000 };
  service = await startSeededService({ executor });
  key = await unlimitedKey(service);
});
afterAll(() => service.stop());

test("random requests get no 5xx, and only responses with every header and a body that fits its schema", async () => {
  const report = await fuzz({ base: service.base, key, count: 1000, seed: 1, connections: 6 });
  expect(report.examples).toEqual([]);
  // a generator that does not reach all of them would prove nothing
  for (const status of [200, 304, 400, 401, 404, 405, 431])
    expect(report.statuses[status] ?? 0, String(status)).toBeGreaterThan(0);
});

test("a seed decides every request", () => {
  const input = { operations: [{ path: "/trades/{id}", parameters: [] }], key: "k", ids: ["1"] };
  expect([...requests(input, 7, 300)]).toEqual([...requests(input, 7, 300)]);
  expect([...requests(input, 7, 300)]).not.toEqual([...requests(input, 8, 300)]);
});
