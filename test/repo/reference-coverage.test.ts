// The reviewed reference files are complete: every known SIC code has a sector, every committee a jurisdiction, and
// both use the same names of sectors and industries.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readCommitteeJurisdictions, readSectorAliases, readSicCodes } from "../../src/store/reference.ts";
import { hasRecords, sharedData } from "../publishers/shared-data.ts";

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

  it("groups them into sectors whose names have no commas, because parameters separate names by commas", () => {
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
  ])("gives %i the sector %s", (code, sector) => expect(sectorOf.get(code)).toBe(sector));

  const sicLine = String.raw`STANDARD INDUSTRIAL CLASSIFICATION:.*\[[0-9]{4}\]`;

  it.skipIf(!hasRecords())("has every code of issuers in real filings except 0000, which stands for unknown", () => {
    const files = execFileSync("grep", [
      "-rhoE",
      sicLine,
      `${sharedData}/form4`,
      `${sharedData}/form345-fixtures`,
    ]).toString();
    const bulk = `tar -xJOf ${sharedData}/form4-bulk/form4-2023h1-dev.tar.xz | LC_ALL=C grep -aohE '${sicLine}'`;
    const archived = execFileSync("sh", ["-c", bulk], { maxBuffer: 64 * 1024 * 1024 }).toString();
    const codes = new Set([...(files + archived).matchAll(/\[(\d{4})\]/g)].map(([, code]) => Number(code)));
    expect(codes.size).toBeGreaterThan(140);
    expect([...codes].filter((code) => code !== 0 && !sectorOf.has(code))).toEqual([]);
  });

  it.skipIf(!hasRecords())("has every code of the SEC's own company files, under the same title", () => {
    const folder = `${sharedData}/edgar-index/submissions`;
    const companies = readdirSync(folder).map((name) => JSON.parse(readFileSync(`${folder}/${name}`, "utf8")));
    const named = companies.filter(({ sic }) => sic);
    expect(named.length).toBeGreaterThan(5);
    for (const { sic, sicDescription } of named) {
      expect(sicCodes).toContainEqual({ code: Number(sic), title: sicDescription, sector: expect.any(String) });
    }
  });
});

describe("committee-jurisdictions.csv", () => {
  it("names sectors and industries of the SIC table", () => {
    for (const { sector, industry, general } of jurisdictions) {
      if (general) expect([sector, industry]).toEqual([null, null]);
      else expect(sector === null).toBe(industry !== null);
      if (sector !== null) expect(sectors).toContain(sector);
      if (industry !== null) expect(titles).toContain(industry);
    }
  });

  it("has no row twice, and only one row for a general committee", () => {
    const keys = jurisdictions.map((row) => `${row.committee_code}|${row.sector}|${row.industry}`);
    expect(new Set(keys).size).toBe(keys.length);
    const general = jurisdictions.filter((row) => row.general).map((row) => row.committee_code);
    expect(jurisdictions.filter((row) => !row.general && general.includes(row.committee_code))).toEqual([]);
  });

  it("marks the committees without an industry of their own as general", () => {
    const general = new Set(jurisdictions.filter((row) => row.general).map((row) => row.committee_code));
    for (const code of ["HSAP", "SSAP", "HSBU", "SSBU", "HSRU", "SSRA", "HSSO", "SLET", "HSHA"])
      expect(general).toContain(code);
  });

  it.skipIf(!hasRecords())(
    "has exactly the committees of all lists and rosters of the shared data, historical ones too",
    () => {
      const known = new Set(jurisdictions.map((row) => row.committee_code));
      const folder = `${sharedData}/congress-legislators`;
      const snapshots = ["main", ...readdirSync(`${folder}/fork-snapshots`).map((name) => `fork-snapshots/${name}`)];
      const lists = [...snapshots.map((name) => `${name}/committees-current.yaml`), "main/committees-historical.yaml"];
      const named = new Map<string, string>();
      for (const list of lists) {
        const committees = parse(readFileSync(`${folder}/${list}`, "utf8")) as { thomas_id: string; name: string }[];
        expect(committees.length).toBeGreaterThan(40);
        for (const { thomas_id, name } of committees) named.set(thomas_id, name);
      }
      for (const snapshot of snapshots) {
        const roster = readFileSync(`${folder}/${snapshot}/committee-membership-current.yaml`, "utf8");
        for (const [, code = ""] of roster.matchAll(/^([A-Z]{4})(\d\d)?:/gm))
          if (!named.has(code)) named.set(code, `named by the roster of ${snapshot} only`);
      }
      expect(named.size).toBeGreaterThan(70);
      expect([...named].filter(([code]) => !known.has(code)).map((missing) => missing.join(" "))).toEqual([]);
      // a code that no list has is a typing error
      expect([...known].filter((code) => !named.has(code))).toEqual([]);
    },
  );

  it("states a reason in words for each row", () => {
    for (const { committee_code, reason } of jurisdictions)
      expect(reason, committee_code).toMatch(/^[A-Z][A-Za-z' ]+.*[a-z]+$/);
  });
});

describe("sector-aliases.json", async () => {
  const aliases = await readSectorAliases();
  const fold = (name: string) => name.toLowerCase();

  it("maps names that are not ours, each once, to our sectors", () => {
    const own = new Set([...sectors].map(fold));
    expect(new Set(aliases.map(({ alias }) => fold(alias))).size).toBe(aliases.length);
    for (const { alias, sectors: meant } of aliases) {
      expect(own, alias).not.toContain(fold(alias));
      for (const sector of meant) expect(sectors, alias).toContain(sector);
    }
  });

  it("has the sector names of the usual vendors", () => {
    const known = new Set([...sectors, ...aliases.map(({ alias }) => alias)].map(fold));
    for (const name of [
      "Basic Materials",
      "Communication Services",
      "Consumer Cyclical",
      "Consumer Defensive",
      "Consumer Discretionary",
      "Consumer Staples",
      "Energy",
      "Financial Services",
      "Financials",
      "Health Care",
      "Healthcare",
      "Industrials",
      "Information Technology",
      "Materials",
      "Real Estate",
      "Technology",
      "Utilities",
    ])
      expect(known).toContain(fold(name));
  });
});
