// Converts names of persons from filings and directories to comparable tokens: titles, suffixes, accents, apostrophes,
// hyphens, "Last, First", and the short forms of prisma/reference/nicknames.csv. A note in parentheses that a publisher
// prints after a filer's name, e.g. former senator or candidate, gives the filer's status.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { packageRoot } from "../../lib/package-root.ts";
import { splitParentheses } from "../../lib/text.ts";

const titles = new Set(
  "the hon honorable mr mrs ms miss dr sen senator rep representative congressman congresswoman delegate".split(" "),
);
/** generations, which can tell a father from a son */
const generations = new Set(["jr", "sr", "ii", "iii", "iv"]);
/** degrees and ranks, which do not identify a person */
const degrees = new Set("md facs dds dmd dvm phd jd esq rn mba cpa do usn usaf usa ret".split(" "));

/** titles used only for someone in or out of office */
const officeTitle = /\b(hon|honorable|sen|senator|rep|representative|congressman|congresswoman|delegate)\b/i;

/** A filed name in tokens. `last` is set only if the filing separates it. */
export interface FiledName {
  /** all tokens in natural order, without titles, degrees and generation */
  tokens: string[];
  last: string[] | null;
  generation: string | null;
  /** the filing has a title such as Hon. or Senator */
  officeTitle: boolean;
  /** the publisher's note on the filer's status, if there is one */
  status?: FilerStatus;
}

/** letters that Unicode does not decompose into a letter and an accent */
const plainLetters: Record<string, string> = {
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ı: "i",
};

/** Lower-case words of a name: accents and apostrophes are removed, hyphens and periods separate words. */
export function nameTokens(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[øłđðßæœþı]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/['’‘`´"“”ʻʼ′]/g, "")
    .split(/[^a-z]+/)
    .filter(Boolean);
}

function splitGeneration(tokens: string[]): { rest: string[]; generation: string | null } {
  let generation: string | null = null;
  const untitled = tokens.filter((token) => !titles.has(token));
  const isName = (token: string) => !generations.has(token) && !degrees.has(token);
  const rest = untitled.filter((token, index) => {
    if (generations.has(token)) generation = token;
    // in `J.D. Vance` the first token is a name, not a degree
    return isName(token) || (index === 0 && degrees.has(token) && untitled.some(isName));
  });
  // a final V is a generation (the fifth); a V elsewhere is an initial
  if (rest.length > 2 && rest.at(-1) === "v") return { rest: rest.slice(0, -1), generation: "v" };
  return { rest, generation };
}

function wordsOf(text: string): { rest: string[]; generation: string | null } {
  // M.D. and U.S.N. are one word each
  return splitGeneration(nameTokens(text.replace(/\b(?:[A-Za-z]\.){2,}/g, (word) => `${word.replaceAll(".", "")} `)));
}

/** `J.D.` -> jd; text other than two or three initials gives an empty array. */
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
 * Reads `Hon. First M. Last Jr.`, `Last, First M.` or `Mr. First Last (Last, First)`. Separate first and last names, if
 * the source has them, take precedence over the text.
 */
export function parseFiledName(filed: FiledNameParts): FiledName {
  return filedNames(filed)[0];
}

/**
 * The names that a filing gives one filer: first the one of parseFiledName; then the one printed beside it, if it is
 * another one with the same last name. `Mr. Bo Birch (Birch, Boris)` goes by Bo, and Boris may be in no list.
 */
export function filedNames(filed: FiledNameParts): [FiledName, ...FiledName[]] {
  const { name: filerAsFiled, status } = splitFilerStatus(filed.filerAsFiled);
  const titled = `${filerAsFiled} ${filed.firstName ?? ""}`;
  const hasTitle = officeTitle.test(titled) || status === "former" || status === "holder";
  const whole = (name: NameOnly): FiledName => ({ ...name, officeTitle: hasTitle, ...(status && { status }) });
  const name = readName({ ...filed, filerAsFiled });
  const printed = readInOrder(
    filerAsFiled
      .trimEnd()
      .replace(/\([^()]*\)$/, "")
      .trimEnd(),
    name.generation,
  );
  const isOther = printed.tokens.length > 1 && printed.tokens.join(" ") !== name.tokens.join(" ");
  const sharesLast = name.last?.some((token) => printed.tokens.includes(token)) === true;
  return isOther && sharesLast ? [whole(name), whole(printed)] : [whole(name)];
}

type NameOnly = Omit<FiledName, "officeTitle" | "status">;

function readName(filed: FiledNameParts): NameOnly {
  const suffix = wordsOf(filed.suffix ?? "").generation;
  if (filed.lastName) {
    const last = wordsOf(filed.lastName);
    const first = wordsOf(filed.firstName ?? "");
    const generation = suffix ?? last.generation ?? first.generation;
    // J.D. as the whole first name is a name
    const given = first.rest.length > 0 || first.generation !== null ? first.rest : initialsOf(filed.firstName ?? "");
    return { tokens: [...given, ...last.rest], last: last.rest, generation };
  }
  const { before: outside, inside } = splitParentheses(filed.filerAsFiled) ?? {};
  if (inside?.includes(",")) {
    const reordered = readName({ filerAsFiled: inside });
    const natural = wordsOf(outside ?? "");
    const given = natural.rest.filter((token) => !reordered.last?.includes(token));
    const more = reordered.tokens.slice(0, reordered.tokens.length - (reordered.last?.length ?? 0));
    return {
      tokens: [...given, ...more.filter((token) => !given.includes(token)), ...(reordered.last ?? [])],
      last: reordered.last,
      generation: suffix ?? natural.generation ?? reordered.generation,
    };
  }
  return readInOrder(filed.filerAsFiled, suffix);
}

/**
 * `Last, First`, `Last Jr., First` or `First Last Jr., MD`: a comma before a degree or generation does not separate a
 * last name.
 */
function readInOrder(text: string, suffix: string | null): NameOnly {
  const parts = text.split(",");
  const read = parts.map(wordsOf);
  const generation = suffix ?? read.find((part) => part.generation)?.generation ?? null;
  const filled = read.filter(({ rest }) => rest.length > 0);
  const [head, ...others] = filled;
  const lastOfHead = nameTokens(parts[0] ?? "").at(-1) ?? "";
  if (!head || others.length === 0 || degrees.has(lastOfHead)) {
    return { tokens: filled.flatMap(({ rest }) => rest), last: null, generation };
  }
  return { tokens: [...others.flatMap(({ rest }) => rest), ...head.rest], last: head.rest, generation };
}

/** formal name -> its short forms; a short form of several names is listed with each of them */
const formsOf: ReadonlyMap<string, ReadonlySet<string>> = readForms();

function readForms() {
  const file = readFileSync(join(packageRoot, "prisma", "reference", "nicknames.csv"), "utf8");
  const rows: { formal: string; forms: string }[] = parse(file, { columns: true, comment: "#" });
  return new Map(rows.map(({ formal, forms }) => [formal, new Set(forms.split(" "))]));
}

/**
 * How certain it is that two given names belong to one person: equal; a name and its short form; only similar (two
 * short forms of one name, or one name the beginning of the other); or not at all. Similarity alone is not enough: Tina
 * and Chris are both forms of Christina.
 */
export type GivenLikeness = "same" | "nickname" | "alike" | null;

/** Compares two given names in tokens. An initial matches nothing. */
export function givenLikeness(a: string, b: string): GivenLikeness {
  if (a.length < 2 || b.length < 2) return null;
  if (a === b) return "same";
  if (formsOf.get(a)?.has(b) || formsOf.get(b)?.has(a)) return "nickname";
  for (const forms of formsOf.values()) if (forms.has(a) && forms.has(b)) return "alike";
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 3 && long.startsWith(short) ? "alike" : null;
}

/** `former`: held a seat before. `candidate`: runs or ran for one. `holder`: holds one, or was elected to it. */
export type FilerStatus = "former" | "candidate" | "holder";

/**
 * `Former Senator`, `Senator-elect`, `Former Candidate`, `Former Senator - KS`; the text after the office is a state
 */
const notePattern =
  /^(former|retired)?\s*(?:u\.?\s?s\.?\s+)?(senator|candidate|nominee)(?:[\s-]*(?:elect|designate))?(?:\s*[-–,:]\s*[a-z .]{2,40})?$/i;

/** maximum length of a note */
const maxLength = 80;

/**
 * Separates the note from the name: `Ada Marlowe (Former Senator)` gives `Ada Marlowe` and `former`. Text without such
 * a note is returned unchanged. Runs in linear time.
 */
export function splitFilerStatus(text: string): { name: string; status?: FilerStatus } {
  const trimmed = text.trimEnd();
  const nested = trimmed.endsWith("))");
  const open = trimmed.lastIndexOf("(");
  const inside = trimmed.slice(open + 1, nested ? -2 : -1).trim();
  if (open < 0 || !trimmed.endsWith(")") || inside.length > maxLength) return { name: text };
  const [, past, office] = notePattern.exec(inside) ?? [];
  if (!office) return { name: text };
  const name = trimmed.slice(0, open).trim() + (nested ? ")" : "");
  if (office.toLowerCase() !== "senator") return { name, status: "candidate" };
  return { name, status: past ? "former" : "holder" };
}
