// One DataLoader for every relation of the frequently read types: a page costs one statement per requested relation.
import DataLoader from "dataloader";
import { inSpan } from "../lib/spans.ts";
import { clusterSuspects } from "../store/lists/clusters.ts";
import {
  committeeJurisdictions,
  committeeRosters,
  type JurisdictionRow,
  type RosterRow,
  type SeatOnDate,
  seatsOnTradeDates,
} from "../store/lists/committees.ts";
import type { CompanyRow } from "../store/lists/companies.ts";
import { footnotesOfTrades, type InsiderTradeRow, insiderTradesById } from "../store/lists/insider-trades.ts";
import { type PoliticianTradeRow, politicianTradesById } from "../store/lists/politician-trades.ts";
import type { PoliticianRow } from "../store/lists/politicians.ts";
import { type HistoryRow, rowHistory } from "../store/lists/row-history.ts";
import { accountStatistics, requestMarks } from "../store/statistics/account-requests.ts";
import { type CompanyWindow, companyWindowsUntil } from "../store/statistics/company-windows.ts";
import type { Db, Prisma } from "../store/store.ts";
import { lastDeliveries, waitingEvents } from "../store/subscriptions.ts";

type Plain = Record<string, never>;
export type FilingRow = Prisma.FilingGetPayload<Plain>;
export type OwnerRow = Prisma.FilingOwnerGetPayload<Plain>;
export type ReportRow = Prisma.DisclosureReportGetPayload<Plain>;
export type OutcomeRow = Omit<Prisma.InsiderOutcomeGetPayload<Plain>, "tradeId">;

/** Batches single keys into one read; a key without a row gives null. */
function one<Key, Row>(
  name: string,
  read: (keys: Key[]) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): DataLoader<Key, Row | null> {
  return new DataLoader(async (keys) => {
    const rows = new Map((await readInSpan(name, keys, read)).map((row) => [keyOf(row), row]));
    return keys.map((key) => rows.get(key) ?? null);
  });
}

/** As `one`, for relations to many: a key without rows gives an empty list. Rows remain in the order of `read`. */
function many<Key, Row>(
  name: string,
  read: (keys: Key[]) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): DataLoader<Key, Row[]> {
  return new DataLoader(async (keys) => {
    const rows = new Map<Key, Row[]>(keys.map((key) => [key, []]));
    for (const row of await readInSpan(name, keys, read)) rows.get(keyOf(row))?.push(row);
    return keys.map((key) => rows.get(key) ?? []);
  });
}

/** One read of a loader, as a span of a trace. */
const readInSpan = <Key, Row>(
  name: string,
  keys: readonly Key[],
  read: (keys: Key[]) => Promise<Row[]>,
): Promise<Row[]> =>
  inSpan({ name: `loader ${name}`, attributes: { "disclosed.keys": keys.length } }, () => read([...keys]));

const history = (db: Db, kind: "insider_trade" | "politician_trade") =>
  many<bigint, HistoryRow>(
    `${kind} history`,
    (ids) => rowHistory(db, kind, ids),
    ({ rowId }) => rowId,
  );

/** Loaders over one snapshot. A committee member's party and state are those of the term at `today`. */
export function createLoaders(db: Db, today: string) {
  const past = new Map<string, Load<string, CompanyWindow[]>>();
  return {
    /** by the day on which the windows end */
    companyWindowsUntil(asOf: string): Load<string, CompanyWindow[]> {
      const known = past.get(asOf);
      if (known) return known;
      const made = many(
        "companyWindowsUntil",
        (ciks: string[]) => companyWindowsUntil(db, ciks, asOf),
        ({ companyCik }) => companyCik,
      );
      past.set(asOf, made);
      return made;
    },
    company: one<string, CompanyRow>(
      "company",
      (ciks) => db.company.findMany({ where: { cik: { in: ciks } } }),
      ({ cik }) => cik,
    ),
    companyWindows: many(
      "companyWindows",
      (ciks: string[]) => db.companyWindowSums.findMany({ where: { companyCik: { in: ciks } } }),
      ({ companyCik }) => companyCik,
    ),
    companySums: one(
      "companySums",
      (ciks: string[]) => db.companySums.findMany({ where: { companyCik: { in: ciks } } }),
      ({ companyCik }) => companyCik,
    ),
    filing: one<string, FilingRow>(
      "filing",
      (numbers) => db.filing.findMany({ where: { accessionNumber: { in: numbers } } }),
      ({ accessionNumber }) => accessionNumber,
    ),
    /** owners of a filing in the form's order */
    owners: many<string, OwnerRow>(
      "owners",
      (numbers) =>
        db.filingOwner.findMany({ where: { accessionNumber: { in: numbers } }, orderBy: { ordinal: "asc" } }),
      ({ accessionNumber }) => accessionNumber,
    ),
    insiderSums: one(
      "insiderSums",
      (ciks: string[]) => db.insiderSums.findMany({ where: { insiderCik: { in: ciks } } }),
      ({ insiderCik }) => insiderCik,
    ),
    insiderTrade: one<bigint, InsiderTradeRow>(
      "insiderTrade",
      (ids) => insiderTradesById(db, ids),
      ({ id }) => id,
    ),
    footnotes: one(
      "footnotes",
      (ids: bigint[]) => footnotesOfTrades(db, ids),
      ({ tradeId }) => tradeId,
    ),
    insiderOutcome: one(
      "insiderOutcome",
      (ids: bigint[]) => db.insiderOutcome.findMany({ where: { tradeId: { in: ids } } }),
      ({ tradeId }) => tradeId,
    ),
    insiderTradeHistory: history(db, "insider_trade"),
    clusterTrades: many<bigint, { clusterId: bigint; tradeId: bigint }>(
      "clusterTrades",
      (ids) => db.clusterTrade.findMany({ where: { clusterId: { in: ids } }, orderBy: { tradeId: "asc" } }),
      ({ clusterId }) => clusterId,
    ),
    clusterSuspects: one<bigint, { id: bigint; trades: number }>(
      "clusterSuspects",
      (ids) => clusterSuspects(db, ids),
      ({ id }) => id,
    ),
    politician: one<string, PoliticianRow>(
      "politician",
      (ids) => db.politician.findMany({ where: { bioguideId: { in: ids } } }),
      ({ bioguideId }) => bioguideId,
    ),
    politicianSums: one(
      "politicianSums",
      (ids: string[]) => db.politicianSums.findMany({ where: { bioguideId: { in: ids } } }),
      ({ bioguideId }) => bioguideId,
    ),
    politicianTrade: one<bigint, PoliticianTradeRow>(
      "politicianTrade",
      (ids) => politicianTradesById(db, ids),
      ({ id }) => id,
    ),
    politicianOutcome: one(
      "politicianOutcome",
      (ids: bigint[]) => db.politicianOutcome.findMany({ where: { tradeId: { in: ids } } }),
      ({ tradeId }) => tradeId,
    ),
    politicianTradeHistory: history(db, "politician_trade"),
    report: one<string, ReportRow>(
      "report",
      (ids) => db.disclosureReport.findMany({ where: { id: { in: ids } } }),
      ({ id }) => id,
    ),
    accountStatistics: one(
      "accountStatistics",
      (ids: string[]) => accountStatistics(db, ids),
      ({ accountId }) => accountId,
    ),
    requestMarks: one(
      "requestMarks",
      (ids: string[]) => requestMarks(db, ids),
      ({ accountId }) => accountId,
    ),
    waitingEvents: one(
      "waitingEvents",
      (ids: string[]) => waitingEvents(db, ids),
      ({ subscriptionId }) => subscriptionId,
    ),
    lastDeliveries: one(
      "lastDeliveries",
      (ids: string[]) => lastDeliveries(db, ids),
      ({ subscriptionId }) => subscriptionId,
    ),
    roster: many<string, RosterRow>(
      "roster",
      (codes) => committeeRosters(db, codes, today),
      ({ committeeCode }) => committeeCode,
    ),
    jurisdiction: many<string, JurisdictionRow>(
      "jurisdiction",
      (codes) => committeeJurisdictions(db, codes),
      ({ committeeCode }) => committeeCode,
    ),
    seatsOnTradeDate: many<bigint, SeatOnDate>(
      "seatsOnTradeDate",
      (ids) => seatsOnTradeDates(db, ids),
      ({ tradeId }) => tradeId,
    ),
  };
}

/** The interface of a loader for resolvers: `load` returns the row of a key, immediately or as a promise. */
interface Load<Key, Row> {
  load(key: Key): Row | Promise<Row>;
  loadMany(keys: Key[]): Promise<(Row | Error)[]>;
}

type Made = ReturnType<typeof createLoaders>;
export type Loaders = {
  [Name in keyof Made]: Made[Name] extends DataLoader<infer Key, infer Row> ? Load<Key, Row> : Made[Name];
};
