// Requests made up from the OpenAPI document, sane and insane: never a 5xx, never an answer that breaks its schema.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPersisted } from "../../rest/persisted.ts";
import { createExecutor } from "../../src/graph/executor.ts";
import { packageRoot } from "../../src/package-root.ts";
import { insiders, members, politicianTradeId, seedStore, seedToday, tradeId } from "../support/seed.ts";
import { openApi, schemaErrors } from "./answer-schema.ts";
import { everyHeader, type Service, startService, vocabulary } from "./support.ts";

let service: Service;
let key: string;

beforeAll(async () => {
  const persisted = new Map(Object.entries(await readPersisted(packageRoot)));
  service = await startService({
    now: () => new Date(`${seedToday}T12:00:00Z`),
    execute: (store) => createExecutor(store, persisted, { today: () => seedToday }),
  });
  await seedStore(service.store);
  await service.store.prisma.plan.create({
    data: { id: "wide", name: "Wide", perMinute: 1_000_000, perDay: 1_000_000, perMonth: 1_000_000, listed: false },
  });
  key = (await service.newKey("wide")).key;
});
afterAll(() => service.stop());

interface Parameter {
  name: string;
  in: string;
  example: unknown;
}

const known = () => [
  ...Object.values(insiders),
  ...Object.values(members),
  String(tradeId("lot1")),
  String(politicianTradeId("exchange")),
  // well-formed, and nobody's
  "1",
  "9999999999",
  "Z999999",
];
const odd = [
  "",
  " ",
  "0",
  "-1",
  "1e9",
  "9007199254740993",
  "%",
  "_",
  "\\",
  "'",
  '"',
  "\u0000",
  "é",
  "😀",
  "null",
  "true",
  ",",
];
const words = [
  ...odd,
  ...vocabulary.sectors,
  ...vocabulary.industries,
  "ALDM",
  "P",
  "sale",
  "house",
  "2024-02-01",
  "100-",
  "asc",
];

const path = fc.constantFrom(...Object.keys(openApi.paths).filter((one) => one !== "/openapi.json"));
const chosen = path.chain((template) => {
  const operation: unknown = openApi.paths[template]?.get ?? {};
  const { parameters = [] } = operation as { parameters?: Parameter[] };
  const value = (example: unknown) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constant([example].flat().join(",")) },
      { weight: 2, arbitrary: fc.constantFrom(...words) },
      { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 30 }) },
    );
  const query = fc.array(
    fc
      .constantFrom(...parameters, { name: "page", in: "query", example: 2 })
      .chain((parameter) => value(parameter.example).map((text): [string, string] => [parameter.name, text])),
    { maxLength: 4 },
  );
  const segment = fc.oneof(
    { weight: 3, arbitrary: fc.nat().map((n) => known()[n % known().length] ?? "") },
    { weight: 1, arbitrary: fc.constantFrom(...words) },
  );
  return fc.record({
    template: fc.constant(template),
    query,
    segment,
    method: fc.constantFrom("GET", "GET", "GET", "HEAD"),
  });
});

test("made-up requests", { timeout: 120_000 }, async () => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(chosen, async ({ template, query, segment, method }) => {
      const filled = template.replace(/\{\w+\}/, encodeURIComponent(segment) || "x");
      const search = query.map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join("&");
      const answer = await service.get(`/api/v1${filled}?${search}`, key, { method });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      expect(answer.status).toBeLessThan(500);
      for (const name of everyHeader) expect(answer.headers.has(name), name).toBe(true);
      if (method === "GET" && !(answer.status === 404 && answer.body.error === "Unknown path")) {
        expect(schemaErrors(template, answer.status, answer.body)).toEqual([]);
      }
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 400), seed: Number(process.env.FUZZ_SEED ?? 1) },
  );
  // the generator reaches all of them, or it proves nothing
  for (const status of [200, 400, 404]) expect(statuses.get(status), String(status)).toBeGreaterThan(0);
});
