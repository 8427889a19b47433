// The types for matching filers to members: the filer of a disclosure, a member of a list, and the result.
import type { GivenNames } from "./given-names.ts";

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
