// The types for matching filers to members: the filer of a disclosure, a member of a list, and the result. The given
// names of a filing are compared with those of a member, who may use a first name, a middle name or a nickname.
import { givenLikeness, initialsOf, nameTokens } from "./names.ts";

export type Chamber = "House" | "Senate";

/** A filer as a disclosure names them. */
export interface FiledMember {
  filerAsFiled: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  suffix?: string | undefined;
  chamber: Chamber;
  /** two letters */
  state?: string | undefined;
  /** 0 for an at-large district */
  district?: number | undefined;
  /** calendar date of the filing, YYYY-MM-DD */
  on: string;
}

export interface Matched {
  bioguideId: string;
  /** basis of the match, for the operator */
  how: string;
}

export interface Unmatched {
  /** reason, in a sentence */
  unmatched: string;
  /** bioguide ids of possible members */
  candidates: string[];
}

export interface Office {
  party: string | null;
  chamber: Chamber | null;
  state: string | null;
  district: number | null;
}

/** A term in the directory; dates are YYYY-MM-DD, the end exclusive. */
export interface Term {
  chamber: Chamber;
  startOn: string;
  endOn: string;
  state: string;
  district: number | null;
  party: string;
}

/** A member with names as comparable tokens. */
export interface Member {
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
 * Days after the last known term in which a report may be filed: the final report is due within weeks, and a list may
 * lack one whole House term (two years) of a member who left before the next list was made.
 */
export const daysAfterOffice = 820;

/** The given names of a member, in tokens. */
export interface GivenNames {
  /** names that the member goes by: first name and nickname */
  called: string[];
  /** all others: middle names, the given part of the official full name */
  other: string[];
}

/**
 * 3: the name that the member goes by, or all names in order; 2: another full given name; 1: only initials or similar
 * names; 0: no match
 */
export type GivenFit = 0 | 1 | 2 | 3;

export function givenNamesOf(member: {
  name: string;
  firstName: string;
  middleName: string | null;
  lastName: string;
  nickname: string | null;
}): GivenNames {
  const last = new Set(nameTokens(member.lastName));
  const official = nameTokens(member.name).filter((token) => !last.has(token));
  // filers write initials that a member goes by as one word
  const initials = [member.firstName, member.nickname ?? ""].flatMap(initialsOf);
  const called = new Set([...nameTokens(member.firstName), ...nameTokens(member.nickname ?? ""), ...initials]);
  const other = new Set([...nameTokens(member.middleName ?? ""), ...official].filter((token) => !called.has(token)));
  return { called: [...called], other: [...other] };
}

function likeAny(token: string, names: string[], allowed: (string | null)[]): boolean {
  return names.some((name) => allowed.includes(givenLikeness(token, name)));
}

/** Compares filed given names, in their order, with a member's. */
export function givenFit(filed: string[], member: GivenNames): GivenFit {
  const full = filed.filter((token) => token.length > 1);
  const [first, ...rest] = full;
  if (!first) return 0;
  const inOrder = [...member.called, ...member.other];
  if (filed.every((token, index) => token === inOrder[index])) return 3;
  const certain = ["same", "nickname"];
  if (likeAny(first, member.called, certain)) return 3;
  if (likeAny(first, member.other, certain) || rest.some((token) => likeAny(token, member.called, certain))) return 2;
  if (rest.some((token) => likeAny(token, member.other, ["same"]))) return 2;
  return likeAny(first, inOrder, ["alike"]) || initialsFit(filed, member) ? 1 : 0;
}

/** `George K` matches a member who goes by `G. K.`; initials do not match a member with a full name. */
function initialsFit(filed: string[], member: GivenNames): boolean {
  const all = [...member.called, ...member.other];
  return all.length > 0 && all.every((name, index) => name.length === 1 && filed[index]?.startsWith(name) === true);
}

/**
 * A filed middle name or initial that matches the beginning of none of the member's given names: possibly a namesake.
 */
export function contradicts(filed: string[], member: GivenNames): boolean {
  if (member.other.length === 0 || filed.length < 2) return false;
  const known = [...member.called, ...member.other];
  return filed.slice(1).some((token) => !known.some((name) => name[0] === token[0] || givenLikeness(token, name)));
}
