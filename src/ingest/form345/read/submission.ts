// Splits a file into EDGAR submissions (header and documents) or a bare ownership document. Only <ownershipDocument>
// elements are parsed as XML, so attached HTML, PDFs and powers of attorney do no harm.
import { isUtf8 } from "node:buffer";
import { asCik } from "../../../domain/identifiers.ts";
import { newYorkInstant } from "../../../lib/calendar-date.ts";
import { decodeText } from "../../files/text.ts";

// The SGML header of an EDGAR submission, in both published formats: labels with indented values (<SEC-DOCUMENT>, the
// .txt of the archives) and tags without end tags (<SUBMISSION>, the .nc of the dissemination feed).
interface SubmissionHeader {
  /** with dashes */
  accessionNumber: string | null;
  formType: string | null;
  /** FILED AS OF DATE, YYYY-MM-DD */
  filedOn: string | null;
  /** ACCEPTANCE-DATETIME, converted from New York time to an RFC 3339 instant in UTC */
  acceptedAt: string | null;
  /** the ISSUER blocks only; an owner that is a company has a SIC code of its own */
  issuers: { cik: string; sicCode: number | null }[];
}

/** with its label, and as a tag */
type FieldForms = readonly [RegExp, RegExp];
const accessionForms: FieldForms = [/^ACCESSION NUMBER:(.*)$/m, /<ACCESSION-NUMBER>([^<\r\n]*)/];
const filedForms: FieldForms = [/^FILED AS OF DATE:(.*)$/m, /<FILING-DATE>([^<\r\n]*)/];
const typeForms: FieldForms = [/^CONFORMED SUBMISSION TYPE:(.*)$/m, /<TYPE>([^<\r\n]*)/];

/** Reads a header. Missing values are null; never throws. */
export function parseHeader(header: string): SubmissionHeader {
  const tagged = /<ACCESSION-NUMBER>/.test(header);
  const field = ([labelled, asTag]: FieldForms) => (tagged ? asTag : labelled).exec(header)?.[1]?.trim() || null;
  const accession = field(accessionForms);
  const filed = field(filedForms);
  const accepted = /^<ACCEPTANCE-DATETIME>\s*(\d{14})\s*$/m.exec(header)?.[1];
  return {
    accessionNumber: accession && /^\d{10}-\d{2}-\d{6}$/.test(accession) ? accession : null,
    formType: field(typeForms),
    filedOn: filed && /^\d{8}$/.test(filed) ? `${filed.slice(0, 4)}-${filed.slice(4, 6)}-${filed.slice(6)}` : null,
    acceptedAt: accepted ? newYorkInstant(accepted) : null,
    issuers: tagged ? taggedIssuers(header) : labelledIssuers(header),
  };
}

function labelledIssuers(header: string): SubmissionHeader["issuers"] {
  // a block begins with its name at the start of a line and ends before the next block
  return header
    .split(/^(?=[A-Z][A-Z -]*:)/m)
    .filter((block) => block.startsWith("ISSUER:"))
    .flatMap((block) => {
      const cik = /CENTRAL INDEX KEY:\s*(\d{1,10})/.exec(block)?.[1];
      return cik ? [{ cik: asCik(cik), sicCode: sicCodeIn(block) }] : [];
    });
}

/** `STANDARD INDUSTRIAL CLASSIFICATION: PHARMACEUTICAL PREPARATIONS [2834]`: the last brackets of the first line that has any. */
function sicCodeIn(block: string): number | null {
  for (const [, line = ""] of block.matchAll(/STANDARD INDUSTRIAL CLASSIFICATION:([^\n]*)/g)) {
    const code = [...line.matchAll(/\[(\d{3,4})\]/g)].at(-1)?.[1];
    if (code) return Number(code);
  }
  return null;
}

function taggedIssuers(header: string): SubmissionHeader["issuers"] {
  return [...header.matchAll(/<ISSUER>(.*?)(?:<\/ISSUER>|$)/gs)].flatMap(([, block = ""]) => {
    const cik = /<CIK>\s*(\d{1,10})/.exec(block)?.[1];
    const sic = /<ASSIGNED-SIC>\s*(\d{3,4})/.exec(block)?.[1];
    return cik ? [{ cik: asCik(cik), sicCode: sic ? Number(sic) : null }] : [];
  });
}

export interface SubmissionPart {
  /** null for a bare XML */
  header: SubmissionHeader | null;
  /** `<ownershipDocument ...>...</ownershipDocument>` of the part, in order */
  documents: string[];
  /** reason why this part contains no readable document */
  refused: UnreadableFile | null;
}

/** Thrown for a file without readable content; `reason` is the stable code for quarantine. */
export class UnreadableFile extends Error {
  constructor(
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }
}

/** Ownership documents are a few kilobytes; the largest known are under one megabyte. */
const maxDocumentLength = 8 * 1024 * 1024;
/** Far more than the largest document has; a parsed element takes a hundred times the bytes of its tag. */
const maxTags = 200_000;
/** Maximum number of concatenated submissions in a file; the feeds' daily files have a few thousand. */
const maxSubmissions = 50_000;
const startTag = /<ownershipDocument(?=[\s>])/g;
const endTag = "</ownershipDocument>";

/** Splits the bytes of a file. Throws UnreadableFile if it contains no ownership document. */
export function splitSubmissions(bytes: Buffer): SubmissionPart[] {
  if (bytes.length === 0) throw new UnreadableFile("empty_file", "the file is empty");
  const content = textOf(bytes);
  const parts = submissionsOf(content)
    .filter((part) => /\S/.test(part))
    .map(readPart);
  const found = parts.filter((part) => part.documents.length > 0 || part.header !== null || part.refused);
  if (found.length === 0) throw refusal(content);
  return found;
}

const submissionTags = ["<SEC-DOCUMENT>", "<SUBMISSION>"];

/** The text before each of these tags at the start of a line. */
function submissionsOf(text: string): string[] {
  const starts = submissionTags.flatMap((tag) => linesThatBegin(text, tag)).sort((a, b) => a - b);
  if (starts.length > maxSubmissions) throw tooMany(maxSubmissions, "submissions in one file");
  return [0, ...starts].map((start, at) => text.slice(start, starts[at]));
}

function linesThatBegin(text: string, tag: string): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(tag); at >= 0 && starts.length <= maxSubmissions; at = text.indexOf(tag, at + 1))
    if (at === 0 || /[\n\r\u2028\u2029]/.test(text.charAt(at - 1))) starts.push(at);
  return starts;
}

/** Each submission in its own encoding: one in Windows-1252 leaves the others of a feed's file in UTF-8. */
function textOf(bytes: Buffer): string {
  if (isUtf8(bytes)) return decodeText(bytes);
  const submissions = submissionsOf(bytes.toString("latin1"));
  return submissions.map((submission) => decodeText(Buffer.from(submission, "latin1"))).join("");
}

function readPart(part: string): SubmissionPart {
  const header = readHeader(part);
  try {
    const documents = findDocuments(part);
    const empty = header !== null && documents.length === 0;
    return { header, documents, refused: empty ? new UnreadableFile("no_document", noDocument) : null };
  } catch (error) {
    if (error instanceof UnreadableFile) return { header, documents: [], refused: error };
    throw error;
  }
}

const noDocument =
  "the submission has a header but no <ownershipDocument> (paper or text filings before 2003 have none)";

function readHeader(part: string): SubmissionHeader | null {
  if (!/^<(SEC-DOCUMENT|SUBMISSION|SEC-HEADER|IMS-HEADER)>/m.test(part.slice(0, 400))) return null;
  const end = part.search(/<\/SEC-HEADER>|<\/IMS-HEADER>|<DOCUMENT>/);
  return parseHeader(part.slice(0, end < 0 ? 100_000 : end));
}

function findDocuments(part: string): string[] {
  const documents: string[] = [];
  let end = 0;
  for (const match of part.matchAll(startTag)) {
    if (match.index < end) continue;
    refuseDeclarations(part.slice(end, match.index));
    const close = part.indexOf(endTag, match.index);
    if (close < 0) throw new UnreadableFile("truncated", `the document has no ${endTag}`);
    end = close + endTag.length;
    if (end - match.index > maxDocumentLength)
      throw new UnreadableFile("too_large", `the document has more than ${maxDocumentLength} characters`);
    const document = part.slice(match.index, end);
    if (document.includes("\0")) throw new UnreadableFile("not_xml", "the document contains NUL characters");
    if (declares(document)) throw declarationRefused();
    // a tag has at least three characters
    if (document.length > 3 * maxTags && document.split("<").length > maxTags + 1)
      throw tooMany(maxTags, "tags in one document");
    documents.push(document);
  }
  return documents;
}

const tooMany = (max: number, words: string) => new UnreadableFile("too_large", `more than ${max} ${words}`);

const declares = (xml: string) => xml.includes("<!") && /<!(DOCTYPE|ENTITY)/i.test(xml);

/** The prologue of the document must not declare entities: no ownership document does, but every entity bomb does. */
function refuseDeclarations(before: string): void {
  const prologue = before.slice(Math.max(before.lastIndexOf("<?xml"), before.lastIndexOf("<XML>"), 0));
  if (declares(prologue)) throw declarationRefused();
}

function declarationRefused(): UnreadableFile {
  return new UnreadableFile(
    "doctype",
    "the document has a DOCTYPE or entity declaration, which ownership forms never have",
  );
}

function refusal(content: string): UnreadableFile {
  if (content.trim() === "") return new UnreadableFile("empty_file", "the file holds white space only");
  if (/<html|<!doctype html/i.test(content.slice(0, 1000))) {
    const title = /<title>([^<]{1,100})/i.exec(content)?.[1]?.trim();
    return new UnreadableFile("not_a_filing", `a web page${title ? ` ("${title}")` : ""} instead of a filing`);
  }
  return new UnreadableFile("not_a_filing", "no <ownershipDocument> in the file");
}
