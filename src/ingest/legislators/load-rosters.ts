// Dated looks at the committee rosters into the store, and from all of them the times during which members sat.
import type pg from "pg";
import { inLoad } from "../../store/loading.ts";
import type { Store } from "../../store/store.ts";
import { legislators } from "./index.ts";
import type { LoadCounts, SeatRecord } from "./records.ts";

export interface LoadRostersOptions {
  /** when the roster was taken, YYYY-MM-DD */
  asOf: string;
  sourceFileSha256?: string | null;
  /** committees of which an entry could not be read: no seat there ends at this roster */
  unreadable?: string[];
}

/** A seat that could not be stored, and why. */
interface RefusedSeat {
  seat: SeatRecord;
  reason: "member_unknown" | "committee_unknown";
}

export interface LoadRostersResult extends LoadCounts {
  refused: RefusedSeat[];
  /** seats of those committees that an earlier look of the same date had and this one has not */
  removed: number;
}

/**
 * Makes the seats of the named committees at `asOf` those given (a file speaks for the committees that it lists). A seat that
 * is given twice counts once more as unchanged. Call `rebuildMemberships` after the last roster.
 */
export function loadRosters(
  store: Store,
  seats: SeatRecord[],
  options: LoadRostersOptions,
): Promise<LoadRostersResult> {
  const unique = new Map<string, SeatRecord>();
  for (const seat of seats) {
    const key = `${seat.committeeCode}|${seat.bioguideId}`;
    if (!unique.has(key)) unique.set(key, seat);
  }
  return inLoad(store, legislators.loader, async (client) => {
    const refused = await unknownSeats(client, seats);
    const bad = new Set(refused.map(({ seat }) => `${seat.committeeCode}|${seat.bioguideId}`));
    const good = [...unique.entries()].filter(([key]) => !bad.has(key)).map(([, seat]) => seat);
    const counts: LoadCounts = { new: 0, amended: 0, unchanged: seats.length - refused.length - good.length };
    // a look of which no seat could be taken shows nothing: it must not widen the time that rosters are known for
    if (good.length > 0)
      await client.query(snapshotSql, [
        options.asOf,
        options.sourceFileSha256 ?? null,
        options.unreadable ?? [],
        good.map(({ committeeCode }) => committeeCode),
      ]);
    const parameters = [options.asOf, JSON.stringify(good)];
    const { rowCount: removed } = await client.query(removeSql, parameters);
    const { rows } = await client.query<{ outcome: "new" | "amended" }>(seatSql, parameters);
    for (const { outcome } of rows) counts[outcome] += 1;
    counts.unchanged += good.length - rows.length;
    return { ...counts, refused, removed: removed ?? 0 };
  });
}

async function unknownSeats(client: pg.PoolClient, seats: SeatRecord[]): Promise<RefusedSeat[]> {
  const members = await known(
    client,
    "SELECT bioguide_id AS id FROM politicians WHERE bioguide_id = ANY($1)",
    seats.map((seat) => seat.bioguideId),
  );
  const committees = await known(
    client,
    "SELECT code AS id FROM committees WHERE code = ANY($1)",
    seats.map((seat) => seat.committeeCode),
  );
  return seats.flatMap((seat): RefusedSeat[] => {
    if (!committees.has(seat.committeeCode)) return [{ seat, reason: "committee_unknown" }];
    return members.has(seat.bioguideId) ? [] : [{ seat, reason: "member_unknown" }];
  });
}

async function known(client: pg.PoolClient, sql: string, ids: string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(sql, [[...new Set(ids)]]);
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

// xmax is 0 on a row that this statement inserted
const seatSql = `
  INSERT INTO roster_entries AS e (as_of, committee_code, bioguide_id, side, rank, title)
  SELECT $1::date, "committeeCode", "bioguideId", side, rank, title FROM ${given}
  ON CONFLICT (as_of, committee_code, bioguide_id) DO UPDATE
    SET side = excluded.side, rank = excluded.rank, title = excluded.title
    WHERE (e.side, e.rank, e.title) IS DISTINCT FROM (excluded.side, excluded.rank, excluded.title)
  RETURNING CASE WHEN xmax = 0 THEN 'new' ELSE 'amended' END AS outcome`;
