// The records of unitedstates/congress-legislators, independent of the file format.

export interface TermRecord {
  chamber: "House" | "Senate";
  startOn: string;
  /** exclusive */
  endOn: string;
  state: string;
  district: number | null;
  party: string;
  senateClass: number | null;
}

/**
 * A member of Congress. `terms` is empty if the file has none (CSV); then `known*` are the values of the last office.
 */
export interface MemberRecord {
  bioguideId: string;
  name: string;
  firstName: string;
  middleName: string | null;
  lastName: string;
  suffix: string | null;
  nickname: string | null;
  birthday: string | null;
  knownChamber: "House" | "Senate" | null;
  knownState: string | null;
  knownParty: string | null;
  terms: TermRecord[];
}

export interface CommitteeRecord {
  /** Thomas code; a subcommittee is its parent's code and two digits */
  code: string;
  name: string;
  chamber: "House" | "Senate" | "Joint";
  /** `standing`, `select`, `joint`, `subcommittee` or `other` (caucus, commission) */
  type: string;
  parentCode: string | null;
  url: string | null;
  /** from the list of committees that no longer exist, or existed in earlier Congresses */
  historical: boolean;
}

/** A seat on a committee or subcommittee at the date of the roster. */
export interface SeatRecord {
  committeeCode: string;
  bioguideId: string;
  side: "majority" | "minority" | null;
  rank: number | null;
  title: string | null;
}

/** A record that could not be read: its position and the problem. */
export interface RecordProblem {
  recordRef: string;
  reason: string;
  message: string;
}

export type ParsedFile =
  | { kind: "members"; records: MemberRecord[]; problems: RecordProblem[]; dated: boolean }
  | { kind: "committees"; records: CommitteeRecord[]; problems: RecordProblem[] }
  | {
      kind: "seats";
      records: SeatRecord[];
      problems: RecordProblem[];
      /** committees with an entry that could not be read */
      unreadable: string[];
    }
  | { kind: "other" };
