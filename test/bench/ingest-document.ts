// A filing of the corpus as the publisher would disseminate it: labelled header, ownership document, now and then an
// attached power of attorney.
import type { FilingRecord, TransactionRecord } from "../../src/ingest/form345/read/record.ts";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const given = (name: string, value: string | null) =>
  value === null ? "" : `\n    <${name}>${escaped(value)}</${name}>`;
const wrapped = (name: string, value: string | null, notes: string[] = []) =>
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
    <schemaVersion>X0508</schemaVersion>${given("documentType", filing.formType)}${given(
      "periodOfReport",
      filing.periodOfReport,
    )}${given("dateOfOriginalSubmission", filing.originalSubmittedOn)}${given(
      "notSubjectToSection16",
      flag(filing.notSubjectTo16),
    )}
    <issuer>${given("issuerCik", issuer.cik)}${given("issuerName", issuer.name)}${given("issuerTradingSymbol", issuer.ticker)}
    </issuer>${filing.owners.map(ownerOf).join("")}${given("aff10b5One", flag(filing.aff10b5One))}${table("nonDerivative")}${table("derivative")}
    <footnotes>${Object.entries(footnotes)
      .map(([id, note]) => `\n        <footnote id="${id}">${escaped(note)}</footnote>`)
      .join("")}
    </footnotes>${given("remarks", filing.remarks)}
    <ownerSignature>
        <signatureName>/s/ A. Torney, Attorney-in-Fact</signatureName>
        <signatureDate>${filing.filedOn}</signatureDate>
    </ownerSignature>
</ownershipDocument>`;
}

function ownerOf(owner: FilingRecord["owners"][number]): string {
  return `
    <reportingOwner>
        <reportingOwnerId>${given("rptOwnerCik", owner.cik)}${given("rptOwnerName", owner.name)}
        </reportingOwnerId>
        <reportingOwnerAddress>
            <rptOwnerStreet1>C/O INVENTED WIDGETS INC.</rptOwnerStreet1>
            <rptOwnerStreet2>1 EXAMPLE PLAZA, SUITE 100</rptOwnerStreet2>
            <rptOwnerCity>SPRINGFIELD</rptOwnerCity>
            <rptOwnerState>DE</rptOwnerState>
            <rptOwnerZipCode>00000</rptOwnerZipCode>
            <rptOwnerStateDescription></rptOwnerStateDescription>
        </reportingOwnerAddress>
        <reportingOwnerRelationship>${given("isDirector", flag(owner.isDirector))}${given("isOfficer", flag(owner.isOfficer))}${given(
          "isTenPercentOwner",
          flag(owner.isTenPercentOwner),
        )}${given("isOther", flag(owner.isOther))}${given("officerTitle", owner.officerTitle)}${given("otherText", owner.otherText)}
        </reportingOwnerRelationship>
    </reportingOwner>`;
}

function transactionOf(row: TransactionRecord): string {
  const derivative = row.isDerivative
    ? `${wrapped("exerciseDate", row.exercisableOn)}${wrapped("expirationDate", row.expiresOn)}
            <underlyingSecurity>${wrapped("underlyingSecurityTitle", row.underlyingTitle)}${wrapped("underlyingSecurityShares", row.underlyingShares)}
            </underlyingSecurity>`
    : "";
  return `${wrapped("securityTitle", row.securityTitle)}${wrapped("conversionOrExercisePrice", row.exercisePrice)}${wrapped("transactionDate", row.tradedOn)}
            <transactionCoding>
                <transactionFormType>4</transactionFormType>
                <transactionCode>${row.transactionCode}</transactionCode>
                <equitySwapInvolved>0</equitySwapInvolved>
            </transactionCoding>
            <transactionAmounts>${wrapped("transactionShares", row.shares)}${wrapped("transactionPricePerShare", row.price, row.footnoteIds)}${wrapped(
              "transactionAcquiredDisposedCode",
              row.acquiredDisposed,
            )}
            </transactionAmounts>${derivative}
            <postTransactionAmounts>${wrapped("sharesOwnedFollowingTransaction", row.sharesOwnedAfter)}
            </postTransactionAmounts>
            <ownershipNature>${wrapped("directOrIndirectOwnership", row.ownership)}${wrapped("natureOfOwnership", row.natureOfOwnership)}
            </ownershipNature>`;
}
