// The set-based statements that write reports and their rows to the store.
import type pg from "pg";
import { markStored } from "../../store/listings.ts";
import { toHistory } from "../../store/lists/row-history.ts";
import { recordColumns, upsert } from "../../store/sql/columns.ts";
import { documentKey, rowId } from "../../store/sql/row-id.ts";
import type { StoredRow } from "../../store/stored-models.ts";
import { house } from "../house/index.ts";
import type { Chamber } from "../legislators/member.ts";
import { senate } from "../senate/index.ts";
import type { FilerMatch } from "./identity.ts";
import { type ReportEntry, reportId } from "./record.ts";
import { derivedOfTrade, type TradeRow } from "./trade-row.ts";

const columns = recordColumns("PoliticianTrade", derivedOfTrade);
/** all but what the row is known by */
const names = columns.names.filter((name) => !["id", "report_id", "row_index"].includes(name));
const fromRows = `jsonb_to_recordset($1::jsonb) AS r(${columns.definition})`;

export interface ExistingRow {
  contentHash: string;
  bioguideId: string;
  filedOn: string;
  account: string | null;
  notified_on: string | null;
  cap_gains_over_200: boolean | null;
}

/** columns that earlier releases did not read; the digest of a row does not include them */
export const laterFacts = ["account", "notified_on", "cap_gains_over_200"] as const;

/** Stored rows of the reports, by `report|index`. */
export async function readExisting(client: pg.PoolClient, reportIds: string[]): Promise<Map<string, ExistingRow>> {
  const { rows } = await client.query<ExistingRow & { key: string }>(
    `SELECT report_id || '|' || row_index AS key, content_hash AS "contentHash", bioguide_id AS "bioguideId",
       filed_on AS "filedOn", ${laterFacts.join(", ")} FROM politician_trades WHERE report_id = ANY($1)`,
    [reportIds],
  );
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

/** Rows whose id is already used by another document (one in millions) get a new id with a salt. */
export async function saltIds(client: pg.PoolClient, rows: TradeRow[]): Promise<TradeRow[]> {
  let result = rows;
  for (let salt = 1; ; salt++) {
    const { rows: existing } = await client.query<{ id: string }>(
      "SELECT id FROM politician_trades WHERE id = ANY($1)",
      [result.map((row) => row.id)],
    );
    const seen = new Set(existing.map(({ id }) => id));
    if (seen.size === 0) return result;
    result = result.map((row) =>
      seen.has(row.id) ? { ...row, id: `${rowId(documentKey.congress(row.report_id), row.row_index, salt)}` } : row,
    );
  }
}

export async function insertRows(client: pg.PoolClient, rows: TradeRow[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query(columns.insert, [JSON.stringify(rows)]);
}

/**
 * Updates rows that the publisher or the matching corrected. The earlier version is written to the history; the id does
 * not change.
 */
export async function changeRows(client: pg.PoolClient, rows: TradeRow[]): Promise<void> {
  if (rows.length === 0) return;
  const parameter = [JSON.stringify(rows)];
  await client.query(
    toHistory("politician_trade", "'reingested'", `politician_trades t JOIN ${fromRows} USING (report_id, row_index)`),
    parameter,
  );
  await client.query(
    `UPDATE politician_trades t SET ${names.map((name) => `${name} = r.${name}`).join(", ")}, last_modified = statement_timestamp()
     FROM ${fromRows} WHERE t.report_id = r.report_id AND t.row_index = r.row_index`,
    parameter,
  );
}

/**
 * Fills columns that stored rows were read without. The filer corrected nothing, so nothing is written to the history.
 * Returns the members concerned.
 */
export async function fillRows(client: pg.PoolClient, rows: TradeRow[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const { rows: filled } = await client.query<{ bioguide_id: string }>(
    `UPDATE politician_trades t SET ${laterFacts.map((name) => `${name} = coalesce(t.${name}, r.${name})`).join(", ")},
       last_modified = statement_timestamp()
     FROM ${fromRows} WHERE t.report_id = r.report_id AND t.row_index = r.row_index
       AND (${laterFacts.map((name) => `t.${name} IS NULL AND r.${name} IS NOT NULL`).join(" OR ")})
     RETURNING t.bioguide_id`,
    [JSON.stringify(rows)],
  );
  return [...new Set(filled.map(({ bioguide_id }) => bioguide_id))];
}

/**
 * Deletes rows after the end of a report that has become shorter; the history retains them. Returns the members
 * concerned.
 */
export async function removeRows(
  client: pg.PoolClient,
  lengths: { report_id: string; length: number }[],
): Promise<string[]> {
  const { rows: gone } = await client.query<{ id: string; bioguide_id: string }>(
    `SELECT t.id, t.bioguide_id FROM politician_trades t
     JOIN jsonb_to_recordset($1::jsonb) AS r(report_id text, length int) USING (report_id) WHERE t.row_index >= r.length`,
    [JSON.stringify(lengths)],
  );
  if (gone.length === 0) return [];
  const parameter = [gone.map(({ id }) => id)];
  const { rows: freed } = await client.query<{ bioguide_id: string }>(clearSuperseded, parameter);
  await client.query(
    toHistory("politician_trade", "'withdrawn'", "politician_trades t WHERE t.id = ANY($1::bigint[])"),
    parameter,
  );
  await client.query("DELETE FROM politician_trades WHERE id = ANY($1::bigint[])", parameter);
  return [...new Set([...gone, ...freed].map(({ bioguide_id }) => bioguide_id))];
}

/** by a removed row, and not removed itself */
const isSuperseded = "t.superseded_by_id = ANY($1::bigint[]) AND t.id <> ALL($1::bigint[])";

// the foreign key would clear superseded_by_id silently: a client that synchronises by last_modified must receive the
// change
const clearSuperseded = `
  WITH history AS (${toHistory("politician_trade", "'relinked'", `politician_trades t WHERE ${isSuperseded}`)})
  UPDATE politician_trades t SET superseded_by_id = NULL, last_modified = statement_timestamp() WHERE ${isSuperseded}
  RETURNING t.bioguide_id`;

/** Updates party, chamber, state and district from newer rosters. Returns the members concerned. */
export async function refreshOffices(client: pg.PoolClient, rows: TradeRow[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const { rows: changed } = await client.query<{ bioguide_id: string }>(
    `UPDATE politician_trades t SET party = r.party, chamber = r.chamber, state = r.state, district = r.district,
       last_modified = statement_timestamp()
     FROM ${fromRows} WHERE t.report_id = r.report_id AND t.row_index = r.row_index
       AND (t.party, t.chamber, t.state, t.district) IS DISTINCT FROM (r.party, r.chamber, r.state, r.district)
     RETURNING t.bioguide_id`,
    [JSON.stringify(rows)],
  );
  return [...new Set(changed.map(({ bioguide_id }) => bioguide_id))];
}

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

const reportFields = recordColumns("DisclosureReport", notOfReport);
const upsertReports = upsert(reportFields, ["id"], {
  where: "disclosure_reports.status <> 'parsed' OR excluded.status = 'parsed'",
});

/**
 * Inserts or updates reports. A report without a certain member is stored as quarantined, but never replaces a parsed
 * one.
 */
export async function saveReports(
  client: pg.PoolClient,
  matched: { entry: ReportEntry; match: FilerMatch }[],
): Promise<void> {
  const rows = matched.map(({ entry, match }) => reportColumns(entry, match));
  await client.query(upsertReports, [JSON.stringify(rows)]);
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
