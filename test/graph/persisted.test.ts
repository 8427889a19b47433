// What every persisted query gives on the hand-made store, and how many statements that costs the database, as files:
// test/graph/golden/<operation>/<case>.json.
import { join } from "node:path";
import { complexityFromQuery } from "@pothos/plugin-complexity";
import { parse } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPersisted } from "../../rest/persisted.ts";
import { complexityLimits } from "../../src/graph/builder.ts";
import { schema } from "../../src/graph/schema.ts";
import { packageRoot } from "../../src/package-root.ts";
import { expectGolden } from "../support/golden.ts";
import { companies, insiders, members, politicianTradeId, tradeId } from "../support/seed.ts";
import { type Harness, seededGraph } from "./harness.ts";

const folder = join(packageRoot, "test", "graph", "golden");

/** operation -> case -> variables; the committed list of operations decides what must stand here */
const cases: Record<string, Record<string, Record<string, unknown>>> = {
  ListTrades: {
    "first-page": { includeDerivative: false, outcomes: false, footnotes: false, page: 1, pageSize: 2 },
    "with-outcomes": { includeDerivative: true, outcomes: true, footnotes: true, page: 2, pageSize: 3 },
    "every-filter": {
      filter: {
        tickers: ["ALDM"],
        valueRanges: [{ min: "1000", max: "50000" }],
        priceRanges: [{ min: "1" }],
        sectors: ["Technology"],
        industries: ["Services-Prepackaged Software"],
        transactionCodes: ["P"],
        insiderName: "hargrove",
        q: "aldermoor",
        filedFrom: "2024-01-01",
        filedTo: "2024-06-30",
        tradedFrom: "2024-01-01",
        tradedTo: "2024-06-30",
      },
      includeDerivative: false,
      outcomes: false,
      footnotes: false,
      page: 1,
      pageSize: 25,
    },
  },
  GetTrade: {
    found: { id: Number(tradeId("lot1")), outcomes: true },
    superseded: { id: Number(tradeId("saleOriginal")), outcomes: false },
    unknown: { id: 1, outcomes: false },
  },
  ListPoliticianTrades: {
    "first-page": { sort: "FILED_ON", order: "DESC", outcomes: false, page: 1, pageSize: 2 },
    "with-outcomes": { sort: "AMOUNT_MID", order: "ASC", outcomes: true, page: 2, pageSize: 3 },
  },
  GetPoliticianTrade: {
    found: { id: Number(politicianTradeId("lateSpouse")), outcomes: true },
    unknown: { id: 1, outcomes: false },
  },
  GetInsider: { found: { cik: insiders.hargrove }, unknown: { cik: "0009999999" } },
  ListInsiderHoldings: {
    found: { cik: insiders.hargrove, page: 1, pageSize: 25 },
    unknown: { cik: "0009999999", page: 1, pageSize: 25 },
  },
  ListInsiders: {
    "first-page": { sort: "TRADES", order: "DESC", page: 1, pageSize: 25 },
    "every-filter": {
      filter: { q: "hargrove", companyCik: companies.aldermoor, minResolved: 1 },
      sort: "VALUE",
      order: "DESC",
      page: 1,
      pageSize: 25,
    },
    "by-rate": { sort: "WIN_RATE_LOW_90", order: "DESC", page: 1, pageSize: 25 },
  },
  ListCompanies: {
    "by-name": { sort: "NAME", order: "ASC", days: 90, page: 1, pageSize: 25 },
    "every-filter": {
      filter: { q: "aldm", sectors: ["Technology"], industries: ["Services-Prepackaged Software"] },
      sort: "NET_VALUE",
      order: "DESC",
      days: 365,
      page: 1,
      pageSize: 25,
    },
  },
  GetCompany: { found: { cikOrTicker: "ALDM" }, unknown: { cikOrTicker: "0009999999" } },
  ListCompanyHoldings: {
    found: { cikOrTicker: companies.corvane, page: 1, pageSize: 2 },
    unknown: { cikOrTicker: "0009999999", page: 1, pageSize: 25 },
  },
  GetTrackRecord: { found: { cik: insiders.hargrove }, unknown: { cik: "0009999999" } },
  ListClusters: {
    purchases: { filter: { minSize: 2, transactionCode: "P" }, page: 1, pageSize: 25 },
    sales: { filter: { minSize: 2, transactionCode: "S" }, page: 1, pageSize: 25 },
  },
  ListPoliticians: {
    "first-page": { sort: "TRADES", order: "DESC", page: 1, pageSize: 2 },
    "by-rate": { sort: "WIN_RATE_90", order: "DESC", page: 1, pageSize: 25 },
    "every-filter": {
      filter: { q: "a", chamber: "House", party: "Democrat", state: "CA", inOffice: true, committee: "HSBA" },
      sort: "VOLUME",
      order: "ASC",
      page: 1,
      pageSize: 25,
    },
  },
  GetPolitician: {
    found: { bioguideId: members.ashcombe, page: 1, pageSize: 25 },
    unknown: { bioguideId: "Z999999", page: 1, pageSize: 25 },
  },
  GetPoliticianPerformance: { found: { bioguideId: members.brask }, unknown: { bioguideId: "Z999999" } },
  ListCommittees: {
    all: { page: 1, pageSize: 25 },
    none: { filter: { chamber: "Joint", q: "zzz" }, page: 1, pageSize: 25 },
  },
  ListLateFilings: {
    all: { filter: { minDelayDays: 46 }, page: 1, pageSize: 25 },
    filtered: { filter: { minDelayDays: 71, party: "Democrat" }, page: 1, pageSize: 25 },
  },
  GetCoverage: {
    all: { withDays: false, from: "1970-01-01", to: "1970-01-01" },
    days: { source: "form345", withDays: true, from: "2024-06-21", to: "2024-06-25" },
  },
  GetSignalPerformance: { all: {} },
  GetVocabulary: { all: {} },
  ListSymbols: { found: { q: "br", page: 1, pageSize: 25 }, none: { q: "zzz", page: 1, pageSize: 25 } },
};

const documents = new Map(
  Object.values(await readPersisted(packageRoot)).map((document) => [operationName(document), document]),
);

function operationName(document: string): string {
  const [definition] = parse(document).definitions;
  return (definition?.kind === "OperationDefinition" && definition.name?.value) || "nameless";
}

let graph: Harness;
beforeAll(async () => {
  graph = await seededGraph();
});
afterAll(async () => {
  await graph.store.close();
});

test("every persisted query has its cases", () => {
  expect(Object.keys(cases).sort()).toEqual([...documents.keys()].sort());
});

describe.each([...documents])("%s", (name, document) => {
  test.each(Object.entries(cases[name] ?? {}))("%s", async (label, variables) => {
    const { data, statements } = await graph.run(document, variables);
    await expectGolden(join(folder, name, `${label}.json`), { variables, statements: statements.length, data });
  });
});

/** operation -> what its pages are asked with beside page and pageSize; every kind of row occurs in the whole list */
const lists: Record<string, Record<string, unknown>> = {
  ListTrades: { includeDerivative: true, outcomes: true, footnotes: true },
  ListPoliticianTrades: { sort: "FILED_ON", order: "DESC", outcomes: true },
  ListClusters: { filter: { minSize: 2, transactionCode: "P" } },
  ListCommittees: {},
  ListLateFilings: { filter: { minDelayDays: 46 } },
  ListSymbols: { q: "r" },
  ListPoliticians: { sort: "TRADES", order: "DESC" },
  ListInsiders: { sort: "TRADES", order: "DESC" },
  ListCompanies: { sort: "NAME", order: "ASC", days: 90 },
};

// a relation without a loader would ask once a row
test.each(Object.entries(lists))("%s costs the same for one row and for all", async (name, variables) => {
  const ask = (pageSize: number) => graph.run(documents.get(name) ?? "", { ...variables, page: 1, pageSize });
  const [one, all] = [await ask(1), await ask(100)];
  expect(all.statements.map(tables)).toEqual(one.statements.map(tables));
});

/** The tables that a statement names, in their order. */
function tables(statement: string): string[] {
  return [...statement.matchAll(/(?:FROM|JOIN)\s+(?:"public"\.)?"?(\w+)/g)].map((match) => match[1] ?? "");
}

// their complexity is not computed at the request (src/graph/builder.ts)
test.each(Object.entries(cases))(
  "%s stays within the limits of a query, with the largest page and everything",
  (operation, given) => {
    const largest = Object.fromEntries(
      Object.entries(Object.assign({}, ...Object.values(given))).map(([name, value]) => [
        name,
        name === "pageSize" ? 100 : typeof value === "boolean" ? true : value,
      ]),
    );
    const ctx = { principal: { role: "admin" } };
    const weight = complexityFromQuery(documents.get(operation) ?? "", { schema, variables: largest, ctx });
    expect(weight.complexity).toBeGreaterThan(3);
    for (const limit of ["complexity", "depth", "breadth"] as const)
      expect(weight[limit]).toBeLessThanOrEqual(complexityLimits[limit]);
  },
);
