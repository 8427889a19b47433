// Finds the member of Congress who filed a report by last name, given name or nickname, chamber, state, district and
// dates. An uncertain filer remains unmatched: no trade must be assigned to the wrong person.
import { addDays } from "../../lib/calendar-date.ts";
import {
  contradicts,
  daysAfterOffice,
  type FiledMember,
  type GivenFit,
  givenFit,
  type Matched,
  type Member,
  type Unmatched,
} from "./member.ts";
import { type FiledName, type FilerStatus, filedNames } from "./names.ts";

/** Members-elect may file in the weeks before they are sworn in. */
const daysBeforeOffice = 60;

interface Candidate {
  member: Member;
  fit: GivenFit;
  /** both have the same generation, e.g. Jr. or III */
  sameGeneration: boolean;
  /** all but `undated` are based on dated terms; `undated` on the historical list, which has no terms */
  basis: "in_office" | "near_office" | "former_office" | "undated";
}

interface Namesake {
  member: Member;
  given: string[];
  /** the filed last name contains the member's and more, e.g. after a marriage */
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

/**
 * Finds the member who filed, or gives the reason why no member is certain. `byLastName` has members by their
 * normalised last name. Of two names that a filing gives its filer, one is enough, unless they fit different members.
 */
export function matchMember(byLastName: Map<string, Member[]>, filed: FiledMember): Matched | Unmatched {
  const [name, printed] = filedNames(filed);
  const found = matchName(byLastName, name, filed);
  if (!printed) return found;
  const beside = matchName(byLastName, printed, filed);
  if (!("bioguideId" in beside)) return found;
  if ("bioguideId" in found ? found.bioguideId === beside.bioguideId : isAmong(found, beside))
    return "bioguideId" in found ? found : { ...beside, how: `${beside.how}, by the name as printed` };
  const candidates = ["bioguideId" in found ? [found.bioguideId] : found.candidates, beside.bioguideId].flat();
  return { unmatched: "the two names of the filer fit different members", candidates };
}

/** True if an uncertain result does not exclude the member: he is one of its several members, or it has none. */
function isAmong({ unmatched, candidates }: Unmatched, { bioguideId }: Matched): boolean {
  return unmatched !== severalFit || candidates.includes(bioguideId);
}

const severalFit = "several members fit";

function matchName(byLastName: Map<string, Member[]>, name: FiledName, filed: FiledMember): Matched | Unmatched {
  const sameLast = namesakes(byLastName, name);
  if (sameLast.length === 0) return { unmatched: "no member has this last name", candidates: [] };
  const candidates = sameLast.flatMap(({ member, given, partial }): Candidate[] => {
    const basis = basisOf(member, filed, name.status);
    const fit = givenFit(given, member.given);
    if (!basis || fit === 0 || !generationsAgree(name.generation, member.generation)) return [];
    // a match by middle name and without dates is certain only if the filing has an office title
    const enough = name.officeTitle ? 2 : 3;
    if (basis === "undated" && (fit < enough || contradicts(given, member.given) || isSon(name, member, filed)))
      return [];
    if (basis === "former_office" && (fit < 3 || contradicts(given, member.given))) return [];
    if (name.status === "candidate" && (fit < 3 || !isBeforeEnd(member, filed))) return [];
    // initials, a similar name or a part of the last name count only for the holder of a seat that the filing names
    const holder = statesSeat(filed) && basis === "in_office";
    if ((fit === 1 && !holder) || (partial && !(holder && fit === 3))) return [];
    return [{ member, fit, basis, sameGeneration: name.generation !== null && name.generation === member.generation }];
  });
  return decide(
    candidates,
    sameLast.map(({ member }) => member),
    filed,
  );
}

/** True if a House district or a state's Senate seat is named: a district has one holder at a time. */
function statesSeat({ state, chamber, district }: FiledMember): boolean {
  return state !== undefined && (chamber === "Senate" || district !== undefined);
}

const bases = ["undated", "former_office", "near_office", "in_office"] as const;
const nameStrength = ({ fit, sameGeneration }: Candidate) => fit + (sameGeneration ? 0.5 : 0);
const strength = (candidate: Candidate) => bases.indexOf(candidate.basis) * 10 + nameStrength(candidate);

/** The best candidate is certain if the name of every other candidate matches less exactly. */
function decide(candidates: Candidate[], sameLast: Member[], filed: FiledMember): Matched | Unmatched {
  const [best, ...rivals] = candidates.toSorted((a, b) => strength(b) - strength(a));
  if (best) {
    // the holder of a named seat has priority over a former namesake with unknown years
    const holder = best.basis === "in_office" && statesSeat(filed);
    const certain = rivals.every(
      (rival) =>
        rival.member === best.member ||
        nameStrength(rival) < nameStrength(best) ||
        (holder && rival.basis === "undated" && nameStrength(rival) === nameStrength(best)),
    );
    if (certain) return { bioguideId: best.member.bioguideId, how: explain(best, filed) };
    return { unmatched: severalFit, candidates: candidates.map(({ member }) => member.bioguideId) };
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
  former_office: "in office before the date, as the report says",
  undated: "former member, the only one of that name and chamber",
} as const;

function explain({ fit, basis }: Candidate, filed: FiledMember): string {
  const seat = filed.state === undefined ? "chamber" : filed.district === undefined ? "state" : "state and district";
  return `${fitWords[fit]}, ${seat}, ${basisWords[basis]}`;
}

/** From this age on, a namesake in Congress with Jr. or III may be the member's son. */
const ageOfPossibleFather = 72;

/**
 * Decides for a match without dates whether the filer may be the member's son. A filed Jr. or III that the list does
 * not have is the member's own (lists omit it) only if the member is too young to have a son in Congress; in the House,
 * where candidates file too, the filer must also have an office title such as Hon.
 */
function isSon(name: FiledName, member: Member, filed: FiledMember): boolean {
  if (name.generation === null || name.generation === "sr" || member.generation !== null) return false;
  return ageOn(member, filed.on) >= ageOfPossibleFather || (filed.chamber === "House" && !name.officeTitle);
}

function generationsAgree(filed: string | null, known: string | null): boolean {
  return filed === null || known === null || filed === known;
}

/** A candidate's report about a seat that has ended is that of a namesake. */
function isBeforeEnd(member: Member, { chamber, on }: FiledMember): boolean {
  return member.terms.some((term) => term.chamber === chamber && on <= term.endOn);
}

/**
 * Whether the member could file in this chamber, for this seat, on this date, and on what basis. A filer whom the
 * report itself calls a former member may file at any time after the last term.
 */
function basisOf(member: Member, filed: FiledMember, status?: FilerStatus): Candidate["basis"] | null {
  if (member.terms.length === 0) return undatedFits(member, filed) ? "undated" : null;
  const inState = member.terms.filter(
    (term) => term.chamber === filed.chamber && (filed.state === undefined || term.state === filed.state),
  );
  const ofDistrict =
    filed.chamber === "Senate" || filed.district === undefined
      ? inState
      : inState.filter((term) => term.district === filed.district);
  if (ofDistrict.length === 0) return null;
  // the House Clerk may retain a member's former district, or name the next one after redistricting
  if (inState.some((term) => term.startOn <= filed.on && filed.on <= term.endOn)) return "in_office";
  const near = ofDistrict.some(
    (term) => addDays(term.startOn, -daysBeforeOffice) <= filed.on && filed.on <= addDays(term.endOn, daysAfterOffice),
  );
  if (near) return "near_office";
  return status === "former" && ofDistrict.some((term) => term.endOn <= filed.on) ? "former_office" : null;
}

const youngest = 25;
const oldest = 95;

/** For a member from a list without terms: chamber, state and an age at which one can sit in Congress must match. */
function undatedFits(member: Member, filed: FiledMember): boolean {
  if (member.knownChamber !== filed.chamber) return false;
  if (filed.state !== undefined && member.knownState !== filed.state) return false;
  const age = ageOn(member, filed.on);
  return age >= youngest && age <= oldest;
}

/** Age in whole calendar years; infinite for a member without a birthday, who is never young enough. */
function ageOn(member: Member, date: string): number {
  return member.birthYear === null ? Number.POSITIVE_INFINITY : Number(date.slice(0, 4)) - member.birthYear;
}
