// The content of a store without what differs when it is loaded twice: times of ingestion, runs, numbers of a sequence.
import { createHash } from "node:crypto";
import type { Pool } from "pg";

/** tables with the progress of work and the changes of each transaction */
const ignoredTables = new Set([
  "_prisma_migrations",
  "ingestion_runs",
  "list_changes",
  "listed_day_changes",
  "match_progress",
  "outbound_gates",
  "pending_derivations",
  "row_changes",
]);

/** columns that are set by a sequence or a clock of this service */
const ignoredColumns: Record<string, string[]> = {
  data_version: ["version"],
  price_series: ["id"],
  price_bars: ["series_id"],
  quarantine: ["id"],
  row_history: ["id"],
};

/** Rows of a table, as sorted lines of JSON, by table. */
export type Content = Map<string, string[]>;

export async function contentOf(pool: Pool): Promise<Content> {
  const { rows: tables } = await pool.query<{ name: string; times: string[] }>(
    `SELECT t.table_name AS name, coalesce(array_agg(c.column_name::text)
       FILTER (WHERE c.data_type LIKE 'timestamp%' OR c.column_name = 'run_id'), '{}') AS times
     FROM information_schema.tables t JOIN information_schema.columns c USING (table_schema, table_name)
     WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE' GROUP BY 1`,
  );
  const content: Content = new Map();
  for (const { name, times } of tables
    .filter((table) => !ignoredTables.has(table.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1)))
    content.set(name, await linesOf(pool, name, [...times, ...(ignoredColumns[name] ?? [])]));
  return content;
}

async function linesOf(pool: Pool, table: string, ignored: string[]): Promise<string[]> {
  // bars are identified by the name of their series; an earlier version has times of its own; how far back the latest
  // filings were read, and the gaps, depend on when they were fetched
  const extra =
    table === "price_bars"
      ? "|| jsonb_build_object('series', (SELECT symbol || ' ' || provider FROM price_series s WHERE s.id = t.series_id))"
      : table === "row_history"
        ? "|| jsonb_build_object('before', t.before - 'last_modified')"
        : table === "listing_fetches"
          ? `|| CASE WHEN t.listing = 'latest-filings' THEN '{"covers_from": null, "gaps": null, "message": null}'::jsonb ELSE '{}' END`
          : "";
  const { rows } = await pool.query<{ line: string }>(
    `SELECT ((to_jsonb(t) - $1::text[]) ${extra})::text AS line FROM ${table} t ORDER BY 1`,
    [ignored],
  );
  return rows.map(({ line }) => line);
}

/** One line for each difference, at most a few for each table; empty if both contents are equal. */
export function differences(expected: Content, actual: Content): string[] {
  const found: string[] = [];
  for (const [table, lines] of expected) {
    const others = actual.get(table) ?? [];
    if (digest(lines) === digest(others)) continue;
    const missing = without(lines, others);
    const extra = without(others, lines);
    found.push(
      `${table}: ${lines.length} rows became ${others.length}`,
      ...missing.slice(0, 3).map((line) => `  missing ${line.slice(0, 1500)}`),
      ...extra.slice(0, 3).map((line) => `  extra   ${line.slice(0, 1500)}`),
    );
  }
  return found;
}

const digest = (lines: string[]) => createHash("sha256").update(lines.join("\n")).digest("hex");

/** Lines of the first list that are missing in the second, counting copies. */
function without(lines: string[], others: string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    return count <= 0;
  });
}
