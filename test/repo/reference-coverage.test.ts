// The reviewed reference files are complete: every SIC code in reach has a sector, every committee a jurisdiction, and the
// two speak one vocabulary.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readCommitteeJurisdictions, readSicCodes } from "../../src/store/reference.ts";

const data = "../shared/data";
const hasData = existsSync(data);
if (!hasData) console.warn(`${data} is absent: the reference files are not held against real filings and committees`);

const sicCodes = await readSicCodes();
const jurisdictions = await readCommitteeJurisdictions();
const sectors = new Set(sicCodes.map(({ sector }) => sector));
const titles = new Set(sicCodes.map(({ title }) => title));
const sectorOf = new Map(sicCodes.map(({ code, sector }) => [code, sector]));

describe("sic-codes.csv", () => {
  it("has all codes of the SEC's list, each once, with a title of its own", () => {
    expect(sicCodes).toHaveLength(444);
    expect(sectorOf.size).toBe(444);
    expect(titles.size).toBe(444);
    expect(sicCodes.every(({ title }) => title === title.trim() && !title.includes("  "))).toBe(true);
  });

  it("groups them into plain names without commas, which lists of a parameter could not hold", () => {
    expect([...sectors].sort()).toEqual([
      "Consumer Goods",
      "Energy",
      "Finance",
      "Food and Agriculture",
      "Health",
      "Industrial and Business Services",
      "Materials",
      "Media and Telecom",
      "Other",
      "Real Estate",
      "Retail and Consumer Services",
      "Technology",
      "Transport",
      "Utilities",
    ]);
  });

  it.each([
    [6770, "Finance"],
    [2834, "Health"],
    [2836, "Health"],
    [3841, "Health"],
    [3845, "Health"],
    [8062, "Health"],
    [6798, "Real Estate"],
    [7372, "Technology"],
    [7370, "Technology"],
    [3674, "Technology"],
    [6021, "Finance"],
    [1311, "Energy"],
    [4911, "Utilities"],
    [5812, "Retail and Consumer Services"],
    [4813, "Media and Telecom"],
    [4512, "Transport"],
    [2080, "Food and Agriculture"],
    [3711, "Consumer Goods"],
    [3721, "Industrial and Business Services"],
    [1040, "Materials"],
  ])("%i is %s", (code, sector) => expect(sectorOf.get(code)).toBe(sector));

  it.skipIf(!hasData)("has every code that issuers of real filings carry, but the header's 'unknown' 0000", () => {
    const found = execFileSync("grep", [
      "-rhoE",
      String.raw`STANDARD INDUSTRIAL CLASSIFICATION:.*\[[0-9]{4}\]`,
      `${data}/form4`,
      `${data}/form345-fixtures`,
    ]);
    const codes = new Set([...found.toString().matchAll(/\[(\d{4})\]/g)].map(([, code]) => Number(code)));
    expect(codes.size).toBeGreaterThan(50);
    expect([...codes].filter((code) => code !== 0 && !sectorOf.has(code))).toEqual([]);
  });
});

describe("committee-jurisdictions.csv", () => {
  it("names sectors and industries of the SIC table, and gives a reason in each row", () => {
    for (const { sector, industry, general, reason } of jurisdictions) {
      expect(reason.length).toBeGreaterThan(5);
      if (general) expect([sector, industry]).toEqual([null, null]);
      else expect(sector === null).toBe(industry !== null);
      if (sector !== null) expect(sectors).toContain(sector);
      if (industry !== null) expect(titles).toContain(industry);
    }
  });

  it("says nothing twice, and nothing beside `general`", () => {
    const keys = jurisdictions.map((row) => `${row.committee_code}|${row.sector}|${row.industry}`);
    expect(new Set(keys).size).toBe(keys.length);
    const general = jurisdictions.filter((row) => row.general).map((row) => row.committee_code);
    expect(jurisdictions.filter((row) => !row.general && general.includes(row.committee_code))).toEqual([]);
  });

  it("treats the committees that the contract calls general as such", () => {
    const general = new Set(jurisdictions.filter((row) => row.general).map((row) => row.committee_code));
    for (const code of ["HSAP", "SSAP", "HSBU", "SSBU", "HSRU", "SSRA", "HSSO", "SLET", "HSHA"])
      expect(general).toContain(code);
  });

  it.skipIf(!hasData)("covers every standing, select and joint committee of every list in the data folder", () => {
    const known = new Set(jurisdictions.map((row) => row.committee_code));
    const folders = [
      "main",
      ...["2016-01-09-108michael", "2019-11-18-thexdesk", "2024-09-12-barapa"].map((name) => `fork-snapshots/${name}`),
    ];
    const gaps = folders.flatMap((folder) => {
      const file = readFileSync(`${data}/congress-legislators/${folder}/committees-current.yaml`, "utf8");
      const committees = parse(file) as { thomas_id: string; name: string }[];
      expect(committees.length).toBeGreaterThan(40);
      return committees
        .filter(({ thomas_id }) => !known.has(thomas_id))
        .map(({ thomas_id, name }) => `${thomas_id} ${name}`);
    });
    expect(gaps).toEqual([]);
  });
});
