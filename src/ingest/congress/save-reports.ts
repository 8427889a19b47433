// Writes reports (not their rows) to disclosure_reports.
import type pg from "pg";
import { markStored } from "../../store/listings.ts";
import type { StoredRow } from "../../store/stored-models.ts";
import { loadNew, recordColumns } from "../column-types.ts";
import { house } from "../house/index.ts";
import type { Chamber } from "../legislators/member.ts";
import { senate } from "../senate/index.ts";
import type { FilerMatch } from "./match.ts";
import { type ReportEntry, reportId } from "./record.ts";

// The source of each chamber's reports.
const chambers: readonly Chamber[] = ["House", "Senate"];

const sourceOfChamber = { House: house, Senate: senate } as const;

/** The fields that depend on other reports, or are set by the database. */
const notOfReport = { amendsReportId: true, ingestedAt: true } as const;

/** The values of a row of disclosure_reports by column name. */
export function reportColumns(
  { report, sha256 }: ReportEntry,
  match: FilerMatch,
): StoredRow<"DisclosureReport", keyof typeof notOfReport> {
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

const columns = recordColumns("DisclosureReport", notOfReport);
/** all but what the id is made of */
const changing = columns.names.filter((column) => !["id", "chamber", "doc_id"].includes(column));

/**
 * Inserts or updates reports. A report without a certain member is stored as quarantined, but never replaces a parsed
 * one.
 */
export async function saveReports(
  client: pg.PoolClient,
  matched: { entry: ReportEntry; match: FilerMatch }[],
): Promise<void> {
  const rows = matched.map(({ entry, match }) => reportColumns(entry, match));
  await client.query(
    `${columns.insert} ON CONFLICT (id) DO UPDATE SET ${loadNew(changing)}
     WHERE disclosure_reports.status <> 'parsed' OR excluded.status = 'parsed'`,
    [JSON.stringify(rows)],
  );
  // the key of a page without its uuid contains its filer: if the filer is read differently now, the old key is deleted
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
