// Brings reports themselves (not their rows) into disclosure_reports.
import type pg from "pg";
import { markStored } from "../../store/listings.ts";
import { chambers, sourceOfChamber } from "./chambers.ts";
import type { FilerMatch } from "./match.ts";
import { type ReportEntry, reportId } from "./record.ts";

/** The row of disclosure_reports in the names of its columns, without what other reports and the store itself add. */
export function reportColumns({ report, sha256 }: ReportEntry, match: FilerMatch) {
  const bioguide_id = "bioguideId" in match ? match.bioguideId : null;
  return {
    id: reportId(report),
    chamber: report.chamber,
    doc_id: report.docId,
    title: report.title,
    filer_as_filed: report.filer.asFiled,
    bioguide_id,
    filed_on: report.filedOn,
    is_amendment: report.amendmentNumber !== null,
    amendment_number: report.amendmentNumber,
    status: "status" in report ? report.status : bioguide_id ? "parsed" : "quarantined",
    stated_transactions: report.statedTransactions,
    source_url: report.sourceUrl,
    source_file_sha256: sha256,
    parser_version: sourceOfChamber[report.chamber].documents.parserVersion,
  };
}

/** Inserts or renews reports. One without a sure member is noted as quarantined, but never takes the place of a parsed one. */
export async function saveReports(
  client: pg.PoolClient,
  matched: { entry: ReportEntry; match: FilerMatch }[],
): Promise<void> {
  const rows = matched.map(({ entry, match }) => reportColumns(entry, match));
  await client.query(
    `INSERT INTO disclosure_reports AS d (id, chamber, doc_id, title, filer_as_filed, bioguide_id, filed_on, is_amendment,
       amendment_number, status, stated_transactions, source_url, source_file_sha256, parser_version)
     SELECT id, chamber, doc_id, title, filer_as_filed, bioguide_id, filed_on, is_amendment,
       amendment_number, status, stated_transactions, source_url, source_file_sha256, parser_version
     FROM jsonb_to_recordset($1::jsonb) AS r(id text, chamber text, doc_id text, title text, filer_as_filed text,
       bioguide_id text, filed_on date, is_amendment boolean, amendment_number int, status text, stated_transactions int,
       source_url text, source_file_sha256 text, parser_version int)
     ON CONFLICT (id) DO UPDATE SET title = excluded.title, filer_as_filed = excluded.filer_as_filed,
       bioguide_id = excluded.bioguide_id, filed_on = excluded.filed_on, is_amendment = excluded.is_amendment,
       amendment_number = excluded.amendment_number, status = excluded.status,
       stated_transactions = excluded.stated_transactions, source_url = excluded.source_url,
       source_file_sha256 = excluded.source_file_sha256, parser_version = excluded.parser_version
     WHERE d.status <> 'parsed' OR excluded.status = 'parsed'`,
    [JSON.stringify(rows)],
  );
  // a page that does not carry its uuid is named after its filer: one that is read otherwise now has had another name
  await client.query(
    `DELETE FROM disclosure_reports d USING jsonb_to_recordset($1::jsonb) AS r(id text, status text, source_file_sha256 text)
     WHERE d.doc_id LIKE 'print-%' AND d.status = 'quarantined' AND r.status = 'parsed' AND d.id <> r.id
       AND d.source_file_sha256 = r.source_file_sha256`,
    [JSON.stringify(rows)],
  );
  for (const chamber of chambers)
    await markStored(
      client,
      sourceOfChamber[chamber].name,
      rows.filter((row) => row.chamber === chamber).map((row) => row.doc_id),
    );
}
