// EDGAR's full and daily indexes (form, company, master, crawler): which Forms 3, 4 and 5 were filed on which day. The same
// reading serves local files and what `disclosed sync` fetches.
import { isCalendarDate } from "../../calendar-date.ts";
import { type IndexSpan, spanOf } from "./index-span.ts";

const indexName = /(^|[._-])(form|company|master|crawler)\b[^/]*\.idx(\.txt)?$|\.idx(\.txt)?$|^\d{4}QTR[1-4]master$/i;
/** a full index unpacked from its .gz has no extension left */
const bareName = /^(form|company|master|crawler)$/i;

/** Whether a file is such an index, by its name. */
export function isIndexName(name: string): boolean {
  return indexName.test(name) || bareName.test(name);
}

/** A filing of a wanted form; an index names it once for each CIK that it concerns, the last line decides. */
export interface IndexedFiling {
  accessionNumber: string;
  /** `3`, `4`, `5`, `3/A`, `4/A`, `5/A` */
  formType: string;
  /** the index's Date Filed, YYYY-MM-DD */
  filedOn: string;
  /** as listed: of the issuer or of an owner */
  cik: string;
  name: string;
  /** the full submission in EDGAR's archives, as listed: `edgar/data/...txt` (the crawler index lists the folder's page) */
  path: string;
}

export interface EdgarIndex {
  filings: IndexedFiling[];
  /** lines of every form */
  lines: number;
  /** lines that cannot be read, by their number in the file from 1 */
  refused: { line: number; message: string }[];
  /** the days that the index speaks of; null where neither its head nor its place says so */
  span: IndexSpan | null;
  /** why the file cannot be the whole index; null when nothing speaks against it */
  truncated: string | null;
}

/** Reads an index in any of the four layouts; null when the text is none. `path` helps where the head does not say its quarter. */
export function readIndex(content: string, path = ""): EdgarIndex | null {
  const lines = content.split(/\r?\n/);
  const rule = lines.findIndex((line) => /^-{5,}\s*$/.test(line));
  const heading = lines.findIndex((line) => /\bForm Type\b/.test(line) && /\b(Date Filed|CIK)\b/.test(line));
  const first = Math.max(rule, heading) + 1;
  const layout = /^\s*Form Type\b/.test(lines[heading] ?? "") ? "form" : "company";
  // an excerpt may have lost its head
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
  if (index.lines === 0) index.truncated = "the index has a head and no line";
  else if (!content.endsWith("\n")) index.truncated = "the last line has no end: the file was cut off";
  else index.truncated = breakOff(lines, index.lines, layout);
  return index;
}

/** lines from which on the end of an index says whether it is the end: the quietest day has ten times as many */
const linesForAnEnd = 100;

/**
 * A form index is sorted by form type, and every day has types behind the ownership forms (6-K, 8-K, 497 ...): one that ends
 * within them was cut off at the end of a line. The other layouts are sorted by names and numbers, whose last one says nothing.
 */
function breakOff(lines: string[], count: number, layout: FixedLayout): string | null {
  if (layout !== "form" || count < linesForAnEnd) return null;
  const last = lines.findLast((line) => line.trim() !== "") ?? "";
  if (last.includes("|")) return null;
  return last.slice(0, 12).trim() <= "5/A" ? "the last line is within the ownership forms: the file was cut off" : null;
}

/** Whether a form type is 3, 4, 5 or an amendment to one. */
export function isOwnershipForm(formType: string): boolean {
  return /^[345](\/A)?$/.test(formType);
}

/** fixed columns overflow where names are long, so lines are read from their right end */
const fixedLine = /^(.*\S)\s+(\d{1,10})\s+(\d{4}-?\d{2}-?\d{2})\s+(\S+)\s*$/;

/** The filing of a line; null for other forms; a sentence for a line that cannot be read. */
function readLine(line: string, layout: FixedLayout): IndexedFiling | string | null {
  const parts = line.includes("|") ? pipedParts(line) : fixedParts(line, layout);
  if (!parts) return `not a line of an index: ${JSON.stringify(line.slice(0, 120))}`;
  const { formType, cik, name, date, path } = parts;
  if (!isOwnershipForm(formType)) return null;
  const filedOn = date.replace(/^(\d{4})-?(\d{2})-?(\d{2})$/, "$1-$2-$3");
  if (!isCalendarDate(filedOn)) return `no date on the calendar: ${JSON.stringify(date)}`;
  const accessionNumber = /(\d{10}-\d{2}-\d{6})(?!\d)[^/]*$/.exec(path)?.[1];
  if (!accessionNumber) return `the file name holds no accession number: ${JSON.stringify(path.slice(0, 120))}`;
  return { accessionNumber, formType, filedOn, cik: cik.padStart(10, "0"), name, path };
}

function pipedParts(line: string) {
  const [cik = "", name = "", formType = "", date = "", path = "", ...rest] = line
    .split("|")
    .map((cell) => cell.trim());
  if (rest.length > 0 || !/^\d{1,10}$/.test(cik) || formType === "" || path === "") return null;
  return { cik, name, formType, date, path };
}

/** The form type is first (form index) or last (company and crawler index) of what is before the CIK. */
type FixedLayout = "form" | "company";

/** The heading decides: a name that ends in ` 4` must not make a Form 4 of a fund's report. */
function fixedParts(line: string, layout: FixedLayout) {
  const [, head, cik, date, path] = fixedLine.exec(line) ?? [];
  if (!head || !cik || !date || !path) return null;
  const formFirst = layout === "form" ? /^([345](?:\/A)?)\s{2,}(.*)$/.exec(head) : null;
  const formLast = layout === "company" ? /^(.*?)\s{2,}([345](?:\/A)?)$/.exec(head) : null;
  const formType = formFirst?.[1] ?? formLast?.[2] ?? "other";
  return { cik, date, path, formType, name: (formFirst?.[2] ?? formLast?.[1] ?? "").trim() };
}
