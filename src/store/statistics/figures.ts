// What operators watch of the store as a whole: the sources, what was refused, what waits, and the version of the data. Every
// statement stays with indexes and small tables, so that it may be asked every few seconds.
import type { Pool } from "pg";
import { documentSources, sources } from "../../sources.ts";
import { newestOf, quoted } from "../source-tables.ts";

export interface SourceFigures {
  source: string;
  /** Unix seconds of the last look at the publisher, or run over files, that did not fail; null before the first */
  lookedAt: number | null;
  /** Unix seconds of the start of the newest filing day in the store; null for sources without filings */
  newestFiledOn: number | null;
  /** runs that ended, by status */
  runs: Record<string, number>;
  /** records of all runs, by what became of them */
  records: Record<string, number>;
  /** open refusals, by reason */
  quarantine: Record<string, number>;
  /** listed documents that are not in the store and were not refused */
  notFetched: number;
  /** listings whose newest look failed or left days unproven */
  failedLooks: number;
}

export interface StoreFigures {
  version: number;
  /** Unix seconds at which the version last advanced */
  asOf: number;
  /** companies, members and the like whose derived figures are not up to date */
  pending: number;
  /** Unix seconds since which the oldest of them waits; null when none does */
  pendingSince: number | null;
  /** publishers that refused us, and Unix seconds until which nothing is asked of them */
  stopped: { publisher: string; until: number }[];
  sources: SourceFigures[];
}

const sql = `
  WITH names (source) AS (VALUES ${sources.map(({ name }) => `(${quoted(name)})`).join(", ")}),
  runs AS (
    SELECT source, status, count(*) AS runs, sum(new) AS new, sum(unchanged) AS unchanged, sum(amended) AS amended,
      sum(quarantined_records) AS quarantined,
      max(coalesce(finished_at, started_at)) FILTER (WHERE status = 'completed') AS looked
    FROM ingestion_runs GROUP BY 1, 2),
  looks AS (
    SELECT source, max(looked_at) FILTER (WHERE outcome <> 'failed') AS looked,
      count(*) FILTER (WHERE outcome = 'failed' OR gaps <> '{}') AS failed
    FROM listing_looks GROUP BY 1),
  refused AS (SELECT source, reason, count(*) AS items FROM quarantine WHERE status = 'open' GROUP BY 1, 2)
  SELECT n.source,
    extract(epoch FROM greatest((SELECT max(looked) FROM runs r WHERE r.source = n.source), l.looked))::float8 AS "lookedAt",
    extract(epoch FROM CASE n.source
      ${documentSources.map(({ name, newest }) => `WHEN ${quoted(name)} THEN ${newestOf(newest)}`).join(" ")}
    END)::float8 AS "newestFiledOn",
    (SELECT coalesce(jsonb_object_agg(status, runs), '{}') FROM runs r WHERE r.source = n.source AND status <> 'running') AS runs,
    (SELECT jsonb_build_object('new', coalesce(sum(new), 0), 'unchanged', coalesce(sum(unchanged), 0),
      'amended', coalesce(sum(amended), 0), 'quarantined', coalesce(sum(quarantined), 0))
      FROM runs r WHERE r.source = n.source) AS records,
    (SELECT coalesce(jsonb_object_agg(reason, items), '{}') FROM refused q WHERE q.source = n.source) AS quarantine,
    (SELECT count(*)::float8 FROM open_document_states d WHERE d.source = n.source AND d.state = 'not_fetched') AS "notFetched",
    coalesce(l.failed, 0)::float8 AS "failedLooks"
  FROM names n LEFT JOIN looks l USING (source)`;

/** Reads the figures. Rejects where the database cannot be asked. */
export async function storeFigures(pool: Pool): Promise<StoreFigures> {
  const { rows: sources } = await pool.query<SourceFigures>(sql);
  const { rows } = await pool.query<Omit<StoreFigures, "sources">>(`
    SELECT v.version::float8 AS version, extract(epoch FROM v.as_of)::float8 AS "asOf", p.pending, p."pendingSince",
      (SELECT coalesce(jsonb_agg(jsonb_build_object('publisher', publisher, 'until', extract(epoch FROM stopped_until))), '[]')
        FROM outbound_gates WHERE stopped_until > now()) AS stopped
    FROM data_version v, LATERAL (
      SELECT count(*)::float8 AS pending, extract(epoch FROM min(since))::float8 AS "pendingSince" FROM pending_derivations
    ) p WHERE v.id = 1`);
  const [whole] = rows;
  if (!whole) throw new Error("the store has no data version; it was not migrated");
  return { ...whole, sources };
}
