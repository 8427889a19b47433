// Reads the transaction table of a House Periodic Transaction Report. A row begins with the line that has its type and
// date; the lines below in the same columns continue its cells, followed by its labelled lines. Rows continue across
// pages.
import type { Line, Word } from "../files/text.ts";

/** The cells of one row as printed. */
export interface TableRow {
  /** the Clerk's number of a transaction; printed on amended rows */
  id: string;
  owner: string;
  asset: string;
  type: string;
  tradedOn: string;
  /** empty if it was left out */
  notifiedOn: string;
  amount: string;
  /** the box of the last column as drawn (files/pdf-text.ts) or in a symbol font */
  capitalGains: string;
  details: Partial<Record<DetailLabel, string>>;
  /** all lines of the row */
  lines: Line[];
}

type DetailLabel = "filingStatus" | "subholdingOf" | "location" | "description" | "comments";

/** Left edges of the columns, in points. */
interface Columns {
  owner: number;
  asset: number;
  type: number;
  date: number;
  notified: number;
  amount: number;
  /** forms of 2014 do not have this column: then beyond the right edge */
  capitalGains: number;
}

// Small capitals lose their lower-case letters in newer PDFs (`F S: New`) and are in mixed case in older ones (`FILINg
// STATUS: New`), so labels are recognised by their initials.
const labels: [DetailLabel, RegExp][] = [
  ["filingStatus", /^F(?:ILING)? ?S(?:TATUS)? ?: ?/i],
  ["subholdingOf", /^S(?:UBHOLDING)? ?O(?:F)? ?: ?/i],
  ["location", /^L(?:OCATION)? ?: ?/i],
  ["description", /^D(?:ESCRIPTION)? ?: ?/i],
  ["comments", /^C(?:OMMENTS?)? ?: ?/i],
];
const dateForm = /^\d{1,2}\/\d{1,2}\/(?:\d{4}|\d{2})$/;
/**
 * tolerance in points: if one text item spans several columns, the position of its words is estimated from proportional
 * widths
 */
const tolerance = 6;

export interface Table {
  rows: TableRow[];
  /** capitals that the document's font does not have */
  lost: Set<string>;
  /**
   * number of `Filing Status` lines in the document: every row has one, so a different number of rows means that a row
   * was not recognised
   */
  statusLines: number;
}

/** Reads the report's table (no rows if there is no table). */
export function readTable(lines: Line[]): Table {
  const rows: TableRow[] = [];
  let statusLines = 0;
  const lost = new Set<string>();
  let columns: Columns | undefined;
  let label: DetailLabel | undefined;
  let ended = false;
  /** index of the line after the last heading */
  let headingEnd = 0;
  for (const [index, line] of lines.entries()) {
    const heading = headingOf(lines.slice(index, index + maxHeadingLines));
    const head = columnsOf(heading);
    if (head) {
      columns = head;
      headingEnd = index + heading.length;
      ended = false;
    }
    const text = textOf(line.words);
    // counted after the table's end too, so that a wrongly recognised end is detected by the count
    if (labels[0]?.[1].test(text)) statusLines += 1;
    if (index < headingEnd || !columns || ended || isMargin(text)) continue;
    const start = rowStart(line, columns);
    const row = start ?? rows.at(-1);
    ended = !start && endsTable(line, text, columns);
    if (ended) continue;
    row?.lines.push(line);
    if (start) {
      rows.push(start);
      label = undefined;
    } else if (row) label = addLine(row, line, text, columns, label, lost);
  }
  return { rows, lost, statusLines };
}

/** The lines that consist of words of the heading, up to the first other one. */
function headingOf(lines: Line[]): Line[] {
  const end = lines.findIndex(({ words }) => !words.every(({ text }) => headingWords.has(text.toLowerCase())));
  return end < 0 ? lines : lines.slice(0, end);
}

/**
 * The columns of a heading. Forms until 2014 print the headings of two lines above and below those of one, so that the
 * names of the columns are in three lines: `Transaction Notification`, `ID Owner Asset Date Amount`, `Type Date`.
 */
function columnsOf(heading: Line[]): Columns | undefined {
  const words = heading.flatMap((line) => line.words).sort((a, b) => a.x - b.x);
  const at = (text: string) => words.find((word) => word.text.toLowerCase() === text)?.x;
  // of `Transaction Date` and `Notification Date` the first one
  const [owner, asset, type, date] = [at("owner"), at("asset"), at("transaction"), at("date")];
  const [notified, amount, capitalGains = Infinity] = [at("notification"), at("amount"), at("cap.")];
  if (owner === undefined || asset === undefined || type === undefined || date === undefined) return undefined;
  if (notified === undefined || amount === undefined) return undefined;
  return { owner, asset, type, date, notified, amount, capitalGains };
}

const maxHeadingLines = 3;
const headingWords = new Set([
  "id",
  "owner",
  "asset",
  "transaction",
  "type",
  "date",
  "notification",
  "amount",
  "cap.",
  "gains",
  ">",
  "$200?",
]);

/** Text in the margins of a page. */
function isMargin(text: string): boolean {
  return /^(?:Filing ID #\d+|Page \d+(?: of \d+)?)$/i.test(text);
}

/**
 * True for the end of the table: the footnote on asset types, which older forms do not have, or the next heading, which
 * is left of all columns.
 */
function endsTable({ words }: Line, text: string, columns: Columns): boolean {
  if (/^\* For the complete list|^Digitally Signed:/i.test(text)) return true;
  const [first] = words;
  return first !== undefined && first.x < columns.owner - tolerance && !/^\d+$/.test(first.text);
}

/** The first line of a row: a type, the transaction date, and the notification date, which may be missing. */
function rowStart({ words }: Line, columns: Columns): TableRow | undefined {
  const first = words.findIndex((word) => isDate(word, columns.date));
  if (first < 1) return undefined;
  const partial = /^\(partial\)$/i.test(words[first - 1]?.text ?? "") ? 1 : 0;
  const typeAt = first - 1 - partial;
  const type = words[typeAt];
  if (!type || !/^[PSE](?:\(partial\))?$/i.test(type.text) || type.x < columns.type - 2 * tolerance) return undefined;
  const before = words.slice(0, typeAt);
  return {
    id: textOf(before.filter((word) => word.x < columns.owner - tolerance)),
    owner: textOf(before.filter((word) => word.x >= columns.owner - tolerance && word.x < columns.asset - tolerance)),
    asset: textOf(before.filter((word) => word.x >= columns.asset - tolerance)),
    type: textOf(words.slice(typeAt, first)).replace(/(?<=\S)\(/, " ("),
    tradedOn: words[first]?.text ?? "",
    notifiedOn: between(words.slice(first + 1), columns.notified, columns.amount),
    amount: between(words.slice(first + 1), columns.amount, columns.capitalGains),
    capitalGains: between(words.slice(first + 1), columns.capitalGains, Infinity),
    details: {},
    lines: [],
  };
}

function isDate(word: Word, column: number): boolean {
  return dateForm.test(word.text) && Math.abs(word.x - column) < 4 * tolerance;
}

/**
 * Adds a line below the first line of a row: a labelled line, a continuation of one, or a continuation of the cells.
 * Returns the label that may continue in the next line.
 */
function addLine(
  row: TableRow,
  line: Line,
  text: string,
  columns: Columns,
  current: DetailLabel | undefined,
  lost: Set<string>,
): DetailLabel | undefined {
  const found = labels.find(([, form]) => form.test(text));
  // every row has `Filing Status` as its first labelled line; before it, a line such as `C: ...` is part of the asset's
  // name
  if (found && (found[0] === "filingStatus" || current)) {
    for (const letter of lostCapitals(found[1].exec(text)?.[0] ?? "")) lost.add(letter);
    row.details[found[0]] = text.replace(found[1], "");
    return found[0];
  }
  if (current) {
    row.details[current] = `${row.details[current]} ${text}`.trim();
    return current;
  }
  row.asset = joined(row.asset, between(line.words, columns.asset, columns.type));
  row.type = joined(row.type, between(line.words, columns.type, columns.date));
  row.amount = joined(row.amount, between(line.words, columns.amount, columns.capitalGains));
  row.capitalGains = joined(row.capitalGains, between(line.words, columns.capitalGains, Infinity));
  return undefined;
}

function between(words: Word[], from: number, to: number): string {
  return textOf(words.filter((word) => word.x >= from - tolerance && word.x < to - tolerance));
}

function joined(a: string, b: string): string {
  return b ? `${a} ${b}`.trim() : a;
}

function textOf(words: Word[]): string {
  return words.map((word) => word.text).join(" ");
}

// Older House PDFs print labels in small capitals with the glyphs of the capitals, and their font maps some capitals to
// the lower-case letter everywhere: `FILINg STATuS`, `unilever PLC (uL) [ST]`. Such labels are in capitals, so a
// lower-case letter among them shows which capitals of the document are lost.

/** The lower-case letters in a label's text; none for a label in lower case, as forms until 2014 have them. */
function lostCapitals(label: string): string[] {
  const lower = label.match(/[a-z]/g) ?? [];
  const capitals = label.match(/[A-Z]/g) ?? [];
  return lower.length < capitals.length ? lower : [];
}

/**
 * Restores lost capitals: in words that are otherwise in capitals (`llC`), and in names also in the first letters of
 * words (`unilever`).
 */
export function restoreCapitals(text: string, lost: ReadonlySet<string>, kind: "name" | "sentence"): string {
  if (lost.size === 0) return text;
  return text.replaceAll(/[A-Za-z][A-Za-z.]*/g, (word) => {
    const letters = [...word.replaceAll(".", "")];
    const inCapitals = letters.some(isCapital) && letters.every((letter) => isCapital(letter) || lost.has(letter));
    if (inCapitals) return word.toUpperCase();
    if (kind === "sentence") return word;
    const first = word[0] ?? "";
    return lost.has(first) && !smallWords.has(word) ? first.toUpperCase() + word.slice(1) : word;
  });
}

const smallWords = new Set("and at by de des du for in la le of on or per the to und van von with".split(" "));

function isCapital(letter: string): boolean {
  return letter >= "A" && letter <= "Z";
}
