// The directory of members in memory: who filed this (match-member.ts), and which office did a member hold on a day.
import { createHash } from "node:crypto";
import type { Store } from "../../store/store.ts";
import { givenNamesOf } from "./given-names.ts";
import { matchMember } from "./match-member.ts";
import {
  addDays,
  daysAfterOffice,
  type FiledMember,
  type FilingChamber,
  type Matched,
  type Member,
  type Office,
  type Term,
  type Unmatched,
} from "./member.ts";
import { nameTokens } from "./names.ts";

export type { FiledMember, Matched, Unmatched } from "./member.ts";

export interface MemberDirectory {
  /** Finds the filer, or says why no member is certain. */
  match(filed: FiledMember): Matched | Unmatched;
  /** The office held on a date; up to two years beside a known term the nearest one; null when nothing is known. */
  termOn(bioguideId: string, date: string): Office | null;
  /** Changes with the rules of matching and with what is known of any member; equal ones give equal answers. */
  fingerprint(): string;
}

/** Advance it when the rules change by which filers are read or matched: refused reports are then taken again. */
export const matchingVersion = 2;

/** Reads all members and terms into memory (about 13,000 with the historical list). */
export async function loadMemberDirectory(store: Store): Promise<MemberDirectory> {
  const { rows } = await store.pool.query<MemberRow>(
    `SELECT p.bioguide_id, p.name, p.first_name, p.middle_name, p.last_name, p.suffix, p.nickname,
       extract(year FROM p.birthday)::int AS birth_year, p.known_chamber, p.known_state, p.known_party,
       coalesce((SELECT jsonb_agg(jsonb_build_object('chamber', t.chamber, 'startOn', t.start_on, 'endOn', t.end_on,
         'state', t.state, 'district', t.district, 'party', t.party) ORDER BY t.start_on)
         FROM politician_terms t WHERE t.bioguide_id = p.bioguide_id), '[]') AS terms
     FROM politicians p ORDER BY p.bioguide_id`,
  );
  return directoryOf(rows.map(memberOf));
}

interface MemberRow {
  bioguide_id: string;
  name: string;
  first_name: string;
  middle_name: string | null;
  last_name: string;
  suffix: string | null;
  nickname: string | null;
  birth_year: number | null;
  known_chamber: string | null;
  known_state: string | null;
  known_party: string | null;
  terms: Term[];
}

function memberOf(row: MemberRow): Member {
  return {
    bioguideId: row.bioguide_id,
    lastName: nameTokens(row.last_name).join(" "),
    given: givenNamesOf({
      name: row.name,
      firstName: row.first_name,
      middleName: row.middle_name,
      lastName: row.last_name,
      nickname: row.nickname,
    }),
    generation: nameTokens(row.suffix ?? "")[0] ?? null,
    birthYear: row.birth_year,
    knownChamber: row.known_chamber,
    knownState: row.known_state,
    knownParty: row.known_party,
    terms: row.terms,
  };
}

function directoryOf(members: Member[]): MemberDirectory {
  const byLastName = new Map<string, Member[]>();
  for (const member of members) {
    byLastName.set(member.lastName, [...(byLastName.get(member.lastName) ?? []), member]);
  }
  const byId = new Map(members.map((member) => [member.bioguideId, member]));
  return {
    match: (filed) => matchMember(byLastName, filed),
    termOn: (bioguideId, date) => officeOn(byId.get(bioguideId), date),
    fingerprint: () =>
      createHash("sha256")
        .update(JSON.stringify([matchingVersion, members]))
        .digest("hex"),
  };
}

function officeOn(member: Member | undefined, date: string): Office | null {
  if (!member) return null;
  if (member.terms.length === 0) {
    if (!member.knownChamber) return null;
    return {
      party: member.knownParty,
      chamber: member.knownChamber as FilingChamber,
      state: member.knownState,
      district: null,
    };
  }
  const holds = member.terms.findLast((term) => term.startOn <= date && date < term.endOn);
  const before = member.terms.findLast((term) => term.endOn <= date && date <= addDays(term.endOn, daysAfterOffice));
  const after = member.terms.find((term) => term.startOn > date && addDays(term.startOn, -daysAfterOffice) <= date);
  const term = holds ?? before ?? after;
  return term ? { party: term.party, chamber: term.chamber, state: term.state, district: term.district } : null;
}
