// The collection for Postman: every request of it succeeds with the parameters that are enabled.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";
import { companies, insiders, members, politicianTradeId, tradeId } from "../support/seed.ts";
import { type Service, startSeededService } from "../support/service.ts";

interface Entry {
  key: string;
  value: string;
  disabled?: boolean;
}
interface Item {
  name: string;
  request: { auth?: { type: string }; url: { raw: string; path: string[]; query: Entry[]; variable: Entry[] } };
}
const file = join(packageRoot, "clients/postman/disclosed.postman_collection.json");
const collection = JSON.parse(readFileSync(file, "utf8")) as { item: { item: Item[] }[]; variable: Entry[] };
const items = collection.item.flatMap(({ item }) => item);

let service: Service;
beforeAll(async () => {
  service = await startSeededService();
});
afterAll(() => service.stop());

/** Values of path parameters that exist in the store. */
const pathValues: Record<string, () => string> = {
  cik: () => insiders.hargrove,
  cikOrTicker: () => companies.corvane,
  bioguideId: () => members.brask,
};

it.each(items)("the request $name has the expected status", async ({ name, request: { auth, url } }) => {
  const id = name.startsWith("/politician-trades") ? politicianTradeId("lateSpouse") : tradeId("lot1");
  const value = ({ key }: Entry) => (pathValues[key] ?? (() => String(id)))();
  const path = url.variable.reduce((text, entry) => text.replace(`:${entry.key}`, value(entry)), url.path.join("/"));
  const key = auth?.type === "noauth" ? undefined : (await service.newKey("max")).key;
  const query = new URLSearchParams(
    url.query.filter(({ disabled }) => !disabled).map((entry) => [entry.key, entry.value]),
  );
  // no file of that name is published in this store, and the service of this test has no streams
  const expected = name.startsWith("/exports/{name}") || name.startsWith("/stream") ? 404 : 200;
  expect((await service.get(`/api/v1/${path}?${query}`, key)).status).toBe(expected);
});

it("the collection has a request for each endpoint, and no key", () => {
  const { paths } = JSON.parse(readFileSync(join(packageRoot, "rest/generated/openapi.json"), "utf8"));
  expect(items.map(({ name }) => name.split(" - ")[0]).sort()).toEqual(Object.keys(paths).sort());
  expect(collection.variable.find(({ key }) => key === "apiKey")?.value).toBe("");
});
