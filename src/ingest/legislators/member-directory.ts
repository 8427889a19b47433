// Who filed this? Finds the member of Congress behind a filed name by last name, given name or nickname, chamber, state,
// district and dates, and says which office a member held on a day. What is not sure stays unmatched: no trade is ever
// laid at the wrong person's door.
import type { Store } from "../../store/store.ts";
import { contradicts, type GivenFit, type GivenNames, givenFit, givenNamesOf } from "./given-names.ts";
import { type FiledName, nameTokens, parseFiledName } from "./names.ts";

export type FilingChamber = "House" | "Senate";

/** A filer as a disclosure names them. */
export interface FiledMember {
  filerAsFiled: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  suffix?: string | undefined;
  chamber: FilingChamber;
  /** two letters */
  state?: string | undefined;
  /** 0 = at large */
  district?: number | undefined;
  /** calendar date of the filing, YYYY-MM-DD */
  on: string;
}

export interface Matched {
  bioguideId: string;
  /** what the match rests on, for the operator */
  how: string;
}

export interface Unmatched {
  /** why, in a sentence */
  unmatched: string;
  /** bioguide ids that came near */
  candidates: string[];
}

export interface Office {
  party: string | null;
  chamber: FilingChamber | null;
  state: string | null;
  district: number | null;
}

export interface MemberDirectory {
  /** Finds the filer, or says why nobody is sure. */
  match(filed: FiledMember): Matched | Unmatched;
  /** The office held on a date; up to two years beside a known term the nearest one; null when nothing is known. */
  termOn(bioguideId: string, date: string): Office | null;
}

interface Term {
  chamber: FilingChamber;
  startOn: string;
  endOn: string;
  state: string;
  district: number | null;
  party: string;
}

interface Member {
  bioguideId: string;
  lastName: string;
  given: GivenNames;
  generation: string | null;
  birthYear: number | null;
  knownChamber: string | null;
  knownState: string | null;
  knownParty: string | null;
  terms: Term[];
}

/**
 * A report may come in after the last known term: the final one is due within weeks, and a list may miss one whole term of the
 * House (two years) of a member who left before the next list was taken.
 */
const daysAfterOffice = 820;
/** Members-elect may file in the weeks before they are sworn in. */
const daysBeforeOffice = 60;

interface Candidate {
  member: Member;
  fit: GivenFit;
  /** both say Jr., or III */
  sameGeneration: boolean;
  /** `in_office` and `near_office` rest on dated terms; `undated` on the historical list, which has none */
  basis: "in_office" | "near_office" | "undated";
}

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
    match: (filed) => match(byLastName, filed),
    termOn: (bioguideId, date) => officeOn(byId.get(bioguideId), date),
  };
}

interface Namesake {
  member: Member;
  given: string[];
  /** the filed last name holds the member's and more, as after a marriage */
  partial: boolean;
}

/** Every way to split the filed tokens into given names and a last name that some member has. */
function namesakes(byLastName: Map<string, Member[]>, name: FiledName): Namesake[] {
  const shortest = name.last?.length || 1;
  const found: Namesake[] = [];
  for (let length = name.tokens.length; length >= shortest; length -= 1) {
    const last = name.tokens.slice(-length).join(" ");
    const given = name.tokens.slice(0, -length);
    for (const member of byLastName.get(last) ?? []) found.push({ member, given, partial: false });
  }
  for (const part of name.last && name.last.length > 1 ? name.last : []) {
    const given = name.tokens.slice(0, -shortest);
    for (const member of byLastName.get(part) ?? []) found.push({ member, given, partial: true });
  }
  return found;
}

function match(byLastName: Map<string, Member[]>, filed: FiledMember): Matched | Unmatched {
  const name = parseFiledName(filed);
  const sameLast = namesakes(byLastName, name);
  if (sameLast.length === 0) return { unmatched: "no member has this last name", candidates: [] };
  const seatNamed = filed.state !== undefined && (filed.chamber === "Senate" || filed.district !== undefined);
  const candidates = sameLast.flatMap(({ member, given, partial }): Candidate[] => {
    const basis = basisOf(member, filed);
    const fit = givenFit(given, member.given);
    if (!basis || fit === 0 || !generationsAgree(name.generation, member.generation)) return [];
    // who is called by a middle name is sure without dates only when the filing says that the filer held an office
    const enough = name.officeTitle ? 2 : 3;
    if (basis === "undated" && (fit < enough || contradicts(given, member.given) || isSon(name, member))) return [];
    // initials, a name alike or a part of the last name count only for the holder of a seat that the filing names
    const holder = seatNamed && basis === "in_office";
    if ((fit === 1 && !holder) || (partial && !(holder && fit === 3))) return [];
    return [{ member, fit, basis, sameGeneration: name.generation !== null && name.generation === member.generation }];
  });
  return decide(
    candidates,
    sameLast.map(({ member }) => member),
    filed,
  );
}

const bases = ["undated", "near_office", "in_office"] as const;
const strength = ({ basis, fit, sameGeneration }: Candidate) =>
  bases.indexOf(basis) * 10 + fit + (sameGeneration ? 0.5 : 0);

/** One candidate must be stronger than all others, and none of those may bear the filed name more exactly. */
function decide(candidates: Candidate[], sameLast: Member[], filed: FiledMember): Matched | Unmatched {
  const [best, ...rivals] = candidates.toSorted((a, b) => strength(b) - strength(a));
  if (best) {
    const sure = rivals.every((rival) => strength(rival) < strength(best) && rival.fit <= best.fit);
    if (sure) return { bioguideId: best.member.bioguideId, how: explain(best, filed) };
    return { unmatched: "several members fit", candidates: candidates.map(({ member }) => member.bioguideId) };
  }
  const near = sameLast.filter((member) => basisOf(member, { ...filed, state: undefined, district: undefined }));
  return {
    unmatched: near.length
      ? "members with this last name exist, but given name, state or district does not fit"
      : "no member with this last name held such an office at that time",
    candidates: near.slice(0, 10).map(({ bioguideId }) => bioguideId),
  };
}

const fitWords = ["", "initials", "another given name", "name"] as const;
const basisWords = {
  in_office: "in office on the date",
  near_office: "in office shortly before or after the date",
  undated: "former member, the only one of that name and chamber",
} as const;

function explain({ fit, basis }: Candidate, filed: FiledMember): string {
  const seat = filed.state === undefined ? "chamber" : filed.district === undefined ? "state" : "state and district";
  return `${fitWords[fit]}, ${seat}, ${basisWords[basis]}`;
}

/** Without dates, a filed Jr. or III that the member is not called may well be a son of the member. */
function isSon(name: FiledName, member: Member): boolean {
  return name.generation !== null && name.generation !== "sr" && member.generation === null;
}

function generationsAgree(filed: string | null, known: string | null): boolean {
  return filed === null || known === null || filed === known;
}

/** Whether and how surely the member could file in this chamber, for this seat, on this date. */
function basisOf(member: Member, filed: FiledMember): Candidate["basis"] | null {
  if (member.terms.length === 0) return undatedFits(member, filed) ? "undated" : null;
  const inState = member.terms.filter(
    (term) => term.chamber === filed.chamber && (filed.state === undefined || term.state === filed.state),
  );
  const ofDistrict =
    filed.chamber === "Senate" || filed.district === undefined
      ? inState
      : inState.filter((term) => term.district === filed.district);
  if (ofDistrict.length === 0) return null;
  // the House Clerk may keep a member's former district, or name the next one after redistricting
  if (inState.some((term) => term.startOn <= filed.on && filed.on <= term.endOn)) return "in_office";
  const near = ofDistrict.some(
    (term) => addDays(term.startOn, -daysBeforeOffice) <= filed.on && filed.on <= addDays(term.endOn, daysAfterOffice),
  );
  return near ? "near_office" : null;
}

const youngest = 25;
const oldest = 95;

/** Known from a list without terms: chamber, state and an age at which one can sit in Congress must do. */
function undatedFits(member: Member, filed: FiledMember): boolean {
  if (member.knownChamber !== filed.chamber || member.birthYear === null) return false;
  if (filed.state !== undefined && member.knownState !== filed.state) return false;
  const age = Number(filed.on.slice(0, 4)) - member.birthYear;
  return age >= youngest && age <= oldest;
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

function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}
