// Readers of single fields of an ownership document. The schema wraps most values as <x><value>..</value><footnoteId/></x>.
import { isCalendarDate } from "../../calendar-date.ts";

/** An element as the XML parser gives it: text, an object of children and `@attributes`, or an array of either. */
export type XmlNode = string | XmlElement | XmlNode[] | undefined;
export interface XmlElement {
  [name: string]: XmlNode;
}

/** Children of that name, as elements, in document order; text-only children are left out. */
export function elements(parent: XmlNode, name: string): XmlElement[] {
  const child = child_(parent, name);
  const list = Array.isArray(child) ? child : [child];
  return list.filter((node): node is XmlElement => typeof node === "object" && !Array.isArray(node));
}

/** The first child of that name as an element; empty when absent or text only. */
export function element(parent: XmlNode, name: string): XmlElement {
  return elements(parent, name)[0] ?? {};
}

function child_(parent: XmlNode, name: string): XmlNode {
  const node = Array.isArray(parent) ? parent[0] : parent;
  return typeof node === "object" && !Array.isArray(node) && Object.hasOwn(node, name) ? node[name] : undefined;
}

/** Text of a node or of the child `name`: its <value> where it has one. White space is collapsed, empty text is null. */
export function text(parent: XmlNode, name?: string): string | null {
  let node = name === undefined ? parent : child_(parent, name);
  while (Array.isArray(node)) node = node[0];
  if (typeof node === "object") return "value" in node ? text(node, "value") : text(node, "#text");
  const clean = cleanText(node ?? "");
  return clean === "" ? null : clean;
}

/** Collapses white space and drops what PostgreSQL text and JSON cannot hold (control characters, lone surrogates). */
export function cleanText(raw: string): string {
  return raw.replace(/[\s\p{Cc}\p{Cs}]+/gu, " ").trim();
}

/** A value that is in the document but cannot be read; the row that needs it is refused. */
export class UnreadableValue extends Error {
  constructor(
    readonly reason: "bad_number" | "bad_date",
    /** the element that holds it */
    readonly field: string,
    /** as filed */
    readonly raw: string,
  ) {
    const wanted = reason === "bad_date" ? "a date" : "an unsigned decimal number";
    super(`${field} is not ${wanted}: ${quote(raw)}`);
  }
}

const plainNumber = /^\+?(\d{1,30}(?:\.\d{0,20})?|\.\d{1,20})$/;
const groupedNumber = /^\+?\$?\d{1,3}(,\d{3}){0,9}(\.\d{1,20})?$/;

/** Unsigned decimal text as filed, without separators; null when empty. Throws UnreadableValue. */
export function decimal(parent: XmlNode, name: string): string | null {
  const raw = text(parent, name);
  if (raw === null) return null;
  if (plainNumber.test(raw) || groupedNumber.test(raw)) {
    const digits = raw.replace(/[+$,]/g, "");
    return digits.startsWith(".") ? `0${digits}` : digits.replace(/\.$/, "");
  }
  throw new UnreadableValue("bad_number", name, raw);
}

/**
 * A calendar date. A time zone behind it (`2023-06-29-05:00`, xs:date allows one) says where that day was, and never moves
 * it to another day. Throws UnreadableValue.
 */
export function date(parent: XmlNode, name: string): string | null {
  const raw = text(parent, name);
  if (raw === null) return null;
  const day = /^(\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:\d{2}|T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/.exec(raw)?.[1];
  if (day && isCalendarDate(day)) return day;
  throw new UnreadableValue("bad_date", name, raw);
}

/** `date` for fields that no row depends on: unreadable is null. */
export function dateOrNull(parent: XmlNode, name: string): string | null {
  try {
    return date(parent, name);
  } catch {
    return null;
  }
}

/** `1`/`0`/`true`/`false`; anything else is null. */
export function boolean(parent: XmlNode, name: string): boolean | null {
  const raw = text(parent, name)?.toLowerCase();
  if (raw === "1" || raw === "true") return true;
  if (raw === "0" || raw === "false") return false;
  return null;
}

/** CIK padded to 10 digits, or null. */
export function cik(parent: XmlNode, name: string): string | null {
  const raw = text(parent, name);
  return raw && /^\d{1,10}$/.test(raw) ? raw.padStart(10, "0") : null;
}

/** Footnote ids anywhere under the node, in order of first mention. */
export function footnoteIds(node: XmlNode): string[] {
  const found = new Set<string>();
  collect(node, found);
  return [...found];
}

function collect(node: XmlNode, found: Set<string>): void {
  if (typeof node !== "object") return;
  if (Array.isArray(node)) {
    for (const one of node) collect(one, found);
    return;
  }
  for (const note of elements(node, "footnoteId")) {
    const id = text(note, "@id");
    if (id) found.add(id);
  }
  for (const name in node) if (name !== "footnoteId") collect(node[name], found);
}

/** A value in a message: quoted and cut. */
export function quote(raw: string): string {
  return JSON.stringify(raw.length > 60 ? `${raw.slice(0, 60)}...` : raw);
}
