// The transaction table of a House Periodic Transaction Report. A row begins with the line that holds its type and its
// date; what is below in the same columns is the rest of its cells, then come its labelled lines. Rows run over pages.
import { lostCapitals } from "./capitals.ts";
import type { Line, Word } from "./lines.ts";

/** The cells of one row as printed. */
export interface TableRow {
  /** the Clerk's number of a transaction; printed on amended rows */
  id: string;
  owner: string;
  asset: string;
  type: string;
  tradedOn: string;
  /** empty where it was left out */
  notifiedOn: string;
  amount: string;
  /** the box of the last column as it is drawn (pdf-text.ts) or set in a font of symbols */
  capitalGains: string;
  details: Partial<Record<DetailLabel, string>>;
  /** all that it was read from */
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
  capitalGains: number;
}

// Small capitals lose their lower-case letters in newer PDFs (`F S: New`) and come in mixed case in older ones
// (`FILINg STATUS: New`): labels are known by their initials.
const labels: [DetailLabel, RegExp][] = [
  ["filingStatus", /^F(?:ILING)? ?S(?:TATUS)? ?: ?/i],
  ["subholdingOf", /^S(?:UBHOLDING)? ?O(?:F)? ?: ?/i],
  ["location", /^L(?:OCATION)? ?: ?/i],
  ["description", /^D(?:ESCRIPTION)? ?: ?/i],
  ["comments", /^C(?:OMMENTS?)? ?: ?/i],
];
const dateForm = /^\d{1,2}\/\d{1,2}\/(?:\d{4}|\d{2})$/;
/** words are placed by proportional widths where one item spans columns, which is a few points off */
const slack = 6;

export interface Table {
  rows: TableRow[];
  /** the capitals that the document's font has lost */
  lost: Set<string>;
  /** `Filing Status` lines of the document: every row has one, so another number of rows means that one was not recognised */
  statuses: number;
}

/** Reads the report's table (no rows when there is no such table). */
export function readTable(lines: Line[]): Table {
  const rows: TableRow[] = [];
  let statuses = 0;
  const lost = new Set<string>();
  let columns: Columns | undefined;
  let label: DetailLabel | undefined;
  let ended = false;
  for (const line of lines) {
    const head = headOf(line);
    if (head) {
      columns = head;
      ended = false;
    }
    const text = textOf(line.words);
    // counted behind the table's end too: an end that was none shows in the figures
    if (labels[0]?.[1].test(text)) statuses += 1;
    if (head || !columns || ended || isRestOfHead(line) || isFurniture(text)) continue;
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
  return { rows, lost, statuses };
}

function headOf({ words }: Line): Columns | undefined {
  const at = (text: string) => words.find((word) => word.text.toLowerCase() === text)?.x;
  const [owner, asset, type, date] = [at("owner"), at("asset"), at("transaction"), at("date")];
  const [notified, amount, capitalGains] = [at("notification"), at("amount"), at("cap.")];
  if (owner === undefined || asset === undefined || type === undefined || date === undefined) return undefined;
  if (notified === undefined || amount === undefined || capitalGains === undefined) return undefined;
  return { owner, asset, type, date, notified, amount, capitalGains };
}

function isRestOfHead({ words }: Line): boolean {
  return /^(?:Type Date Gains >|\$200\?)$/i.test(textOf(words));
}

/** What is in the margins of a page. */
function isFurniture(text: string): boolean {
  return /^(?:Filing ID #\d+|Page \d+(?: of \d+)?)$/i.test(text);
}

/** The footnote on asset types, which older forms do not have, or a heading of what follows, out at the left of all columns. */
function endsTable({ words }: Line, text: string, columns: Columns): boolean {
  if (/^\* For the complete list|^Digitally Signed:/i.test(text)) return true;
  const [first] = words;
  return first !== undefined && first.x < columns.owner - slack && !/^\d+$/.test(first.text);
}

/** The first line of a row: a type, the date of the transaction, and that of its notification, which may be left out. */
function rowStart({ words }: Line, columns: Columns): TableRow | undefined {
  const first = words.findIndex((word) => isDate(word, columns.date));
  if (first < 1) return undefined;
  const partial = /^\(partial\)$/i.test(words[first - 1]?.text ?? "") ? 1 : 0;
  const typeAt = first - 1 - partial;
  const type = words[typeAt];
  if (!type || !/^[PSE](?:\(partial\))?$/i.test(type.text) || type.x < columns.type - 2 * slack) return undefined;
  const before = words.slice(0, typeAt);
  return {
    id: textOf(before.filter((word) => word.x < columns.owner - slack)),
    owner: textOf(before.filter((word) => word.x >= columns.owner - slack && word.x < columns.asset - slack)),
    asset: textOf(before.filter((word) => word.x >= columns.asset - slack)),
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
  return dateForm.test(word.text) && Math.abs(word.x - column) < 4 * slack;
}

/** A line below a row's first: a labelled line, the rest of one, or the rest of the cells. Returns the label that goes on. */
function addLine(
  row: TableRow,
  line: Line,
  text: string,
  columns: Columns,
  current: DetailLabel | undefined,
  lost: Set<string>,
): DetailLabel | undefined {
  const found = labels.find(([, form]) => form.test(text));
  // before `Filing Status`, which every row has and which comes first, a line such as `C: ...` is part of the asset's name
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
  return textOf(words.filter((word) => word.x >= from - slack && word.x < to - slack));
}

function joined(a: string, b: string): string {
  return b ? `${a} ${b}`.trim() : a;
}

function textOf(words: Word[]): string {
  return words.map((word) => word.text).join(" ");
}
