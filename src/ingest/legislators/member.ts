// The words in which filers and members are compared: what a disclosure says, what a list says, and what comes of it.
import type { GivenNames } from "./given-names.ts";

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

/** A term as the directory holds it; dates are YYYY-MM-DD, the end exclusive. */
export interface Term {
  chamber: FilingChamber;
  startOn: string;
  endOn: string;
  state: string;
  district: number | null;
  party: string;
}

/** A member in comparable tokens. */
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
 * A report may come in after the last known term: the final one is due within weeks, and a list may miss one whole term of the
 * House (two years) of a member who left before the next list was taken.
 */
export const daysAfterOffice = 820;
/** Calendar arithmetic on YYYY-MM-DD. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}
