// The directory of members in memory: finds the filer of a report (match-member.ts), and the office that a member held
// on a date.
import { createHash } from "node:crypto";
import { addDays, daysBetween } from "../../lib/calendar-date.ts";
import { groupBy } from "../../lib/group-by.ts";
import type { Store } from "../../store/store.ts";
import { matchMember } from "./match-member.ts";
import {
  type Chamber,
  daysAfterOffice,
  type FiledMember,
  givenNamesOf,
  type Matched,
  type Member,
  type Office,
  type Term,
  type Unmatched,
} from "./member.ts";
import { nameTokens } from "./names.ts";

export type { FiledMember, Matched, Unmatched } from "./member.ts";

export interface MemberDirectory {
  /** Finds the filer, or gives the reason why no member is certain. */
  match(filed: FiledMember): Matched | Unmatched;
  /** The office held on a date; else that of the nearest known term within about two years; null if none is known. */
  termOn(bioguideId: string, date: string): Office | null;
  /** Changes with the matching rules and with the data of any member; equal fingerprints give equal results. */
  fingerprint(): string;
}

/** Increase it when the rules for reading or matching filers change: refused reports are then retried. */
export const matchingVersion = 3;

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
  const byLastName = groupBy(members, ({ lastName }) => lastName);
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

/** Of a term that ended and one that begins later; if both are equally near, the earlier one. */
function nearest(date: string, before: Term | undefined, after: Term | undefined): Term | undefined {
  if (!before || !after) return before ?? after;
  return daysBetween(date, after.startOn) < daysBetween(before.endOn, date) ? after : before;
}

function officeOn(member: Member | undefined, date: string): Office | null {
  if (!member) return null;
  if (member.terms.length === 0) {
    if (!member.knownChamber) return null;
    return {
      party: member.knownParty,
      chamber: member.knownChamber as Chamber,
      state: member.knownState,
      district: null,
    };
  }
  const holds = member.terms.findLast((term) => term.startOn <= date && date < term.endOn);
  const before = member.terms.findLast((term) => term.endOn <= date && date <= addDays(term.endOn, daysAfterOffice));
  const after = member.terms.find((term) => term.startOn > date && addDays(term.startOn, -daysAfterOffice) <= date);
  const term = holds ?? nearest(date, before, after);
  return term ? { party: term.party, chamber: term.chamber, state: term.state, district: term.district } : null;
}
