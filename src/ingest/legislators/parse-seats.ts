// Parses a committee membership file (committee code -> members) into seats. Its `party` is majority or minority, its
// `rank` the seniority; state and party of a member come from the legislators files.
import { z } from "zod";
import type { ParsedFile, RecordProblem, SeatRecord } from "./records.ts";

const text = z.union([z.string(), z.number()]).transform((value) => String(value).trim());
const optionalText = text.nullish().transform((value) => value || null);

const seatEntry = z.looseObject({
  bioguide: text.pipe(z.string().regex(/^[A-Z]\d{6}$/)),
  party: z.enum(["majority", "minority"]).nullish(),
  rank: optionalText.pipe(z.string().regex(/^\d+$/).transform(Number).nullable()),
  title: optionalText,
});

const committeeCode = /^[A-Z]{4}(\d{2})?$/;

/** Reads a roster; an unreadable entry is reported as a problem, and the other entries are still read. */
export function seatsOf(roster: Record<string, unknown>): Extract<ParsedFile, { kind: "seats" }> {
  const records: SeatRecord[] = [];
  const problems: RecordProblem[] = [];
  const unreadable = new Set<string>();
  for (const [code, members] of Object.entries(roster)) {
    if (!committeeCode.test(code) || !Array.isArray(members)) {
      problems.push({
        recordRef: code,
        reason: "bad_committee",
        message: "not a committee code with a list of members",
      });
      unreadable.add(code);
      continue;
    }
    for (const [index, entry] of members.entries()) {
      const read = seatEntry.safeParse(entry);
      if (!read.success) {
        const [issue] = read.error.issues;
        const message = `${issue?.path.join(".")}: ${issue?.message}`;
        problems.push({ recordRef: `${code}#${index + 1}`, reason: "bad_seat", message });
        unreadable.add(code);
        continue;
      }
      const { bioguide, party, rank, title } = read.data;
      records.push({ committeeCode: code, bioguideId: bioguide, side: party ?? null, rank, title });
    }
  }
  return { kind: "seats", records, problems, unreadable: [...unreadable] };
}
