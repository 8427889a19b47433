// Parses a congress-legislators file (YAML, JSON or CSV) into records. The kind of list is detected from its content,
// because the same lists are published under many names.
import { parse as parseCsv } from "csv-parse/sync";
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import { storable } from "../../lib/text.ts";
import { decodeText, parseJson } from "../files/text.ts";
import { committeesOf, memberOfCsv, memberOfEntry } from "./parse-entries.ts";
import type { MemberRecord, ParsedFile, RecordProblem, SeatRecord } from "./records.ts";

// Parses a committee membership file (committee code -> members) into seats. Its `party` is majority or minority, its
// `rank` the seniority; state and party of a member come from the legislators files.
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
function seatsOf(roster: Record<string, unknown>): Extract<ParsedFile, { kind: "seats" }> {
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

/** The file is not one of the known lists; `reason` is the quarantine code. */
export class UnreadableFile extends Error {
  override name = "UnreadableFile";
  readonly reason: string;
  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Reads a file. Throws UnreadableFile unless it is a known list, or a known list that is not used here. */
export function parseFile(name: string, bytes: Uint8Array): ParsedFile {
  return storable(parsed(name, bytes));
}

function parsed(name: string, bytes: Uint8Array): ParsedFile {
  const text = decodeText(bytes);
  if (text.trim() === "") throw new UnreadableFile("empty_file", "the file is empty");
  if (/\.csv$/i.test(name)) return parseTable(text);
  const content = parseTree(name, bytes, text);
  if (Array.isArray(content)) return parseList(content);
  if (content !== null && typeof content === "object") {
    const roster = seatsOf(content as Record<string, unknown>);
    if (roster.records.length > 0) return roster;
  }
  throw new UnreadableFile("unknown_layout", "neither a list of members or committees nor a roster");
}

/** YAML is read with every scalar as text: codes such as 08 must not become numbers, dates not timestamps. */
function parseTree(name: string, bytes: Uint8Array, text: string): unknown {
  try {
    if (/\.json$/i.test(name)) return parseJson(bytes);
    return isYamlList(text) ? yamlEntries(text).flatMap((part) => yamlOf(part) as unknown[]) : yamlOf(text);
  } catch {
    // the exception's words are the library's, and its line is that of a part
    throw new UnreadableFile("not_readable", `cannot be read as ${/\.json$/i.test(name) ? "JSON" : "YAML"}`);
  }
}

const yamlOf = (text: string): unknown => parseYaml(text, { schema: "failsafe", maxAliasCount: 1000 });

/** number of list entries that are parsed together */
const entriesPerPart = 50;

/** True for a list whose entries each begin with a hyphen in the first column, so that it can be split there. */
function isYamlList(text: string): boolean {
  const first = /^(?!---|#)\S.*/m.exec(text)?.[0] ?? "";
  return first.startsWith("- ");
}

/**
 * Splits the text into parts of whole entries: parsed as one document, the historical list of 9 MB would take half a
 * gigabyte.
 */
function yamlEntries(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let entries = 0;
  for (const { index } of text.matchAll(/^- /gm)) {
    if (entries > 0 && entries % entriesPerPart === 0) {
      parts.push(text.slice(from, index));
      from = index;
    }
    entries += 1;
  }
  return [...parts, text.slice(from)];
}

const entryKind = z.looseObject({
  id: z.looseObject({}).optional(),
  terms: z.array(z.looseObject({ type: z.unknown() })).optional(),
  name: z.unknown().optional(),
  type: z.unknown().optional(),
  thomas_id: z.unknown().optional(),
  social: z.unknown().optional(),
  offices: z.unknown().optional(),
});

function parseList(list: unknown[]): ParsedFile {
  const kinds = list.map((entry) => entryKind.safeParse(entry).data);
  if (kinds.some((entry) => entry?.thomas_id !== undefined && entry.type !== undefined)) return committeesOf(list);
  // lists of presidents and vice presidents, and of members' accounts and offices, are not used
  if (kinds.some((entry) => entry?.terms?.some(({ type }) => type === "prez" || type === "viceprez")))
    return { kind: "other" };
  if (kinds.some((entry) => entry?.id && entry.terms)) return membersOf(list.map(memberOfEntry), true);
  if (kinds.length > 0 && kinds.every((entry) => entry?.id && (entry.social || entry.offices)))
    return { kind: "other" };
  throw new UnreadableFile("unknown_layout", "a list, but of neither members nor committees");
}

function parseTable(text: string): ParsedFile {
  let rows: Record<string, string>[];
  try {
    rows = parseCsv(text, { columns: true, skip_empty_lines: true, relax_column_count: true });
  } catch {
    throw new UnreadableFile("not_readable", "cannot be read as CSV");
  }
  const [first] = rows;
  if (!first || !("bioguide_id" in first) || !("last_name" in first)) {
    throw new UnreadableFile("unknown_layout", "a table without the columns bioguide_id and last_name");
  }
  return membersOf(rows.map(memberOfCsv), false);
}

function membersOf(read: (MemberRecord | RecordProblem)[], dated: boolean): ParsedFile {
  const records: MemberRecord[] = [];
  const problems: RecordProblem[] = [];
  for (const [index, entry] of read.entries()) {
    if ("bioguideId" in entry) records.push(entry);
    else problems.push({ ...entry, recordRef: `#${index + 1} ${entry.recordRef}`.trim() });
  }
  return { kind: "members", records, problems, dated };
}
