// Committee records into committees. The newest dated list of current committees decides which of them exist today.
import { createHash } from "node:crypto";
import { inLoad } from "../../store/loading.ts";
import type { Store } from "../../store/store.ts";
import { legislators } from "./index.ts";
import type { CommitteeRecord, LoadCounts } from "./records.ts";

export interface LoadCommitteesResult extends LoadCounts {
  /** full committees that the newest list has and that there should be, where it is cut off and retires none; else null */
  incomplete: { shown: number; expected: number } | null;
}

/**
 * Inserts or updates committees, parents before their subcommittees. A list of current committees overrules older ones and the
 * historical list (which is taken as undated); what the newest list no longer names is not current, unless that list is cut off: less than three quarters of at least ten full committees.
 * `settled`: codes already stated by another list of the same date in this run; the first one decides. Is added to.
 */
export function loadCommittees(
  store: Store,
  records: CommitteeRecord[],
  { asOf, settled = new Set<string>() }: { asOf: string | null; settled?: Set<string> },
): Promise<LoadCommitteesResult> {
  const rows = new Map<string, CommitteeRecord & { asOf: string | null; hash: string }>();
  for (const record of records) {
    const statedAt = record.historical ? null : asOf;
    const key = `${record.code}|${record.historical}|${statedAt}`;
    if (settled.has(key)) continue;
    settled.add(key);
    rows.set(record.code, { ...record, asOf: statedAt, hash: digest(record) });
  }
  return inLoad(store, legislators.loader, async (client, load) => {
    const counts: LoadCommitteesResult = {
      new: 0,
      amended: 0,
      unchanged: records.length - rows.size,
      incomplete: null,
    };
    const ordered = [...rows.values()].sort((a, b) => a.code.length - b.code.length || (a.code < b.code ? -1 : 1));
    const { rows: outcomes } = await client.query<{ outcome: "new" | "amended" }>(upsertSql, [JSON.stringify(ordered)]);
    for (const { outcome } of outcomes) counts[outcome] += 1;
    counts.unchanged += ordered.length - outcomes.length;
    const { rows: states } = await client.query<{ shown: number; expected: number }>(newestListSql);
    const { shown, expected } = states[0] ?? { shown: 0, expected: 0 };
    if (expected >= 10 && shown < 0.75 * expected) counts.incomplete = { shown, expected };
    const left = counts.incomplete ? 0 : (await client.query(currentSql)).rowCount;
    if (outcomes.length > 0 || left) load.visible();
    return counts;
  });
}

function digest({ name, chamber, type, parentCode, url }: CommitteeRecord): string {
  return createHash("sha256")
    .update(JSON.stringify([name, chamber, type, parentCode, url]))
    .digest("hex");
}

// A list may speak for a committee when nothing as new has; the historical one only for what no current list has shown.
// A subcommittee whose parent no list has is kept without one.
const upsertSql = `
  WITH incoming AS (
    SELECT r.code, r.name, r.chamber, r.type, r.url, r.historical, r."asOf", r.hash, c.content_hash AS old_hash,
      c.code IS NULL AS is_new, c.code IS NULL OR (CASE WHEN r.historical THEN NOT c.current AND c.as_of IS NULL
        ELSE c.as_of IS NULL OR r."asOf" >= c.as_of END) AS may,
      (SELECT p.code FROM committees p WHERE p.code = r."parentCode"
       UNION SELECT p.code FROM jsonb_to_recordset($1) AS p(code text) WHERE p.code = r."parentCode") AS parent_code
    FROM jsonb_to_recordset($1) AS r(code text, name text, chamber text, type text, "parentCode" text, url text,
      historical bool, "asOf" date, hash text)
    LEFT JOIN committees c ON c.code = r.code
  ), written AS (
    INSERT INTO committees (code, name, chamber, type, parent_code, url, current, as_of, content_hash)
    SELECT code, name, chamber, type, parent_code, url, NOT historical, "asOf", hash FROM incoming WHERE may
    ORDER BY length(code), code
    ON CONFLICT (code) DO UPDATE SET name = excluded.name, chamber = excluded.chamber, type = excluded.type,
      parent_code = excluded.parent_code, url = excluded.url, current = excluded.current,
      as_of = coalesce(excluded.as_of, committees.as_of), content_hash = excluded.content_hash
    RETURNING code
  )
  SELECT CASE WHEN is_new THEN 'new' ELSE 'amended' END AS outcome
  FROM incoming JOIN written USING (code) WHERE old_hash IS DISTINCT FROM hash`;

const newestListSql = `
  SELECT count(*) FILTER (WHERE as_of = newest)::int AS shown, count(*)::int AS expected
  FROM (SELECT as_of, max(as_of) OVER () AS newest FROM committees WHERE current AND parent_code IS NULL) AS c`;

const currentSql = `
  UPDATE committees SET current = false
  WHERE current AND as_of < (SELECT max(as_of) FROM committees)`;
