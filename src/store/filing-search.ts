// Filings by the names of companies and people, for the operator who knows no id.
import { sourceOfChamber, sourceOfInsiders } from "./sql/source-tables.ts";
import { type Db, Prisma } from "./store.ts";

export interface TraceCandidate {
  source: string;
  documentId: string;
  filedOn: Date | null;
  kind: string;
  name: string;
  /** `stored`, or `not stored` */
  state: string;
}

const maxCandidates = 50;
const ofInsiders = sourceOfInsiders();

/** Filings of companies and people whose name contains every word, and listed ones that are not stored; newest first. */
export async function filingsByName(db: Db, name: string): Promise<TraceCandidate[]> {
  const words = name.split(/\s+/).filter(Boolean).slice(0, 8);
  if (words.length === 0) return [];
  const every = (text: Prisma.Sql) =>
    Prisma.join(
      words.map((word) => Prisma.sql`${text} ILIKE ${`%${word.replace(/[\\%_]/g, "\\$&")}%`}`),
      " AND ",
    );
  return await db.$queryRaw<TraceCandidate[]>`
    WITH found AS (
      (SELECT ${ofInsiders}::text AS source, f.accession_number AS "documentId", f.filed_on AS "filedOn", f.form_type AS kind,
        f.issuer_name_as_filed || coalesce(', ' || (SELECT o.name_as_filed FROM filing_owners o
          WHERE o.accession_number = f.accession_number AND o.ordinal = 0), '') AS name, 'stored' AS state
       FROM filings f
       WHERE f.company_cik IN (SELECT cik FROM companies WHERE ${every(Prisma.sql`concat_ws(' ', name, ticker)`)})
         OR f.accession_number IN (SELECT o.accession_number FROM filing_owners o
           WHERE o.insider_cik IN (SELECT cik FROM insiders WHERE ${every(Prisma.sql`name`)}))
       ORDER BY f.filed_on DESC, f.accession_number LIMIT ${maxCandidates})
      UNION ALL
      (SELECT ${Prisma.raw(sourceOfChamber("r.chamber"))}, r.doc_id, r.filed_on, coalesce(r.title, 'report'), coalesce(p.name, r.filer_as_filed),
        CASE r.status WHEN 'parsed' THEN 'stored' ELSE 'not stored' END
       FROM disclosure_reports r LEFT JOIN politicians p USING (bioguide_id)
       WHERE ${every(Prisma.sql`concat_ws(' ', p.name, r.filer_as_filed)`)}
       ORDER BY r.filed_on DESC NULLS LAST, r.doc_id LIMIT ${maxCandidates})
      UNION ALL
      (SELECT d.source, d.document_id, d.listed_on, d.kind,
        concat_ws(' ', d.detail->>'name', d.detail->>'first', d.detail->>'firstName', d.detail->>'last', d.detail->>'lastName'),
        'not stored'
       FROM listed_documents d
       WHERE NOT d.stored AND ${every(Prisma.sql`d.detail::text`)}
       ORDER BY d.listed_on DESC, d.document_id LIMIT ${maxCandidates})
    )
    SELECT DISTINCT ON ("filedOn", source, "documentId") * FROM found
    ORDER BY "filedOn" DESC NULLS LAST, source, "documentId", state DESC LIMIT ${maxCandidates}`;
}
