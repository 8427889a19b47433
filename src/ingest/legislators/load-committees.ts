// Loads committees and their dated rosters. The newest dated list of current committees decides which committees exist
// today. The periods of membership are computed from all rosters (memberships.ts).
import { createHash } from "node:crypto";
import type pg from "pg";
import { upsertParts } from "../../store/sql/columns.ts";
import type { Store } from "../../store/store.ts";
import { fieldNames } from "../../store/stored-models.ts";
import { type LoadCounts, type Loader, runLoader } from "../loader.ts";
import { legislators } from "./index.ts";
import { type CommitteeRecord, notStated, type SeatRecord } from "./records.ts";

interface LoadCommitteesResult extends LoadCounts {
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

// Stores dated committee rosters. The periods of membership are computed from all of them (memberships.ts).

interface LoadRostersOptions {
  /** date of the roster, YYYY-MM-DD */
  asOf: string;
  sourceFileSha256?: string | null;
  /** committees with an entry that could not be read: this roster ends no membership in them */
  unreadable?: string[];
}

/** A seat that could not be stored, with the reason. */
interface RefusedSeat {
  seat: SeatRecord;
  reason: "member_unknown" | "committee_unknown";
}

interface LoadRostersResult extends LoadCounts {
  refused: RefusedSeat[];
  /** number of seats of those committees in an earlier roster of the same date that are not in this one */
  removed: number;
}

/**
 * Replaces the seats of the named committees at `asOf` with the given ones (a file states only the committees that it
 * lists). A duplicate seat counts as unchanged. Call `rebuildMemberships` after the last roster.
 */
export async function loadRosters(
  store: Store,
  seats: SeatRecord[],
  options: LoadRostersOptions,
): Promise<LoadRostersResult> {
  return await runLoader(store, seatsLoader, { seats, options });
}

interface Roster {
  seats: SeatRecord[];
  options: LoadRostersOptions;
}

interface FoundSeats {
  members: Set<string>;
  committees: Set<string>;
  /** seats at that date, by committee and member */
  seats: Map<string, SeatRecord>;
}

interface ComparedSeats extends Roster {
  counts: LoadCounts;
  refused: RefusedSeat[];
}

const seatsLoader: Loader<Roster, Roster, FoundSeats, ComparedSeats, Omit<LoadRostersResult, keyof LoadCounts>> = {
  name: legislators.loader,
  prepare: (_, roster) => roster,
  async find(client, { seats, options }) {
    const codes = [...new Set(seats.map(({ committeeCode }) => committeeCode))];
    const ids = [...new Set(seats.map(({ bioguideId }) => bioguideId))];
    const { rows } = await client.query<SeatRecord>(
      `SELECT committee_code AS "committeeCode", bioguide_id AS "bioguideId", side, rank, title
       FROM roster_entries WHERE as_of = $1 AND committee_code = ANY($2)`,
      [options.asOf, codes],
    );
    return {
      members: await known(client, "SELECT bioguide_id AS id FROM politicians WHERE bioguide_id = ANY($1)", ids),
      committees: await known(client, "SELECT code AS id FROM committees WHERE code = ANY($1)", codes),
      seats: new Map(rows.map((seat) => [seatKey(seat), seat])),
    };
  },
  compare({ seats, options }, found) {
    const counts: LoadCounts = { new: 0, amended: 0, unchanged: 0 };
    const refused: RefusedSeat[] = [];
    const seen = new Map<string, SeatRecord>();
    for (const seat of seats) {
      const reason = refusalOf(seat, found);
      if (reason) refused.push({ seat, reason });
      else counts[seen.has(seatKey(seat)) ? "unchanged" : outcomeOf(seat, found.seats.get(seatKey(seat)))] += 1;
      if (!reason && !seen.has(seatKey(seat))) seen.set(seatKey(seat), seat);
    }
    return { counts, refused, seats: [...seen.values()], options };
  },
  async store(client, { seats, options, refused }) {
    // a roster without a valid seat must not extend the period that rosters cover
    if (seats.length > 0)
      await client.query(snapshotSql, [
        options.asOf,
        options.sourceFileSha256 ?? null,
        options.unreadable ?? [],
        seats.map(({ committeeCode }) => committeeCode),
      ]);
    const parameters = [options.asOf, JSON.stringify(seats)];
    const { rowCount: removed } = await client.query(removeSql, parameters);
    await client.query(seatSql, parameters);
    return { refused, removed: removed ?? 0 };
  },
};

const seatKey = ({ committeeCode, bioguideId }: SeatRecord) => `${committeeCode}|${bioguideId}`;

function refusalOf(seat: SeatRecord, found: FoundSeats): RefusedSeat["reason"] | null {
  if (!found.committees.has(seat.committeeCode)) return "committee_unknown";
  return found.members.has(seat.bioguideId) ? null : "member_unknown";
}

function outcomeOf(seat: SeatRecord, before: SeatRecord | undefined): keyof LoadCounts {
  if (!before) return "new";
  const isSame = before.side === seat.side && before.rank === seat.rank && before.title === seat.title;
  return isSame ? "unchanged" : "amended";
}

async function known(client: pg.PoolClient, sql: string, ids: string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(sql, [ids]);
  return new Set(rows.map(({ id }) => id));
}

const snapshotSql = `
  INSERT INTO roster_snapshots AS s (as_of, source_file_sha256, unreadable) VALUES ($1, $2, $3::text[])
  ON CONFLICT (as_of) DO UPDATE SET source_file_sha256 = coalesce(s.source_file_sha256, $2),
    unreadable = ARRAY(SELECT unnest(s.unreadable) EXCEPT SELECT unnest($4::text[]) UNION SELECT unnest($3::text[]) ORDER BY 1)`;

const given = `jsonb_to_recordset($2) AS r("committeeCode" text, "bioguideId" text, side text, rank int, title text)`;

const removeSql = `
  DELETE FROM roster_entries e WHERE e.as_of = $1
    AND e.committee_code IN (SELECT r."committeeCode" FROM ${given})
    AND NOT EXISTS (SELECT FROM ${given} WHERE r."committeeCode" = e.committee_code AND r."bioguideId" = e.bioguide_id)`;

const seatSql = `
  INSERT INTO roster_entries AS e (as_of, committee_code, bioguide_id, side, rank, title)
  SELECT $1::date, "committeeCode", "bioguideId", side, rank, title FROM ${given}
  ON CONFLICT (as_of, committee_code, bioguide_id) DO UPDATE
    SET side = excluded.side, rank = excluded.rank, title = excluded.title
    WHERE (e.side, e.rank, e.title) IS DISTINCT FROM (excluded.side, excluded.rank, excluded.title)`;
