// Reads one <ownershipDocument> (schema X0201 to X0609, Forms 3, 4, 5 and amendments) into a record. Pure.
import { XMLParser } from "fast-xml-parser";
import { transactionCodes } from "../../../domain/transaction-codes.ts";
import { cleanName, cleanText, element, elements, text, type XmlElement } from "../../edgar/xml.ts";
import {
  boolean,
  cik,
  date,
  dateOrNull,
  decimal,
  footnoteIds,
  holdingFields,
  quote,
  type RowField,
  tradeFields,
  UnreadableValue,
} from "./fields.ts";
import { readPlainXml } from "./plain-xml.ts";
import {
  type FilingRecord,
  type FormType,
  formTypes,
  type HoldingRecord,
  type OwnerRecord,
  type RefusedTransaction,
  type TransactionRecord,
} from "./record.ts";
import { UnreadableFile } from "./submission.ts";

// Reads the transactions of both tables of an ownership document. A row that cannot be represented is refused alone; the
// other rows retain their index, because ids depend on it.
function readTransactions(root: XmlElement): {
  transactions: TransactionRecord[];
  refused: RefusedTransaction[];
} {
  const transactions: TransactionRecord[] = [];
  const refused: RefusedTransaction[] = [];
  for (const kind of ["nonDerivative", "derivative"] as const) {
    const rows = elements(root, `${kind}Table`).flatMap((table) => elements(table, `${kind}Transaction`));
    rows.forEach((row, rowIndex) => {
      const read = readRow(row, kind === "derivative", rowIndex);
      if ("reason" in read) refused.push(refusedRow(`${kind}[${rowIndex}]`, `${kind}Transaction`, rowIndex, read));
      else transactions.push(read);
    });
  }
  return { transactions, refused };
}

/** The problem of a row, and the element that causes it. */
type Unreadable = Pick<UnreadableValue, "reason" | "message" | "field" | "raw"> | NoCode;

interface NoCode {
  reason: "no_transaction_code" | "unknown_transaction_code";
  message: string;
  field: "transactionCode";
  raw: string | null;
}

/** The refusal of the row with index `row` among the elements called `name`. */
function refusedRow(
  recordRef: string,
  name: string,
  row: number,
  { reason, message, field, raw }: Unreadable,
): RefusedTransaction {
  return { recordRef, reason, message, position: { kind: "element", element: name, row, field, raw } };
}

function readRow(row: XmlElement, isDerivative: boolean, rowIndex: number): TransactionRecord | Unreadable {
  const code = text(element(row, "transactionCoding"), "transactionCode")?.toUpperCase() ?? null;
  const codeField = { field: "transactionCode", raw: code } as const;
  if (code === null) return { ...codeField, reason: "no_transaction_code", message: "the row has no transactionCode" };
  if (!transactionCodes.has(code))
    return {
      ...codeField,
      reason: "unknown_transaction_code",
      message: `${quote(code)} is not an SEC transaction code`,
    };
  try {
    const fields = readTradeFields(row);
    return {
      isDerivative,
      rowIndex,
      ...fields,
      securityTitle: fields.securityTitle ?? "",
      transactionCode: code,
      footnoteIds: footnoteIds(row),
    };
  } catch (error) {
    if (error instanceof UnreadableValue) return error;
    throw error;
  }
}

const readers: Record<RowField["kind"], (parent: XmlElement, name: string) => string | null> = {
  text,
  date,
  optionalDate: dateOrNull,
  decimal,
  acquiredOrDisposed: (parent, name) => oneOf(text(parent, name), ["A", "D"]),
  directOrIndirect: (parent, name) => oneOf(text(parent, name), ["D", "I"]),
};

const readTradeFields = readerOf(tradeFields);
const readHoldingFields = readerOf(holdingFields);

/** Reads the fields of a row, in their order. */
function readerOf<Name extends string>(fields: Readonly<Record<Name, RowField>>) {
  const parts = Object.entries<RowField>(fields).map(([name, { path, kind }]) => {
    const [child = "", parent] = path.split("/").reverse();
    return { name, parent, child, read: readers[kind] };
  });
  return (row: XmlElement) => {
    const values: Record<string, string | null> = {};
    for (const { name, parent, child, read } of parts)
      values[name] = read(parent === undefined ? row : element(row, parent), child);
    return values as Record<Name, string | null>;
  };
}

function oneOf(raw: string | null, allowed: string[]): string | null {
  const value = raw?.toUpperCase() ?? null;
  return value !== null && allowed.includes(value) ? value : null;
}

// Reads the holdings in both tables of an ownership document: positions stated without a transaction. A row that cannot
// be represented is refused alone; the other rows retain their index.
function readHoldings(root: XmlElement): { holdings: HoldingRecord[]; refused: RefusedTransaction[] } {
  const holdings: HoldingRecord[] = [];
  const refused: RefusedTransaction[] = [];
  for (const kind of ["nonDerivative", "derivative"] as const) {
    const rows = elements(root, `${kind}Table`).flatMap((table) => elements(table, `${kind}Holding`));
    rows.forEach((row, rowIndex) => {
      try {
        holdings.push(readHolding(row, kind === "derivative", rowIndex));
      } catch (error) {
        if (!(error instanceof UnreadableValue)) throw error;
        refused.push(refusedRow(`${kind}Holding[${rowIndex}]`, `${kind}Holding`, rowIndex, error));
      }
    });
  }
  return { holdings, refused };
}

function readHolding(row: XmlElement, isDerivative: boolean, rowIndex: number): HoldingRecord {
  const fields = readHoldingFields(row);
  return {
    isDerivative,
    rowIndex,
    ...fields,
    securityTitle: fields.securityTitle ?? "",
    footnoteIds: footnoteIds(row),
  };
}

/** The content of the document. Accession number, filing date, acceptance time and SIC code are not in it. */
export type OwnershipDocument = Omit<FilingRecord, "accessionNumber" | "filedOn" | "filedOnSource" | "acceptedAt">;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  // numbers remain text: zero-padded CIKs would lose their zeros, long decimals their digits
  parseTagValue: false,
  parseAttributeValue: false,
  // character references such as &#8217; and &nbsp;; declared entities are refused before this
  htmlEntities: true,
  maxNestedTags: 50,
  // paths are only passed to callbacks, and there are none
  jPath: false,
});

/** Throws UnreadableFile if the text is not well-formed or lacks a required element. */
export function readDocument(xml: string, headerFormType: string | null): OwnershipDocument {
  return readOwnership(parseXml(xml), headerFormType);
}

/** The same from parsed elements. */
export function readOwnership(root: XmlElement, headerFormType: string | null): OwnershipDocument {
  const issuer = element(root, "issuer");
  const issuerCik = cik(issuer, "issuerCik");
  if (!issuerCik) throw new UnreadableFile("no_issuer", "the document has no usable issuerCik");
  const owners = elements(root, "reportingOwner").map(readOwner);
  if (owners.length === 0) throw new UnreadableFile("no_owner", "the document names no reporting owner");
  const { transactions, refused } = readTransactions(root);
  const { holdings, refused: refusedHoldings } = readHoldings(root);
  return {
    formType: readFormType(text(root, "documentType") ?? headerFormType),
    schemaVersion: text(root, "schemaVersion"),
    periodOfReport: dateOrNull(root, "periodOfReport"),
    originalSubmittedOn: dateOrNull(root, "dateOfOriginalSubmission"),
    issuer: {
      cik: issuerCik,
      name: text(issuer, "issuerName", cleanName) ?? `CIK ${issuerCik}`,
      ticker: text(issuer, "issuerTradingSymbol"),
      sicCode: null,
    },
    owners,
    aff10b5One: boolean(root, "aff10b5One"),
    notSubjectTo16: boolean(root, "notSubjectToSection16"),
    remarks: text(root, "remarks"),
    footnotes: readFootnotes(root),
    transactions,
    holdings,
    refused: [...refused, ...refusedHoldings],
  };
}

/** The root of a document. Throws UnreadableFile when it is not well-formed. */
export function parseXml(xml: string): XmlElement {
  return element(readPlainXml(xml) ?? readXml(xml), "ownershipDocument");
}

/** Parses with the full parser, which decides whether the text is XML; six times slower than readPlainXml (ADR 79). */
export function readXml(xml: string): XmlElement {
  try {
    // white space between tags is irrelevant, and parsing it takes a third of the time
    return parser.parse(xml.replace(/>\s+</g, "><"), true) as XmlElement;
  } catch (error) {
    // the parser's own words are left out, apart from the position at their end
    const [, line, column] = /:(\d{1,9}):(\d{1,9})$/.exec((error as Error).message) ?? [];
    const position = line === undefined ? "" : `: line ${line}, column ${column}`;
    throw new UnreadableFile("not_xml", `the document is not well-formed XML${position}`);
  }
}

function readFormType(raw: string | null): FormType {
  const found = formTypes.find((type) => type === raw?.toUpperCase());
  if (found) return found;
  throw new UnreadableFile("unknown_form", `documentType ${quote(raw ?? "")} is none of ${formTypes.join(", ")}`);
}

function readOwner(owner: XmlElement): OwnerRecord {
  const id = element(owner, "reportingOwnerId");
  const ownerCik = cik(id, "rptOwnerCik");
  if (!ownerCik) throw new UnreadableFile("no_owner", "a reporting owner has no usable rptOwnerCik");
  const relationship = element(owner, "reportingOwnerRelationship");
  const flag = (name: string) => boolean(relationship, name) ?? false;
  return {
    cik: ownerCik,
    name: text(id, "rptOwnerName", cleanName) ?? `CIK ${ownerCik}`,
    isDirector: flag("isDirector"),
    isOfficer: flag("isOfficer"),
    isTenPercentOwner: flag("isTenPercentOwner"),
    isOther: flag("isOther"),
    officerTitle: text(relationship, "officerTitle"),
    otherText: text(relationship, "otherText"),
  };
}

function readFootnotes(root: XmlElement): Record<string, string> {
  const notes = elements(element(root, "footnotes"), "footnote").map((note) => [
    text(note, "@id") ?? "",
    cleanText(text(note, "#text") ?? ""),
  ]);
  return Object.fromEntries(notes.filter(([id]) => id !== ""));
}
