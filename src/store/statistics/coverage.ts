// What the store has seen of each source, when it last looked, and what it knows to be missing: an empty answer is not
// "no trades".
import type { Db } from "../store.ts";

export interface CoverageGap {
  /** the quarantine's stable code, or `unreadable` and `not_read` for congressional reports */
  reason: string;
  count: number;
  description: string;
}

export interface SourceCoverage {
  source: string;
  /** insider trades, congressional trades, members, price series or companies */
  records: number;
  newestFiledOn: Date | null;
  lastLookedAt: Date | null;
  lastRunStatus: string | null;
  missing: CoverageGap[];
}

/** One entry a source, in a fixed order. */
export async function sourceCoverage(db: Db): Promise<SourceCoverage[]> {
  return db.$queryRaw<SourceCoverage[]>`
    WITH figures (place, source, records, newest) AS (
      SELECT 1, 'form345', (SELECT count(*) FROM insider_trades), (SELECT max(filed_on) FROM filings)
      UNION ALL SELECT 2, 'house', (SELECT count(*) FROM politician_trades WHERE chamber = 'House'),
        (SELECT max(filed_on) FROM disclosure_reports WHERE chamber = 'House')
      UNION ALL SELECT 3, 'senate', (SELECT count(*) FROM politician_trades WHERE chamber = 'Senate'),
        (SELECT max(filed_on) FROM disclosure_reports WHERE chamber = 'Senate')
      UNION ALL SELECT 4, 'legislators', (SELECT count(*) FROM politicians), (SELECT max(as_of) FROM roster_snapshots)
      UNION ALL SELECT 5, 'prices', (SELECT count(*) FROM price_series), (SELECT max(date) FROM price_bars)
      UNION ALL SELECT 6, 'companies', (SELECT count(*) FROM companies), (SELECT max(as_of) FROM companies)
    ),
    gaps (source, reason, count, description) AS (
      SELECT source, reason, count(*), 'Refused files and records that wait in quarantine' FROM quarantine
      WHERE status = 'open' GROUP BY source, reason
      UNION ALL SELECT lower(chamber), 'unreadable', count(*), 'Reports on paper or as a scan, whose trades are not here'
      FROM disclosure_reports WHERE status = 'unreadable' GROUP BY chamber
      UNION ALL SELECT 'house', 'not_read', count(*), 'Periodic transaction reports that the index names and no file was read for'
      FROM house_index h WHERE filing_type = 'P'
        AND NOT EXISTS (SELECT FROM disclosure_reports r WHERE r.id = 'house:' || h.doc_id) HAVING count(*) > 0
    )
    SELECT f.source, f.records::int, f.newest AS "newestFiledOn", run.looked AS "lastLookedAt", run.status AS "lastRunStatus",
      coalesce((SELECT json_agg(json_build_object('reason', g.reason, 'count', g.count, 'description', g.description)
        ORDER BY g.count DESC, g.reason) FROM gaps g WHERE g.source = f.source), '[]') AS missing
    FROM figures f
    LEFT JOIN LATERAL (
      SELECT coalesce(finished_at, started_at) AS looked, status FROM ingestion_runs r
      WHERE r.source = f.source ORDER BY started_at DESC LIMIT 1
    ) run ON TRUE
    ORDER BY f.place`;
}
