// Invented filings in EDGAR's own formats. The people and companies do not exist; the numbers can be checked by hand.

export interface RowOptions {
  table?: "nonDerivative" | "derivative";
  code?: string | null;
  date?: string;
  title?: string;
  /** null leaves the element out */
  shares?: string | null;
  price?: string | null;
  totalValue?: string;
  ad?: "A" | "D";
  after?: string;
  ownership?: "D" | "I";
  /** ids of footnotes on the price */
  notes?: string[];
  extra?: string;
}

interface HoldingOptions {
  table?: "nonDerivative" | "derivative";
  title?: string;
  /** null leaves the element out */
  after?: string | null;
  /** dollars; a form states them instead of a number */
  value?: string;
  ownership?: "D" | "I";
  nature?: string;
  extra?: string;
}

export interface FilingOptions {
  accession?: string;
  form?: string;
  filed?: string;
  issuerCik?: string;
  issuerName?: string;
  symbol?: string;
  sic?: string | null;
  owners?: { cik: string; name: string; relationship?: string }[];
  /** content of aff10b5One, null leaves it out */
  checkbox?: string | null;
  originalSubmitted?: string;
  footnotes?: Record<string, string>;
  rows?: RowOptions[];
  holdings?: HoldingOptions[];
  period?: string;
  remarks?: string;
}

/** The accession number of an invented filing. */
export const accession = (n: number) => `0009999999-24-${String(n).padStart(6, "0")}`;

export const ada = { cik: "0009000001", name: "EXAMPLE ADA B" };
export const bo = { cik: "0009000002", name: "SAMPLE BO" };

const element = (name: string, value: string | null | undefined, notes: string[] = []) =>
  value === null || value === undefined
    ? notes.length > 0
      ? `<${name}>${notes.map((id) => `<footnoteId id="${id}"/>`).join("")}</${name}>`
      : ""
    : `<${name}><value>${value}</value>${notes.map((id) => `<footnoteId id="${id}"/>`).join("")}</${name}>`;

function row(options: RowOptions): string {
  const { code = "P", date = "2024-03-04", title = "Common Stock", shares = "100", price = "10" } = options;
  return `<securityTitle><value>${title}</value></securityTitle>
    ${element("transactionDate", date)}
    <transactionCoding><transactionFormType>4</transactionFormType>${
      code === null ? "" : `<transactionCode>${code}</transactionCode>`
    }<equitySwapInvolved>0</equitySwapInvolved></transactionCoding>
    <transactionAmounts>${element("transactionShares", shares)}${element("transactionPricePerShare", price, options.notes)}${element(
      "transactionTotalValue",
      options.totalValue,
    )}<transactionAcquiredDisposedCode><value>${options.ad ?? "A"}</value></transactionAcquiredDisposedCode></transactionAmounts>
    <postTransactionAmounts>${element("sharesOwnedFollowingTransaction", options.after)}</postTransactionAmounts>
    <ownershipNature><directOrIndirectOwnership><value>${options.ownership ?? "D"}</value></directOrIndirectOwnership></ownershipNature>
    ${options.extra ?? ""}`;
}

const holding = ({
  title = "Common Stock",
  after = "1000",
  value,
  ownership = "D",
  nature,
  extra = "",
}: HoldingOptions) =>
  `<securityTitle><value>${title}</value></securityTitle>${extra}
    <postTransactionAmounts>${element("sharesOwnedFollowingTransaction", after)}${element(
      "valueOwnedFollowingTransaction",
      value,
    )}</postTransactionAmounts>
    <ownershipNature><directOrIndirectOwnership><value>${ownership}</value></directOrIndirectOwnership>${element(
      "natureOfOwnership",
      nature,
    )}</ownershipNature>`;

export function ownershipXml(options: FilingOptions = {}): string {
  const { rows = [{}], owners = [ada], footnotes = {}, checkbox = "0" } = options;
  const table = (kind: "nonDerivative" | "derivative") => {
    const traded = rows.filter((one) => (one.table ?? "nonDerivative") === kind);
    const held = (options.holdings ?? []).filter((one) => (one.table ?? "nonDerivative") === kind);
    const inner = [
      ...traded.map((one) => `<${kind}Transaction>${row(one)}</${kind}Transaction>`),
      ...held.map((one) => `<${kind}Holding>${holding(one)}</${kind}Holding>`),
    ].join("\n");
    return traded.length + held.length > 0 ? `<${kind}Table>${inner}</${kind}Table>` : "";
  };
  return `<?xml version="1.0"?>
<ownershipDocument>
  <schemaVersion>X0508</schemaVersion>
  <documentType>${options.form ?? "4"}</documentType>
  <periodOfReport>${options.period ?? "2024-03-04"}</periodOfReport>
  ${options.originalSubmitted ? `<dateOfOriginalSubmission>${options.originalSubmitted}</dateOfOriginalSubmission>` : ""}
  <issuer><issuerCik>${options.issuerCik ?? "0008000001"}</issuerCik><issuerName>${
    options.issuerName ?? "INVENTED WIDGETS INC"
  }</issuerName><issuerTradingSymbol>${options.symbol ?? "IWID"}</issuerTradingSymbol></issuer>
  ${owners
    .map(
      (
        owner,
      ) => `<reportingOwner><reportingOwnerId><rptOwnerCik>${owner.cik}</rptOwnerCik><rptOwnerName>${owner.name}</rptOwnerName></reportingOwnerId>
    <reportingOwnerRelationship>${
      ("relationship" in owner && owner.relationship) || "<isDirector>1</isDirector>"
    }</reportingOwnerRelationship></reportingOwner>`,
    )
    .join("\n")}
  ${checkbox === null ? "" : `<aff10b5One>${checkbox}</aff10b5One>`}
  ${table("nonDerivative")}
  ${table("derivative")}
  <footnotes>${Object.entries(footnotes)
    .map(([id, note]) => `<footnote id="${id}">${note}</footnote>`)
    .join("")}</footnotes>
  ${options.remarks ? `<remarks>${options.remarks}</remarks>` : ""}
  <ownerSignature><signatureName>/s/ X</signatureName><signatureDate>2024-03-05</signatureDate></ownerSignature>
</ownershipDocument>`;
}

/** A full submission: a labelled header, the ownership document, and a power of attorney in HTML with a DOCTYPE. */
export function submission(options: FilingOptions = {}): Buffer {
  const { accession = "0009999999-24-000001", filed = "2024-03-06", sic = "WIDGETS, EXCEPT GADGETS [3674]" } = options;
  const day = filed.replaceAll("-", "");
  const owner = options.owners?.[0] ?? ada;
  return Buffer.from(`<SEC-DOCUMENT>${accession}.txt : ${day}
<SEC-HEADER>${accession}.hdr.sgml : ${day}
<ACCEPTANCE-DATETIME>${day}170000
ACCESSION NUMBER:\t\t${accession}
CONFORMED SUBMISSION TYPE:\t${options.form ?? "4"}
PUBLIC DOCUMENT COUNT:\t\t2
FILED AS OF DATE:\t\t${day}

REPORTING-OWNER:\t

\tOWNER DATA:\t
\t\tCOMPANY CONFORMED NAME:\t\t\t${owner.name}
\t\tCENTRAL INDEX KEY:\t\t\t${owner.cik}
\t\tSTANDARD INDUSTRIAL CLASSIFICATION:\tNATIONAL COMMERCIAL BANKS [6021]

ISSUER:\t\t

\tCOMPANY DATA:\t
\t\tCOMPANY CONFORMED NAME:\t\t\t${options.issuerName ?? "INVENTED WIDGETS INC"}
\t\tCENTRAL INDEX KEY:\t\t\t${options.issuerCik ?? "0008000001"}
${sic === null ? "" : `\t\tSTANDARD INDUSTRIAL CLASSIFICATION:\t${sic}\n`}\t\tSTATE OF INCORPORATION:\t\t\tDE
</SEC-HEADER>
<DOCUMENT>
<TYPE>${options.form ?? "4"}
<SEQUENCE>1
<FILENAME>doc.xml
<TEXT>
<XML>
${ownershipXml(options)}
</XML>
</TEXT>
</DOCUMENT>
<DOCUMENT>
<TYPE>EX-24
<SEQUENCE>2
<FILENAME>poa.htm
<TEXT>
<!DOCTYPE html><html><body>POWER OF ATTORNEY</body></html>
</TEXT>
</DOCUMENT>
</SEC-DOCUMENT>
`);
}
