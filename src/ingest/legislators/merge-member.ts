// Merges a stored member with the record of another list. Lists of different dates overlap: the newer one wins, the
// older one only fills gaps, so that the order in which they are read does not matter.
import type { MemberRecord, TermRecord } from "./records.ts";

/** A member as stored; `asOf` is the date of the newest list that stated it, null for an undated one. */
export interface StoredMember extends MemberRecord {
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
export function mergeMember(
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
export function mayOverrule(asOf: string | null, stored: string | null): boolean {
  return stored === null || (asOf !== null && asOf >= stored);
}
