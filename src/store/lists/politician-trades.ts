// The list of congressional trades and, as one of its orders, the list of late filings.
import type { Db } from "../store.ts";
import { Prisma } from "../store.ts";
import { companiesBySymbol, containing, type DateWindow, inWindow, oneOf, oneOfSymbols } from "./conditions.ts";
import { idPage, inOrder, type Listed, type Page, type Selection } from "./page.ts";
import { versionAs } from "./row-history.ts";

export interface PoliticianTradeFilter extends DateWindow {
  /** symbols in any spelling; any of them */
  tickers?: string[] | null;
  politician?: string | null;
  politicianId?: string | null;
  /** full name */
  party?: string | null;
  chamber?: string | null;
  tradeKind?: "PURCHASE" | "SALE" | "EXCHANGE" | null;
  minAmount?: string | null;
  maxAmount?: string | null;
  isCommitteeTrade?: boolean | null;
  isLate?: boolean | null;
}

const politicianTradeSelect = {
  id: true,
  reportId: true,
  bioguideId: true,
  filedOn: true,
  originalFiledOn: true,
  tradedOn: true,
  party: true,
  chamber: true,
  state: true,
  district: true,
  ticker: true,
  tickerAsFiled: true,
  assetName: true,
  assetType: true,
  tradeType: true,
  owner: true,
  amountRange: true,
  amountLow: true,
  amountHigh: true,
  amountMid: true,
  comment: true,
  isAmendment: true,
  supersededById: true,
  withdraws: true,
  companyCik: true,
  sector: true,
  industry: true,
  delayDays: true,
  isLate: true,
  dateQuality: true,
  isCommitteeTrade: true,
  committeeMatches: true,
  committeeData: true,
  lastModified: true,
} satisfies Prisma.PoliticianTradeSelect;

/** An earlier version of a row, from its history. */
export const politicianTradeVersion = (before: Record<string, unknown>): PoliticianTradeRow =>
  versionAs<PoliticianTradeRow>(before, politicianTradeSelect);

export type PoliticianTradeRow = Prisma.PoliticianTradeGetPayload<{ select: typeof politicianTradeSelect }>;

/** Rows by id, in the order of the ids. */
export async function politicianTradesById(db: Db, ids: readonly bigint[]): Promise<PoliticianTradeRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.politicianTrade.findMany({ where: { id: { in: [...ids] } }, select: politicianTradeSelect });
  return inOrder(ids, rows, ({ id }) => id);
}

/** `SALE` is every kind of sale. */
export const tradeTypes = {
  PURCHASE: ["Purchase"],
  SALE: ["Sale", "Sale (Full)", "Sale (Partial)"],
  EXCHANGE: ["Exchange"],
};

/** A company's trades under any of its symbols, and trades whose symbol no company of the store carries. */
const hasTicker = (symbols: readonly string[]) =>
  Prisma.sql`(${oneOfSymbols(Prisma.sql`t.ticker`, symbols)} OR t.company_cik = ANY(${companiesBySymbol(symbols)}))`;

function conditions(filter: PoliticianTradeFilter): Prisma.Sql[] {
  const where = inWindow(filter);
  if (filter.tickers) where.push(hasTicker(filter.tickers));
  if (filter.politician != null)
    where.push(
      Prisma.sql`t.bioguide_id = ANY(ARRAY(SELECT bioguide_id FROM politicians WHERE name ILIKE ${containing(filter.politician)}))`,
    );
  if (filter.politicianId != null) where.push(Prisma.sql`t.bioguide_id = ${filter.politicianId}`);
  if (filter.party != null) where.push(Prisma.sql`t.party = ${filter.party}`);
  if (filter.chamber != null) where.push(Prisma.sql`t.chamber = ${filter.chamber}`);
  if (filter.tradeKind) where.push(oneOf(Prisma.sql`t.trade_type`, tradeTypes[filter.tradeKind]));
  if (filter.minAmount != null) where.push(Prisma.sql`t.amount_low >= ${filter.minAmount}::numeric`);
  if (filter.maxAmount != null) where.push(Prisma.sql`t.amount_high <= ${filter.maxAmount}::numeric`);
  if (filter.isCommitteeTrade != null) where.push(Prisma.sql`t.is_committee_trade = ${filter.isCommitteeTrade}`);
  if (filter.isLate != null) where.push(Prisma.sql`t.is_late = ${filter.isLate}`);
  return where;
}

export type PoliticianTradeSort = "FILED_ON" | "TRADED_ON" | "AMOUNT_MID" | "DELAY_DAYS";
export type SortOrder = "ASC" | "DESC";

/** filed_on is never null; without NULLS LAST it can be read from its index */
const sortKeys: Record<PoliticianTradeSort, [column: Prisma.Sql, nulls: Prisma.Sql]> = {
  FILED_ON: [Prisma.sql`t.filed_on`, Prisma.empty],
  TRADED_ON: [Prisma.sql`t.traded_on`, Prisma.sql`NULLS LAST`],
  AMOUNT_MID: [Prisma.sql`t.amount_mid`, Prisma.sql`NULLS LAST`],
  DELAY_DAYS: [Prisma.sql`t.delay_days`, Prisma.sql`NULLS LAST`],
};

const selection = (where: Prisma.Sql[], orderBy: Prisma.Sql): Selection => ({
  id: Prisma.sql`t.id`,
  from: Prisma.sql`politician_trades t`,
  where,
  orderBy,
});

/** Congressional trades, newest filing first, ties by id. */
export const politicianTradeSelection = (filter: PoliticianTradeFilter): Selection =>
  selection(conditions(filter), Prisma.sql`t.filed_on DESC, t.id DESC`);

async function list(db: Db, where: Prisma.Sql[], orderBy: Prisma.Sql, page: Page): Promise<Listed<PoliticianTradeRow>> {
  const { total, ids } = await idPage<bigint>(db, selection(where, orderBy), page);
  return { total, nodes: await politicianTradesById(db, ids) };
}

/** One page of congressional trades with the exact total; nulls last, ties by id in the sort's direction. */
export async function listPoliticianTrades(
  db: Db,
  filter: PoliticianTradeFilter,
  sort: PoliticianTradeSort,
  order: SortOrder,
  page: Page,
): Promise<Listed<PoliticianTradeRow>> {
  const [column, nulls] = sortKeys[sort];
  const direction = order === "ASC" ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  return list(db, conditions(filter), Prisma.sql`${column} ${direction} ${nulls}, t.id ${direction}`, page);
}

export type LateFilingFilter = Pick<PoliticianTradeFilter, "tickers" | "politicianId" | "party" | "chamber"> & {
  minDelayDays: number;
};

/** Trades that are late by the contract's rule (`is_late`), slowest first, ties by id downwards. */
export async function listLateFilings(
  db: Db,
  filter: LateFilingFilter,
  page: Page,
): Promise<Listed<PoliticianTradeRow>> {
  const { minDelayDays, ...others } = filter;
  const where = [...conditions(others), Prisma.sql`t.is_late`, Prisma.sql`t.delay_days >= ${minDelayDays}`];
  return list(db, where, Prisma.sql`t.delay_days DESC, t.id DESC`, page);
}
