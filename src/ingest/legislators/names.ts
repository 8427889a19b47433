// Names of persons as filings and directories write them, brought to comparable tokens: titles, suffixes, accents,
// apostrophes, hyphens, "Last, First", and the short forms of prisma/reference/nicknames.csv.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { packageRoot } from "../../package-root.ts";
import { type FilerStatus, splitFilerStatus } from "./filer-status.ts";

const titles = new Set(
  "the hon honorable mr mrs ms miss dr sen senator rep representative congressman congresswoman delegate".split(" "),
);
/** generations, which can tell a father from a son */
const generations = new Set(["jr", "sr", "ii", "iii", "iv"]);
/** degrees and ranks, which say nothing about who it is */
const degrees = new Set("md facs dds dmd dvm phd jd esq rn mba cpa do usn usaf usa ret".split(" "));

/** what only someone in or out of office is called */
const officeTitle = /\b(hon|honorable|sen|senator|rep|representative|congressman|congresswoman|delegate)\b/i;

/** A filed name in tokens. `last` is known only where the filing separates it. */
export interface FiledName {
  /** all tokens in natural order, without titles, degrees and generation */
  tokens: string[];
  last: string[] | null;
  generation: string | null;
  /** the filing calls the filer Hon. or the like */
  officeTitle: boolean;
  /** what the publisher says the filer is to the chamber, where it says it */
  status?: FilerStatus;
}

/** Lower-case words of a name: accents and apostrophes gone, hyphens and periods are breaks. */
export function nameTokens(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’‘`´"“”]/g, "")
    .split(/[^a-z]+/)
    .filter(Boolean);
}

function splitGeneration(tokens: string[]): { rest: string[]; generation: string | null } {
  let generation: string | null = null;
  const untitled = tokens.filter((token) => !titles.has(token));
  const isName = (token: string) => !generations.has(token) && !degrees.has(token);
  const rest = untitled.filter((token, index) => {
    if (generations.has(token)) generation = token;
    // who is called J.D. bears no degree in front of the name
    return isName(token) || (index === 0 && degrees.has(token) && untitled.some(isName));
  });
  // a final V is the fifth; a V inside is an initial
  if (rest.length > 2 && rest.at(-1) === "v") return { rest: rest.slice(0, -1), generation: "v" };
  return { rest, generation };
}

function wordsOf(text: string): { rest: string[]; generation: string | null } {
  // M.D. and U.S.N. are one word each
  return splitGeneration(nameTokens(text.replace(/\b(?:[A-Za-z]\.){2,}/g, (word) => `${word.replaceAll(".", "")} `)));
}

/** `J.D.` -> jd; what is no pair or triple of initials gives nothing. */
export function initialsOf(text: string): string[] {
  return /^\s*(?:[A-Za-z]\.\s*){2,3}$/.test(text) ? [nameTokens(text).join("")] : [];
}

interface FiledNameParts {
  filerAsFiled: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  suffix?: string | undefined;
}

/**
 * Reads `Hon. First M. Last Jr.`, `Last, First M.` or `Mr. First Last (Last, First)`; separate first and last name, where
 * the source has them, are believed over the text.
 */
export function parseFiledName(filed: FiledNameParts): FiledName {
  const { name: filerAsFiled, status } = splitFilerStatus(filed.filerAsFiled);
  const titled = `${filerAsFiled} ${filed.firstName ?? ""}`;
  const hasTitle = officeTitle.test(titled) || status === "former" || status === "holder";
  return { ...readName({ ...filed, filerAsFiled }), officeTitle: hasTitle, ...(status && { status }) };
}

type NameOnly = Omit<FiledName, "officeTitle" | "status">;

function readName(filed: FiledNameParts): NameOnly {
  const suffix = wordsOf(filed.suffix ?? "").generation;
  if (filed.lastName) {
    const last = wordsOf(filed.lastName);
    const first = wordsOf(filed.firstName ?? "");
    const generation = suffix ?? last.generation ?? first.generation;
    // J.D. as the whole first name is one
    const given = first.rest.length > 0 || first.generation !== null ? first.rest : initialsOf(filed.firstName ?? "");
    return { tokens: [...given, ...last.rest], last: last.rest, generation };
  }
  const [, outside, inside] = /^(.*?)\s*\(([^()]*,[^()]*)\)\s*$/s.exec(filed.filerAsFiled) ?? [];
  if (inside !== undefined) {
    const turned = readName({ filerAsFiled: inside });
    const natural = wordsOf(outside ?? "");
    const given = natural.rest.filter((token) => !turned.last?.includes(token));
    const more = turned.tokens.slice(0, turned.tokens.length - (turned.last?.length ?? 0));
    return {
      tokens: [...given, ...more.filter((token) => !given.includes(token)), ...(turned.last ?? [])],
      last: turned.last,
      generation: suffix ?? natural.generation ?? turned.generation,
    };
  }
  return readInOrder(filed.filerAsFiled, suffix);
}

/** `Last, First` or `First Last, MD`: a comma behind a degree or generation separates nothing. */
function readInOrder(text: string, suffix: string | null): NameOnly {
  const parts = text.split(",");
  const read = parts.map(wordsOf);
  const generation = suffix ?? read.find((part) => part.generation)?.generation ?? null;
  const filled = read.filter(({ rest }) => rest.length > 0);
  const [head, ...others] = filled;
  const lastOfHead = nameTokens(parts[0] ?? "").at(-1) ?? "";
  if (!head || others.length === 0 || degrees.has(lastOfHead) || generations.has(lastOfHead)) {
    return { tokens: filled.flatMap(({ rest }) => rest), last: null, generation };
  }
  return { tokens: [...others.flatMap(({ rest }) => rest), ...head.rest], last: head.rest, generation };
}

/** formal name -> its short forms; a form of several names stands with each */
const formsOf: ReadonlyMap<string, ReadonlySet<string>> = readForms();

function readForms() {
  const file = readFileSync(join(packageRoot, "prisma", "reference", "nicknames.csv"), "utf8");
  const rows: { formal: string; forms: string }[] = parse(file, { columns: true, comment: "#" });
  return new Map(rows.map(({ formal, forms }) => [formal, new Set(forms.split(" "))]));
}

/**
 * How surely two given names are one person's: equal; a name and its short form; only alike (two forms of one name, or one
 * the beginning of the other); or not at all. Alike proves nothing alone: Tina and Chris are both forms of Christina.
 */
export type GivenLikeness = "same" | "nickname" | "alike" | null;

/** Compares two given names in tokens. Initials are like nothing. */
export function givenLikeness(a: string, b: string): GivenLikeness {
  if (a.length < 2 || b.length < 2) return null;
  if (a === b) return "same";
  if (formsOf.get(a)?.has(b) || formsOf.get(b)?.has(a)) return "nickname";
  for (const forms of formsOf.values()) if (forms.has(a) && forms.has(b)) return "alike";
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 3 && long.startsWith(short) ? "alike" : null;
}
