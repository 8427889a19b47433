// Reads one <ownershipDocument> (schema X0201 to X0609, Forms 3, 4, 5 and amendments) into a record. Pure.
import { XMLParser } from "fast-xml-parser";
import { cleanText, element, elements, text, type XmlElement } from "../edgar/xml.ts";
import { readHoldings } from "./holdings.ts";
import { readPlainXml } from "./plain-xml.ts";
import type { FilingRecord, FormType, OwnerRecord } from "./record.ts";
import { formTypes } from "./record.ts";
import { UnreadableFile } from "./submission.ts";
import { readTransactions } from "./transactions.ts";
import { boolean, cik, dateOrNull, quote } from "./values.ts";

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
      name: text(issuer, "issuerName") ?? `CIK ${issuerCik}`,
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

/** Parses with the full parser, which decides whether the text is XML; four times slower than readPlainXml. */
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
    name: text(id, "rptOwnerName") ?? `CIK ${ownerCik}`,
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
