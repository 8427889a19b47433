// The controls of the lists' filters, generated from the parameters of the routes.
import { describe, expect, test } from "vitest";
import { readParameters } from "../../rest/params/parameter.ts";
import listClusters from "../../rest/routes/list-clusters.ts";
import listCommittees from "../../rest/routes/list-committees.ts";
import listLateFilings from "../../rest/routes/list-late-filings.ts";
import listPoliticianTrades from "../../rest/routes/list-politician-trades.ts";
import listTrades from "../../rest/routes/list-trades.ts";
import { transactionCodeList } from "../../src/domain/transaction-codes.ts";
import { apiSearch, filterNames, labelOf, optionsOf } from "../../src/web/data/list/search.ts";

const vocabulary = {
  sectors: ["Energy", "Technology"],
  sectorAliases: [],
  industries: [],
  transactionCodes: [...transactionCodeList],
};

const lists = [listTrades, listPoliticianTrades, listLateFilings, listClusters, listCommittees].map((route) => {
  if (!("list" in route)) throw new Error(`${route.path} is no list`);
  return [route.path, route] as const;
});

describe.each(lists)("the filters of %s", (_, route) => {
  const names = filterNames(route.params);

  test("have readable labels, all different", () => {
    const labels = names.map((name) => labelOf(name, route.params[name]));
    expect(new Set(labels).size).toBe(names.length);
    for (const label of labels) expect(label).toMatch(/^[A-Z][a-z]+|^(CIK|SIC) /);
    expect(labels.filter((label) => /[a-z][A-Z]/.test(label))).toEqual([]);
  });

  test("offer only values that the API accepts, and each once", () => {
    for (const name of names) {
      const parameter = route.params[name];
      const options = (parameter && optionsOf(parameter, vocabulary)) ?? [];
      const read = options.map(({ value }) => {
        const query = new URLSearchParams({ [name]: value }).toString();
        return readParameters(route.params, { path: {}, query }, { vocabulary, today: "2026-11-27" })[name];
      });
      expect(read, name).not.toContain(undefined);
      expect(new Set(read.map((value) => JSON.stringify(value))).size, name).toBe(options.length);
      expect(new Set(options.map(({ label }) => label)).size, name).toBe(options.length);
    }
  });

  test("are ignored if a form without scripts sends them empty", () => {
    expect(apiSearch({ ...Object.fromEntries(names.map((name) => [name, ""])), row: "7", page: "2" })).toEqual({
      page: "2",
    });
  });
});

test("a party is offered under its name, and its other spellings are not", () => {
  const { party } = listPoliticianTrades.params;
  expect(party && optionsOf(party, vocabulary)).toEqual([
    { value: "D", label: "Democrat" },
    { value: "R", label: "Republican" },
    { value: "I", label: "Independent" },
  ]);
});
