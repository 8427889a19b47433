// Who filed a report, and which stored report it is.
//
// A member who has left office still files reports about trades made in office, so the trade dates are tried if the
// filing date matches no member.
//
// The same Senate report exists as a page that contains its uuid and as a print page that does not. Both are one report
// if title, member (else the filer as printed), filing date and every row agree. It then retains the row ids that it
// was first given, and its key is the uuid.
import type pg from "pg";
import { documentKey, rowsInBlock } from "../../store/sql/row-id.ts";
import type { Matched, MemberDirectory, Unmatched } from "../legislators/member-directory.ts";
import { type Columns, isIdOf, type StoredDocument } from "../provenance.ts";
import { lacksId, type PtrReport, type ReportEntry, reportId, type UnreadableReport } from "./record.ts";
import { contentHash } from "./trade-row.ts";

interface Known {
  id: string;
  doc_id: string;
  source_url: string;
  key: string;
}

/** The entries with the identity under which they are stored (or will be stored), in the same order. */
export async function settleIdentities(
  client: pg.PoolClient,
  entries: ReportEntry[],
  directory: MemberDirectory,
): Promise<ReportEntry[]> {
  const keys = new Map(entries.map((entry) => [entry, contentKey(entry, directory)]));
  const titles = entries.filter((entry) => keys.get(entry)).map(({ report }) => report.title);
  if (titles.length === 0) return entries;
  const { rows } = await client.query<Known>(
    `SELECT d.id, d.doc_id, d.source_url, concat_ws('|', d.title, coalesce(d.bioguide_id, d.filer_as_filed), d.filed_on,
       (SELECT string_agg(t.content_hash, ',' ORDER BY t.row_index) FROM politician_trades t WHERE t.report_id = d.id)) AS key
     FROM disclosure_reports d WHERE d.chamber = 'Senate' AND d.status = 'parsed' AND d.title = ANY($1)`,
    [titles],
  );
  const result: ReportEntry[] = [];
  const used = new Set<string>();
  for (const entry of entries) {
    const settled = await settle(client, entry, rows, keys.get(entry) ?? null);
    // two reports that differ only in the minute of filing remain two reports
    const own = used.has(reportId(settled.report)) ? entry : settled;
    used.add(reportId(own.report));
    result.push(own);
  }
  return result;
}

async function settle(
  client: pg.PoolClient,
  entry: ReportEntry,
  known: Known[],
  key: string | null,
): Promise<ReportEntry> {
  const { report } = entry;
  if (!key || known.some(({ id }) => id === reportId(report))) return entry;
  const hasNoUuid = lacksId(report.docId);
  const twin = known.find((other) => other.key === key && lacksId(other.doc_id) !== hasNoUuid);
  if (!twin) return entry;
  if (hasNoUuid) return { ...entry, report: { ...report, docId: twin.doc_id, sourceUrl: twin.source_url } };
  await client.query("UPDATE disclosure_reports SET id = $2, doc_id = $3, source_url = $4 WHERE id = $1", [
    twin.id,
    reportId(report),
    report.docId,
    report.sourceUrl,
  ]);
  return entry;
}

/**
 * Uses the member where possible: the Senate prints one filer in several ways, e.g. `Former Senator` once the term is
 * over.
 */
function contentKey({ report }: ReportEntry, directory: MemberDirectory): string | null {
  if (report.chamber !== "Senate" || !("transactions" in report)) return null;
  const rows = report.transactions.map(contentHash).join(",");
  const match = matchFiler(directory, report);
  const filer = "bioguideId" in match ? match.bioguideId : report.filer.asFiled;
  return [report.title, filer, report.filedOn, rows].filter((part) => part !== null).join("|");
}

/**
 * Decides whether a stored id can be that of a row of the report. A report of the Senate may have come as a print page
 * first, under a key that its page with the uuid does not give. Such ids still say the position of the row, and rows of
 * one block share the rest.
 */
export function isStoredId({ id: reportKey, columns, rows }: Pick<StoredDocument, "id" | "columns" | "rows">) {
  const key = documentKey.congress(reportKey);
  const mayHaveBeenPrinted = columns.chamber === "Senate" && !lacksId(String(columns.doc_id));
  const blockOf = (row: Columns) => Math.floor(Number(row.row_index) / rowsInBlock);
  const partOf = (id: string) => BigInt(id) / BigInt(rowsInBlock);
  return (id: string, row: Columns): boolean => {
    const index = Number(row.row_index);
    if (isIdOf(id, key, index)) return true;
    if (!mayHaveBeenPrinted || Number(BigInt(id) % BigInt(rowsInBlock)) !== index % rowsInBlock) return false;
    return rows.every((other) => blockOf(other) !== blockOf(row) || partOf(other.id) === partOf(id));
  };
}

/** `how`: what the match is based on, and the date for which it holds */
export type FilerMatch = { bioguideId: string; how: string } | { message: string; candidates: string[] };

/** Finds the member who filed a report, or gives the reason why none matches with certainty. */
export function matchFiler(directory: MemberDirectory, report: PtrReport | UnreadableReport): FilerMatch {
  const { filer, chamber } = report;
  if (filer.bioguideId) return { bioguideId: filer.bioguideId, how: "the record names the member" };
  if (!filer.asFiled) return { message: "The report does not say who filed it", candidates: [] };
  const tradeDates = "transactions" in report ? report.transactions.map(({ tradedOn }) => tradedOn).toSorted() : [];
  const dates = [report.filedOn, report.originalFiledOn, tradeDates.at(-1), tradeDates[0]].filter(
    (date): date is string => typeof date === "string",
  );
  const { asFiled, bioguideId: _none, ...names } = filer;
  let refusal: Unmatched | undefined;
  for (const on of dates) {
    const found: Matched | Unmatched = directory.match({ filerAsFiled: asFiled, ...names, chamber, on });
    if ("bioguideId" in found) return { bioguideId: found.bioguideId, how: `${found.how} (${on})` };
    refusal ??= found;
    // several members match: another date must not decide between them
    if (found.candidates.length > 1) break;
  }
  return {
    message: `${asFiled}: ${refusal?.unmatched ?? "the report carries no date to look a member up by"}`,
    candidates: refusal?.candidates ?? [],
  };
}
