// Submissions and bare documents are read field by field, or refused with a reason.
import { describe, expect, it } from "vitest";
import { parseFile, parseSubmission } from "../../../../src/ingest/form345/read/parse.ts";
import { ada, bo, ownershipXml, submission } from "../fixtures.ts";

const reasons = (bytes: Buffer | string) => parseFile(Buffer.from(bytes)).refusals.map((refusal) => refusal.reason);

describe("a full submission", () => {
  it("gives the filing as filed", () => {
    const filing = parseSubmission(
      submission({
        owners: [
          ada,
          { ...bo, relationship: "<isOfficer>true</isOfficer><officerTitle>Chief Executive Officer</officerTitle>" },
        ],
        checkbox: "true",
        footnotes: { F1: "A &amp; B&#8217;s &lt;plan&gt;" },
        rows: [{ shares: "1500.50", price: "0012.340", after: "3000", notes: ["F1"] }],
      }),
    );
    expect(filing).toMatchObject({
      accessionNumber: "0009999999-24-000001",
      formType: "4",
      filedOn: "2024-03-06",
      filedOnSource: "header",
      aff10b5One: true,
      issuer: { cik: "0008000001", name: "INVENTED WIDGETS INC", ticker: "IWID", sicCode: 3674 },
      owners: [
        { cik: "0009000001", name: "EXAMPLE ADA B", isDirector: true, isOfficer: false, officerTitle: null },
        { cik: "0009000002", isDirector: false, isOfficer: true, officerTitle: "Chief Executive Officer" },
      ],
      footnotes: { F1: "A & B\u2019s <plan>" },
      transactions: [
        {
          isDerivative: false,
          rowIndex: 0,
          transactionCode: "P",
          tradedOn: "2024-03-04",
          shares: "1500.50",
          price: "0012.340",
          sharesOwnedAfter: "3000",
          ownership: "D",
          footnoteIds: ["F1"],
        },
      ],
      holdings: [],
      refused: [],
    });
  });

  it("takes the SIC of the issuer's block only, and only where it is the document's issuer", () => {
    expect(parseSubmission(submission({ sic: null })).issuer.sicCode).toBeNull();
    const other = submission().toString().replace("<issuerCik>0008000001", "<issuerCik>0008000077");
    expect(parseSubmission(Buffer.from(other)).issuer).toMatchObject({ cik: "0008000077", sicCode: null });
  });

  it("reads the dissemination form of the header (tags without ends)", () => {
    const text = `<SUBMISSION>
<ACCESSION-NUMBER>0009999999-24-000002<TYPE>4<FILING-DATE>20240307<REPORTING-OWNER><OWNER-DATA><CIK>0009000001<ASSIGNED-SIC>6021</OWNER-DATA></REPORTING-OWNER><ISSUER><COMPANY-DATA><CONFORMED-NAME>X<CIK>0008000001<ASSIGNED-SIC>2834</COMPANY-DATA></ISSUER><DOCUMENT><TYPE>4<TEXT><XML>${ownershipXml()}</XML></TEXT></DOCUMENT></SUBMISSION>`;
    expect(parseSubmission(Buffer.from(text))).toMatchObject({
      accessionNumber: "0009999999-24-000002",
      filedOn: "2024-03-07",
      issuer: { sicCode: 2834 },
    });
  });

  it("reads several submissions in one file, and a bad one among them affects no other", () => {
    const bad = submission({ accession: "0009999999-24-000004" }).toString().replace("</ownershipDocument>", "");
    const both = `${submission({ accession: "0009999999-24-000003" })}${bad}`;
    const { filings, refusals } = parseFile(Buffer.from(both));
    expect(filings.map((filing) => filing.accessionNumber)).toEqual(["0009999999-24-000003"]);
    expect(refusals).toMatchObject([{ reason: "truncated", accessionNumber: "0009999999-24-000004" }]);
  });

  it("does not count holdings as trades: a Form 3 with a holding has no transaction", () => {
    const holding =
      "<nonDerivativeTable><nonDerivativeHolding><securityTitle><value>C</value></securityTitle></nonDerivativeHolding></nonDerivativeTable>";
    const text = submission({ form: "3", rows: [] }).toString().replace("<footnotes>", `${holding}<footnotes>`);
    const filing = parseSubmission(Buffer.from(text));
    expect(filing.transactions).toEqual([]);
    expect(filing.owners).toHaveLength(1);
  });
});

describe("single fields", () => {
  const first = (rows: Parameters<typeof ownershipXml>[0]) => parseSubmission(submission(rows)).transactions[0];

  it("never shifts a date by its time zone", () => {
    expect(first({ rows: [{ date: "2023-06-29-05:00" }] })?.tradedOn).toBe("2023-06-29");
    expect(first({ rows: [{ date: "2023-06-29+14:00" }] })?.tradedOn).toBe("2023-06-29");
    expect(first({ rows: [{ date: "2023-06-29Z" }] })?.tradedOn).toBe("2023-06-29");
  });

  it("keeps impossible trade dates as filed", () => {
    expect(first({ rows: [{ date: "3031-02-01" }] })?.tradedOn).toBe("3031-02-01");
  });

  it("leaves a price unknown that only a footnote states", () => {
    expect(first({ rows: [{ price: null, notes: ["F1"] }] })).toMatchObject({ price: null, footnoteIds: ["F1"] });
  });

  it("keeps a filed total value apart from shares", () => {
    expect(first({ rows: [{ shares: null, price: null, totalValue: "1234.5" }] })).toMatchObject({
      shares: null,
      totalValue: "1234.5",
    });
  });

  it.each([
    ["1", true],
    ["true", true],
    ["0", false],
    ["false", false],
    ["", null],
  ])("reads the boolean %j", (raw, value) => {
    expect(parseSubmission(submission({ checkbox: raw })).aff10b5One).toBe(value);
  });

  it("keeps the derivative's own values apart from those of the underlying security", () => {
    const extra =
      "<conversionOrExercisePrice><value>5.5</value></conversionOrExercisePrice><exerciseDate><footnoteId id='F1'/></exerciseDate><expirationDate><value>2030-01-01</value></expirationDate><underlyingSecurity><underlyingSecurityTitle><value>Common</value></underlyingSecurityTitle><underlyingSecurityShares><value>200</value></underlyingSecurityShares></underlyingSecurity>";
    expect(first({ rows: [{ table: "derivative", code: "M", shares: "100", price: "0", extra }] })).toMatchObject({
      isDerivative: true,
      rowIndex: 0,
      shares: "100",
      price: "0",
      exercisePrice: "5.5",
      exercisableOn: null,
      expiresOn: "2030-01-01",
      underlyingShares: "200",
    });
  });

  it("refuses a row that cannot be represented; the others keep their positions", () => {
    const filing = parseSubmission(
      submission({
        rows: [{ code: null }, { shares: "many" }, { code: "Q" }, { date: "2024-02-30" }, { shares: "7" }],
      }),
    );
    expect(filing.refused.map(({ recordRef, reason }) => [recordRef, reason])).toEqual([
      ["nonDerivative[0]", "no_transaction_code"],
      ["nonDerivative[1]", "bad_number"],
      ["nonDerivative[2]", "unknown_transaction_code"],
      ["nonDerivative[3]", "bad_date"],
    ]);
    expect(filing.transactions).toMatchObject([{ rowIndex: 4, shares: "7" }]);
  });
});

describe("what is no filing is refused with a reason, never with a crash", () => {
  it.each([
    ["", "empty_file"],
    ["  \n ", "empty_file"],
    [
      "<!DOCTYPE html><html><head><title>SEC.gov | Request Rate Threshold Exceeded</title></head></html>",
      "not_a_filing",
    ],
    ["plain words", "not_a_filing"],
    ["\0\0\0\0", "not_a_filing"],
    [ownershipXml().replace("IWID", "IW\0ID"), "not_xml"],
    [ownershipXml().replace("</issuer>", ""), "not_xml"],
    [ownershipXml().replace("</ownershipDocument>", ""), "truncated"],
    [ownershipXml().replace("<ownershipDocument>", '<!DOCTYPE a [<!ENTITY b "bbbb">]><ownershipDocument>'), "doctype"],
    [ownershipXml().replace("<issuer>", "<!DOCTYPE x><issuer>"), "doctype"],
    [ownershipXml().replace("<issuerCik>0008000001</issuerCik>", ""), "no_issuer"],
    [ownershipXml({ owners: [] }), "no_owner"],
    [ownershipXml({ form: "144" }), "unknown_form"],
    [ownershipXml().replace("<footnotes>", `${"<a>".repeat(5000)}${"</a>".repeat(5000)}<footnotes>`), "not_xml"],
  ])("%# %s", (content, reason) => {
    expect(reasons(content)).toEqual([reason]);
  });

  it("an endless document is refused by size", () => {
    const padding = "x".repeat(9 * 1024 * 1024);
    expect(reasons(ownershipXml().replace("</footnotes>", `</footnotes><remarks>${padding}</remarks>`))).toEqual([
      "too_large",
    ]);
  });

  it("ids of footnotes that are names of an object's own properties change no other object", () => {
    const names = ["__proto__", "constructor", "toString"];
    const texts = names.map((name) => [name, `the text of ${name}`]);
    const { filings } = parseFile(Buffer.from(ownershipXml({ footnotes: Object.fromEntries(texts) })));
    expect(filings).toHaveLength(1);
    expect(Object.entries(filings[0]?.footnotes ?? {})).toEqual(texts);
    expect(Object.getPrototypeOf(filings[0]?.footnotes)).toBe(Object.prototype);
    expect(String({})).toBe("[object Object]");
  });

  it("what PostgreSQL text cannot hold is left out of texts", () => {
    const { filings } = parseFile(Buffer.from(ownershipXml({ issuerName: "A&#1;B &#xD800;C" })));
    expect(filings[0]?.issuer.name).toMatch(/^A ?B ?C$/);
  });

  it("old encodings are read", () => {
    const { filings } = parseFile(Buffer.from(ownershipXml({ issuerName: "CAF\u00c9 CORP" }), "latin1"));
    expect(filings[0]?.issuer.name).toBe("CAF\u00c9 CORP");
  });

  it("a replacement character that was filed changes no other letter", () => {
    const { filings } = parseFile(Buffer.from(ownershipXml({ issuerName: "CAF\u00c9 \uFFFD CORP" })));
    expect(filings[0]?.issuer.name).toBe("CAF\u00c9 \uFFFD CORP");
  });

  it("each submission of a file is read in its own encoding", () => {
    const inUtf8 = submission({ accession: "0009999990-24-000001", issuerName: "CAF\u00c9 CORP" });
    const inLatin1 = Buffer.from(inUtf8.toString("utf8").replaceAll("24-000001", "24-000002"), "latin1");
    const { filings } = parseFile(Buffer.concat([inUtf8, inLatin1]));
    expect(filings.map(({ issuer }) => issuer.name)).toEqual(["CAF\u00c9 CORP", "CAF\u00c9 CORP"]);
  });

  it("a run of spaces in a name stays as filed", () => {
    const owners = [{ ...ada, name: "EXAMPLE  ADA   B" }];
    const { filings } = parseFile(Buffer.from(ownershipXml({ issuerName: "INVENTED  WIDGETS", owners })));
    expect(filings[0]).toMatchObject({ issuer: { name: "INVENTED  WIDGETS" }, owners: [{ name: "EXAMPLE  ADA   B" }] });
  });
});
