// The status of one filing in each of the five stages between its publisher and the API.

import { documentSourceOf, type FilingRef } from "../sources/sources.ts";
import { type Db, Prisma } from "./store.ts";

type Document = Exclude<FilingRef, { name: string }>;

type StageName = "listed" | "fetched" | "parsed" | "loaded" | "derived";

export interface TraceStage {
  name: StageName;
  /**
   * `broken`: the filing stopped here; `waiting`: this stage comes next; `unknown`: nothing is known about this stage
   */
  state: "done" | "broken" | "waiting" | "unknown";
  /** time of the stage, where known */
  at: Date | null;
  words: string;
}

export interface TraceFacts {
  listed: {
    on: Date;
    kind: string;
    url: string;
    attempts: number;
    lastError: string | null;
    retryAt: Date | null;
  } | null;
  /** the stored document: a form, or a report with its status */
  held: {
    kind: string;
    filedOn: Date | null;
    url: string;
    status: string;
    ingestedAt: Date;
    sha256: string | null;
    /** when its raw file was first fetched */
    fetchedAt: Date | null;
    fromCopyOf: number | null;
    /** companies and members of the document that wait for a derivation */
    waiting: number;
  } | null;
  refusals: TraceRefusal[];
  rows: TraceRow[];
  rowCount: number;
  relatives: { relation: string; documentId: string; filedOn: Date | null }[];
}

export interface TraceRefusal {
  id: number;
  reason: string;
  message: string;
  status: string;
  recordRef: string;
  createdAt: Date;
}

/** A trade of the filing. */
export interface TraceRow {
  id: bigint;
  /** `insiderTrade` or `politicianTrade` */
  kind: string;
  who: string;
  what: string;
  tradeType: string;
  tradedOn: Date | null;
  isSuperseded: boolean;
}

const maxRows = 50;

/** All facts about one document, in a fixed number of statements. */
export async function filingFacts(db: Db, document: Document): Promise<TraceFacts> {
  const [listed = null] = await listedRows(db, document);
  const { held: heldRows, rows: tradeRows, related } = tables[documentSourceOf(document.source).documents.trades];
  const [held = null] = await heldRows(db, document);
  const refusals = await refusalRows(db, document);
  const rows = await tradeRows(db, document);
  const relatives = await related(db, document);
  const rowCount = rows[0]?.total ?? 0;
  return { listed, held, refusals, rows: rows.map(({ total: _, ...row }) => row), rowCount, relatives };
}

type Counted = TraceRow & { total: number };

const listedRows = (db: Db, { source, documentId }: Document) => db.$queryRaw<NonNullable<TraceFacts["listed"]>[]>`
  SELECT listed_on AS on, kind, url, attempts, last_error AS "lastError", retry_at AS "retryAt"
  FROM listed_documents WHERE source = ${source} AND document_id = ${documentId}`;

type Held = NonNullable<TraceFacts["held"]>;

const heldForms = (db: Db, { documentId }: Document) => db.$queryRaw<Held[]>`
  SELECT f.form_type AS kind, f.filed_on AS "filedOn", f.source_url AS url, 'parsed' AS status, f.ingested_at AS "ingestedAt",
    f.source_file_sha256 AS sha256, s.first_seen_at AS "fetchedAt", ${copyOf(Prisma.sql`f.source_file_sha256`)} AS "fromCopyOf",
    (SELECT count(*)::int FROM pending_derivations p WHERE p.kind = 'company' AND p.key = f.company_cik) AS waiting
  FROM filings f LEFT JOIN source_files s ON s.sha256 = f.source_file_sha256 WHERE f.accession_number = ${documentId}`;

const heldReports = (db: Db, { source, documentId }: Document) => db.$queryRaw<Held[]>`
  SELECT coalesce(r.title, CASE WHEN r.is_amendment THEN 'amendment' ELSE 'report' END) AS kind, r.filed_on AS "filedOn",
    r.source_url AS url, r.status, r.ingested_at AS "ingestedAt", r.source_file_sha256 AS sha256,
    s.first_seen_at AS "fetchedAt", ${copyOf(Prisma.sql`r.source_file_sha256`)} AS "fromCopyOf",
    (SELECT count(*)::int FROM pending_derivations p WHERE p.kind = 'politician' AND p.key = r.bioguide_id) AS waiting
  FROM disclosure_reports r LEFT JOIN source_files s ON s.sha256 = r.source_file_sha256
  WHERE r.id = ${`${source}:${documentId}`}`;

const copyOf = (sha256: Prisma.Sql) =>
  Prisma.sql`(SELECT c.quarantine_id FROM quarantine_copies c WHERE c.sha256 = ${sha256} ORDER BY c.id DESC LIMIT 1)`;

/** Refusals of the whole document or of its rows. */
const refusalRows = (db: Db, { source, documentId }: Document) => db.$queryRaw<TraceRefusal[]>`
  SELECT id, reason, message, status, record_ref AS "recordRef", created_at AS "createdAt" FROM quarantine
  WHERE source = ${source} AND (document_id = ${documentId} OR record_ref = ${documentId}
    OR record_ref = ${`${source}:${documentId}`} OR record_ref LIKE ${`${documentId} %`})
  ORDER BY status = 'resolved', id DESC LIMIT 20`;

const insiderRows = (db: Db, { documentId }: Document) => db.$queryRaw<Counted[]>`
  SELECT t.id, 'insiderTrade' AS kind, i.name AS who, c.name AS what, t.transaction_code AS "tradeType",
    t.traded_on AS "tradedOn", t.superseded_by_id IS NOT NULL AS "isSuperseded", count(*) OVER ()::int AS total
  FROM insider_trades t JOIN insiders i ON i.cik = t.insider_cik JOIN companies c ON c.cik = t.company_cik
  WHERE t.accession_number = ${documentId} ORDER BY t.is_derivative, t.row_index LIMIT ${maxRows}`;

const politicianRows = (db: Db, { source, documentId }: Document) => db.$queryRaw<Counted[]>`
  SELECT t.id, 'politicianTrade' AS kind, p.name AS who, t.asset_name AS what, t.trade_type AS "tradeType",
    t.traded_on AS "tradedOn", t.superseded_by_id IS NOT NULL AS "isSuperseded", count(*) OVER ()::int AS total
  FROM politician_trades t JOIN politicians p USING (bioguide_id)
  WHERE t.report_id = ${`${source}:${documentId}`} ORDER BY t.row_index LIMIT ${maxRows}`;

type Relative = TraceFacts["relatives"][number];

const relatedForms = (db: Db, { documentId }: Document) => db.$queryRaw<Relative[]>`
  SELECT DISTINCT 'superseded by' AS relation, n.accession_number AS "documentId", n.filed_on AS "filedOn"
  FROM insider_trades t JOIN insider_trades n ON n.id = t.superseded_by_id
  WHERE t.accession_number = ${documentId} AND n.accession_number <> ${documentId}
  UNION SELECT DISTINCT 'supersedes', o.accession_number, o.filed_on
  FROM insider_trades t JOIN insider_trades o ON o.superseded_by_id = t.id
  WHERE t.accession_number = ${documentId} AND o.accession_number <> ${documentId}
  ORDER BY 1 DESC, 2`;

const relatedReports = (db: Db, { source, documentId }: Document) => db.$queryRaw<Relative[]>`
  WITH mine AS (SELECT id, amends_report_id FROM disclosure_reports WHERE id = ${`${source}:${documentId}`})
  SELECT 'amends' AS relation, o.doc_id AS "documentId", o.filed_on AS "filedOn"
  FROM mine JOIN disclosure_reports o ON o.id = mine.amends_report_id
  UNION SELECT 'amended by', n.doc_id, n.filed_on FROM mine JOIN disclosure_reports n ON n.amends_report_id = mine.id
  UNION SELECT 'superseded by', n.doc_id, n.filed_on FROM mine JOIN politician_trades t ON t.report_id = mine.id
    JOIN politician_trades w ON w.id = t.superseded_by_id JOIN disclosure_reports n ON n.id = w.report_id AND n.id <> mine.id
  UNION SELECT 'supersedes', o.doc_id, o.filed_on FROM mine JOIN politician_trades t ON t.report_id = mine.id
    JOIN politician_trades w ON w.superseded_by_id = t.id JOIN disclosure_reports o ON o.id = w.report_id AND o.id <> mine.id
  ORDER BY 1, 2`;

/** The queries for documents of insiders and of Congress; both return the same shapes. */
const tables = {
  insiders: { held: heldForms, rows: insiderRows, related: relatedForms },
  congress: { held: heldReports, rows: politicianRows, related: relatedReports },
};

/**
 * The days between which a document that no listing names must have been filed. Publishers number documents upwards, so
 * its day is between those of the listed numbers before and after it. Null where no such number is listed.
 */
export async function daysAround(
  db: Db,
  { source, documentId }: Document,
): Promise<{ from: Date | null; to: Date | null }> {
  const { upwardsWithin } = documentSourceOf(source).documents;
  if (upwardsWithin === null) return { from: null, to: null };
  const like = documentId.slice(0, upwardsWithin);
  const [row] = await db.$queryRaw<{ from: Date | null; to: Date | null }[]>`
    SELECT (SELECT listed_on FROM listed_documents WHERE source = ${source} AND document_id < ${documentId}
        AND starts_with(document_id, ${like}) AND length(document_id) = ${documentId.length}
        ORDER BY document_id DESC LIMIT 1) AS from,
      (SELECT listed_on FROM listed_documents WHERE source = ${source} AND document_id > ${documentId}
        AND starts_with(document_id, ${like}) AND length(document_id) = ${documentId.length}
        ORDER BY document_id LIMIT 1) AS to`;
  return row ?? { from: null, to: null };
}

/** The five stages of a document. */
export function stagesOf(facts: TraceFacts): TraceStage[] {
  return [listedStage(facts), fetchedStage(facts), parsedStage(facts), loadedStage(facts), derivedStage(facts)];
}

const stage = (name: StageName, state: TraceStage["state"], words: string, at: Date | null = null): TraceStage => ({
  name,
  state,
  at,
  words,
});

const openOf = ({ refusals }: TraceFacts) => refusals.filter(({ status }) => status !== "resolved");
/**
 * the refusal of the whole document: while none of its rows is stored, any refusal counts as one of the whole document
 */
const wholeRefusal = (facts: TraceFacts) => (isHeld(facts) ? undefined : openOf(facts)[0]);
const isHeld = ({ held }: TraceFacts) => held?.status === "parsed";

function listedStage({ listed, held, refusals }: TraceFacts): TraceStage {
  if (listed) return stage("listed", "done", `as ${listed.kind}`, listed.on);
  if (held || refusals.length > 0) return stage("listed", "unknown", "Loaded from a file, not from a publisher's list");
  return stage("listed", "broken", "no fetched listing contains it, so it was never requested");
}

function fetchedStage(facts: TraceFacts): TraceStage {
  const { listed, held, refusals } = facts;
  const [refusal] = refusals;
  if (held) {
    const failed = listed?.attempts
      ? `, after ${listed.attempts} failed ${listed.attempts === 1 ? "attempt" : "attempts"}`
      : "";
    const why = failed && listed?.lastError ? ` (${listed.lastError})` : "";
    return stage("fetched", "done", `its raw file is stored${failed}${why}`, held.fetchedAt ?? held.ingestedAt);
  }
  if (refusal) return stage("fetched", "done", "its raw file was read", refusal.createdAt);
  if (!listed) return stage("fetched", "unknown", "not requested");
  if (listed.attempts === 0) return stage("fetched", "waiting", "listed, and not fetched yet");
  const again = listed.retryAt ? "; it will be retried" : "";
  return stage(
    "fetched",
    "broken",
    `${listed.attempts} ${listed.attempts === 1 ? "attempt" : "attempts"}: ${listed.lastError ?? "it could not be fetched"}${again}`,
    listed.retryAt,
  );
}

function parsedStage(facts: TraceFacts): TraceStage {
  const { held } = facts;
  const refusal = wholeRefusal(facts);
  const open = openOf(facts);
  if (isHeld(facts)) {
    const words = open.length > 0 ? `read, except ${open.length} of its rows` : "read";
    return stage("parsed", open.length > 0 ? "broken" : "done", words, held?.ingestedAt ?? null);
  }
  if (refusal) {
    const prefix = refusal.status === "ignored" ? "ignored: " : "";
    return stage("parsed", "broken", `${prefix}${refusal.reason}: ${refusal.message}`, refusal.createdAt);
  }
  if (held)
    return stage(
      "parsed",
      "broken",
      held.status === "unreadable" ? "a scan or paper, which cannot be read" : held.status,
    );
  return stage("parsed", "unknown", "not yet");
}

function loadedStage(facts: TraceFacts): TraceStage {
  if (!isHeld(facts)) return stage("loaded", "unknown", "not yet");
  const { rowCount, held } = facts;
  const words = rowCount === 0 ? "it reports no transactions" : `${rowCount} ${rowCount === 1 ? "row" : "rows"}`;
  return stage("loaded", "done", words, held?.ingestedAt ?? null);
}

function derivedStage(facts: TraceFacts): TraceStage {
  if (!isHeld(facts)) return stage("derived", "unknown", "not yet");
  if ((facts.held?.waiting ?? 0) > 0)
    return stage("derived", "waiting", "its derived values are updated by the next derivation");
  return stage("derived", "done", "no derivation is pending");
}
