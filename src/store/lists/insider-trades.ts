// The list of insider trades: filters of the contract's section 3, newest filing first, and the fixed select of a row.
import type { Db } from "../store.ts";
import { Prisma } from "../store.ts";
import {
  companiesBySymbol,
  containing,
  type DateWindow,
  type DecimalRange,
  inRanges,
  inWindow,
  oneOf,
} from "./conditions.ts";
import { idPage, inOrder, type Listed, type Page, type Selection } from "./page.ts";
import { versionAs } from "./row-history.ts";

export interface InsiderTradeFilter extends DateWindow {
  /** symbols in any spelling, old or new; any of them */
  tickers?: string[] | null;
  valueRanges?: DecimalRange[] | null;
  priceRanges?: DecimalRange[] | null;
  sectors?: string[] | null;
  industries?: string[] | null;
  transactionCodes?: string[] | null;
  insiderName?: string | null;
  q?: string | null;
}

/** The columns of a row; relations come from loaders. */
const insiderTradeSelect = {
  id: true,
  accessionNumber: true,
  isDerivative: true,
  companyCik: true,
  insiderCik: true,
  filedOn: true,
  tradedOn: true,
  formType: true,
  transactionCode: true,
  acquiredDisposed: true,
  securityTitle: true,
  shares: true,
  price: true,
  value: true,
  sharesOwnedAfter: true,
  valueOwnedAfter: true,
  deltaOwnPct: true,
  ownership: true,
  natureOfOwnership: true,
  exercisePrice: true,
  exercisableOn: true,
  expiresOn: true,
  underlyingTitle: true,
  underlyingShares: true,
  is10b51: true,
  isAmendment: true,
  supersededById: true,
  filingDelayDays: true,
  tickerAsFiled: true,
  title: true,
  isDirector: true,
  isOfficer: true,
  isTenPercentOwner: true,
  signalScore: true,
  signalTier: true,
  signalDirection: true,
  signalFactors: true,
  signalVersion: true,
  lastModified: true,
} satisfies Prisma.InsiderTradeSelect;

/** An earlier version of a row, from its history. */
export const insiderTradeVersion = (before: Record<string, unknown>): InsiderTradeRow =>
  versionAs<InsiderTradeRow>(before, insiderTradeSelect);

export type InsiderTradeRow = Prisma.InsiderTradeGetPayload<{ select: typeof insiderTradeSelect }>;

/** Rows by id, in the order of the ids. */
export async function insiderTradesById(db: Db, ids: readonly bigint[]): Promise<InsiderTradeRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.insiderTrade.findMany({ where: { id: { in: [...ids] } }, select: insiderTradeSelect });
  return inOrder(ids, rows, ({ id }) => id);
}

/** A word of q: a substring of a symbol, the company's name or an owner's name, or a whole CIK. */
function hasWord(word: string): Prisma.Sql {
  const pattern = containing(word);
  const either = [
    Prisma.sql`t.owner_names LIKE ${containing(word.toLowerCase())}`,
    Prisma.sql`t.ticker_as_filed ILIKE ${pattern}`,
    Prisma.sql`t.company_cik = ANY(ARRAY(SELECT cik FROM companies WHERE name ILIKE ${pattern} OR ticker ILIKE ${pattern}
      UNION SELECT company_cik FROM company_tickers WHERE symbol ILIKE ${pattern}))`,
  ];
  if (/^\d{1,10}$/.test(word)) {
    const cik = word.padStart(10, "0");
    either.push(Prisma.sql`t.company_cik = ${cik}`);
    either.push(
      Prisma.sql`t.accession_number = ANY(ARRAY(SELECT accession_number FROM filing_owners WHERE insider_cik = ${cik}))`,
    );
  }
  return Prisma.sql`(${Prisma.join(either, " OR ")})`;
}

export const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

function conditions(filter: InsiderTradeFilter, includeDerivative: boolean): Prisma.Sql[] {
  const where = inWindow(filter);
  if (!includeDerivative) where.push(Prisma.sql`NOT t.is_derivative`);
  if (filter.tickers) where.push(Prisma.sql`t.company_cik = ANY(${companiesBySymbol(filter.tickers)})`);
  if (filter.valueRanges) where.push(inRanges(Prisma.sql`t.value`, filter.valueRanges));
  if (filter.priceRanges) where.push(inRanges(Prisma.sql`t.price`, filter.priceRanges));
  if (filter.transactionCodes) where.push(oneOf(Prisma.sql`t.transaction_code`, filter.transactionCodes));
  for (const [column, values] of [
    [Prisma.sql`sector`, filter.sectors],
    [Prisma.sql`industry`, filter.industries],
  ] as const)
    if (values)
      where.push(Prisma.sql`t.company_cik = ANY(ARRAY(SELECT cik FROM companies WHERE ${oneOf(column, values)}))`);
  if (filter.insiderName != null)
    where.push(Prisma.sql`t.owner_names LIKE ${containing(words(filter.insiderName.toLowerCase()).join(" "))}`);
  for (const word of words(filter.q ?? "")) where.push(hasWord(word));
  return where;
}

/** Insider trades, newest filing first, ties by id. */
export const insiderTradeSelection = (filter: InsiderTradeFilter, includeDerivative: boolean): Selection => ({
  id: Prisma.sql`t.id`,
  from: Prisma.sql`insider_trades t`,
  where: conditions(filter, includeDerivative),
  orderBy: Prisma.sql`t.filed_on DESC, t.id DESC`,
});

/** One page of insider trades, newest filing first, ties by id, with the exact total. */
export async function listInsiderTrades(
  db: Db,
  filter: InsiderTradeFilter,
  includeDerivative: boolean,
  page: Page,
): Promise<Listed<InsiderTradeRow>> {
  const { total, ids } = await idPage<bigint>(db, insiderTradeSelection(filter, includeDerivative), page);
  return { total, nodes: await insiderTradesById(db, ids) };
}
