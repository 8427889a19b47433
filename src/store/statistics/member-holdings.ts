// What a member's reports prove about each asset. They state transactions, never holdings: the trades of the last day
// show whether something was left, and after a full sale the sums begin at 0. The rule: docs/guides/holdings.md.
import type { MemberHoldingSort, SortedBy } from "../../filters/sorts.ts";
import type { Listed, Page } from "../lists/page.ts";
import { type Db, Prisma } from "../store.ts";

export interface MemberHolding {
  assetName: string;
  ticker: string | null;
  companyCik: string | null;
  assetType: string | null;
  securityClass: string | null;
  owner: string | null;
  account: string | null;
  /** `held` or `sold_in_full` after the trades of the last day; null: not proved, see `unknownReason` */
  position: string | null;
  unknownReason: string | null;
  tradeCount: number;
  lastTradeId: bigint;
  firstTradedOn: Date | null;
  lastTradedOn: Date | null;
  lastPurchasedOn: Date | null;
  lastSoldOn: Date | null;
  /** day of the last full sale: the sums are those of later trades; null: of all */
  countedAfter: Date | null;
  purchaseCount: number;
  saleCount: number;
  purchasedLow: Prisma.Decimal | null;
  purchasedHigh: Prisma.Decimal | null;
  soldLow: Prisma.Decimal | null;
  soldHigh: Prisma.Decimal | null;
}

const purchase = "trade_type = 'Purchase'";
const sale = "trade_type LIKE 'Sale%'";
const counts = "(sold_on IS NULL OR traded_on > sold_on)";

/** The sum of one end of the brackets; null if a bracket has no such end, or if it is unknown which trades count. */
const sum = (
  end: string,
  kind: string,
) => `CASE WHEN bool_or(NOT dated) OR bool_or(${end} IS NULL) FILTER (WHERE ${kind} AND ${counts}) THEN NULL
  ELSE coalesce(sum(${end}) FILTER (WHERE ${kind} AND ${counts}), 0) END`;

const newest = (column: string) => `(array_agg(${column} ORDER BY traded_on DESC NULLS LAST, id DESC))[1]`;

/**
 * A share or a fund is one asset by its symbol, anything else by its name as disclosed; the owner and the account within
 * a report separate positions.
 */
const positions = Prisma.raw(`
  keyed AS (
    SELECT *, CASE WHEN security_class IN ('common', 'fund') AND ticker IS NOT NULL THEN ticker
        ELSE lower(asset_name) || ' ' || coalesce(ticker, '') END AS asset,
      date_quality = 'ok' AND traded_on IS NOT NULL AS dated
    FROM trades
  ), marked AS (
    SELECT *, max(traded_on) FILTER (WHERE dated) OVER of_asset AS last_on,
      max(traded_on) FILTER (WHERE dated AND trade_type = 'Sale (Full)') OVER of_asset AS sold_on,
      company_cik IS NOT NULL AND security_class IN ('common', 'fund') AND min(ticker) OVER of_company <> max(ticker) OVER of_company AS several
    FROM keyed WINDOW of_asset AS (PARTITION BY owner, account, security_class, asset),
      of_company AS (PARTITION BY owner, account, security_class, company_cik)
  ), grouped AS (
    SELECT asset, owner, account, security_class, ${newest("asset_name")} AS asset_name, ${newest("ticker")} AS ticker,
      ${newest("company_cik")} AS company_cik, ${newest("asset_type")} AS asset_type, ${newest("id")} AS last_id,
      count(*)::int AS trade_count, min(traded_on) FILTER (WHERE dated) AS first_on, last_on, sold_on,
      max(traded_on) FILTER (WHERE dated AND ${purchase}) AS purchased_on, max(traded_on) FILTER (WHERE dated AND ${sale}) AS last_sold_on,
      (count(*) FILTER (WHERE ${purchase} AND ${counts}))::int AS purchase_count,
      (count(*) FILTER (WHERE ${sale} AND ${counts}))::int AS sale_count,
      ${sum("amount_low", purchase)} AS purchased_low, ${sum("amount_high", purchase)} AS purchased_high,
      ${sum("amount_low", sale)} AS sold_low, ${sum("amount_high", sale)} AS sold_high,
      bool_or(NOT dated) AS misdated, coalesce(bool_or(several), false) AS several,
      coalesce(array_agg(DISTINCT trade_type) FILTER (WHERE dated AND traded_on = last_on), '{}') AS kinds
    FROM marked GROUP BY asset, owner, account, security_class, last_on, sold_on
  ), judged AS (
    SELECT *, CASE WHEN misdated THEN 'date_suspect' WHEN several THEN 'several_symbols'
      WHEN 'Exchange' = ANY(kinds) THEN 'exchange' WHEN kinds = ARRAY['Sale'] THEN 'sale_kind_not_stated'
      WHEN cardinality(kinds) > 1 AND kinds && ARRAY['Sale', 'Sale (Full)'] THEN 'same_day' END AS unknown_reason
    FROM grouped
  ), positions AS (
    SELECT *, CASE WHEN unknown_reason IS NOT NULL THEN NULL WHEN kinds = ARRAY['Sale (Full)'] THEN 'sold_in_full' ELSE 'held' END AS position
    FROM judged
  )`);

const orders: Record<MemberHoldingSort, Prisma.Sql> = {
  LAST_TRADED_ON: Prisma.sql`p.last_on`,
  NAME: Prisma.sql`p.asset_name COLLATE "C"`,
};

type Found = { total: number } & (MemberHolding | { tradeCount: null });

/** One page of a member's positions with the exact total, ties by the newest trade; null for an unknown member. */
export async function memberHoldings(
  db: Db,
  bioguideId: string,
  { position, sort, order }: SortedBy<MemberHoldingSort> & { position?: string | null | undefined },
  { page, pageSize }: Page,
): Promise<Listed<MemberHolding> | null> {
  if (!(await db.politician.findUnique({ where: { bioguideId }, select: { bioguideId: true } }))) return null;
  const direction = Prisma.raw(order);
  const inOrder = Prisma.sql`${orders[sort]} ${direction} NULLS LAST, p.last_id ${direction}`;
  const chosen = position ? Prisma.sql`WHERE position = ${position}` : Prisma.empty;
  const found = await db.$queryRaw<Found[]>`
    WITH trades AS (
      SELECT * FROM politician_trades WHERE bioguide_id = ${bioguideId} AND superseded_by_id IS NULL
    ), ${positions}, chosen AS MATERIALIZED (SELECT * FROM positions ${chosen})
    SELECT counted.total, p.asset_name AS "assetName", p.ticker, p.company_cik AS "companyCik", p.asset_type AS "assetType",
      p.security_class AS "securityClass", p.owner, p.account, p.position, p.unknown_reason AS "unknownReason",
      p.trade_count AS "tradeCount", p.last_id AS "lastTradeId", p.first_on AS "firstTradedOn", p.last_on AS "lastTradedOn",
      p.purchased_on AS "lastPurchasedOn", p.last_sold_on AS "lastSoldOn", p.sold_on AS "countedAfter",
      p.purchase_count AS "purchaseCount", p.sale_count AS "saleCount", p.purchased_low AS "purchasedLow",
      p.purchased_high AS "purchasedHigh", p.sold_low AS "soldLow", p.sold_high AS "soldHigh"
    FROM (SELECT count(*)::int AS total FROM chosen) AS counted
    LEFT JOIN (
      SELECT * FROM chosen p ORDER BY ${inOrder} LIMIT ${pageSize} OFFSET ${(BigInt(page) - 1n) * BigInt(pageSize)}
    ) AS p ON TRUE
    ORDER BY ${inOrder}`;
  return {
    total: found[0]?.total ?? 0,
    nodes: found.filter((row): row is MemberHolding & { total: number } => row.tradeCount !== null),
  };
}
