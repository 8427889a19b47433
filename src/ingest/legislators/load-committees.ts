// Loads committee records. The newest dated list of current committees decides which committees exist today.
import { createHash } from "node:crypto";
import { upsertParts } from "../../store/sql/columns.ts";
import type { Store } from "../../store/store.ts";
import { fieldNames } from "../../store/stored-models.ts";
import { type LoadCounts, type Loader, runLoader } from "../loader.ts";
import { legislators } from "./index.ts";
import { type CommitteeRecord, notStated } from "./records.ts";

export interface LoadCommitteesResult extends LoadCounts {
  /**
   * number of full committees in the newest list and the number expected, if the list is truncated (it retires no
   * committee then); else null
   */
  incomplete: { shown: number; expected: number } | null;
}

/**
 * Inserts or updates committees, parents before their subcommittees. A list of current committees overrides older ones
 * and the historical list (which counts as undated). A committee that the newest list no longer names is not current,
 * unless that list is truncated: less than three quarters of at least ten full committees. `settled`: codes that
 * another list of the same date has set in this run; the first one wins. This function adds to it.
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
  /** number of records that another list of the same date has set */
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
    const written = rows.filter((row) => maySet(row, found.get(row.code)));
    for (const row of rows) {
      const before = found.get(row.code);
      if (!before) counts.new += 1;
      else counts[maySet(row, before) && before.hash !== row.hash ? "amended" : "unchanged"] += 1;
    }
    return { counts, written };
  },
  async store(client, { counts, written }, load) {
    await client.query(upsertSql, [JSON.stringify(written)]);
    const { rows: states } = await client.query<{ shown: number; expected: number }>(newestListSql);
    const { shown, expected } = states[0] ?? { shown: 0, expected: 0 };
    const incomplete = expected >= 10 && shown < 0.75 * expected ? { shown, expected } : null;
    const retired = incomplete ? 0 : (await client.query(currentSql)).rowCount;
    if (counts.new + counts.amended > 0 || retired) load.visible();
    return { incomplete };
  },
};

/**
 * True if the list may set the committee: no newer list has set it. The historical list may set only committees that no
 * current list has named.
 */
function maySet(row: CommitteeRow, before: FoundCommittee | undefined): boolean {
  if (!before) return true;
  if (row.historical) return !before.current && before.asOf === null;
  return before.asOf === null || (row.asOf !== null && row.asOf >= before.asOf);
}

/** What a list states about a committee, in the order of the digest. */
const fields = fieldNames("Committee", { ...notStated.Committee, code: true });

function digest(record: CommitteeRecord): string {
  return createHash("sha256")
    .update(JSON.stringify(fields.map((field) => record[field])))
    .digest("hex");
}

// A subcommittee whose parent is in no list is stored without a parent.
const parts = upsertParts("Committee", fields, {
  parentCode: `(SELECT p.code FROM committees p WHERE p.code = r."parentCode"
    UNION SELECT p.code FROM jsonb_to_recordset($1) AS p(code text) WHERE p.code = r."parentCode")`,
});

const upsertSql = `
  INSERT INTO committees (code, ${parts.columns}, current, as_of, content_hash)
  SELECT r.code, ${parts.values}, NOT r.historical, r."asOf", r.hash
  FROM jsonb_to_recordset($1) AS r(code text, ${parts.recordset}, historical bool, "asOf" date, hash text)
  ORDER BY length(r.code), r.code
  ON CONFLICT (code) DO UPDATE SET ${parts.assignments}, current = excluded.current,
    as_of = coalesce(excluded.as_of, committees.as_of), content_hash = excluded.content_hash`;

const newestListSql = `
  SELECT count(*) FILTER (WHERE as_of = newest)::int AS shown, count(*)::int AS expected
  FROM (SELECT as_of, max(as_of) OVER () AS newest FROM committees WHERE current AND parent_code IS NULL) AS c`;

const currentSql = `
  UPDATE committees SET current = false
  WHERE current AND as_of < (SELECT max(as_of) FROM committees)`;
