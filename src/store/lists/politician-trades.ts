// The list of congressional trades, the list of late filings, and how many trades were disclosed after how many days.
import { conditionsOf } from "../../filters/define-filters.ts";
import {
  type LateFilingFilter,
  type LateFilingSort,
  lateFilingConditions,
  type PoliticianTradeFields,
  type PoliticianTradeFilter,
  type PoliticianTradeSort,
  politicianTradeFilters,
} from "../../filters/politician-trades.ts";
import type { SortedBy } from "../../filters/sorts.ts";
import {
  column,
  companySymbol,
  conditionsToSql,
  containing,
  outcomeNumbers,
  outcomeOrders,
  type SqlFields,
  symbolColumn,
} from "../sql/conditions-to-sql.ts";
import { type Db, Prisma } from "../store.ts";
import { idPage, inOrder, type Listed, matching, orderBy, type Page, type Selection, type SqlSorts } from "./page.ts";
import { versionAs } from "./row-history.ts";

/** Stored fields that no response contains; all others are read. Relations are read by loaders. */
export const politicianTradeOmit = {
  rowIndex: true,
  publisherRowId: true,
  contentHash: true,
} as const satisfies Prisma.PoliticianTradeOmit;

/** An earlier version of a row, from its history. */
export const politicianTradeVersion = (before: Record<string, unknown>): PoliticianTradeRow =>
  versionAs<PoliticianTradeRow>(before, "PoliticianTrade", politicianTradeOmit);

export type PoliticianTradeRow = Prisma.PoliticianTradeGetPayload<{ omit: typeof politicianTradeOmit }>;

/** Rows by id, in the order of the ids. */
export async function politicianTradesById(db: Db, ids: readonly bigint[]): Promise<PoliticianTradeRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.politicianTrade.findMany({ where: { id: { in: [...ids] } }, omit: politicianTradeOmit });
  return inOrder(ids, rows, ({ id }) => id);
}

const ofCompany = companySymbol(Prisma.sql`t.company_cik`);
const own = symbolColumn(Prisma.sql`t.ticker`);

const fields: SqlFields<PoliticianTradeFields> = {
  label: {
    // trades of the company that has or had the symbol, and trades with this symbol that belong to no stored company
    symbol: (symbols) => Prisma.sql`(${own(symbols)} OR ${ofCompany(symbols)})`,
    member: column(Prisma.sql`t.bioguide_id`),
    party: column(Prisma.sql`t.party`),
    chamber: column(Prisma.sql`t.chamber`),
    tradeType: column(Prisma.sql`t.trade_type`),
    owner: column(Prisma.sql`t.owner`),
    assetType: column(Prisma.sql`lower(t.asset_type)`),
    securityClass: column(Prisma.sql`t.security_class`),
    state: column(Prisma.sql`t.state`),
    district: column(Prisma.sql`t.district::text`),
    capGainsOver200: column(Prisma.sql`t.cap_gains_over_200::text`),
    sector: column(Prisma.sql`t.sector`),
    industry: column(Prisma.sql`t.industry`),
    committee: matchedCommittee,
    dateQuality: column(Prisma.sql`t.date_quality`),
  },
  flag: {
    live: Prisma.sql`t.superseded_by_id IS NULL`,
    late: Prisma.sql`t.is_late`,
    committeeTrade: Prisma.sql`t.is_committee_trade`,
    amendment: Prisma.sql`t.is_amendment`,
  },
  number: {
    amountLow: { column: Prisma.sql`t.amount_low`, type: "numeric" },
    amountHigh: { column: Prisma.sql`t.amount_high`, type: "numeric" },
    delayDays: { column: Prisma.sql`t.delay_days`, type: "bigint" },
    ...outcomeNumbers,
  },
  day: { filedOn: Prisma.sql`t.filed_on`, tradedOn: Prisma.sql`t.traded_on` },
  instant: { lastModified: Prisma.sql`t.last_modified` },
  text: {
    assetName: (text) => Prisma.sql`lower(t.asset_name) LIKE ${containing(text)}`,
    memberName: (text) =>
      Prisma.sql`t.bioguide_id = ANY(ARRAY(SELECT bioguide_id FROM politicians WHERE name ILIKE ${containing(text)}))`,
  },
};

function matchedCommittee(codes: readonly string[]): Prisma.Sql {
  const matches = codes.map((code) => Prisma.sql`t.committee_matches @> ${JSON.stringify([{ code }])}::jsonb`);
  return Prisma.sql`(${Prisma.join(matches, " OR ")})`;
}

const conditions = (filter: PoliticianTradeFilter) =>
  conditionsToSql(conditionsOf(politicianTradeFilters, filter), fields);

const sorts: SqlSorts<PoliticianTradeSort> = {
  FILED_ON: { column: Prisma.sql`t.filed_on`, isKnown: true },
  TRADED_ON: { column: Prisma.sql`t.traded_on` },
  AMOUNT_MID: { column: Prisma.sql`t.amount_mid` },
  DELAY_DAYS: { column: Prisma.sql`t.delay_days` },
  ...outcomeOrders,
};

/** Late trades always have a delay. */
const lateSorts: SqlSorts<LateFilingSort> = { ...sorts, DELAY_DAYS: { ...sorts.DELAY_DAYS, isKnown: true } };

const id = Prisma.sql`t.id`;

const selection = (where: Prisma.Sql[], orderBy: Prisma.Sql): Selection => ({
  id,
  from: Prisma.sql`politician_trades t LEFT JOIN politician_outcomes o ON o.trade_id = t.id`,
  where,
  orderBy,
});

/** Congressional trades in descending order, newest filing first, ties by id. */
export const politicianTradeSelection = (
  filter: PoliticianTradeFilter,
  sort: PoliticianTradeSort = "FILED_ON",
): Selection => selection(conditions(filter), orderBy(sorts, id, { sort, order: "DESC" }));

async function list(db: Db, where: Prisma.Sql[], by: Prisma.Sql, page: Page): Promise<Listed<PoliticianTradeRow>> {
  const { total, ids } = await idPage<bigint>(db, selection(where, by), page);
  return { total, nodes: await politicianTradesById(db, ids) };
}

/** One page of congressional trades with the exact total; nulls last, ties by id in the sort's direction. */
export const listPoliticianTrades = (
  db: Db,
  filter: PoliticianTradeFilter,
  by: SortedBy<PoliticianTradeSort>,
  page: Page,
): Promise<Listed<PoliticianTradeRow>> => list(db, conditions(filter), orderBy(sorts, id, by), page);

/** As listPoliticianTrades, of trades that are late by the contract's rule (`is_late`). */
export const listLateFilings = (
  db: Db,
  filter: LateFilingFilter,
  by: SortedBy<LateFilingSort>,
  page: Page,
): Promise<Listed<PoliticianTradeRow>> =>
  list(db, conditionsToSql(lateFilingConditions(filter), fields), orderBy(lateSorts, id, by), page);

// Days from trade to disclosure by members of Congress: counts by steps of five days.

/** days of one step; 45 is the end of a step */
const delayStep = 5;
/** all longer delays are in one bucket */
const lastStep = 180;

export interface DelayBucket {
  /** days, inclusive; the last one is open */
  from: number;
  to: number | null;
  trades: number;
}

export interface FilingDelays {
  buckets: DelayBucket[];
  /** trades with plausible dates */
  dated: number;
  /** trades without a trade date, or with implausible dates */
  undated: number;
  late: number;
}

/** Buckets of 0, 1-5, 6-10 ... 176-180 days, and more; live trades only. */
export async function filingDelays(db: Db, filter: PoliticianTradeFilter): Promise<FilingDelays> {
  const rows = await db.$queryRaw<{ step: number | null; trades: number; late: number }[]>`
    SELECT CASE WHEN t.date_quality = 'ok' AND t.delay_days IS NOT NULL THEN least(ceil(t.delay_days::numeric / ${delayStep}), ${lastStep / delayStep + 1})::int END AS step,
      count(*)::int AS trades, (count(*) FILTER (WHERE t.is_late))::int AS late
    ${matching(politicianTradeSelection(filter))} GROUP BY 1`;
  const sum = (of: typeof rows, read: (row: (typeof rows)[number]) => number) =>
    of.reduce((all, row) => all + read(row), 0);
  const dated = rows.filter(({ step }) => step !== null);
  return {
    buckets: Array.from({ length: lastStep / delayStep + 2 }, (_, step) => ({
      from: step === 0 ? 0 : (step - 1) * delayStep + 1,
      to: step * delayStep > lastStep ? null : step * delayStep,
      trades: dated.find((row) => row.step === step)?.trades ?? 0,
    })),
    dated: sum(dated, ({ trades }) => trades),
    undated: sum(rows, ({ step, trades }) => (step === null ? trades : 0)),
    late: sum(rows, ({ late }) => late),
  };
}
