// Amendments that need an operator's eye: rows of which no rule tells whether they restate an earlier row, rows that an
// amendment left out, and amendments whose filing is not stored. The index insider_trades_unsettled contains only rows of
// the first two kinds.
import type { Listed, Page } from "../lists/page.ts";
import { type Db, Prisma } from "../store.ts";

/** Ids of an undecided row of an amended form and of the rows that it may restate. */
export interface UndecidedTrade {
  id: bigint;
  candidates: bigint[];
}

export interface AmendmentDecision {
  id: bigint;
  /** null: it adds a trade */
  restatesAccession: string | null;
  decidedBy: string;
  decidedAt: Date;
}

export interface WaitingAmendment {
  accessionNumber: string;
  formType: string;
  filedOn: Date;
  companyName: string;
  /** the first listed owner */
  insiderName: string;
  /** `accession_number`, `original_date` or `trade_date` */
  namedBy: string;
  named: string[];
  originalSubmittedOn: Date | null;
  trades: number;
}

// written as in the index
const isUnsettled = Prisma.sql`t.superseded_by_id IS NULL AND (t.amendment_status = 'undecided' OR t.not_restated)`;
const isUndecided = Prisma.sql`${isUnsettled} AND t.amendment_status = 'undecided'`;

const pageOf = ({ page, pageSize }: Page) =>
  Prisma.sql`LIMIT ${pageSize} OFFSET ${(BigInt(page) - 1n) * BigInt(pageSize)}`;
const newestFirst = Prisma.sql`ORDER BY t.filed_on DESC, t.id DESC`;

async function count(db: Db, from: Prisma.Sql): Promise<number> {
  const [counted] = await db.$queryRaw<{ total: number }[]>`SELECT count(*)::int AS total FROM ${from}`;
  return counted?.total ?? 0;
}

/** Undecided rows of linked amendments, newest filing first. Candidates are undecided rows of the same owner and table. */
export async function undecidedTrades(db: Db, page: Page): Promise<Listed<UndecidedTrade>> {
  const from = Prisma.sql`insider_trades t WHERE ${isUndecided} AND t.is_amendment`;
  const nodes = await db.$queryRaw<UndecidedTrade[]>`
    WITH page AS (SELECT t.* FROM ${from} ${newestFirst} ${pageOf(page)})
    SELECT a.id, ARRAY(
      SELECT t.id FROM insider_trades t
      WHERE ${isUndecided} AND t.company_cik = a.company_cik AND t.is_derivative = a.is_derivative
        AND t.accession_number <> a.accession_number AND (t.filed_on, t.is_amendment) <= (a.filed_on, true)
        AND EXISTS (SELECT FROM filing_owners o JOIN filing_owners p USING (insider_cik)
          WHERE o.accession_number = a.accession_number AND p.accession_number = t.accession_number)
      ORDER BY t.filed_on, t.id
    ) AS candidates
    FROM page a ORDER BY a.filed_on DESC, a.id DESC`;
  return { total: await count(db, from), nodes };
}

/** Ids of rows that an amendment left out, newest filing first. */
export async function notRestatedTrades(db: Db, page: Page): Promise<Listed<bigint>> {
  const from = Prisma.sql`insider_trades t WHERE ${isUnsettled} AND t.not_restated`;
  const rows = await db.$queryRaw<{ id: bigint }[]>`SELECT t.id FROM ${from} ${newestFirst} ${pageOf(page)}`;
  return { total: await count(db, from), nodes: rows.map(({ id }) => id) };
}

/** Decisions of operators, newest first; those about rows that are not stored are omitted. */
export async function amendmentDecisions(db: Db, page: Page): Promise<Listed<AmendmentDecision>> {
  const from = Prisma.sql`amendment_decisions d JOIN insider_trades t USING (accession_number, is_derivative, row_index)`;
  const nodes = await db.$queryRaw<AmendmentDecision[]>`
    SELECT t.id, d.restates_accession AS "restatesAccession", d.decided_by AS "decidedBy", d.decided_at AS "decidedAt"
    FROM ${from} ORDER BY d.decided_at DESC, t.id DESC ${pageOf(page)}`;
  return { total: await count(db, from), nodes };
}

/** Amended forms with trades whose filing is not stored, newest first. */
export async function waitingAmendments(db: Db, page: Page): Promise<Listed<WaitingAmendment>> {
  const from = Prisma.sql`amendment_links l JOIN filings f USING (accession_number)
    WHERE l.amends = '{}' AND EXISTS (SELECT FROM insider_trades t WHERE t.accession_number = l.accession_number)`;
  const nodes = await db.$queryRaw<WaitingAmendment[]>`
    WITH page AS (SELECT l.*, f.form_type, f.filed_on, f.original_submitted_on FROM ${from}
      ORDER BY f.filed_on DESC, f.accession_number DESC ${pageOf(page)})
    SELECT p.accession_number AS "accessionNumber", p.form_type AS "formType", p.filed_on AS "filedOn", c.name AS "companyName",
      (SELECT o.name_as_filed FROM filing_owners o WHERE o.accession_number = p.accession_number AND o.ordinal = 0) AS "insiderName",
      p.named_by AS "namedBy", p.named, p.original_submitted_on AS "originalSubmittedOn",
      (SELECT count(*)::int FROM insider_trades t WHERE t.accession_number = p.accession_number) AS trades
    FROM page p JOIN companies c ON c.cik = p.company_cik ORDER BY p.filed_on DESC, p.accession_number DESC`;
  return { total: await count(db, from), nodes };
}
