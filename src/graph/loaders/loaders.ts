// One DataLoader for every relation of the hot nouns: whatever a page asks for costs one statement a relation.
import DataLoader from "dataloader";
import { committeeRosters, type RosterRow } from "../../store/lists/committees.ts";
import { type InsiderTradeRow, insiderTradesById } from "../../store/lists/insider-trades.ts";
import { type PoliticianTradeRow, politicianTradesById } from "../../store/lists/politician-trades.ts";
import type { Db, Prisma } from "../../store/store.ts";

type Plain = Record<string, never>;
export type CompanyRow = Prisma.CompanyGetPayload<Plain>;
export type FilingRow = Prisma.FilingGetPayload<Plain>;
export type OwnerRow = Prisma.FilingOwnerGetPayload<Plain>;
export type PoliticianRow = Prisma.PoliticianGetPayload<Plain>;
export type ReportRow = Prisma.DisclosureReportGetPayload<Plain>;
export type HistoryRow = Prisma.RowHistoryGetPayload<Plain>;
export type OutcomeRow = Omit<Prisma.InsiderOutcomeGetPayload<Plain>, "tradeId">;

/** Batches single keys into one read; a key without a row gives null. */
function one<Key, Row>(read: (keys: Key[]) => Promise<Row[]>, keyOf: (row: Row) => Key): DataLoader<Key, Row | null> {
  return new DataLoader(async (keys) => {
    const rows = new Map((await read([...keys])).map((row) => [keyOf(row), row]));
    return keys.map((key) => rows.get(key) ?? null);
  });
}

/** As `one`, for relations to many: a key without rows gives an empty list. The read's order is kept. */
function many<Key, Row>(read: (keys: Key[]) => Promise<Row[]>, keyOf: (row: Row) => Key): DataLoader<Key, Row[]> {
  return new DataLoader(async (keys) => {
    const rows = new Map<Key, Row[]>(keys.map((key) => [key, []]));
    for (const row of await read([...keys])) rows.get(keyOf(row))?.push(row);
    return keys.map((key) => rows.get(key) ?? []);
  });
}

const history = (db: Db, kind: "insider_trade" | "politician_trade") =>
  many<bigint, HistoryRow>(
    (ids) =>
      db.rowHistory.findMany({ where: { kind, rowId: { in: ids } }, orderBy: [{ changedAt: "desc" }, { id: "desc" }] }),
    ({ rowId }) => rowId,
  );

/** Loaders over one snapshot. `today` decides the term that a committee member's party and state come from. */
export function createLoaders(db: Db, today: string) {
  return {
    company: one<string, CompanyRow>(
      (ciks) => db.company.findMany({ where: { cik: { in: ciks } } }),
      ({ cik }) => cik,
    ),
    filing: one<string, FilingRow>(
      (numbers) => db.filing.findMany({ where: { accessionNumber: { in: numbers } } }),
      ({ accessionNumber }) => accessionNumber,
    ),
    /** owners of a filing in the form's order */
    owners: many<string, OwnerRow>(
      (numbers) =>
        db.filingOwner.findMany({ where: { accessionNumber: { in: numbers } }, orderBy: { ordinal: "asc" } }),
      ({ accessionNumber }) => accessionNumber,
    ),
    insiderTrade: one<bigint, InsiderTradeRow>(
      (ids) => insiderTradesById(db, ids),
      ({ id }) => id,
    ),
    insiderOutcome: one(
      (ids: bigint[]) => db.insiderOutcome.findMany({ where: { tradeId: { in: ids } } }),
      ({ tradeId }) => tradeId,
    ),
    insiderTradeHistory: history(db, "insider_trade"),
    clusterTrades: many<bigint, { clusterId: bigint; tradeId: bigint }>(
      (ids) => db.clusterTrade.findMany({ where: { clusterId: { in: ids } }, orderBy: { tradeId: "asc" } }),
      ({ clusterId }) => clusterId,
    ),
    politician: one<string, PoliticianRow>(
      (ids) => db.politician.findMany({ where: { bioguideId: { in: ids } } }),
      ({ bioguideId }) => bioguideId,
    ),
    politicianTrade: one<bigint, PoliticianTradeRow>(
      (ids) => politicianTradesById(db, ids),
      ({ id }) => id,
    ),
    politicianOutcome: one(
      (ids: bigint[]) => db.politicianOutcome.findMany({ where: { tradeId: { in: ids } } }),
      ({ tradeId }) => tradeId,
    ),
    politicianTradeHistory: history(db, "politician_trade"),
    report: one<string, ReportRow>(
      (ids) => db.disclosureReport.findMany({ where: { id: { in: ids } } }),
      ({ id }) => id,
    ),
    roster: many<string, RosterRow>(
      (codes) => committeeRosters(db, codes, today),
      ({ committeeCode }) => committeeCode,
    ),
  };
}

export type Loaders = ReturnType<typeof createLoaders>;
