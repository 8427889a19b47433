// The listed documents of a source, each with its status and, if it is not stored, the reason.
import { idPage, type Listed, type Page } from "../lists/page.ts";
import type { Db } from "../store.ts";
import { Prisma } from "../store.ts";

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
