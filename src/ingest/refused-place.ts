// Where in a refused file the trouble is, and what was read there: the parsers say it in words (a row, a field, a quoted value), and
// the administrator who corrects the file needs the line. A place that the words do not give is none, never a guess at some line.
import { XMLValidator } from "fast-xml-parser";

/** What the parser is known to have said of the file. */
export interface RefusedWords {
  source: string;
  recordRef: string;
  reason: string;
  message: string;
}

export interface Reading {
  field: string;
  read: string | null;
  /** null where nothing is wrong with it */
  problem: string | null;
}

export interface RefusedPlace {
  /** from 1; null where the words name no place */
  line: number | null;
  readings: Reading[];
}

/** Of a text file, or of the text layer of a PDF. */
export function placeOfRefusal(text: string, words: RefusedWords): RefusedPlace {
  return inOwnershipRow(text, words) ?? inXml(text, words) ?? inTableRow(text, words) ?? byQuote(text, words);
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split("\n").length;

/** A row of one of the two tables of a Form 3, 4 or 5. */
function inOwnershipRow(text: string, { recordRef, message }: RefusedWords): RefusedPlace | null {
  const [, kind, index] = /\b(nonDerivative|derivative)\[(\d+)\]$/.exec(recordRef) ?? [];
  if (!kind || !index) return null;
  const rows = [...text.matchAll(new RegExp(`<${kind}Transaction[\\s>]`, "g"))];
  const start = rows[Number(index)]?.index;
  if (start === undefined) return null;
  const close = text.indexOf(`</${kind}Transaction>`, start);
  const row = text.slice(start, close < 0 ? undefined : close);
  const fields = [...row.matchAll(leaf)].map(({ 1: field = "", 2: bare = "", 3: value, index: at }) => ({
    field,
    read: (value ?? bare).trim(),
    at,
  }));
  const said = /^(\w+) is\b/.exec(message)?.[1];
  const wrong = fields.find(({ field }) => field === (said ?? "transactionCode"));
  return {
    line: lineAt(text, start + (wrong?.at ?? 0)),
    readings: withProblem(
      fields.map(({ field, read }) => ({ field, read: read === "" ? null : read, problem: null })),
      wrong?.field,
      message,
    ),
  };
}

/** an element with text alone, or with a <value>; no two parts of it can match the same character, so that it is read once */
const leaf =
  /<(?!value\b|footnoteId\b)(\w+)>([^<]*)(?:<value>([^<]*)<\/value>[^<]*)?(?:<footnoteId[^<>]*>[^<]*)*<\/\1>/g;

function withProblem(readings: Reading[], field: string | undefined, problem: string): Reading[] {
  if (!readings.some((reading) => reading.field === field))
    return [{ field: field ?? "row", read: null, problem }, ...readings];
  return readings.map((reading) => (reading.field === field ? { ...reading, problem } : reading));
}

/** Where XML ends to be well-formed. */
function inXml(text: string, { reason }: RefusedWords): RefusedPlace | null {
  if (reason !== "not_xml") return null;
  const start = Math.max(text.indexOf("<ownershipDocument"), 0);
  const end = text.lastIndexOf("</ownershipDocument>");
  const result = XMLValidator.validate(end < 0 ? text.slice(start) : text.slice(start, end + 20));
  if (result === true) return null;
  const before = lineAt(text, start) - 1;
  const line = before + result.err.line;
  // the parser reads the document without its line breaks, and counts none
  const problem = result.err.msg.replace(/line (\d+)/g, (_, number: string) => `line ${before + Number(number)}`);
  return { line, readings: [{ field: `line ${line}`, read: lineOf(text, line), problem }] };
}

const lineOf = (text: string, line: number): string | null => text.split("\n")[line - 1]?.trim().slice(0, 200) ?? null;

/** A row of a page's table, or of a file with columns. */
function inTableRow(text: string, words: RefusedWords): RefusedPlace | null {
  const row = Number(/^row (\d+)$/.exec(words.recordRef)?.[1]);
  if (!row) return null;
  if (words.source === "senate") return inPage(text, row, words);
  return words.source === "prices" ? inColumns(text, row, words) : null;
}

function inPage(text: string, row: number, { message }: RefusedWords): RefusedPlace | null {
  const rows = [...text.matchAll(/<tr[\s>][\s\S]*?(?:<\/tr>|$)/gi)];
  const wanted = rows.filter(([html]) => /<td[\s>]/i.test(html))[row - 1];
  if (!wanted) return null;
  const heads = cellsOf(rows.find(([html]) => /<th[\s>]/i.test(html))?.[0] ?? "", "th");
  const cells = cellsOf(wanted[0], "td");
  return { line: lineAt(text, wanted.index), readings: columns(heads, cells, message) };
}

const cellsOf = (html: string, tag: string): string[] =>
  [...html.matchAll(new RegExp(`<${tag}[\\s>][^<]*(?:<(?!/${tag})[^<]*)*`, "gi"))].map(([cell]) =>
    cell
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
  );

function inColumns(text: string, row: number, { message }: RefusedWords): RefusedPlace | null {
  const lines = text.split("\n");
  const cells = (line: string) => line.split(/[,;\t]/).map((cell) => cell.trim());
  const hasHead = /[a-z]/i.test(cells(lines[0] ?? "")[0] ?? "") && !/\d{4}/.test(cells(lines[0] ?? "")[0] ?? "");
  const line = hasHead ? row + 1 : row;
  const wanted = lines[line - 1];
  if (wanted === undefined) return null;
  return { line, readings: columns(hasHead ? cells(lines[0] ?? "") : [], cells(wanted), message) };
}

/** The cells of a row under their heads; the problem stands beside the cell that the message quotes or whose head it names. */
function columns(heads: string[], cells: string[], problem: string): Reading[] {
  const readings = cells.map((read, index) => ({
    field: heads[index] || `column ${index + 1}`,
    read: read === "" ? null : read,
    problem: null,
  }));
  const quoted = quotedIn(problem);
  const named = problem.toLowerCase();
  const wrong =
    readings.find(({ read, field }) => read === quoted && named.startsWith(field.toLowerCase())) ??
    readings.find(({ read }) => read !== null && read === quoted) ??
    readings.find(({ field }) => named.startsWith(field.toLowerCase()));
  return withProblem(readings, wrong?.field, problem);
}

/** The value that a message quotes, as it was read. */
function quotedIn(message: string): string | undefined {
  const quoted = /"((?:[^"\\]|\\.)*)"/.exec(message)?.[0];
  if (quoted === undefined) return undefined;
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted.slice(1, -1);
  }
}

/** The first line with the quoted value, where there is one. */
function byQuote(text: string, { message }: RefusedWords): RefusedPlace {
  const quoted = quotedIn(message);
  const field = /^([A-Z]?[\w ]{2,40}?) "/.exec(message)?.[1] ?? (quoted === undefined ? "file" : "value");
  const at = quoted ? text.split("\n").findIndex((line) => line.includes(quoted)) : -1;
  return { line: at < 0 ? null : at + 1, readings: [{ field, read: quoted ?? null, problem: message }] };
}
