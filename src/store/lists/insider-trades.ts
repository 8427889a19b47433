// The list of insider trades: the filters and sorts of src/filters in SQL, and the fields of a row. The row has the ids
// of its footnotes, its filing has the texts, so each text is stored once.
import { cikOf } from "../../domain/identifiers.ts";
import { conditionsOf } from "../../filters/define-filters.ts";
import type { InsiderTradeFields, Role } from "../../filters/insider-trade-fields.ts";
import { type InsiderTradeFilter, type InsiderTradeSort, insiderTradeFilters } from "../../filters/insider-trades.ts";
import { officerTitles } from "../../filters/officer-titles.ts";
import type { SortedBy } from "../../filters/sorts.ts";
import {
  column,
  companyLabels,
  conditionsToSql,
  containing,
  outcomeNumbers,
  outcomeOrders,
  type SqlFields,
  wordsOf,
} from "../sql/conditions-to-sql.ts";
import { dateQuality, shownDelta } from "../sql/suspect-trades.ts";
import { type Db, Prisma } from "../store.ts";
import { apartOf, idPage, inOrder, type Listed, orderBy, type Page, type Selection, type SqlSorts } from "./page.ts";
import { versionAs } from "./row-history.ts";

/** Stored fields that no response contains; all others are read. Relations are read by loaders. */
export const insiderTradeOmit = {
  rowIndex: true,
  footnoteIds: true,
  ownerNames: true,
  contentHash: true,
} as const satisfies Prisma.InsiderTradeOmit;

/** An earlier version of a row, from its history. */
export const insiderTradeVersion = (before: Record<string, unknown>): InsiderTradeRow =>
  versionAs<InsiderTradeRow>(before, "InsiderTrade", insiderTradeOmit);

export type InsiderTradeRow = Prisma.InsiderTradeGetPayload<{ omit: typeof insiderTradeOmit }>;

/** Rows by id, in the order of the ids. */
export async function insiderTradesById(db: Db, ids: readonly bigint[]): Promise<InsiderTradeRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.insiderTrade.findMany({ where: { id: { in: [...ids] } }, omit: insiderTradeOmit });
  return inOrder(ids, rows, ({ id }) => id);
}

/** A word of q: a substring of a symbol, the company's name or an owner's name, or a whole CIK. */
function hasWord(word: string): Prisma.Sql {
  const pattern = containing(word);
  const either = [
    Prisma.sql`t.owner_names LIKE ${containing(word.toLowerCase())}`,
    Prisma.sql`t.ticker_as_filed ILIKE ${pattern}`,
    Prisma.sql`t.company_cik = ANY(ARRAY(SELECT cik FROM companies WHERE name ILIKE ${pattern} OR ticker ILIKE ${pattern}
      UNION SELECT company_cik FROM company_symbols WHERE symbol ILIKE ${pattern}))`,
  ];
  const cik = cikOf(word);
  if (cik !== null) {
    either.push(Prisma.sql`t.company_cik = ${cik}`);
    either.push(
      Prisma.sql`t.accession_number = ANY(ARRAY(SELECT accession_number FROM filing_owners WHERE insider_cik = ${cik}))`,
    );
  }
  return Prisma.sql`(${Prisma.join(either, " OR ")})`;
}

const company = Prisma.sql`t.company_cik`;

const says = ({ says, denies }: (typeof officerTitles)["ceo"]): Prisma.Sql =>
  Prisma.sql`(lower(t.title) ~ ${says} AND lower(t.title) !~ ${denies})`;

const roles: Readonly<Record<Role, Prisma.Sql>> = {
  director: Prisma.sql`t.is_director`,
  officer: Prisma.sql`t.is_officer`,
  tenPercentOwner: Prisma.sql`t.is_ten_percent_owner`,
  ceo: says(officerTitles.ceo),
  cfo: says(officerTitles.cfo),
};

/** Trades of forms with one of the owners, the first or a joint one. */
const ofOwners = (ciks: readonly string[]): Prisma.Sql =>
  Prisma.sql`t.accession_number = ANY(ARRAY(SELECT accession_number FROM filing_owners WHERE insider_cik = ANY(${[...ciks]}::text[])))`;

const fields: SqlFields<InsiderTradeFields> = {
  label: {
    transactionCode: column(Prisma.sql`t.transaction_code`),
    ...companyLabels(company),
    company: column(company),
    owner: ofOwners,
    accessionNumber: column(Prisma.sql`t.accession_number`),
    role: wordsOf("role", roles),
    signalTier: column(Prisma.sql`t.signal_tier`),
    signalDirection: column(Prisma.sql`t.signal_direction`),
    plan: column(Prisma.sql`t.is_10b5_1::text`),
    formType: column(Prisma.sql`t.form_type`),
    acquiredDisposed: column(Prisma.sql`t.acquired_disposed`),
    securityClass: column(Prisma.sql`t.security_class`),
    ownership: column(Prisma.sql`t.ownership`),
    priceQuality: column(Prisma.sql`t.price_quality`),
    amendmentStatus: column(Prisma.sql`t.amendment_status`),
    dateQuality: column(Prisma.raw(`(${dateQuality})`)),
  },
  flag: {
    live: Prisma.sql`t.superseded_by_id IS NULL`,
    nonDerivative: Prisma.sql`NOT t.is_derivative`,
    inPlan: Prisma.sql`t.is_10b5_1 IS TRUE`,
    suspectPrice: Prisma.sql`(t.price_quality = 'suspect') IS TRUE`,
    firstBuy: Prisma.sql`t.first_buy IS TRUE`,
    inCluster: Prisma.sql`t.cluster_id IS NOT NULL`,
  },
  number: {
    value: { column: Prisma.sql`t.value`, type: "numeric" },
    price: { column: Prisma.sql`t.price`, type: "numeric" },
    signalScore: { column: Prisma.sql`t.signal_score`, type: "bigint" },
    delayDays: { column: Prisma.sql`t.filing_delay_days`, type: "bigint" },
    shares: { column: Prisma.sql`t.shares`, type: "numeric" },
    sharesOwnedAfter: { column: Prisma.sql`t.shares_owned_after`, type: "numeric" },
    deltaOwnPct: { column: Prisma.raw(shownDelta), type: "numeric" },
    ...outcomeNumbers,
  },
  day: { filedOn: Prisma.sql`t.filed_on`, tradedOn: Prisma.sql`t.traded_on` },
  instant: { lastModified: Prisma.sql`t.last_modified` },
  text: {
    ownerNames: (text) => Prisma.sql`t.owner_names LIKE ${containing(text)}`,
    anyName: hasWord,
    title: (text) => Prisma.sql`lower(t.title) LIKE ${containing(text)}`,
  },
};

/** Only rows of the derivative table have the value; the index begins with the table, so that no other row is tried. */
const ofDerivative = (column: Prisma.Sql) => ({ column, known: Prisma.sql`t.is_derivative AND ${column} IS NOT NULL` });

const sorts: SqlSorts<InsiderTradeSort> = {
  FILED_ON: { column: Prisma.sql`t.filed_on`, isKnown: true },
  TRADED_ON: { column: Prisma.sql`t.traded_on` },
  VALUE: { column: Prisma.sql`t.value` },
  SIGNAL_SCORE: { column: Prisma.sql`t.signal_score`, isKnown: true },
  DELAY_DAYS: { column: Prisma.sql`t.filing_delay_days` },
  EXERCISE_PRICE: ofDerivative(Prisma.sql`t.exercise_price`),
  UNDERLYING_SHARES: ofDerivative(Prisma.sql`t.underlying_shares`),
  ...outcomeOrders,
};

/** Options of a list of insider trades: whether derivatives are included, and the sort order. */
interface InsiderTradeView extends SortedBy<InsiderTradeSort> {
  includeDerivative: boolean;
}

const selection = (filter: InsiderTradeFilter, { includeDerivative, ...by }: InsiderTradeView): Selection => ({
  id: Prisma.sql`t.id`,
  // a key of `o` is joined, so PostgreSQL leaves the table out where nothing asks for it
  from: Prisma.sql`insider_trades t LEFT JOIN insider_outcomes o ON o.trade_id = t.id`,
  where: conditionsToSql(conditionsOf(insiderTradeFilters, { ...filter, includeDerivative }), fields),
  orderBy: orderBy(sorts, Prisma.sql`t.id`, by),
  apart: apartOf(sorts, by),
});

/** Insider trades, newest filing first, ties by id. */
export const insiderTradeSelection = (filter: InsiderTradeFilter, includeDerivative: boolean): Selection =>
  selection(filter, { includeDerivative, sort: "FILED_ON", order: "DESC" });

/** One page of insider trades with the exact total; nulls last, ties by id in the sort's direction. */
export async function listInsiderTrades(
  db: Db,
  filter: InsiderTradeFilter,
  view: InsiderTradeView,
  page: Page,
): Promise<Listed<InsiderTradeRow>> {
  const { total, ids } = await idPage<bigint>(db, selection(filter, view), page);
  return { total, nodes: await insiderTradesById(db, ids) };
}

/** A footnote of a row; `text` is null if the form has no footnote with that id. */
export interface FootnoteRow {
  id: string;
  text: string | null;
}

export interface TradeFootnotes {
  tradeId: bigint;
  footnotes: FootnoteRow[];
}

/** The footnotes of the trade `t` of the filing `f` as JSON, in the order in which the row mentions them. */
export const footnotesOfTrade = `(
  SELECT coalesce(json_agg(json_build_object('id', n.id, 'text', nullif(f.footnotes ->> n.id, '')) ORDER BY n.place), '[]')
  FROM unnest(t.footnote_ids) WITH ORDINALITY AS n(id, place))`;

/** The footnotes of these trades. */
export async function footnotesOfTrades(db: Db, ids: readonly bigint[]): Promise<TradeFootnotes[]> {
  return await db.$queryRaw<TradeFootnotes[]>`
    SELECT t.id AS "tradeId", ${Prisma.raw(footnotesOfTrade)} AS footnotes
    FROM insider_trades t JOIN filings f USING (accession_number) WHERE t.id = ANY(${[...ids]})`;
}
