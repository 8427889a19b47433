// The position of a refused value in its file. The parser that refuses the value gives the position, and the quarantine
// stores it. The page that shows the file to the administrator who corrects it finds the line from it, and the values
// beside it. If the parser gave no position, no line is returned.
import { XMLValidator } from "fast-xml-parser";
import { z } from "zod";
import { storable } from "../../lib/text.ts";
import type { RefusedField } from "../../ports/requests.ts";

const position = z.object({
  /**
   * kind of row: an element of an ownership document, a row of an HTML table, a line of a file with columns; `text` if
   * the file has no rows that can be counted, e.g. the text layer of a PDF
   */
  kind: z.enum(["element", "table", "columns", "text"]),
  /** the element's name; only for kind `element` */
  element: z.string().optional(),
  /** index of the row among rows of its kind, from 0 */
  row: z.number().int().nonnegative().optional(),
  /** the element, the column's heading, or the publisher's name of the field; null where the whole row is refused */
  field: z.string().nullable(),
  /** as filed, truncated to `maxRawLength` characters; null if empty */
  raw: z.string().nullable(),
});

export type Position = z.infer<typeof position>;

const maxRawLength = 300;

/**
 * The position in the form that the quarantine stores. Headings are untrusted input too, so they are cleaned and truncated
 * as well.
 */
export const positionToKeep = (found: Position): Position =>
  storable({
    ...found,
    field: found.field?.slice(0, maxRawLength) ?? null,
    raw: found.raw?.slice(0, maxRawLength) ?? null,
  });

/** The position from the stored detail of a refusal; undefined if the parser gave none. */
export function storedPosition(detail: unknown): Position | undefined {
  return z.object({ position }).safeParse(detail).data?.position;
}

/** The refusal as the quarantine stores it. */
export interface RefusedValue {
  reason: string;
  message: string;
  position: Position | undefined;
}

export interface PositionInFile {
  /** counted from 1; null if unknown */
  line: number | null;
  readings: RefusedField[];
}

/** `text` is a text file, or the text layer of a PDF. */
export function positionInFile(text: string, refused: RefusedValue): PositionInFile {
  const { position, reason, message } = refused;
  const found = position ? finders[position.kind](text, position, message) : reason === "not_xml" ? inXml(text) : null;
  return (
    found ?? {
      line: null,
      readings: [{ field: position?.field ?? "file", read: position?.raw ?? null, problem: message }],
    }
  );
}

type Find = (text: string, position: Position, message: string) => PositionInFile | null;

const finders: Record<Position["kind"], Find> = {
  element: inElement,
  table: inTable,
  columns: inColumns,
  text: inText,
};

const lineAt = (text: string, at: number): number => text.slice(0, at).split("\n").length;

/** A row of one of the two tables of a Form 3, 4 or 5. */
function inElement(text: string, { element, row: index, field }: Position, message: string): PositionInFile | null {
  if (!element || index === undefined) return null;
  const start = [...text.matchAll(/<(\w+)[\s>]/g)].filter(([, name]) => name === element)[index]?.index;
  if (start === undefined) return null;
  const close = text.indexOf(`</${element}>`, start);
  const row = text.slice(start, close < 0 ? undefined : close);
  const fields = [...row.matchAll(leaf)].map(({ 1: name = "", 2: bare = "", 3: value, index: at }) => ({
    name,
    read: (value ?? bare).trim(),
    at,
  }));
  const wrong = fields.find(({ name }) => name === field);
  const readings = fields.map(({ name, read }) => ({ field: name, read: read === "" ? null : read, problem: null }));
  return { line: lineAt(text, start + (wrong?.at ?? 0)), readings: withProblem(readings, wrong?.name, message) };
}

/** an element with only text, or with a <value> */
const leaf =
  // linear time: no two parts of the pattern can match the same character, and an attempt ends at the next element
  /<(?!value\b|footnoteId\b)(\w+)>([^<]*)(?:<value>([^<]*)<\/value>[^<]*)?(?:<footnoteId[^<>]*>[^<]*)*<\/\1>/g;

function withProblem(readings: RefusedField[], field: string | undefined, problem: string): RefusedField[] {
  if (!readings.some((reading) => reading.field === field))
    return [{ field: field ?? "row", read: null, problem }, ...readings];
  return readings.map((reading) => (reading.field === field ? { ...reading, problem } : reading));
}

/** The position of the first XML error. */
function inXml(text: string): PositionInFile | null {
  const start = Math.max(text.indexOf("<ownershipDocument"), 0);
  const end = text.lastIndexOf("</ownershipDocument>");
  const result = XMLValidator.validate(end < 0 ? text.slice(start) : text.slice(start, end + 20));
  if (result === true) return null;
  const before = lineAt(text, start) - 1;
  const line = before + result.err.line;
  // the validator counts lines from the beginning of the document
  const problem = result.err.msg.replace(/line (\d+)/g, (_, number: string) => `line ${before + Number(number)}`);
  return { line, readings: [{ field: `line ${line}`, read: lineOf(text, line), problem }] };
}

const lineOf = (text: string, line: number): string | null => text.split("\n")[line - 1]?.trim().slice(0, 200) ?? null;

function inTable(text: string, { row, field }: Position, message: string): PositionInFile | null {
  const rows = [...text.matchAll(/<tr[\s>][\s\S]*?(?:<\/tr>|$)/gi)];
  const wanted = rows.filter(([html]) => /<td[\s>]/i.test(html))[row ?? -1];
  if (!wanted) return null;
  const heads = cellsOf(rows.find(([html]) => /<th[\s>]/i.test(html))?.[0] ?? "", "th");
  return { line: lineAt(text, wanted.index), readings: cellsUnder(heads, cellsOf(wanted[0], "td"), field, message) };
}

const cellForms = { th: /<th[\s>][^<]*(?:<(?!\/th)[^<]*)*/gi, td: /<td[\s>][^<]*(?:<(?!\/td)[^<]*)*/gi };

const cellsOf = (html: string, tag: keyof typeof cellForms): string[] =>
  [...html.matchAll(cellForms[tag])].map(([cell]) =>
    cell
      .replace(/<[^<>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
  );

function inColumns(text: string, { row, field }: Position, message: string): PositionInFile | null {
  const lines = text.split("\n");
  const cells = (line: string) => line.split(/[,;\t]/).map((cell) => cell.trim());
  const head = cells(lines[0] ?? "");
  const hasHead = /[a-z]/i.test(head[0] ?? "") && !/\d{4}/.test(head[0] ?? "");
  const line = (row ?? -1) + (hasHead ? 2 : 1);
  const wanted = lines[line - 1];
  if (row === undefined || wanted === undefined) return null;
  return { line, readings: cellsUnder(hasHead ? head : [], cells(wanted), field, message) };
}

/** The cells of a row under their headings; the problem is added to the cell of the field. */
function cellsUnder(heads: string[], cells: string[], field: string | null, problem: string): RefusedField[] {
  const readings = cells.map((read, index) => ({
    field: heads[index] || `column ${index + 1}`,
    read: read === "" ? null : read,
    problem: null,
  }));
  const wrong = readings.find((reading) => reading.field.toLowerCase() === field?.toLowerCase());
  return withProblem(readings, wrong?.field, problem);
}

/** The first line with the value. */
function inText(text: string, { field, raw }: Position, message: string): PositionInFile {
  const at = raw ? text.split("\n").findIndex((line) => line.includes(raw)) : -1;
  return { line: at < 0 ? null : at + 1, readings: [{ field: field ?? "value", read: raw, problem: message }] };
}
