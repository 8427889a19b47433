// The Clerk's yearly index in its two forms.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decodeText } from "../../../src/ingest/files/text.ts";
import { zipEntries } from "../../../src/ingest/files/walk.ts";
import { isMembersReport, isReport, readIndexFile } from "../../../src/ingest/house/index-file.ts";
import { hasRecords, sharedData } from "../../publishers/shared-data.ts";

const xml = `\uFEFF<?xml version="1.0" encoding="utf-8"?>
<FinancialDisclosure>
  <Member><Prefix>Hon.</Prefix><Last>Quill</Last><First>Ben</First><Suffix /><FilingType>P</FilingType><StateDst>OH03</StateDst>
    <Year>2025</Year><FilingDate>3/12/2025</FilingDate><DocID>20999001</DocID></Member>
  <Member><Prefix /><Last>Ink MD, FACS</Last><First>Ira E Hon</First><Suffix>Jr.</Suffix><FilingType>C</FilingType><StateDst />
    <Year>2025</Year><FilingDate /><DocID>8999002</DocID></Member>
  <Member><Prefix /><Last>Nobody</Last><First /><Suffix /><FilingType>C</FilingType><StateDst /><Year>2025</Year><FilingDate /><DocID /></Member>
</FinancialDisclosure>`;

const head2012 =
  "Prefix\tLast\tFirst\tSuffix\tFilingType\tStateDst\tYear\tFiling Year\tFilingDate\tDocID\tDisclosureType";

describe("a House index", () => {
  it("refuses a row whose year is not one", () => {
    for (const year of ["Infinity", "1e400", "20255", "-2025", ""]) {
      const index = readIndexFile(xml.replace("<Year>2025</Year>", `<Year>${year}</Year>`));
      expect(index?.entries.map(({ docId }) => docId)).toEqual(["8999002"]);
      expect(index?.refused[0]).toEqual({ row: 1, message: "Row 1 has no document id or no year" });
    }
  });

  it("is read from XML with a byte-order mark, rows without a date and suffixes", () => {
    const index = readIndexFile(xml);
    expect(index?.entries).toEqual([
      {
        docId: "20999001",
        year: 2025,
        prefix: "Hon.",
        lastName: "Quill",
        firstName: "Ben",
        suffix: null,
        filingType: "P",
        disclosureType: null,
        stateDistrict: "OH03",
        filedOn: "2025-03-12",
      },
      {
        docId: "8999002",
        year: 2025,
        prefix: null,
        lastName: "Ink MD, FACS",
        firstName: "Ira E Hon",
        suffix: "Jr.",
        filingType: "C",
        disclosureType: null,
        stateDistrict: null,
        filedOn: null,
      },
    ]);
    expect(index?.refused).toEqual([{ row: 3, message: "Row 3 has no document id or no year" }]);
  });

  it("names reports by DisclosureType up to 2013, under the type of an original or an amendment", () => {
    const rows = [
      ["O", "2999001", "PTR"],
      ["A", "2999002", "PTR"],
      ["O", "8999003", "FD"],
    ].map(([type, id, kind]) => `HONORABLE\tQUILL\tBEN\t\t${type}\tOH03\t2012\t2012\t9/12/2012\t${id}\t${kind}`);
    const index = readIndexFile([head2012, ...rows].join("\r\n"));
    expect(index?.entries.filter(isReport).map(({ docId }) => docId)).toEqual(["2999001", "2999002"]);
    const member = (type: string, kind: string) =>
      `<Member><Prefix /><Last>Q</Last><First /><Suffix /><FilingType>${type}</FilingType><StateDst /><Year>2012</Year>
       <FilingYear>2012</FilingYear><FilingDate>9/12/2012</FilingDate><DocID>2999001</DocID><DisclosureType>${kind}</DisclosureType></Member>`;
    const xml2012 = `<FinancialDisclosure>${member("O", "PTR")}${member("A", "FD")}</FinancialDisclosure>`;
    expect(readIndexFile(xml2012)?.entries.map(isReport)).toEqual([true, false]);
  });

  it("lists the reports of officers and employees up to 2013 under their office, and those are not members' reports", () => {
    const rows = [
      ["HONORABLE", "OH03", "2999001"],
      ["", "LC00", "2999002"],
      // a member who had just been elected has no prefix
      ["", "GU00", "2999003"],
      ["", "", "2999004"],
    ].map(([prefix, office, id]) => `${prefix}\tQUILL\tBEN\t\tO\t${office}\t2012\t2012\t9/12/2012\t${id}\tPTR`);
    const entries = readIndexFile([head2012, ...rows].join("\r\n"))?.entries ?? [];
    expect(entries.filter(isReport)).toHaveLength(4);
    expect(entries.filter(isMembersReport).map(({ docId }) => docId)).toEqual(["2999001", "2999003", "2999004"]);
  });

  it("is read in the same way from tab-separated text", () => {
    const text =
      "Prefix\tLast\tFirst\tSuffix\tFilingType\tStateDst\tYear\tFilingDate\tDocID\r\nHon.\tQuill\tBen\t\tP\tOH03\t2025\t3/12/2025\t20999001\r\n";
    expect(readIndexFile(text)?.entries).toEqual(readIndexFile(xml)?.entries.slice(0, 1));
  });

  it("may have a single row or none; other files are not an index", () => {
    expect(readIndexFile(xml.replace(/<Member><Prefix \/>.*(?=<\/Fin)/s, ""))?.entries).toHaveLength(1);
    expect(readIndexFile("<FinancialDisclosure />")?.entries).toEqual([]);
    expect(readIndexFile("<html></html>")).toBeNull();
    expect(readIndexFile("hello")).toBeNull();
  });
});

const folder = join(sharedData, "house-clerk-index");

describe.skipIf(!hasRecords("house-clerk-index"))("real House indexes", () => {
  // counted with grep -c '<Member>' and wc -l
  it.each([
    ["2020FD.xml", 2930],
    ["2026FD.xml", 1229],
    ["itwela-2023/2022FD.txt", 2624],
  ])("%s has all of its rows", (name, rows) => {
    const index = readIndexFile(readFileSync(join(folder, name), "utf8"));
    expect(index?.entries).toHaveLength(rows);
    expect(index?.refused).toEqual([]);
  });
});

const added = join(sharedData, "added-2026-11", "house-index");

describe.skipIf(!hasRecords("added-2026-11/house-index"))("the real index of 2012", () => {
  // counted with awk: rows with PTR in the last column, and those of them whose office is a state or territory
  it.each(["2012FD.txt", "2012FD.xml"])(
    "%s has its reports, of which fewer than half may be a member's",
    async (name) => {
      const path = join(added, "2012FD.zip");
      const bytes = readFileSync(path);
      for await (const entry of zipEntries({ path, name: "2012FD.zip", size: bytes.length, bytes })) {
        if (entry.file.name !== name || "problem" in entry) continue;
        const { entries = [], refused } = readIndexFile(decodeText(await entry.load())) ?? {};
        expect([entries.length, refused]).toEqual([5347, []]);
        expect(entries.filter(isReport)).toHaveLength(813);
        expect(entries.filter(isMembersReport)).toHaveLength(330);
        return;
      }
      throw new Error(`${name} is not in the zip`);
    },
  );
});
