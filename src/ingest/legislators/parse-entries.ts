// Parses the entries of a legislators file into member records, and those of a committees file into committee records. A
// term in which the member changed party becomes two terms.
import { z } from "zod";
import type { CommitteeRecord, MemberRecord, ParsedFile, RecordProblem, TermRecord } from "./records.ts";

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

// Parses the entries of a committees file into committee records: code, chamber, and the type of committee, which the
// file does not contain.

const committeeEntry = z.looseObject({
  type: z.enum(["house", "senate", "joint"]),
  name: text.pipe(z.string().min(1)),
  thomas_id: text.pipe(z.string().regex(/^[A-Z]{4}$/)),
  url: optionalText,
  congresses: z.unknown().optional(),
  subcommittees: z
    .array(
      z.looseObject({
        name: text.pipe(z.string().min(1)),
        thomas_id: text.pipe(z.string().regex(/^\d{1,2}$/)),
        url: optionalText,
      }),
    )
    .nullish()
    .transform((value) => value ?? []),
});

const chambers = { house: "House", senate: "Senate", joint: "Joint" } as const;

/**
 * Reads committees-current or committees-historical; an entry with a list of `congresses` is historical. The current
 * list of 2012 has them as text ("111,112").
 */
export function committeesOf(list: unknown[]): ParsedFile {
  const records: CommitteeRecord[] = [];
  const problems: RecordProblem[] = [];
  for (const [index, entry] of list.entries()) {
    const read = committeeEntry.safeParse(entry);
    if (read.success) records.push(...withSubcommittees(read.data));
    else {
      const [issue] = read.error.issues;
      const message = `${issue?.path.join(".")}: ${issue?.message}`;
      problems.push({ recordRef: `#${index + 1}`, reason: "bad_committee", message });
    }
  }
  return { kind: "committees", records, problems };
}

function withSubcommittees(entry: z.output<typeof committeeEntry>): CommitteeRecord[] {
  const code = entry.thomas_id;
  // the historical list files some joint committees under a chamber; their codes begin with J
  const chamber = code.startsWith("J") ? "Joint" : chambers[entry.type];
  const historical = Array.isArray(entry.congresses);
  return [
    {
      code,
      name: entry.name,
      chamber,
      type: typeOf(entry.name, chamber),
      parentCode: null,
      url: entry.url,
      historical,
    },
    ...entry.subcommittees.map((sub) => ({
      code: code + sub.thomas_id.padStart(2, "0"),
      name: sub.name,
      chamber,
      type: "subcommittee",
      parentCode: code,
      url: sub.url,
      historical,
    })),
  ];
}

/**
 * Derived from its name: caucuses and commissions are `other`; select, special and ad hoc bodies and task forces are
 * `select`.
 */
function typeOf(name: string, chamber: CommitteeRecord["chamber"]): string {
  if (/\b(Caucus|Commission)\b/.test(name)) return "other";
  if (chamber === "Joint") return "joint";
  return /\b(Select|Special|Ad Hoc|Task Force|Temporary)\b/.test(name) ? "select" : "standing";
}
