// A filing of the corpus as EDGAR would disseminate it: labelled header, ownership document, and optionally a power of
// attorney as an attachment.
import type { FilingRecord, TransactionRecord } from "../../src/ingest/form345/read/record.ts";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const element = (name: string, value: string | null) =>
  value === null ? "" : `\n    <${name}>${escaped(value)}</${name}>`;
const valueElement = (name: string, value: string | null, notes: string[] = []) =>
  value === null && notes.length === 0
    ? ""
    : `\n            <${name}>${value === null ? "" : `\n                <value>${escaped(value)}</value>`}${notes
        .map((id) => `\n                <footnoteId id="${id}"/>`)
        .join("")}\n            </${name}>`;
const flag = (value: boolean | null) => (value === null ? null : value ? "1" : "0");

const attachment = `<DOCUMENT>
<TYPE>EX-24
<SEQUENCE>2
<FILENAME>poa.htm
<DESCRIPTION>POWER OF ATTORNEY
<TEXT>
<!DOCTYPE html><html><body>
${"<p>Know all by these presents, that the undersigned hereby constitutes and appoints each of the persons named below.</p>\n".repeat(125)}</body></html>
</TEXT>
</DOCUMENT>
`;

/** The bytes of the full submission. */
export function submissionOf(filing: FilingRecord, withAttachment: boolean): Buffer {
  const filed = filing.filedOn.replaceAll("-", "");
  return Buffer.from(`<SEC-DOCUMENT>${filing.accessionNumber}.txt : ${filed}
<SEC-HEADER>${filing.accessionNumber}.hdr.sgml : ${filed}
<ACCEPTANCE-DATETIME>${filed}170000
ACCESSION NUMBER:\t\t${filing.accessionNumber}
CONFORMED SUBMISSION TYPE:\t${filing.formType}
PUBLIC DOCUMENT COUNT:\t\t1
CONFORMED PERIOD OF REPORT:\t${filing.periodOfReport?.replaceAll("-", "")}
FILED AS OF DATE:\t\t${filed}
DATE AS OF CHANGE:\t\t${filed}

REPORTING-OWNER:\t

\tOWNER DATA:\t
\t\tCOMPANY CONFORMED NAME:\t\t\t${filing.owners[0]?.name}
\t\tCENTRAL INDEX KEY:\t\t\t${filing.owners[0]?.cik}

ISSUER:\t\t

\tCOMPANY DATA:\t
\t\tCOMPANY CONFORMED NAME:\t\t\t${filing.issuer.name}
\t\tCENTRAL INDEX KEY:\t\t\t${filing.issuer.cik}
\t\tSTANDARD INDUSTRIAL CLASSIFICATION:\tSERVICES-PREPACKAGED SOFTWARE [7372]
\t\tIRS NUMBER:\t\t\t\t000000000
\t\tSTATE OF INCORPORATION:\t\t\tDE
\t\tFISCAL YEAR END:\t\t\t1231
</SEC-HEADER>
<DOCUMENT>
<TYPE>${filing.formType}
<SEQUENCE>1
<FILENAME>form4.xml
<TEXT>
<XML>
${documentOf(filing)}
</XML>
</TEXT>
</DOCUMENT>
${withAttachment ? attachment : ""}</SEC-DOCUMENT>
`);
}

function documentOf(filing: FilingRecord): string {
  const { issuer, footnotes } = filing;
  const table = (kind: "nonDerivative" | "derivative") => {
    const rows = filing.transactions.filter((row) => row.isDerivative === (kind === "derivative"));
    return rows.length === 0
      ? ""
      : `\n    <${kind}Table>${rows
          .map((row) => `\n        <${kind}Transaction>${transactionOf(row)}\n        </${kind}Transaction>`)
          .join("")}\n    </${kind}Table>`;
  };
  return `<?xml version="1.0"?>
<ownershipDocument>
    <schemaVersion>X0508</schemaVersion>${element("documentType", filing.formType)}${element(
      "periodOfReport",
      filing.periodOfReport,
    )}${element("dateOfOriginalSubmission", filing.originalSubmittedOn)}${element(
      "notSubjectToSection16",
      flag(filing.notSubjectTo16),
    )}
    <issuer>${element("issuerCik", issuer.cik)}${element("issuerName", issuer.name)}${element("issuerTradingSymbol", issuer.ticker)}
    </issuer>${filing.owners.map(ownerOf).join("")}${element("aff10b5One", flag(filing.aff10b5One))}${table("nonDerivative")}${table("derivative")}
    <footnotes>${Object.entries(footnotes)
      .map(([id, note]) => `\n        <footnote id="${id}">${escaped(note)}</footnote>`)
      .join("")}
    </footnotes>${element("remarks", filing.remarks)}
    <ownerSignature>
        <signatureName>/s/ A. Torney, Attorney-in-Fact</signatureName>
        <signatureDate>${filing.filedOn}</signatureDate>
    </ownerSignature>
</ownershipDocument>`;
}

function ownerOf(owner: FilingRecord["owners"][number]): string {
  return `
    <reportingOwner>
        <reportingOwnerId>${element("rptOwnerCik", owner.cik)}${element("rptOwnerName", owner.name)}
        </reportingOwnerId>
        <reportingOwnerAddress>
            <rptOwnerStreet1>C/O INVENTED WIDGETS INC.</rptOwnerStreet1>
            <rptOwnerStreet2>1 EXAMPLE PLAZA, SUITE 100</rptOwnerStreet2>
            <rptOwnerCity>SPRINGFIELD</rptOwnerCity>
            <rptOwnerState>DE</rptOwnerState>
            <rptOwnerZipCode>00000</rptOwnerZipCode>
            <rptOwnerStateDescription></rptOwnerStateDescription>
        </reportingOwnerAddress>
        <reportingOwnerRelationship>${element("isDirector", flag(owner.isDirector))}${element("isOfficer", flag(owner.isOfficer))}${element(
          "isTenPercentOwner",
          flag(owner.isTenPercentOwner),
        )}${element("isOther", flag(owner.isOther))}${element("officerTitle", owner.officerTitle)}${element("otherText", owner.otherText)}
        </reportingOwnerRelationship>
    </reportingOwner>`;
}

function transactionOf(row: TransactionRecord): string {
  const derivative = row.isDerivative
    ? `${valueElement("exerciseDate", row.exercisableOn)}${valueElement("expirationDate", row.expiresOn)}
            <underlyingSecurity>${valueElement("underlyingSecurityTitle", row.underlyingTitle)}${valueElement("underlyingSecurityShares", row.underlyingShares)}
            </underlyingSecurity>`
    : "";
  return `${valueElement("securityTitle", row.securityTitle)}${valueElement("conversionOrExercisePrice", row.exercisePrice)}${valueElement("transactionDate", row.tradedOn)}
            <transactionCoding>
                <transactionFormType>4</transactionFormType>
                <transactionCode>${row.transactionCode}</transactionCode>
                <equitySwapInvolved>0</equitySwapInvolved>
            </transactionCoding>
            <transactionAmounts>${valueElement("transactionShares", row.shares)}${valueElement("transactionPricePerShare", row.price, row.footnoteIds)}${valueElement(
              "transactionAcquiredDisposedCode",
              row.acquiredDisposed,
            )}
            </transactionAmounts>${derivative}
            <postTransactionAmounts>${valueElement("sharesOwnedFollowingTransaction", row.sharesOwnedAfter)}
            </postTransactionAmounts>
            <ownershipNature>${valueElement("directOrIndirectOwnership", row.ownership)}${valueElement("natureOfOwnership", row.natureOfOwnership)}
            </ownershipNature>`;
}
