// What the pages show of the store: an example request of every endpoint, in which each parameter in a path has a value
// that the store's rows give, and the current formula's rates.
import { expect, test } from "vitest";
import { pathParameters } from "../../rest/define-route.ts";
import openApi from "../../rest/generated/openapi.json" with { type: "json" };
import { pageFacts, pathExample } from "../../src/start/page-facts.ts";
import type { Store } from "../../src/store/store.ts";

test("every parameter in a path has an example", () => {
  const parameters = Object.keys(openApi.paths).flatMap((path) => pathParameters(path).map((name) => ({ path, name })));
  expect(parameters.length).toBeGreaterThan(5);
  expect(parameters.filter(({ path, name }) => !pathExample(path, name))).toEqual([]);
});

test("a new path has the examples of the parameters that other paths have", () => {
  const member = { bioguide_id: "Z000901" };
  const rows = { trade: { id: 7 }, politicianTrade: { id: 8 }, member, insider: {}, company: {}, file: {} };
  expect(pathExample("/politicians/{bioguideId}/terms", "bioguideId")?.(rows)).toBe("Z000901");
  expect(pathExample("/trades/{id}/history", "id")?.(rows)).toBe(7);
  expect(pathExample("/politician-trades/{id}", "id")?.(rows)).toBe(8);
  expect(pathExample("/clusters/{id}", "id")).toBeUndefined();
});

test("the rates are those of the newest version of the formula, and the company's example is that of the newest trade", async () => {
  const group = (version: string, rate: number) => ({
    ...{ signal_version: version, signal_tier: "strong", signal_direction: "bullish" },
    periods: [
      { days: 90, hit_rate_pct: rate, hit_rate_low_pct: rate - 1, hit_rate_high_pct: rate + 1, resolved_trades: 50 },
    ],
  });
  const newest = { id: 7, company_cik: "0000000009", company_name: "Aldermoor", insider_cik: "0000000001" };
  const response = async (path: string, query: string) => {
    if (path === "/signals/performance") return { data: { groups: [group("2", 60), group("1", 40)] } };
    if (path === "/coverage") return { data: { sources: [] } };
    return { data: path === "/trades" && query === "pageSize=1" ? [newest] : [], meta: { data_version: "1" } };
  };
  const store = { prisma: { plan: { findMany: async () => [] } } } as unknown as Store;
  const { rows, samples } = await pageFacts(store, response, ["/companies/{cikOrTicker}"])();
  expect(rows?.tiers).toEqual([{ tier: "strong", rate: 60, low: 59, high: 61, trades: 50 }]);
  expect(samples.parameters["/companies/{cikOrTicker}"]).toEqual({ cikOrTicker: "0000000009" });
});
