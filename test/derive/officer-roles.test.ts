// The reviewed list of officers' titles: each row's example, and the forms that are easily taken for another office.
import { describe, expect, it } from "vitest";
import { rolePoints, statedRoles } from "../../src/derive/forms.ts";
import { readOfficerRoles } from "../../src/store/reference.ts";

const rules = await readOfficerRoles();
const points = (
  officerTitle: string | null,
  more: { otherText?: string; isDirector?: boolean; isOfficer?: boolean } = {},
) => rolePoints(rules, { isDirector: false, isOfficer: false, officerTitle, otherText: null, ...more });

describe("the reviewed list of officers' titles", () => {
  it.each(rules.map(({ example, role }) => [example, role] as const))("reads %j as %s", (example, role) => {
    expect(statedRoles(rules, example)).toContain(role);
  });

  it("uses every row: no example would be read alike without it", () => {
    for (const rule of rules) {
      const others = rules.filter((other) => other !== rule);
      expect(statedRoles(others, rule.example), rule.example).not.toEqual(statedRoles(rules, rule.example));
    }
  });
});

describe("points of a title", () => {
  const titles: [string, number][] = [
    ["CFO", 10],
    ["Executive Vice President, Chief Financial Officer", 10],
    ["SVP-ChiefFinancialOfcr&Treas", 10],
    ["Sr. V.P., Chief Fin. Offr.", 10],
    ["Principal Financial Officer", 10],
    ["Vice Chair, CFO & PAO", 10],
    ["Deputy CFO", 10],
    ["Interim C.F.O.", 10],
    ["Chief Executive Officer", 8],
    ["Cheif Executive Officer", 8],
    ["Global Chief Exec. Officer", 8],
    ["Co-CEO", 8],
    ["Chairman, President and CEO", 8],
    ["Executive Chair", 8],
    ["Chairwoman", 8],
    ["Chair Person of the Board", 8],
    ["Pres. & COO", 8],
    ["V.P. (Pres., Gas Pipelines)", 8],
    ["CEO, Commercial Banking", 8],
    ["Vice Chairman", 6],
    ["Vice-Chairwoman", 6],
    ["Deputy Chair", 6],
    ["Vice President", 6],
    ["Vice–President", 6],
    ["Senior VicePresident", 6],
    ["SVP, Chief Accounting Officer", 6],
    ["Principal Accounting Officer", 6],
    ["Chief Operations Executive", 6],
    ["Chief Field Officer", 6],
    ["Former Chief Executive Officer", 6],
    ["Fmr CEO", 6],
    ["CEO (former)", 6],
    ["Formerly EVP & CFO, now advisor", 6],
    ["Spouse of CEO", 6],
    ["President (Former CFO)", 8],
    ["Former President, CEO and CIO", 6],
    ["EVP, CFO (retired)", 6],
    ["Chairman Emeritus", 6],
    ["President-Elect", 6],
    ["Assistant Chief Financial Officer", 6],
    ["Chief of Staff to the CEO", 6],
    ["Chair of Audit Committee", 6],
    ["Audit Committee Chair", 6],
    ["General Counsel", 6],
    ["See Remarks", 6],
    ["", 6],
  ];
  it.each(titles)("of %j are %i", (title, expected) => {
    expect(points(title, { isOfficer: true })).toBe(expected);
  });

  it("are given for a title whose box is not ticked, and for the text beside the box Other", () => {
    expect(points("General Counsel")).toBe(6);
    expect(points(null, { otherText: "President, Chairwoman" })).toBe(8);
    expect(points(null, { otherText: "Chairman of the Board", isDirector: true })).toBe(8);
    expect(points(null, { otherText: "Chair, Audit Committee" })).toBe(5);
  });

  it("are 0 for a text that names no office of the company", () => {
    expect(points(null, { otherText: "Manager of a fund" })).toBe(0);
    expect(points(null, { otherText: "President of the general partner" })).toBe(0);
    expect(points("Former CFO")).toBe(0);
    expect(points("See Remarks")).toBe(0);
    expect(points(null)).toBe(0);
  });

  it("are computed in linear time, from the beginning of a hostile title", () => {
    expect(points(`${"former ".repeat(100_000)}CFO`)).toBe(0);
    expect(points(`${"chair of the a ".repeat(100_000)}`)).toBe(8);
  });
});
