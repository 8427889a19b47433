// The dashboard's lists of doubtful rows and of the trades behind the signal's statistics, over a small store.
import { afterAll, beforeAll, expect, it } from "vitest";
import { deriveSignalDays } from "../../src/derive/signal-days.ts";
import { doubtfulRows, flagCounts, notJudgedRows, notJudgedTitles } from "../../src/store/statistics/doubtful-rows.ts";
import { signalPerformance, signalTrades } from "../../src/store/statistics/signal.ts";
import { unmatchedFilers, unpricedCounts, unpricedSymbols } from "../../src/store/statistics/unmatched.ts";
import { inTransaction } from "../../src/store/transaction.ts";
import type { TestStore } from "../support/database.ts";
import { companies, seedToday, tradeId } from "../support/seed.ts";
import { createSeededStore } from "../support/seeded-store.ts";

let store: TestStore;
const all = { page: 1, pageSize: 100 };

beforeAll(async () => {
  store = await createSeededStore();
});
afterAll(() => store.close());

it("each row of the signal's performance lists just the trades that it counts, page by page", async () => {
  // of a form's two lots one is of another class of shares, whose later price differs
  await store.pool.query(
    "UPDATE insider_outcomes SET return_30 = 4, return_365 = CASE trade_id WHEN $1 THEN 1 END WHERE trade_id IN ($1, $2)",
    [tradeId("lot1"), tradeId("lot2")],
  );
  await inTransaction(store, (client) => deriveSignalDays({ client, today: seedToday, everything: true }));
  const cells = await signalPerformance(store.prisma);
  expect(cells.length).toBeGreaterThan(5);
  for (const cell of cells) {
    const found = [];
    for (let page = 1; found.length < cell.trades && page < 50; page++)
      found.push(...(await signalTrades(store.prisma, cell, { page, pageSize: 2 })).nodes);
    const name = `${cell.tier} ${cell.direction} ${cell.days}`;
    expect(new Set(found.map(({ id }) => id)).size, name).toBe(cell.trades);
    expect(found.filter(({ returnPct }) => returnPct !== null).length, name).toBe(cell.resolvedTrades);
    expect((await signalTrades(store.prisma, cell, { page: 60, pageSize: 2 })).nodes).toEqual([]);
  }
});

it("a row is flagged for its first problem and for an unclear plan, and a superseded row not at all", async () => {
  const db = store.prisma;
  expect(await flagCounts(db, seedToday)).toEqual(
    expect.arrayContaining([expect.objectContaining({ source: "senate", flag: "transaction_after_disclosure" })]),
  );
  const rows = await db.insiderTrade.findMany({
    where: { transactionCode: "P", isDerivative: false, supersededById: null },
    orderBy: { id: "asc" },
    take: 5,
  });
  const [unpriced, early, superseded, suspect, reversed] = rows.map(({ id }) => id);
  const before = (await doubtfulRows(db, { source: "form345" }, all)).total;
  await db.insiderTrade.update({ where: { id: unpriced as bigint }, data: { price: null } });
  await db.insiderTrade.update({ where: { id: early as bigint }, data: { filingDelayDays: -3, price: null } });
  await db.insiderTrade.update({
    where: { id: superseded as bigint },
    data: { price: 0, supersededById: early as bigint },
  });
  await db.insiderTrade.update({ where: { id: suspect as bigint }, data: { priceQuality: "suspect" } });
  await db.insiderTrade.update({ where: { id: reversed as bigint }, data: { acquiredDisposed: "D" } });
  await db.insiderTrade.update({ where: { id: unpriced as bigint }, data: { isPlanUnclear: true } });
  const { total, nodes } = await doubtfulRows(db, { source: "form345" }, all);
  expect(total).toBe(before + 5);
  const ofPlans = await doubtfulRows(db, { source: "form345", flag: "plan_unclear" }, all);
  expect(ofPlans.nodes.map(({ id }) => id)).toEqual([unpriced]);
  expect(nodes.find(({ id }) => id === suspect)?.flag).toBe("price_suspect");
  expect(nodes.find(({ id }) => id === reversed)?.flag).toBe("direction_conflict");
  expect(nodes.filter(({ id }) => id === unpriced).map(({ flag }) => flag)).toEqual(["no_price", "plan_unclear"]);
  expect(nodes.find(({ id }) => id === early)).toMatchObject({ flag: "transaction_after_filing" });
  const counts = await flagCounts(db, seedToday);
  for (const { source, flag, rows: n } of counts)
    expect((await doubtfulRows(db, { source, flag }, all)).total, `${source} ${flag}`).toBe(n);
});

it("titles without a class are listed with their trades and holdings, superseded rows not at all", async () => {
  const db = store.prisma;
  expect(await notJudgedTitles(db, all)).toEqual({ total: 0, nodes: [] });
  const trades = await db.insiderTrade.findMany({ where: { supersededById: null }, orderBy: { id: "asc" }, take: 4 });
  const [first, second, superseded, derivative] = trades.map(({ id }) => id as bigint);
  const data = { securityTitle: "Invented Thing", securityClass: null, isDerivative: false };
  await db.insiderTrade.updateMany({ where: { id: { in: [first, second] as bigint[] } }, data });
  await db.insiderTrade.update({
    where: { id: superseded as bigint },
    data: { ...data, supersededById: first as bigint },
  });
  await db.insiderTrade.update({ where: { id: derivative as bigint }, data: { ...data, isDerivative: true } });
  const asset = await db.politicianTrade.findFirstOrThrow({ where: { supersededById: null, chamber: "Senate" } });
  await db.politicianTrade.update({ where: { id: asset.id }, data: { securityClass: null, assetName: "Odd Asset" } });
  const { accessionNumber, companyCik, insiderCik, filedOn, formType } = trades[0] as (typeof trades)[number];
  const form = { accessionNumber, companyCik, insiderCik, filedOn, statedOn: filedOn, formType };
  const holding = { ...form, isDerivative: false, rowIndex: 90, securityTitle: "Invented Thing", contentHash: "0" };
  await db.holding.createMany({ data: [holding, { ...holding, rowIndex: 91, securityClass: "common" }] });
  const { total, nodes } = await notJudgedTitles(db, all);
  expect(total).toBe(3);
  expect(nodes.map(({ source, title, kind, rows }) => [source, title, kind, rows])).toEqual([
    ["form345", "Invented Thing", "non-derivative table", 3],
    ["form345", "Invented Thing", "derivative table", 1],
    ["senate", "Odd Asset", asset.assetType, 1],
  ]);
  const rows = await notJudgedRows(db, { source: "form345", title: "Invented Thing" }, all);
  expect(rows.total).toBe(4);
  expect(new Set(rows.nodes.map(({ id }) => id))).toEqual(new Set([first, second, derivative, null]));
  const owner = await db.insider.findUniqueOrThrow({ where: { cik: insiderCik } });
  expect(rows.nodes.find(({ id }) => id === null)).toMatchObject({
    document: accessionNumber,
    name: owner.name,
    filedOn,
  });
  expect((await notJudgedRows(db, {}, { page: 2, pageSize: 3 })).nodes).toHaveLength(2);
});

it("filers that are no known member are counted by the name on the report", async () => {
  const refused = (documentId: string, asFiled: string) => ({
    source: "house",
    fileName: `${documentId}.pdf`,
    documentId,
    reason: "member_unmatched",
    message: `${asFiled}: nobody`,
    detail: { filer: { asFiled }, candidates: [] },
  });
  await store.prisma.quarantineItem.createMany({
    data: [refused("1", "Doe, Jane"), refused("2", "Doe, Jane"), refused("3", "Roe, Rick")],
  });
  const { total, nodes } = await unmatchedFilers(store.prisma, all);
  expect(total).toBe(2);
  expect(nodes[0]).toMatchObject({ source: "house", name: "Doe, Jane", reports: 2, document: "2" });
});

it("a company with trades and without prices is listed with its reason", async () => {
  const [first, second] = Object.values(companies);
  await store.prisma.company.update({ where: { cik: first as string }, data: { priceBasis: "no_series" } });
  await store.prisma.company.update({ where: { cik: second as string }, data: { priceBasis: "no_series 1:ABC" } });
  const { nodes, total } = await unpricedSymbols(store.prisma, "no_series", all);
  expect(nodes.map(({ companyCik }) => companyCik)).toContain(first);
  expect(nodes.map(({ companyCik }) => companyCik)).not.toContain(second);
  const counts = await unpricedCounts(store.prisma);
  expect(counts.find(({ reason }) => reason === "no_series")?.symbols).toBe(total);
});
