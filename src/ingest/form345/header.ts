// The SGML header of an EDGAR submission, in both published formats: labels with indented values (<SEC-DOCUMENT>, the
// .txt of the archives) and tags without end tags (<SUBMISSION>, the .nc of the dissemination feed).
import { asCik } from "../../cik.ts";
import { newYorkInstant } from "../../new-york-time.ts";

export interface SubmissionHeader {
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
