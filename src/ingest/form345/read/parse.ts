// Parses a file into filings. Pure: the accession number and filing date, which a bare XML document does not contain,
// are added later from the index, the options or the file name.
import { isCalendarDate } from "../../../lib/calendar-date.ts";
import { type OwnershipDocument, readDocument } from "./document.ts";
import type { FilingRecord } from "./record.ts";
import { type SubmissionPart, splitSubmissions, UnreadableFile } from "./submission.ts";

/** A filing whose accession number or filing date may still be missing. */
export interface ParsedFiling extends OwnershipDocument {
  accessionNumber: string | null;
  filedOn: string | null;
  acceptedAt: string | null;
}

/** A part of the file that cannot be read; the other parts are still read. */
export interface Refusal {
  reason: string;
  message: string;
  accessionNumber: string | null;
}

export interface ParsedFile {
  filings: ParsedFiling[];
  refusals: Refusal[];
}

/**
 * Reads all submissions and ownership documents of a file. Parts that cannot be read are in `refusals`; an error other
 * than UnreadableFile is thrown.
 */
export function parseFile(bytes: Buffer): ParsedFile {
  const result: ParsedFile = { filings: [], refusals: [] };
  let parts: SubmissionPart[] = [];
  try {
    parts = splitSubmissions(bytes);
  } catch (error) {
    result.refusals.push(refusalOf(error, null));
  }
  for (const part of parts) readPart(part, result);
  return result;
}

/**
 * The single complete filing of a full submission. Throws UnreadableFile if there is none, or if it lacks accession
 * number or filing date.
 */
export function parseSubmission(bytes: Buffer): FilingRecord {
  const { filings, refusals } = parseFile(bytes);
  const [filing] = filings;
  if (!filing) throw new UnreadableFile(refusals[0]?.reason ?? "not_a_filing", refusals[0]?.message ?? "no filing");
  if (!filing.accessionNumber) throw new UnreadableFile("no_accession", "no accession number in the header");
  if (!filing.filedOn) throw new UnreadableFile("no_filing_date", "no filing date in the header");
  return { ...filing, accessionNumber: filing.accessionNumber, filedOn: filing.filedOn, filedOnSource: "header" };
}

function readPart(part: SubmissionPart, result: ParsedFile): void {
  const accessionNumber = part.header?.accessionNumber ?? null;
  if (part.refused) result.refusals.push(refusalOf(part.refused, accessionNumber));
  part.documents.forEach((xml, position) => {
    if (part.header && position > 0) {
      const error = new UnreadableFile(
        "second_document",
        "an accession has one ownership document; this is a second one",
      );
      result.refusals.push(refusalOf(error, accessionNumber));
      return;
    }
    try {
      result.filings.push(withHeader(readDocument(xml, part.header?.formType ?? null), part));
    } catch (error) {
      result.refusals.push(refusalOf(error, accessionNumber));
    }
  });
}

function withHeader(document: OwnershipDocument, { header }: SubmissionPart): ParsedFiling {
  // the document's issuerCik decides; a header block of another company is ignored
  const block = header?.issuers.find((issuer) => issuer.cik === document.issuer.cik);
  const filedOn = header?.filedOn ?? null;
  return {
    ...document,
    issuer: { ...document.issuer, sicCode: block?.sicCode ?? null },
    accessionNumber: header?.accessionNumber ?? null,
    filedOn: filedOn && isCalendarDate(filedOn) ? filedOn : null,
    acceptedAt: header?.acceptedAt ?? null,
  };
}

function refusalOf(error: unknown, accessionNumber: string | null): Refusal {
  if (error instanceof UnreadableFile) return { reason: error.reason, message: error.message, accessionNumber };
  throw error;
}
