// The office that a member held when a trade was made: party, chamber, state and district of its row. Rows that were
// stored before a list of members named the term are corrected when the list comes, so that the order in which reports
// and members are ingested does not matter.
import type { Store } from "../../store/store.ts";
import { inLoad } from "../../store/transaction.ts";
import { loadMemberDirectory, type MemberDirectory } from "../legislators/member-directory.ts";
import { congressLoader } from "./index.ts";

/** The dates of a row that decide its office. */
interface DatedRow {
  bioguideId: string;
  /** null where the report has no valid date */
  tradedOn: string | null;
  filedOn: string;
}

type Office = ReturnType<MemberDirectory["termOn"]>;

/** The office of the trade date, else of the filing date; null if no term near either is known. */
export function officeOf(directory: MemberDirectory, { bioguideId, tradedOn, filedOn }: DatedRow): Office {
  return (tradedOn && directory.termOn(bioguideId, tradedOn)) || directory.termOn(bioguideId, filedOn);
}

/**
 * Writes to all stored rows the office that the members' terms now state, and registers the members concerned for the
 * derivation. A row whose office is unknown keeps what its report states. The publisher corrected nothing, so nothing is
 * written to the history.
 */
export async function refreshStoredOffices(store: Store): Promise<void> {
  await inLoad(store, congressLoader, async (client, load) => {
    const directory = await loadMemberDirectory(store);
    const { rows } = await client.query<DatedRow & { id: string }>(
      `SELECT id, bioguide_id AS "bioguideId", traded_on AS "tradedOn", filed_on AS "filedOn" FROM politician_trades`,
    );
    const held = rows.flatMap(({ id, ...row }) => {
      const office = officeOf(directory, row);
      return office ? [{ id, ...office }] : [];
    });
    const { rows: changed } = await client.query<{ bioguide_id: string }>(
      `UPDATE politician_trades t SET party = r.party, chamber = r.chamber, state = r.state, district = r.district,
         last_modified = statement_timestamp()
       FROM jsonb_to_recordset($1::jsonb) AS r(id bigint, party text, chamber text, state text, district int)
       WHERE t.id = r.id
         AND (t.party, t.chamber, t.state, t.district) IS DISTINCT FROM (r.party, r.chamber, r.state, r.district)
       RETURNING t.bioguide_id`,
      [JSON.stringify(held)],
    );
    for (const bioguideId of new Set(changed.map((row) => row.bioguide_id)))
      load.changed({ kind: "politician", bioguideId });
  });
}
