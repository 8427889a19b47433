// Builds a quarterly data set from submissions, as the SEC's readme describes its tables (FORM_345_readme.htm, section
// 5). It shares no code with src/ingest, so that an error there cannot hide here.
import { XMLParser } from "fast-xml-parser";

type Node = { [name: string]: Node[] | string } | string;
type Element = { [name: string]: Node[] };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  parseAttributeValue: false,
  htmlEntities: true,
  isArray: (_name, _path, _leaf, isAttribute) => !isAttribute,
});

const columnNames = {
  SUBMISSION:
    "ACCESSION_NUMBER FILING_DATE PERIOD_OF_REPORT DATE_OF_ORIG_SUB NO_SECURITIES_OWNED NOT_SUBJECT_SEC16 FORM3_HOLDINGS_REPORTED FORM4_TRANS_REPORTED DOCUMENT_TYPE ISSUERCIK ISSUERNAME ISSUERTRADINGSYMBOL REMARKS AFF10B5ONE",
  REPORTINGOWNER:
    "ACCESSION_NUMBER RPTOWNERCIK RPTOWNERNAME RPTOWNER_RELATIONSHIP RPTOWNER_TITLE RPTOWNER_TXT RPTOWNER_STREET1 RPTOWNER_STREET2 RPTOWNER_CITY RPTOWNER_STATE RPTOWNER_ZIPCODE RPTOWNER_STATE_DESC FILE_NUMBER",
  NONDERIV_TRANS:
    "ACCESSION_NUMBER NONDERIV_TRANS_SK SECURITY_TITLE SECURITY_TITLE_FN TRANS_DATE TRANS_DATE_FN DEEMED_EXECUTION_DATE DEEMED_EXECUTION_DATE_FN TRANS_FORM_TYPE TRANS_CODE EQUITY_SWAP_INVOLVED EQUITY_SWAP_TRANS_CD_FN TRANS_TIMELINESS TRANS_TIMELINESS_FN TRANS_SHARES TRANS_SHARES_FN TRANS_PRICEPERSHARE TRANS_PRICEPERSHARE_FN TRANS_ACQUIRED_DISP_CD TRANS_ACQUIRED_DISP_CD_FN SHRS_OWND_FOLWNG_TRANS SHRS_OWND_FOLWNG_TRANS_FN VALU_OWND_FOLWNG_TRANS VALU_OWND_FOLWNG_TRANS_FN DIRECT_INDIRECT_OWNERSHIP DIRECT_INDIRECT_OWNERSHIP_FN NATURE_OF_OWNERSHIP NATURE_OF_OWNERSHIP_FN",
  DERIV_TRANS:
    "ACCESSION_NUMBER DERIV_TRANS_SK SECURITY_TITLE SECURITY_TITLE_FN CONV_EXERCISE_PRICE CONV_EXERCISE_PRICE_FN TRANS_DATE TRANS_DATE_FN DEEMED_EXECUTION_DATE DEEMED_EXECUTION_DATE_FN TRANS_FORM_TYPE TRANS_CODE EQUITY_SWAP_INVOLVED EQUITY_SWAP_TRANS_CD_FN TRANS_TIMELINESS TRANS_TIMELINESS_FN TRANS_SHARES TRANS_SHARES_FN TRANS_TOTAL_VALUE TRANS_TOTAL_VALUE_FN TRANS_PRICEPERSHARE TRANS_PRICEPERSHARE_FN TRANS_ACQUIRED_DISP_CD TRANS_ACQUIRED_DISP_CD_FN EXCERCISE_DATE EXCERCISE_DATE_FN EXPIRATION_DATE EXPIRATION_DATE_FN UNDLYNG_SEC_TITLE UNDLYNG_SEC_TITLE_FN UNDLYNG_SEC_SHARES UNDLYNG_SEC_SHARES_FN UNDLYNG_SEC_VALUE UNDLYNG_SEC_VALUE_FN SHRS_OWND_FOLWNG_TRANS SHRS_OWND_FOLWNG_TRANS_FN VALU_OWND_FOLWNG_TRANS VALU_OWND_FOLWNG_TRANS_FN DIRECT_INDIRECT_OWNERSHIP DIRECT_INDIRECT_OWNERSHIP_FN NATURE_OF_OWNERSHIP NATURE_OF_OWNERSHIP_FN",
  FOOTNOTES: "ACCESSION_NUMBER FOOTNOTE_ID FOOTNOTE_TXT",
} as const;
type Table = keyof typeof columnNames;

/** the path of a transaction's column in the document, and the kind of column */
const transactionColumns: Record<string, [path: string, kind: "text" | "number" | "date"]> = {
  SECURITY_TITLE: ["securityTitle", "text"],
  CONV_EXERCISE_PRICE: ["conversionOrExercisePrice", "number"],
  TRANS_DATE: ["transactionDate", "date"],
  DEEMED_EXECUTION_DATE: ["deemedExecutionDate", "date"],
  TRANS_TIMELINESS: ["transactionTimeliness", "text"],
  TRANS_SHARES: ["transactionAmounts/transactionShares", "number"],
  TRANS_TOTAL_VALUE: ["transactionAmounts/transactionTotalValue", "number"],
  TRANS_PRICEPERSHARE: ["transactionAmounts/transactionPricePerShare", "number"],
  TRANS_ACQUIRED_DISP_CD: ["transactionAmounts/transactionAcquiredDisposedCode", "text"],
  EXCERCISE_DATE: ["exerciseDate", "date"],
  EXPIRATION_DATE: ["expirationDate", "date"],
  UNDLYNG_SEC_TITLE: ["underlyingSecurity/underlyingSecurityTitle", "text"],
  UNDLYNG_SEC_SHARES: ["underlyingSecurity/underlyingSecurityShares", "number"],
  UNDLYNG_SEC_VALUE: ["underlyingSecurity/underlyingSecurityValue", "number"],
  SHRS_OWND_FOLWNG_TRANS: ["postTransactionAmounts/sharesOwnedFollowingTransaction", "number"],
  VALU_OWND_FOLWNG_TRANS: ["postTransactionAmounts/valueOwnedFollowingTransaction", "number"],
  DIRECT_INDIRECT_OWNERSHIP: ["ownershipNature/directOrIndirectOwnership", "text"],
  NATURE_OF_OWNERSHIP: ["ownershipNature/natureOfOwnership", "text"],
};

export interface WriterOptions {
  /** false: without AFF10B5ONE, as in older data sets; default: true */
  checkbox?: boolean;
}

/** File name -> text of the five tables. As in the real files, lines are not in the order of the forms. */
export function dataSetOf(submissions: Buffer[], { checkbox = true }: WriterOptions = {}): Record<string, string> {
  const lines: Record<Table, Record<string, string>[]> = {
    SUBMISSION: [],
    REPORTINGOWNER: [],
    NONDERIV_TRANS: [],
    DERIV_TRANS: [],
    FOOTNOTES: [],
  };
  let key = 5_000_000;
  for (const bytes of submissions) {
    const content = bytes.toString("utf8");
    const accession = /ACCESSION NUMBER:\s*(\S+)/.exec(content)?.[1] ?? "";
    const filed = /FILED AS OF DATE:\s*(\d{4})(\d\d)(\d\d)/.exec(content)?.slice(1).join("-") ?? "";
    const xml = /<ownershipDocument[\s>].*?<\/ownershipDocument>/s.exec(content)?.[0] ?? "";
    const root = first(parser.parse(xml) as Element, "ownershipDocument");
    const common = { ACCESSION_NUMBER: accession };
    lines.SUBMISSION.push({ ...common, FILING_DATE: day(filed), ...submissionRow(root) });
    for (const owner of all(root, "reportingOwner")) lines.REPORTINGOWNER.push({ ...common, ...ownerRow(owner) });
    for (const [table, kind] of [
      ["NONDERIV_TRANS", "nonDerivative"],
      ["DERIV_TRANS", "derivative"],
    ] as const)
      for (const row of all(first(root, `${kind}Table`), `${kind}Transaction`))
        lines[table].push({ ...common, [`${table}_SK`]: String(key++), ...transactionRow(row) });
    for (const note of all(first(root, "footnotes"), "footnote"))
      lines.FOOTNOTES.push({ ...common, FOOTNOTE_ID: String(note["@id"]), FOOTNOTE_TXT: clean(textOf(note)) });
  }
  lines.SUBMISSION.reverse();
  lines.NONDERIV_TRANS.sort((a, b) => scrambled(a.NONDERIV_TRANS_SK) - scrambled(b.NONDERIV_TRANS_SK));
  lines.DERIV_TRANS.sort((a, b) => scrambled(a.DERIV_TRANS_SK) - scrambled(b.DERIV_TRANS_SK));
  return Object.fromEntries(
    Object.entries(lines).map(([table, rows]) => {
      const columns = columnNames[table as Table].split(" ").filter((column) => checkbox || column !== "AFF10B5ONE");
      const body = rows.map((row) => columns.map((column) => quoted(row[column] ?? "")).join("\t"));
      return [`${table}.tsv`, [columns.join("\t"), ...body, ""].join("\n")];
    }),
  );
}

const scrambled = (key: string | undefined) => (Number(key) * 7919) % 104_729;

function submissionRow(root: Element): Record<string, string> {
  const issuer = first(root, "issuer");
  return {
    PERIOD_OF_REPORT: day(value(root, "periodOfReport")),
    DATE_OF_ORIG_SUB: day(value(root, "dateOfOriginalSubmission")),
    NOT_SUBJECT_SEC16: value(root, "notSubjectToSection16"),
    DOCUMENT_TYPE: value(root, "documentType"),
    ISSUERCIK: value(issuer, "issuerCik"),
    ISSUERNAME: value(issuer, "issuerName"),
    ISSUERTRADINGSYMBOL: value(issuer, "issuerTradingSymbol"),
    REMARKS: value(root, "remarks"),
    AFF10B5ONE: value(root, "aff10b5One"),
  };
}

function ownerRow(owner: Element): Record<string, string> {
  const id = first(owner, "reportingOwnerId");
  const relationship = first(owner, "reportingOwnerRelationship");
  const roles = ["Director", "Officer", "TenPercentOwner", "Other"].filter((role) =>
    ["1", "true"].includes(value(relationship, `is${role}`).toLowerCase()),
  );
  return {
    RPTOWNERCIK: value(id, "rptOwnerCik"),
    RPTOWNERNAME: value(id, "rptOwnerName"),
    RPTOWNER_RELATIONSHIP: roles.join(","),
    RPTOWNER_TITLE: value(relationship, "officerTitle"),
    RPTOWNER_TXT: value(relationship, "otherText"),
  };
}

function transactionRow(row: Element): Record<string, string> {
  const coding = first(row, "transactionCoding");
  const columns: Record<string, string> = {
    TRANS_FORM_TYPE: value(coding, "transactionFormType"),
    TRANS_CODE: value(coding, "transactionCode"),
    EQUITY_SWAP_INVOLVED: value(coding, "equitySwapInvolved"),
    EQUITY_SWAP_TRANS_CD_FN: notes(coding),
  };
  for (const [column, [path, kind]] of Object.entries(transactionColumns)) {
    const found = path.split("/").reduce((element, name) => first(element, name), row);
    const raw = clean(textOf(found));
    columns[column] = kind === "number" ? money(raw) : kind === "date" ? day(raw) : raw;
    columns[`${column}_FN`] = notes(found);
  }
  return columns;
}

const all = (element: Element, name: string): Element[] =>
  (element[name] ?? []).map((node) => (typeof node === "string" ? { "#text": [node] } : (node as Element)));
const first = (element: Element, name: string): Element => all(element, name)[0] ?? {};
const value = (element: Element, name: string) => clean(textOf(first(element, name)));
const notes = (element: Element) =>
  all(element, "footnoteId")
    .map((note) => String(note["@id"]))
    .join(", ");

function textOf(element: Element): string {
  const inner = element.value?.[0] ?? element["#text"];
  if (inner === undefined) return "";
  return typeof inner === "string" ? inner : Array.isArray(inner) ? String(inner[0]) : textOf(inner as Element);
}

const clean = (text: string) => text.replace(/[\s\p{Cc}]+/gu, " ").trim();

/** NUMBER(16,2), printed with at least one decimal, as in the 2024 files. */
function money(raw: string): string {
  if (raw === "") return "";
  const cents = Math.round(Number(`${raw.replace(/[$,]/g, "")}e2`));
  const text = (cents / 100).toFixed(2);
  return text.endsWith("0") ? text.slice(0, -1) : text;
}

const months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

/** DD-MON-YYYY */
function day(iso: string): string {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)/.exec(iso) ?? [];
  return date ? `${date}-${months[Number(month) - 1]}-${year}` : "";
}

/** The 2024 files quote a cell that holds a quotation mark, as CSV does. */
const quoted = (cell: string) => (cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell);
