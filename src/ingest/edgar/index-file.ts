// Reads EDGAR's full and daily indexes (form, company, master, crawler), which list Forms 3, 4 and 5 by filing date,
// and checks whether one is complete. Used for local files and for indexes fetched by `disclosed sync`. What they list
// becomes listed documents.
import { edgarBusinessDays, isEdgarBusinessDay } from "../../domain/business-days.ts";
import { asCik } from "../../domain/identifiers.ts";
import { isCalendarDate } from "../../lib/calendar-date.ts";
import type { ListedDocument, ListingFetch } from "../../store/listings.ts";
import { type IndexSpan, spanOf } from "./listings.ts";

const indexName = /\.idx(\.txt)?$|^\d{4}QTR[1-4]master$/i;
/** a full index unpacked from its .gz has no extension left */
const bareName = /^(form|company|master|crawler)$/i;

/** True if the file name is that of such an index. */
export function isIndexName(name: string): boolean {
  return indexName.test(name) || bareName.test(name);
}

/** A filing of form 3, 4 or 5. An index lists it once for each CIK concerned; the last line is used. */
export interface IndexedFiling {
  accessionNumber: string;
  /** `3`, `4`, `5`, `3/A`, `4/A`, `5/A` */
  formType: string;
  /** the index's Date Filed, YYYY-MM-DD */
  filedOn: string;
  /** as listed: CIK of the issuer or of an owner */
  cik: string;
  name: string;
  /**
   * path of the full submission in EDGAR's archives, as listed: `edgar/data/...txt` (the crawler index lists the
   * folder's page)
   */
  path: string;
}

export interface EdgarIndex {
  filings: IndexedFiling[];
  /** number of lines, of every form */
  lines: number;
  /** lines that cannot be read, by their number in the file from 1 */
  refused: { line: number; message: string }[];
  /** the days that the index covers; null if neither its header nor its path gives them */
  span: IndexSpan | null;
  /** reason why the file is incomplete; null if there is no sign of it */
  truncated: string | null;
}

/**
 * Reads an index in any of the four layouts; null if the text is not an index. `path` is used if the header does not
 * give the quarter.
 */
export function readIndex(content: string, path = ""): EdgarIndex | null {
  const lines = content.split(/\r?\n/);
  const rule = lines.findIndex((line) => /^-{5,}\s*$/.test(line));
  const heading = lines.findIndex((line) => /\bForm Type\b/.test(line) && /\b(Date Filed|CIK)\b/.test(line));
  const first = Math.max(rule, heading) + 1;
  const layout = /^\s*Form Type\b/.test(lines[heading] ?? "") ? "form" : "company";
  // an excerpt may lack its header
  if (first === 0 && !lines.slice(0, 5).some((line) => /\bedgar\/data\/\d/.test(line))) return null;
  const filings = new Map<string, IndexedFiling>();
  const index: EdgarIndex = { filings: [], lines: 0, refused: [], span: null, truncated: null };
  for (let at = first; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line.trim() === "") continue;
    index.lines++;
    const read = readLine(line, layout);
    if (typeof read === "string") index.refused.push({ line: at + 1, message: read });
    else if (read) filings.set(read.accessionNumber, read);
  }
  index.filings = [...filings.values()];
  index.span = spanOf(lines.slice(0, first), path);
  if (index.lines === 0) index.truncated = "the index has a header and no lines";
  else if (!content.endsWith("\n")) index.truncated = "the last line has no end: the file was cut off";
  else index.truncated = truncation(lines, index.lines, layout);
  return index;
}

/**
 * minimum number of lines for which the end of an index is checked: even the day with the fewest filings has ten times
 * as many
 */
const minLinesForEndCheck = 100;

/**
 * A form index is sorted by form type, and every day has types that sort after the ownership forms (6-K, 8-K, 497 ...).
 * An index that ends within the ownership forms was truncated at a line end. The other layouts are sorted by names and
 * numbers, whose last line gives no evidence.
 */
function truncation(lines: string[], count: number, layout: FixedLayout): string | null {
  if (layout !== "form" || count < minLinesForEndCheck) return null;
  const last = lines.findLast((line) => line.trim() !== "") ?? "";
  if (last.includes("|")) return null;
  return last.slice(0, 12).trim() <= "5/A" ? "the last line is within the ownership forms: the file was cut off" : null;
}

/** True if a form type is 3, 4, 5 or an amendment to one. */
export function isOwnershipForm(formType: string): boolean {
  return /^[345](\/A)?$/.test(formType);
}

/** fixed columns overflow with long names, so lines are parsed from the right end */
const fixedLine = /^(.*\S)\s+(\d{1,10})\s+(\d{4}-?\d{2}-?\d{2})\s+(\S+)\s*$/;

/** The filing of a line; null for other forms; a sentence for a line that cannot be read. */
function readLine(line: string, layout: FixedLayout): IndexedFiling | string | null {
  const parts = line.includes("|") ? pipedParts(line) : fixedParts(line, layout);
  if (!parts) return `not a line of an index: ${JSON.stringify(line.slice(0, 120))}`;
  const { formType, cik, name, date, path } = parts;
  if (!isOwnershipForm(formType)) return null;
  const filedOn = date.replace(/^(\d{4})-?(\d{2})-?(\d{2})$/, "$1-$2-$3");
  if (!isCalendarDate(filedOn)) return `not a calendar date: ${JSON.stringify(date)}`;
  const accessionNumber = /(\d{10}-\d{2}-\d{6})(?!\d)/.exec(path.slice(path.lastIndexOf("/") + 1))?.[1];
  if (!accessionNumber) return `the file name holds no accession number: ${JSON.stringify(path.slice(0, 120))}`;
  return { accessionNumber, formType, filedOn, cik: asCik(cik), name, path };
}

function pipedParts(line: string) {
  const [cik = "", name = "", formType = "", date = "", path = "", ...rest] = line
    .split("|")
    .map((cell) => cell.trim());
  if (rest.length > 0 || !/^\d{1,10}$/.test(cik) || formType === "" || path === "") return null;
  return { cik, name, formType, date, path };
}

/** Position of the form type before the CIK: first (form index) or last (company and crawler index). */
type FixedLayout = "form" | "company";

/** The heading decides the position: a fund whose name ends in ` 4` must not be read as a Form 4. */
function fixedParts(line: string, layout: FixedLayout) {
  const [, head, cik, date, path] = fixedLine.exec(line) ?? [];
  if (!head || !cik || !date || !path) return null;
  const form = (layout === "form" ? /^([345](?:\/A)?)\s{2}/ : /\s{2}([345](?:\/A)?)$/).exec(head);
  if (!form) return { cik, date, path, formType: "other", name: "" };
  const name = layout === "form" ? head.slice(form[0].length) : head.slice(0, form.index);
  return { cik, date, path, formType: form[1] ?? "", name: name.trim() };
}

/** Filings as rows of listed_documents. `archives` is the base URL of EDGAR's archives, without a trailing slash. */
export function listedFilings(filings: IndexedFiling[], archives = "https://www.sec.gov/Archives"): ListedDocument[] {
  return filings.map(({ accessionNumber, filedOn, formType, cik, name, path }) => ({
    documentId: accessionNumber,
    listedOn: filedOn,
    kind: formType,
    url: /^https?:/.test(path) ? path : `${archives}/${path}`,
    detail: { cik, name },
  }));
}

// Checks whether an EDGAR index is complete. EDGAR has ownership forms on every business day. If an index has none for
// such a day, either it is incomplete or EDGAR was closed; the daily index of that day decides.

/**
 * Ownership forms are filed electronically since 2003-06-30 (SEC release 33-8230): every business day since then has
 * some.
 */
const electronicSince = "2003-06-30";
/**
 * minimum number of lines of a quarter's index for which every business day is expected to have filings; real quarters
 * have 200,000 and more
 */
const minLinesOfQuarter = 10_000;

/**
 * Maximum number of ownership forms that is accepted without a Form 4 among them: in the real indexes nine of ten are
 * Forms 4.
 */
const maxWithoutForm4 = 20;

export interface IndexFinding {
  outcome: ListingFetch["outcome"];
  message?: string | undefined;
  /** business days of its period without an ownership form in the index, YYYY-MM-DD */
  gaps: string[];
}

/**
 * `span` is the period that the index covers, inclusive, YYYY-MM-DD. Without a problem the outcome is `listed` or
 * `empty`.
 */
export function judgeIndex(index: EdgarIndex, span: { coversFrom: string; coversTo: string }): IndexFinding {
  const failed = (message: string): IndexFinding => ({ outcome: "failed", message, gaps: [] });
  const { coversFrom, coversTo } = span;
  const single = coversFrom === coversTo;
  if (index.truncated) return failed(index.truncated);
  if (index.filings.length === 0) {
    const isClosed = single && !isEdgarBusinessDay(coversTo);
    if (coversTo >= electronicSince && !isClosed)
      return failed("the index lists no ownership form, which is not possible");
    return { outcome: "empty", gaps: [] };
  }
  if (index.filings.length > maxWithoutForm4 && !index.filings.some(({ formType }) => formType === "4"))
    return failed(
      `the index lists ${index.filings.length} ownership forms and no Form 4 among them, which is not possible`,
    );
  const { length } = index.refused;
  const message = length > 0 ? `${length} lines could not be read` : undefined;
  return { outcome: "listed", message, gaps: single ? [] : missingDays(index, coversFrom, coversTo) };
}

function missingDays({ filings, lines }: EdgarIndex, from: string, to: string): string[] {
  if (lines < minLinesOfQuarter) return [];
  const seen = new Set(filings.map(({ filedOn }) => filedOn));
  return edgarBusinessDays(from > electronicSince ? from : electronicSince, to).filter((day) => !seen.has(day));
}
