// Parses the entries of a committees file into committee records: code, chamber, and the type of committee, which the
// file does not contain.
import { z } from "zod";
import type { CommitteeRecord, ParsedFile, RecordProblem } from "./records.ts";

const text = z.union([z.string(), z.number()]).transform((value) => String(value).trim());
const optionalText = text.nullish().transform((value) => value || null);

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
