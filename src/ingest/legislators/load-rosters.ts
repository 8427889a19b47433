// Stores dated committee rosters. The periods of membership are computed from all of them (memberships.ts).
import type pg from "pg";
import type { Store } from "../../store/store.ts";
import { type LoadCounts, type Loader, runLoader } from "../loader.ts";
import { legislators } from "./index.ts";
import type { SeatRecord } from "./records.ts";

export interface LoadRostersOptions {
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

export interface LoadRostersResult extends LoadCounts {
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
