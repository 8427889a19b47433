// Committee records into committees. The newest dated list of current committees decides which of them exist today.
import { createHash } from "node:crypto";
import type { Store } from "../../store/store.ts";
import { type LoadCounts, type Loader, runLoader } from "../loader.ts";
import { legislators } from "./index.ts";
import type { CommitteeRecord } from "./records.ts";

export interface LoadCommitteesResult extends LoadCounts {
  /** full committees that the newest list has and that there should be, where it is cut off and retires none; else null */
  incomplete: { shown: number; expected: number } | null;
}

/**
 * Inserts or updates committees, parents before their subcommittees. A list of current committees overrules older ones and the
 * historical list (which is taken as undated); what the newest list no longer names is not current, unless that list is cut off: less than three quarters of at least ten full committees.
 * `settled`: codes already stated by another list of the same date in this run; the first one decides. Is added to.
 */
export async function loadCommittees(
  store: Store,
  records: CommitteeRecord[],
  { asOf, settled = new Set() }: { asOf: string | null; settled?: Set<string> },
): Promise<LoadCommitteesResult> {
  return await runLoader(store, committeesLoader, { records, asOf, settled });
}

interface CommitteeList {
  records: CommitteeRecord[];
  asOf: string | null;
  settled: Set<string>;
}

type CommitteeRow = CommitteeRecord & { asOf: string | null; hash: string };

interface PreparedCommittees {
  /** parents before their subcommittees */
  rows: CommitteeRow[];
  /** records that another list of the date has decided */
  decided: number;
}

interface FoundCommittee {
  code: string;
  current: boolean;
  asOf: string | null;
  hash: string | null;
}

interface ComparedCommittees {
  counts: LoadCounts;
  written: CommitteeRow[];
}

const committeesLoader: Loader<
  CommitteeList,
  PreparedCommittees,
  Map<string, FoundCommittee>,
  ComparedCommittees,
  Pick<LoadCommitteesResult, "incomplete">
> = {
  name: legislators.loader,
  prepare(_, { records, asOf, settled }) {
    const rows = new Map<string, CommitteeRow>();
    for (const record of records) {
      const statedAt = record.historical ? null : asOf;
      const key = `${record.code}|${record.historical}|${statedAt}`;
      if (settled.has(key)) continue;
      settled.add(key);
      rows.set(record.code, { ...record, asOf: statedAt, hash: digest(record) });
    }
    const ordered = [...rows.values()].sort((a, b) => a.code.length - b.code.length || (a.code < b.code ? -1 : 1));
    return { rows: ordered, decided: records.length - rows.size };
  },
  async find(client, { rows }) {
    const { rows: known } = await client.query<FoundCommittee>(
      `SELECT code, current, as_of AS "asOf", content_hash AS hash FROM committees WHERE code = ANY($1)`,
      [rows.map(({ code }) => code)],
    );
    return new Map(known.map((one) => [one.code, one]));
  },
  compare({ rows, decided }, found) {
    const counts: LoadCounts = { new: 0, amended: 0, unchanged: decided };
    const written = rows.filter((row) => maySpeak(row, found.get(row.code)));
    for (const row of rows) {
      const before = found.get(row.code);
      if (!before) counts.new += 1;
      else counts[maySpeak(row, before) && before.hash !== row.hash ? "amended" : "unchanged"] += 1;
    }
    return { counts, written };
  },
  async store(client, { counts, written }, load) {
    await client.query(upsertSql, [JSON.stringify(written)]);
    const { rows: states } = await client.query<{ shown: number; expected: number }>(newestListSql);
    const { shown, expected } = states[0] ?? { shown: 0, expected: 0 };
    const incomplete = expected >= 10 && shown < 0.75 * expected ? { shown, expected } : null;
    const left = incomplete ? 0 : (await client.query(currentSql)).rowCount;
    if (counts.new + counts.amended > 0 || left) load.visible();
    return { incomplete };
  },
};

/** A list may speak for a committee when nothing as new has; the historical one only for what no current list has shown. */
function maySpeak(row: CommitteeRow, before: FoundCommittee | undefined): boolean {
  if (!before) return true;
  if (row.historical) return !before.current && before.asOf === null;
  return before.asOf === null || (row.asOf !== null && row.asOf >= before.asOf);
}

function digest({ name, chamber, type, parentCode, url }: CommitteeRecord): string {
  return createHash("sha256")
    .update(JSON.stringify([name, chamber, type, parentCode, url]))
    .digest("hex");
}

// A subcommittee whose parent no list has is kept without one.
const upsertSql = `
  INSERT INTO committees (code, name, chamber, type, parent_code, url, current, as_of, content_hash)
  SELECT r.code, r.name, r.chamber, r.type,
    (SELECT p.code FROM committees p WHERE p.code = r."parentCode"
     UNION SELECT p.code FROM jsonb_to_recordset($1) AS p(code text) WHERE p.code = r."parentCode"),
    r.url, NOT r.historical, r."asOf", r.hash
  FROM jsonb_to_recordset($1) AS r(code text, name text, chamber text, type text, "parentCode" text, url text,
    historical bool, "asOf" date, hash text)
  ORDER BY length(r.code), r.code
  ON CONFLICT (code) DO UPDATE SET name = excluded.name, chamber = excluded.chamber, type = excluded.type,
    parent_code = excluded.parent_code, url = excluded.url, current = excluded.current,
    as_of = coalesce(excluded.as_of, committees.as_of), content_hash = excluded.content_hash`;

const newestListSql = `
  SELECT count(*) FILTER (WHERE as_of = newest)::int AS shown, count(*)::int AS expected
  FROM (SELECT as_of, max(as_of) OVER () AS newest FROM committees WHERE current AND parent_code IS NULL) AS c`;

const currentSql = `
  UPDATE committees SET current = false
  WHERE current AND as_of < (SELECT max(as_of) FROM committees)`;
