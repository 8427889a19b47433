// What the project unitedstates/congress-legislators publishes: the names of its files, and the records in them,
// independent of the file format.
import type { StoredRecord } from "../../store/stored-models.ts";

/** The fields of each model that no list states: the key of another record, and what the loaders set. */
export const notStated = {
  Politician: { asOf: true, contentHash: true, updatedAt: true },
  PoliticianTerm: { bioguideId: true },
  Committee: { current: true, asOf: true, contentHash: true },
} as const;

type Stated<Model extends keyof typeof notStated> = StoredRecord<Model, keyof (typeof notStated)[Model]>;

/** `endOn` is exclusive. */
export interface TermRecord extends Stated<"PoliticianTerm"> {
  chamber: "House" | "Senate";
}

/**
 * A member of Congress. `terms` is empty if the file has none (CSV); then `known*` are the values of the last office.
 */
export interface MemberRecord extends Stated<"Politician"> {
  knownChamber: "House" | "Senate" | null;
  terms: TermRecord[];
}

/** `type`: `standing`, `select`, `joint`, `subcommittee` or `other` (caucus, commission). */
export interface CommitteeRecord extends Stated<"Committee"> {
  chamber: "House" | "Senate" | "Joint";
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

// The files of the congress-legislators project that are used, without their extensions. Names as in the project's
// README, "Data File Download Links"; its pages serve each as .json and .yaml, its repository's main branch only as
// .yaml.

/** Lists, in the order in which they depend on one another. */
export const lists = [
  "legislators-historical",
  "legislators-current",
  "committees-historical",
  "committees-current",
] as const;

/** The committee roster: who has which seat today. A seat needs its member and its committee. */
export const roster = "committee-membership-current";

/**
 * Files that state only the present: each version is read, the committees before their rosters. The other lists include
 * former members and committees.
 */
export const datedFiles = ["committees-current", roster] as const;
