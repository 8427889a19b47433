// The coverage of each source: stored records, the last fetch, and what is known to be missing, because an empty
// response does not mean "no trades". Each listed document has its status and, if it is not stored, the reason.
import type { MissingKind } from "../../sources/source-record.ts";
import { documentSources, type RegisteredSource, sources } from "../../sources/sources.ts";
import { idPage, type Listed, type Page } from "../lists/page.ts";
import { countOf, quoted } from "../sql/source-tables.ts";
import { type Db, Prisma } from "../store.ts";
import { coveredBounds, type DayState, dayTables } from "./coverage-days.ts";
import { type SourceFreshness, sourceAges, unprovenFetches } from "./source-ages.ts";

// Counts of data that a source is known to lack, other than the quarantine: for each kind that its record names.

/** SQL: (source, reason, count, description) of all sources. */
function missingRows(): string {
  return sources.flatMap((source) => source.missing.map((kind) => rowsOf[kind](source))).join("\nUNION ALL ");
}

const rowsOf: Record<MissingKind, (source: RegisteredSource) => string> = {
  unreadable_reports: ({ name, newest: { table, where } }) => `
    SELECT ${quoted(name)}, 'unreadable', count(*), 'Reports on paper or as a scan, whose trades are not here'
    FROM ${table} WHERE status = 'unreadable' AND chamber = ${quoted(where?.chamber ?? "")} HAVING count(*) > 0`,
  reports_of_index: ({ name, documents }) => `
    SELECT ${quoted(name)}, 'not_read', count(*), 'Periodic transaction reports that the index names and no file was read for'
    FROM house_index h WHERE (upper(filing_type) = 'P' OR upper(disclosure_type) = 'PTR')
      AND NOT EXISTS (SELECT FROM disclosure_reports r WHERE r.id = ${quoted(documents?.key.prefix ?? "")} || h.doc_id)
    HAVING count(*) > 0`,
  industries: ({ name }) => `
    SELECT ${quoted(name)}, 'no_industry', count(*),
      'Companies that members'' trades name and whose industry is not known: their trades are not judged by committee'
    FROM companies c WHERE c.sic_code IS NULL AND c.industry IS NULL
      AND EXISTS (SELECT FROM politician_trades t WHERE t.company_cik = c.cik)
    HAVING count(*) > 0`,
  bars: ({ name }) => `
    SELECT ${quoted(name)}, reason, count(*), CASE reason
      WHEN 'no_series' THEN 'Companies and symbols with trades and without any bars: their returns are null'
      ELSE 'Companies and symbols with trades whose bars are not adjusted for splits: their returns are null' END
    FROM (${pricesMissing}) AS p WHERE reason IS NOT NULL GROUP BY reason`,
};

/** One row per company with trades, or per traded symbol of no company: why it has no usable bars, else null. */
const pricesMissing = `
  SELECT CASE WHEN bool_or(s.adjusted) THEN NULL WHEN count(s.id) > 0 THEN 'not_adjusted' ELSE 'no_series' END AS reason
  FROM (
    -- one index row per company is enough; its trades are not counted
    SELECT k.company_cik AS owner, k.symbol FROM company_tickers k
    WHERE (SELECT true FROM insider_trades t WHERE t.company_cik = k.company_cik AND NOT t.is_derivative LIMIT 1)
      OR k.company_cik IN (SELECT company_cik FROM politician_trades WHERE company_cik IS NOT NULL)
    UNION ALL SELECT ticker, ticker FROM (
      SELECT DISTINCT ticker FROM politician_trades WHERE company_cik IS NULL AND ticker IS NOT NULL) AS unknown
  ) AS traded LEFT JOIN price_series s USING (symbol) GROUP BY traded.owner`;

export interface CoverageGap {
  /** the quarantine's stable code, or `unreadable` and `not_read` for congressional reports, or a reason of prices */
  reason: string;
  count: number;
  description: string;
}

/** Counts of the documents that the publisher lists, over all days, by status. */
export interface ListingStatistics {
  listed: number;
  stored: number;
  /** ignored ones included */
  quarantined: number;
  ignored: number;
  notFetched: number;
  /** stored filings that no listing names */
  storedUnlisted: number;
  /** listed = stored + quarantined + not fetched on every day */
  reconciled: boolean;
  /** the newest day that lists documents, is final and has nothing left to fetch */
  newestCompleteDay: Date | null;
  /** days by state: those from the first one that a listing covers until today, and earlier ones with documents */
  days: { state: DayState; count: number }[];
  /** listings whose last fetch failed or left days unproven that no other listing proves */
  failedFetches: number;
}

export interface SourceCoverage extends SourceFreshness {
  /** number of insider trades, congressional trades, members, price series or companies */
  records: number;
  lastRunStatus: string | null;
  /** whole days since `lastFetchedAt`; null before the first fetch */
  ageDays: number | null;
  /** null for sources without listings, and before the first listing was fetched */
  listing: ListingStatistics | null;
  missing: CoverageGap[];
}

type SourceRow = Omit<SourceCoverage, "listing">;

/** One entry per source, in a fixed order; `today` is the calendar date in UTC, YYYY-MM-DD. */
export async function sourceCoverage(db: Db, today: string, source?: string | null): Promise<SourceCoverage[]> {
  const rows = await sourceRows(db, today, source ?? null);
  const listings = new Map((await listingStatistics(db, today, source ?? null)).map((row) => [row.source, row]));
  return rows.map((row) => {
    const { source: _, ...listing } = listings.get(row.source) ?? { source: null };
    return {
      ...row,
      listing: "listed" in listing ? (listing as ListingStatistics) : null,
    };
  });
}

async function sourceRows(db: Db, today: string, source: string | null): Promise<SourceRow[]> {
  return db.$queryRaw<SourceRow[]>`
    WITH counts (source, records) AS (${columns}),
    gaps (source, reason, count, description) AS (${gaps})
    SELECT c.source, c.records::int, a.newest AS "newestFiledOn", a.expected AS "expectedOn",
      a.behind_days AS "behindDays", a.fetched_at AS "lastFetchedAt", a.status AS "lastRunStatus", a.age_days AS "ageDays",
      a.behind,
      coalesce((SELECT json_agg(json_build_object('reason', g.reason, 'count', g.count, 'description', g.description)
        ORDER BY g.count DESC, g.reason) FROM gaps g WHERE g.source = c.source), '[]') AS missing
    FROM counts c JOIN (${sourceAges(today)}) AS a USING (source)
    WHERE c.source = coalesce(${source}::text, c.source)
    ORDER BY a.position`;
}

/** One row per source: (source, records). */
const columns = Prisma.raw(
  sources.map(({ name, records }) => `SELECT ${quoted(name)}, ${countOf(records)}`).join(" UNION ALL "),
);

const gaps = Prisma.raw(`
  SELECT source, reason, count(*), 'Refused files and records that wait in quarantine' FROM quarantine
  WHERE status = 'open' GROUP BY source, reason
  UNION ALL ${missingRows()}`);

const documentsHeld = Prisma.raw(
  documentSources.map(({ name, documents }) => `WHEN ${quoted(name)} THEN ${countOf(documents)}`).join(" "),
);

async function listingStatistics(
  db: Db,
  today: string,
  source: string | null,
): Promise<(ListingStatistics & { source: string })[]> {
  return await db.$queryRaw<(ListingStatistics & { source: string })[]>`
    WITH ${dayTables(coveredBounds(today, source))},
    first_fetches AS (
      SELECT source, coalesce(min(covers_from) FILTER (WHERE outcome = 'listed'), min(covers_from)) AS first
      FROM listing_fetches GROUP BY 1
    ),
    by_state AS (
      SELECT source, jsonb_agg(jsonb_build_object('state', state, 'count', count) ORDER BY state) AS days
      FROM (
        -- one company's filings, fetched on demand, do not make the days between them due
        SELECT source, state, count(*) FROM days LEFT JOIN first_fetches USING (source)
        WHERE state <> 'never_fetched' OR day >= first GROUP BY 1, 2
      ) AS counted GROUP BY 1
    )
    SELECT source, sum(listed)::int AS listed, sum(stored)::int AS stored, sum(quarantined)::int AS quarantined,
      sum(ignored)::int AS ignored, sum(not_fetched)::int AS "notFetched",
      CASE source ${documentsHeld} END::int
        - sum(stored)::int AS "storedUnlisted",
      bool_and(reconciled) AS reconciled, max(day) FILTER (WHERE state = 'complete') AS "newestCompleteDay",
      coalesce((SELECT days FROM by_state b WHERE b.source = days.source), '[]') AS days,
      (SELECT count(*)::int FROM (${Prisma.raw(unprovenFetches)}) AS u WHERE u.source = days.source) AS "failedFetches"
    FROM days GROUP BY source`;
}

export interface CoverageDocument {
  documentId: string;
  listedOn: Date;
  kind: string;
  url: string;
  /** `stored`, `quarantined` or `not_fetched` */
  state: string;
  /** why it is quarantined: the refusal's code */
  reason: string | null;
  message: string | null;
  quarantineId: number | null;
  ignored: boolean;
  ignoredBecause: string | null;
  /** number of failed fetches, error of the last one, and time of the next retry */
  attempts: number;
  lastError: string | null;
  retryAt: Date | null;
}

export interface CoverageDocumentFilter {
  source: string;
  /** calendar days, inclusive, YYYY-MM-DD */
  from: string;
  to: string;
  state?: string | null;
}

/** One page of documents, newest day first, ties by document id, with the exact total. */
export async function coverageDocuments(
  db: Db,
  { source, from, to, state }: CoverageDocumentFilter,
  page: Page,
): Promise<Listed<CoverageDocument>> {
  const where = [
    Prisma.sql`s.source = ${source}`,
    Prisma.sql`s.listed_on BETWEEN ${from}::date AND ${to}::date`,
    ...(state ? [Prisma.sql`s.state = ${state}`] : []),
  ];
  const { total, ids } = await idPage<string>(
    db,
    {
      id: Prisma.sql`s.document_id`,
      from: Prisma.sql`listed_document_states s`,
      where,
      orderBy: Prisma.sql`s.listed_on DESC, s.document_id`,
    },
    page,
  );
  const nodes = await db.$queryRaw<CoverageDocument[]>`
    SELECT document_id AS "documentId", listed_on AS "listedOn", kind, url, state, reason, message,
      quarantine_id AS "quarantineId", ignored, ignored_because AS "ignoredBecause", attempts, last_error AS "lastError",
      retry_at AS "retryAt"
    FROM listed_document_states WHERE source = ${source} AND document_id = ANY(${ids})
    ORDER BY listed_on DESC, document_id`;
  return { total, nodes };
}
