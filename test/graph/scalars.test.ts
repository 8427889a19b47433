// Dates, instants, exact numbers and ids: how they are written, which inputs are accepted and which are refused.
import { describe, expect, it } from "vitest";
import { dateIn, dateOut, decimalIn, decimalOut, instantIn, rowIdIn, rowIdOut } from "../../src/graph/builder.ts";
import { officeOf } from "../../src/graph/types/politician.ts";
import { Prisma } from "../../src/store/store.ts";

describe("Decimal", () => {
  it.each([
    ["1500.00", "1500"],
    ["12.50", "12.5"],
    ["0.000", "0"],
    ["1000000000000000000000.10", "1000000000000000000000.1"],
    ["0.0000001", "0.0000001"],
    ["-3.20", "-3.2"],
  ])("writes %s as %s", (from, to) => {
    expect(decimalOut(new Prisma.Decimal(from))).toBe(to);
    expect(decimalOut(from)).toBe(to);
  });

  it("writes doubles in plain notation", () => {
    expect([1e21, 1e-7, 0.1, -2.5, 7 / 6].map(decimalOut)).toEqual([
      "1000000000000000000000",
      "0.0000001",
      "0.1",
      "-2.5",
      "1.1666666666666667",
    ]);
  });

  it("accepts plain decimals only", () => {
    expect(decimalIn("1234.5")).toBe("1234.5");
    expect(decimalIn(10)).toBe("10");
    for (const wrong of ["1e3", "", "1,000", "NaN", "abc", Number.NaN, null, "1;DROP"])
      expect(() => decimalIn(wrong)).toThrow();
  });
});

describe("Date, DateTime and RowId", () => {
  it("accepts calendar dates that exist", () => {
    expect(dateIn("2024-02-29")).toBe("2024-02-29");
    for (const wrong of ["2023-02-29", "2024-2-1", "20240201", "2024-02-01T00:00:00Z", 5])
      expect(() => dateIn(wrong)).toThrow();
    expect(dateOut(new Date("2024-03-01T00:00:00Z"))).toBe("2024-03-01");
  });

  it("accepts instants with a zone and converts them to UTC", () => {
    expect(instantIn("2024-05-02T23:00:00+02:00")).toBe("2024-05-02T21:00:00.000Z");
    for (const wrong of ["2024-05-02", "2024-05-02T23:00:00", "yesterday", 1]) expect(() => instantIn(wrong)).toThrow();
  });

  it("accepts whole numbers as ids, and writes none that JSON cannot hold exactly", () => {
    expect(rowIdIn("007")).toBe(7n);
    expect(rowIdIn(9007199254740991)).toBe(9007199254740991n);
    for (const wrong of [-1, 1.5, "1.5", "0x1", "", " 1", null]) expect(() => rowIdIn(wrong)).toThrow();
    expect(() => rowIdOut(2n ** 53n)).toThrow();
  });
});

describe("position", () => {
  it.each([
    [{ chamber: "Senate", state: "VT", district: null }, true, "Senator (VT)"],
    [{ chamber: "House", state: "CA", district: 11 }, true, "Representative (CA-11)"],
    [{ chamber: "House", state: "WY", district: 0 }, false, "Former Representative (WY at large)"],
    [{ chamber: "House", state: "GU", district: 0 }, true, "Delegate (GU)"],
    [{ chamber: "House", state: "PR", district: 0 }, true, "Resident Commissioner (PR)"],
  ])("of the term %j, in office: %s, is %j", (term, inOffice, words) => {
    expect(officeOf(term, inOffice)).toBe(words);
  });
});
