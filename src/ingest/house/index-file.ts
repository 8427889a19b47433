// Reads the House Clerk's yearly index of financial disclosures, <year>FD.xml or <year>FD.txt (also inside
// <year>FD.zip). The index of a year grows with every download.
import { XMLParser } from "fast-xml-parser";
import { stateNames } from "../../filters/shared.ts";
import { calendarDate, plainText } from "../congress/values.ts";

export interface IndexEntry {
  docId: string;
  year: number;
  prefix: string | null;
  lastName: string;
  firstName: string;
  suffix: string | null;
  /** `P` is a Periodic Transaction Report; up to 2013 it only tells originals (`O`) from amendments (`A`) */
  filingType: string;
  /** up to 2013: `PTR` or `FD`; null if the index does not state it */
  disclosureType: string | null;
  /** `CA31` */
  stateDistrict: string | null;
  filedOn: string | null;
}

export interface IndexFile {
  entries: IndexEntry[];
  /** rows without a document id or year, by row number from 1 */
  refused: { row: number; message: string }[];
}

const columns = [
  "Prefix",
  "Last",
  "First",
  "Suffix",
  "FilingType",
  "StateDst",
  "Year",
  "FilingDate",
  "DocID",
  "DisclosureType",
] as const;
type Row = Partial<Record<(typeof columns)[number], string>>;

/**
 * True if a row of the index is a Periodic Transaction Report. Indexes of 2014 and later say so by FilingType; those of
 * 2008 to 2013 by DisclosureType.
 */
export function isReport({ filingType, disclosureType }: Pick<IndexEntry, "filingType" | "disclosureType">): boolean {
  return filingType.toUpperCase() === "P" || disclosureType?.toUpperCase() === "PTR";
}

/**
 * True if such a report may be a member's. Indexes of 2008 to 2013 list those of officers and employees too, under the
 * code of their office (`LC00`) instead of a state; the code of a member is that of a state or territory. A row without
 * a code may be a member's.
 */
export function isMembersReport(entry: IndexEntry): boolean {
  const office = entry.stateDistrict?.slice(0, 2).toUpperCase();
  return isReport(entry) && (office === undefined || Object.hasOwn(stateNames, office));
}

/** required fields: type, date and location of a document */
const required = ["FilingType", "Year", "FilingDate", "DocID"] as const;

/**
 * Reads an index in either format (XML or text). Returns null if the text is neither, if the XML is truncated, or if
 * the format has changed: one of the required fields is missing in every row.
 */
export function readIndexFile(text: string): IndexFile | null {
  const body = text.replace(/^\uFEFF/, "");
  if (/^(?:<\?xml[^>]*>\s*)?<FinancialDisclosure/.test(body.trimStart()))
    return isWhole(body.trimEnd()) ? toFile(xmlRows(body)) : null;
  if (/^Prefix\tLast\tFirst\t/.test(body)) return toFile(textRows(body));
  return null;
}

/** The root ends with its end tag, or is an empty element. */
function isWhole(body: string): boolean {
  const root = body.lastIndexOf("<FinancialDisclosure");
  const isEmpty = root >= 0 && body.endsWith("/>") && body.indexOf(">", root) === body.length - 1;
  return isEmpty || body.endsWith("</FinancialDisclosure>");
}

function xmlRows(body: string): Row[] {
  const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === "Member", processEntities: true });
  const parsed = parser.parse(body) as { FinancialDisclosure?: { Member?: Row[] } };
  return parsed.FinancialDisclosure?.Member ?? [];
}

function textRows(body: string): Row[] {
  const [head = "", ...lines] = body.split(/\r?\n/);
  const names = head.split("\t").map((name) => name.trim());
  return lines
    .filter((line) => line.trim() !== "")
    .map((line) => Object.fromEntries(line.split("\t").map((value, index) => [names[index] ?? `${index}`, value])));
}

function toFile(rows: Row[]): IndexFile | null {
  if (rows.length > 0 && required.some((name) => rows.every((row) => row[name] === undefined))) return null;
  const file: IndexFile = { entries: [], refused: [] };
  rows.forEach((row, index) => {
    const value = (name: (typeof columns)[number]) => plainText(`${row[name] ?? ""}`);
    const [docId, year] = [value("DocID"), value("Year")];
    if (!/^\d+$/.test(docId) || !/^(19|20)\d{2}$/.test(year)) {
      file.refused.push({ row: index + 1, message: `Row ${index + 1} has no document id or no year` });
      return;
    }
    // a type is one or two letters: anything else is a value of another column
    if (!/^[A-Za-z]{1,2}$/.test(value("FilingType"))) {
      file.refused.push({ row: index + 1, message: `Row ${index + 1} has no type of filing` });
      return;
    }
    file.entries.push({
      docId,
      year: Number(year),
      prefix: value("Prefix") || null,
      lastName: value("Last"),
      firstName: value("First"),
      suffix: value("Suffix") || null,
      filingType: value("FilingType"),
      disclosureType: value("DisclosureType") || null,
      stateDistrict: value("StateDst") || null,
      filedOn: calendarDate(value("FilingDate")),
    });
  });
  return file;
}
