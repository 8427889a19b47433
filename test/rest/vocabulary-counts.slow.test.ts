// The number of rows that GET /vocabulary states for a word is that of the list with it.
import { afterAll, beforeAll, expect, it } from "vitest";
import { readVocabulary } from "../../src/export/vocabulary.ts";
import { type Service, startSeededService, unlimitedKey } from "../support/service.ts";

let service: Service;
let key: string;
beforeAll(async () => {
  service = await startSeededService({ vocabulary: await readVocabulary() });
  key = await unlimitedKey(service);
});
afterAll(() => service.stop());

interface Parameter {
  endpoint: string;
  parameter: string;
  words: { word: string; meaning: string; row_count: number | null }[];
}

it("each word is accepted, and its count is the total of the list with the word", async () => {
  const { body } = await service.get("/api/v1/vocabulary", key);
  const parameters = body.data.parameters as Parameter[];
  const wrong: string[] = [];
  let counted = 0;
  // industries are hundreds, and most of them find nothing
  for (const { endpoint, parameter, words } of parameters)
    for (const { word, row_count } of words.filter(({ row_count }) => parameter !== "industries" || row_count)) {
      const request = `${endpoint}?pageSize=1&${parameter}=${encodeURIComponent(word)}`;
      const response = await service.get(`/api/v1${request}`, key);
      if (row_count !== null) counted += 1;
      if (response.status !== 200 || (row_count !== null && response.body.pagination.total !== row_count))
        wrong.push(`${request}: ${row_count}, found ${response.status} ${response.body.pagination?.total}`);
    }
  expect(wrong).toEqual([]);
  expect(counted).toBeGreaterThan(60);
});

it("every word has a meaning", async () => {
  const { body } = await service.get("/api/v1/vocabulary", key);
  for (const { words } of body.data.parameters as Parameter[])
    for (const { meaning } of words) expect(meaning.length).toBeGreaterThan(2);
  expect(body.data.parameters[0].words.length).toBeGreaterThan(0);
});
