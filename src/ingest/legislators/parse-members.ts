// Parses an entry of a legislators file into a member record. A term in which the member changed party becomes two
// terms.
import { z } from "zod";
import type { MemberRecord, RecordProblem, TermRecord } from "./records.ts";

const text = z.union([z.string(), z.number()]).transform((value) => String(value).trim());
const optionalText = text.nullish().transform((value) => value || null);
const calendarDate = text.pipe(z.iso.date());
const optionalDate = optionalText.pipe(z.iso.date().nullable());
const optionalNumber = optionalText.pipe(
  z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number)
    .nullable(),
);
const bioguideId = text.pipe(z.string().regex(/^[A-Z]\d{6}$/));
const chamberOf = { rep: "House", sen: "Senate" } as const;
const officeType = z.enum(["rep", "sen"]);

const termEntry = z.looseObject({
  type: officeType,
  start: calendarDate,
  end: calendarDate,
  state: text,
  district: optionalNumber,
  class: optionalNumber,
  party: optionalText,
  party_affiliations: z
    .array(z.looseObject({ start: calendarDate, end: optionalDate, party: text }))
    .nullish()
    .transform((value) => value ?? []),
});

const memberEntry = z.looseObject({
  id: z.looseObject({ bioguide: bioguideId }),
  name: z.looseObject({
    first: text,
    last: text,
    middle: optionalText,
    suffix: optionalText,
    nickname: optionalText,
    official_full: optionalText,
  }),
  bio: z.looseObject({ birthday: optionalDate }).nullish(),
  terms: z.array(termEntry),
});

/** An entry of legislators-current or legislators-historical in YAML or JSON. */
export function memberOfEntry(entry: unknown): MemberRecord | RecordProblem {
  const read = memberEntry.safeParse(entry);
  if (!read.success) return problemOf(read.error, (entry as { id?: { bioguide?: unknown } } | null)?.id?.bioguide);
  const { id, name, bio, terms } = read.data;
  return {
    bioguideId: id.bioguide,
    name: name.official_full ?? `${name.first} ${name.last}`,
    firstName: name.first,
    middleName: name.middle,
    lastName: name.last,
    suffix: name.suffix,
    nickname: name.nickname,
    birthday: bio?.birthday ?? null,
    knownChamber: null,
    knownState: null,
    knownParty: null,
    terms: terms.flatMap(termsOf),
  };
}

/**
 * Splits a term by party. Affiliations are published with inclusive end dates; here a part ends where the next one
 * begins, so that every day of the term has a party.
 */
function termsOf(entry: z.output<typeof termEntry>): TermRecord[] {
  const base = {
    chamber: chamberOf[entry.type],
    state: entry.state,
    district: entry.type === "rep" ? entry.district : null,
    senateClass: entry.class,
  };
  const parts = entry.party_affiliations.toSorted((a, b) => a.start.localeCompare(b.start));
  if (parts.length === 0) {
    return [{ ...base, startOn: entry.start, endOn: entry.end, party: entry.party ?? "Unknown" }];
  }
  return parts.map((part, index) => ({
    ...base,
    startOn: index === 0 ? entry.start : part.start,
    endOn: parts[index + 1]?.start ?? entry.end,
    party: part.party,
  }));
}

const memberRow = z.looseObject({
  bioguide_id: bioguideId,
  last_name: text,
  first_name: text,
  middle_name: optionalText,
  suffix: optionalText,
  nickname: optionalText,
  full_name: optionalText,
  birthday: optionalDate,
  type: optionalText.pipe(officeType.nullable()),
  state: optionalText,
  party: optionalText,
});

/** A row of a legislators CSV: the last office, without dates. */
export function memberOfCsv(row: Record<string, string>): MemberRecord | RecordProblem {
  const read = memberRow.safeParse(row);
  if (!read.success) return problemOf(read.error, row.bioguide_id);
  const { data } = read;
  return {
    bioguideId: data.bioguide_id,
    name: data.full_name ?? [data.first_name, data.last_name].filter(Boolean).join(" "),
    firstName: data.first_name,
    middleName: data.middle_name,
    lastName: data.last_name,
    suffix: data.suffix,
    nickname: data.nickname,
    birthday: data.birthday,
    knownChamber: data.type && chamberOf[data.type],
    knownState: data.state,
    knownParty: data.party,
    terms: [],
  };
}

function problemOf(error: z.ZodError, id: unknown): RecordProblem {
  const [issue] = error.issues;
  return {
    recordRef: typeof id === "string" ? id : "",
    reason: "bad_member",
    message: `${issue?.path.join(".")}: ${issue?.message}`,
  };
}
