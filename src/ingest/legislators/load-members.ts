// Loads member records into politicians and politician_terms. Several lists with different dates may be loaded in any
// order.
import { createHash } from "node:crypto";
import type pg from "pg";
import { upsertParts } from "../../store/sql/columns.ts";
import type { Store } from "../../store/store.ts";
import { fieldNames } from "../../store/stored-models.ts";
import { type LoadCounts, type Loader, runLoader } from "../loader.ts";
import { legislators } from "./index.ts";
import { type MemberRecord, notStated, type TermRecord } from "./records.ts";

// Merges a stored member with the record of another list. Lists of different dates overlap: the newer one wins, the
// older one only fills gaps, so that the order in which they are read does not matter.

/** A member as stored; `asOf` is the date of the newest list that stated it, null for an undated one. */
interface StoredMember extends MemberRecord {
  asOf: string | null;
}

const optionalFields = [
  "middleName",
  "suffix",
  "nickname",
  "birthday",
  "knownChamber",
  "knownState",
  "knownParty",
] as const satisfies (keyof MemberRecord)[];

/**
 * Merges a record of a list with date `asOf` into the stored member. With `hasPriority` the record's values win;
 * without it, they only fill unknown values. A list without terms never removes terms.
 */
function mergeMember(
  stored: StoredMember | undefined,
  record: MemberRecord,
  asOf: string | null,
  hasPriority: boolean,
): StoredMember {
  if (!stored) return { ...record, asOf, terms: byStart(record.terms) };
  const [first, second] = hasPriority ? [record, stored] : [stored, record];
  const merged: StoredMember = {
    ...first,
    asOf: later(stored.asOf, asOf),
    terms: mergeTerms(first.terms, second.terms),
  };
  for (const field of optionalFields) Object.assign(merged, { [field]: first[field] ?? second[field] });
  return merged;
}

/** All terms of `first`, and those of `second` that overlap none of them. */
function mergeTerms(first: TermRecord[], second: TermRecord[]): TermRecord[] {
  const gaps = second.filter(
    (term) => !first.some((known) => term.startOn < known.endOn && known.startOn < term.endOn),
  );
  return byStart([...first, ...gaps]);
}

function byStart(terms: TermRecord[]): TermRecord[] {
  return terms.toSorted((a, b) => a.startOn.localeCompare(b.startOn) || a.chamber.localeCompare(b.chamber));
}

function later(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b > a) ? b : a;
}

/**
 * True if a list of date `asOf` may override values of a list of date `stored`; undated lists override only undated
 * ones.
 */
function mayOverrule(asOf: string | null, stored: string | null): boolean {
  return stored === null || (asOf !== null && asOf >= stored);
}

export interface LoadMembersOptions {
  /** date of the list; null: unknown, treated as older than any dated one */
  asOf: string | null;
  /**
   * members that another list of the same date has set in this run, as `<bioguide id>|<date>`. The first one wins, so
   * that YAML, JSON and CSV copies of one list do not override each other again and again. This function adds to it.
   */
  settled?: Set<string>;
}

/** Inserts or updates members and merges their terms. Returns the number of records by outcome. */
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
  /** members to write, by id; one that differs only in its date is not in `changed` */
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
      const hasPriority = !settled.has(key) && mayOverrule(asOf, before?.asOf ?? null);
      settled.add(key);
      const after = mergeMember(before, record, asOf, hasPriority);
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

const memberParts = upsertParts("Politician", [...fieldNames("Politician", notStated.Politician), "asOf"]);
const termFields = fieldNames("PoliticianTerm", notStated.PoliticianTerm);
const termParts = upsertParts("PoliticianTerm", ["bioguideId", ...termFields]);

function digest({ asOf: _, terms, ...fields }: StoredMember): string {
  const statement = [
    Object.entries(fields).sort(([a], [b]) => a.localeCompare(b)),
    terms.map((term) => termFields.map((field) => term[field])),
  ];
  return createHash("sha256").update(JSON.stringify(statement)).digest("hex");
}

async function readStored(client: pg.PoolClient, records: MemberRecord[]): Promise<Map<string, StoredMember>> {
  const ids = records.map(({ bioguideId }) => bioguideId);
  const { rows: terms } = await client.query<TermRecord & { bioguideId: string }>(
    `SELECT ${termParts.selection} FROM politician_terms WHERE bioguide_id = ANY($1) ORDER BY start_on, chamber`,
    [ids],
  );
  const termsOf = new Map<string, TermRecord[]>();
  for (const { bioguideId, ...term } of terms) termsOf.set(bioguideId, [...(termsOf.get(bioguideId) ?? []), term]);
  const { rows } = await client.query<Omit<StoredMember, "terms">>(
    `SELECT ${memberParts.selection} FROM politicians WHERE bioguide_id = ANY($1) FOR UPDATE`,
    [ids],
  );
  return new Map(rows.map((row) => [row.bioguideId, { ...row, terms: termsOf.get(row.bioguideId) ?? [] }]));
}

async function writeMembers(client: pg.PoolClient, members: StoredMember[]): Promise<void> {
  if (members.length === 0) return;
  await client.query(
    `INSERT INTO politicians (${memberParts.columns}, content_hash)
     SELECT ${memberParts.values}, r.hash FROM jsonb_to_recordset($1) AS r(${memberParts.recordset}, hash text)
     ON CONFLICT (bioguide_id) DO UPDATE
       SET ${memberParts.assignments}, content_hash = excluded.content_hash, updated_at = now()`,
    [JSON.stringify(members.map((member) => ({ ...member, terms: undefined, hash: digest(member) })))],
  );
  await client.query("DELETE FROM politician_terms WHERE bioguide_id = ANY($1)", [
    members.map((member) => member.bioguideId),
  ]);
  await client.query(
    `INSERT INTO politician_terms (${termParts.columns})
     SELECT ${termParts.values} FROM jsonb_to_recordset($1) AS r(${termParts.recordset})
     ON CONFLICT (bioguide_id, start_on, chamber) DO NOTHING`,
    [JSON.stringify(members.flatMap(({ bioguideId, terms }) => terms.map((term) => ({ bioguideId, ...term }))))],
  );
}
