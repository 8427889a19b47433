// Brings reports themselves (not their rows) into disclosure_reports.
import type pg from "pg";
import { markStored } from "../../store/listings.ts";
import type { FilerMatch } from "./match.ts";
import { type ReportEntry, reportId } from "./record.ts";

/** Inserts or renews reports. One without a sure member is noted as quarantined, but never takes the place of a parsed one. */
export async function saveReports(
  client: pg.PoolClient,
  matched: { entry: ReportEntry; match: FilerMatch }[],
): Promise<void> {
  const rows = matched.map(({ entry: { report, sha256 }, match }) => {
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
    };
  });
  await client.query(
    `INSERT INTO disclosure_reports AS d (id, chamber, doc_id, title, filer_as_filed, bioguide_id, filed_on, is_amendment,
       amendment_number, status, stated_transactions, source_url, source_file_sha256)
     SELECT id, chamber, doc_id, title, filer_as_filed, bioguide_id, filed_on, is_amendment,
       amendment_number, status, stated_transactions, source_url, source_file_sha256
     FROM jsonb_to_recordset($1::jsonb) AS r(id text, chamber text, doc_id text, title text, filer_as_filed text,
       bioguide_id text, filed_on date, is_amendment boolean, amendment_number int, status text, stated_transactions int,
       source_url text, source_file_sha256 text)
     ON CONFLICT (id) DO UPDATE SET title = excluded.title, filer_as_filed = excluded.filer_as_filed,
       bioguide_id = excluded.bioguide_id, filed_on = excluded.filed_on, is_amendment = excluded.is_amendment,
       amendment_number = excluded.amendment_number, status = excluded.status,
       stated_transactions = excluded.stated_transactions, source_url = excluded.source_url,
       source_file_sha256 = excluded.source_file_sha256
     WHERE d.status <> 'parsed' OR excluded.status = 'parsed'`,
    [JSON.stringify(rows)],
  );
  for (const source of ["house", "senate"])
    await markStored(
      client,
      source,
      rows.filter(({ chamber }) => chamber.toLowerCase() === source).map((row) => row.doc_id),
    );
}
