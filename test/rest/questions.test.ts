// The guide of questions: every request in it succeeds, with at least one row of the sample data.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readVocabulary } from "../../src/export/vocabulary.ts";
import { loadSampleData } from "../../src/ingest/sample/load.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import type { SampleValues } from "../../src/pages/facts.ts";
import { filledIn } from "../../src/pages/texts.ts";
import { type Response, type Service, startService, unlimitedKey } from "../support/service.ts";

const today = "2026-06-17";
/** What the page fills in from the store: here from the sample data, with something to find for every question. */
const values: SampleValues = {
  parameters: {
    "/insider/{cik}": { cik: "9980000170" },
    "/politicians/{bioguideId}": { bioguideId: "X000026" },
  },
  insiderName: "zephyrine",
  ticker: "ZQPWM",
  memberName: "elderquist",
};
const text = readFileSync(join(packageRoot, "docs/guides/questions.md"), "utf8");
const guide = filledIn(text, "", values);
/** The last cell of every row of a table: a request as code. */
const requests = [...guide.matchAll(/\| `(\/[^`]+)` \|$/gm)].map(([, request = ""]) => request);

let service: Service;
let key: string;

beforeAll(async () => {
  service = await startService({ today, vocabulary: await readVocabulary() });
  await loadSampleData(service.store, { today });
  key = await unlimitedKey(service);
});
afterAll(() => service.stop());

/** The number of rows of a list or a table; 1 for a detail. */
function rowsIn({ headers, text, body }: Response): number {
  if (headers.get("content-type")?.startsWith("text/csv")) return text.trim().split("\n").length - 1;
  return Array.isArray(body.data) ? body.data.length : 1;
}

test("the guide has a request for each question, and at least fifty of them", () => {
  const rows = guide.match(/^\| .* \|$/gm)?.filter((row) => row !== "| question | request |") ?? [];
  expect(requests).toHaveLength(rows.length);
  expect(requests.length).toBeGreaterThanOrEqual(50);
  expect(new Set(requests).size).toBe(requests.length);
});

test("the guide names nothing of the sample data, which a store of real records does not have", () => {
  expect(text).not.toMatch(/ZQ[A-Z]+|998\d{7}|X0000\d\d|\(Sample\)/);
});

test.each(requests)("the request %s finds rows", async (request) => {
  const response = await service.get(`/api/v1${request}`, key);
  expect(response.status, response.text.slice(0, 500)).toBe(200);
  expect(rowsIn(response)).toBeGreaterThan(0);
});
