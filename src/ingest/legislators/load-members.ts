// Member records into politicians and their terms. Several lists of several dates may be loaded in any order.
import { createHash } from "node:crypto";
import type pg from "pg";
import type { Store } from "../../store/store.ts";
import { type LoadCounts, type Loader, runLoader } from "../loader.ts";
import { legislators } from "./index.ts";
import { mayOverrule, mergeMember, type StoredMember } from "./merge-member.ts";
import type { MemberRecord, TermRecord } from "./records.ts";

export interface LoadMembersOptions {
  /** when the list was taken; null: unknown, older than any dated one */
  asOf: string | null;
  /**
   * members already stated by another list of the same date in this run, as `<bioguide id>|<date>`: the first one decides, so
   * that YAML, JSON and CSV copies of one list do not overrule each other for ever. Is added to.
   */
  settled?: Set<string>;
}

/** Inserts or updates members and unites their terms. Returns what became of each record. */
export async function loadLegislators(
  store: Store,
  records: MemberRecord[],
  { asOf, settled = new Set() }: LoadMembersOptions,
): Promise<LoadCounts> {
  return await runLoader(store, membersLoader, { records, asOf, settled });
}

interface MemberList extends Required<LoadMembersOptions> {
  records: MemberRecord[];
}

interface ComparedMembers {
  counts: LoadCounts;
  /** as they are written, by id: one that differs in its date alone is none of `changed` */
  written: Map<string, StoredMember>;
  changed: Set<string>;
}

const membersLoader: Loader<MemberList, MemberList, Map<string, StoredMember>, ComparedMembers> = {
  name: legislators.loader,
  prepare: (_, list) => list,
  find: (client, { records }) => readStored(client, records),
  compare({ records, asOf, settled }, found) {
    const known = new Map(found);
    const compared: ComparedMembers = {
      counts: { new: 0, amended: 0, unchanged: 0 },
      written: new Map(),
      changed: new Set(),
    };
    for (const record of records) {
      const { bioguideId } = record;
      const before = known.get(bioguideId);
      const key = `${bioguideId}|${asOf}`;
      const authority = !settled.has(key) && mayOverrule(asOf, before?.asOf ?? null);
      settled.add(key);
      const after = mergeMember(before, record, asOf, authority);
      known.set(bioguideId, after);
      const isSame = before !== undefined && digest(before) === digest(after);
      compared.counts[isSame ? "unchanged" : before ? "amended" : "new"] += 1;
      if (!isSame) compared.changed.add(bioguideId);
      if (!isSame || before.asOf !== after.asOf) compared.written.set(bioguideId, after);
    }
    return compared;
  },
  async store(client, { written, changed }, load) {
    for (const bioguideId of changed) load.changed({ kind: "politician", bioguideId });
    await writeMembers(client, [...written.values()]);
    return {};
  },
};

function digest({ asOf: _, terms, ...fields }: StoredMember): string {
  const statement = [
    Object.entries(fields).sort(([a], [b]) => a.localeCompare(b)),
    terms.map((term) => [
      term.chamber,
      term.startOn,
      term.endOn,
      term.state,
      term.district,
      term.party,
      term.senateClass,
    ]),
  ];
  return createHash("sha256").update(JSON.stringify(statement)).digest("hex");
}

async function readStored(client: pg.PoolClient, records: MemberRecord[]): Promise<Map<string, StoredMember>> {
  const ids = records.map(({ bioguideId }) => bioguideId);
  const { rows: terms } = await client.query<TermRecord & { bioguideId: string }>(
    `SELECT bioguide_id AS "bioguideId", chamber, start_on AS "startOn", end_on AS "endOn", state, district, party,
       senate_class AS "senateClass" FROM politician_terms WHERE bioguide_id = ANY($1) ORDER BY start_on, chamber`,
    [ids],
  );
  const termsOf = new Map<string, TermRecord[]>();
  for (const { bioguideId, ...term } of terms) termsOf.set(bioguideId, [...(termsOf.get(bioguideId) ?? []), term]);
  const { rows } = await client.query<Omit<StoredMember, "terms">>(
    `SELECT bioguide_id AS "bioguideId", name, first_name AS "firstName", middle_name AS "middleName",
       last_name AS "lastName", suffix, nickname, birthday, known_chamber AS "knownChamber",
       known_state AS "knownState", known_party AS "knownParty", as_of AS "asOf"
     FROM politicians WHERE bioguide_id = ANY($1) FOR UPDATE`,
    [ids],
  );
  return new Map(rows.map((row) => [row.bioguideId, { ...row, terms: termsOf.get(row.bioguideId) ?? [] }]));
}

async function writeMembers(client: pg.PoolClient, members: StoredMember[]): Promise<void> {
  if (members.length === 0) return;
  await client.query(
    `INSERT INTO politicians (bioguide_id, name, first_name, middle_name, last_name, suffix, nickname, birthday,
       known_chamber, known_state, known_party, as_of, content_hash)
     SELECT "bioguideId", name, "firstName", "middleName", "lastName", suffix, nickname, birthday,
       "knownChamber", "knownState", "knownParty", "asOf", hash
     FROM jsonb_to_recordset($1) AS r("bioguideId" text, name text, "firstName" text, "middleName" text, "lastName" text,
       suffix text, nickname text, birthday date, "knownChamber" text, "knownState" text, "knownParty" text, "asOf" date,
       hash text)
     ON CONFLICT (bioguide_id) DO UPDATE SET name = excluded.name, first_name = excluded.first_name,
       middle_name = excluded.middle_name, last_name = excluded.last_name, suffix = excluded.suffix,
       nickname = excluded.nickname, birthday = excluded.birthday, known_chamber = excluded.known_chamber,
       known_state = excluded.known_state, known_party = excluded.known_party, as_of = excluded.as_of,
       content_hash = excluded.content_hash, updated_at = now()`,
    [JSON.stringify(members.map((member) => ({ ...member, terms: undefined, hash: digest(member) })))],
  );
  await client.query("DELETE FROM politician_terms WHERE bioguide_id = ANY($1)", [
    members.map((member) => member.bioguideId),
  ]);
  await client.query(
    `INSERT INTO politician_terms (bioguide_id, chamber, start_on, end_on, state, district, party, senate_class)
     SELECT "bioguideId", chamber, "startOn", "endOn", state, district, party, "senateClass"
     FROM jsonb_to_recordset($1) AS r("bioguideId" text, chamber text, "startOn" date, "endOn" date, state text,
       district int, party text, "senateClass" int)
     ON CONFLICT (bioguide_id, start_on, chamber) DO NOTHING`,
    [JSON.stringify(members.flatMap(({ bioguideId, terms }) => terms.map((term) => ({ bioguideId, ...term }))))],
  );
}
