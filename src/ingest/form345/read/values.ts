// Readers of single fields of an ownership document. The schema wraps most values as
// <x><value>..</value><footnoteId/></x>.
import { cikOf } from "../../../domain/cik.ts";
import { isCalendarDate } from "../../../lib/calendar-date.ts";
import { elements, text, type XmlNode } from "../../edgar/xml.ts";

/** A value that is in the document but cannot be read; the row that needs it is refused. */
export class UnreadableValue extends Error {
  constructor(
    readonly reason: "bad_number" | "bad_date",
    /** the element that contains it */
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
 * A calendar date. A time zone suffix (`2023-06-29-05:00`, xs:date allows one) is ignored: the date is the local date
 * of that zone. Throws UnreadableValue.
 */
export function date(parent: XmlNode, name: string): string | null {
  const raw = text(parent, name);
  if (raw === null) return null;
  const day = /^(\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:\d{2}|T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/.exec(raw)?.[1];
  if (day && isCalendarDate(day)) return day;
  throw new UnreadableValue("bad_date", name, raw);
}

/** `date` for fields that no row depends on: an unreadable date is null. */
export function dateOrNull(parent: XmlNode, name: string): string | null {
  try {
    return date(parent, name);
  } catch {
    return null;
  }
}

/** `1`/`0`/`true`/`false`; anything else is null. */
export function boolean(parent: XmlNode, name: string): boolean | null {
  const raw = text(parent, name);
  if (raw === "1" || raw?.toLowerCase() === "true") return true;
  if (raw === "0" || raw?.toLowerCase() === "false") return false;
  return null;
}

/** CIK padded to 10 digits, or null. */
export function cik(parent: XmlNode, name: string): string | null {
  return cikOf(text(parent, name) ?? "");
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

/** A value for use in a message: quoted and truncated. */
export function quote(raw: string): string {
  return JSON.stringify(raw.length > 60 ? `${raw.slice(0, 60)}...` : raw);
}
