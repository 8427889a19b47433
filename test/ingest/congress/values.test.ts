// Amounts and dates of congressional reports.
import { describe, expect, it } from "vitest";
import { calendarDate, readAmount } from "../../../src/ingest/congress/values.ts";

const amount = (text: string) => {
  const { amountRange, amountLow, amountHigh, amountMid } = readAmount(text);
  return [amountRange, amountLow, amountHigh, amountMid];
};

describe("amounts", () => {
  it.each([
    ["$1,001 - $15,000", ["$1,001 - $15,000", "1001", "15000", "8000.5"]],
    ["$1,001 -\n   $15,000", ["$1,001 - $15,000", "1001", "15000", "8000.5"]],
    ["$25,000,001 - $50,000,000", ["$25,000,001 - $50,000,000", "25000001", "50000000", "37500000.5"]],
  ])("are read with the bounds of %j", (text, bounds) => expect(amount(text)).toEqual(bounds));

  it("of an open bracket begin one dollar above it, and have no end", () => {
    expect(amount("Over $50,000,000")).toEqual(["Over $50,000,000", "50000001", null, "50000001"]);
    expect(amount("Spouse/DC Over $1,000,000")).toEqual(["Spouse/DC Over $1,000,000", "1000001", null, "1000001"]);
  });

  it("have three equal values if they are exact", () => {
    expect(amount("$15.25")).toEqual(["$15.25", "15.25", "15.25", "15.25"]);
  });

  it.each([
    ["$1,000,000 Spouse/DC Over", ["1000001", null, "1000001"]],
    ["Over $1,000,000 Spouse/DC", ["1000001", null, "1000001"]],
    ["$1,000,000 Over (Dependent Child)", ["1000001", null, "1000001"]],
    ["$50,001 - $100, 000", ["50001", "100000", "75000.5"]],
    ["$50,001 - $200, 000", ["50001", "200000", "125000.5"]],
    ["$250,0 01 - $500,000", ["250001", "500000", "375000.5"]],
    ["$1,001 - JT $15,000", ["1001", "15000", "8000.5"]],
    ["SP $1,001 - $15,000", ["1001", "15000", "8000.5"]],
    ["$15,000 $1,001 -", ["1001", "15000", "8000.5"]],
    ["$15,001 $50,000", ["15001", "50000", "32500.5"]],
    ["DC $12.50", ["12.5", "12.5", "12.5"]],
  ])("are read from %j, whose words are in another order or cut", (text, bounds) =>
    expect(amount(text)).toEqual([text, ...bounds]),
  );

  it.each(["$1,00 - $15,000", "$1,001 - $15,0000", "$1,001 $14,000", "$1,001 - $15,000 - $20,000", "$50,000 - $1,001"])(
    "have no guessed bounds: %j",
    (text) => expect(amount(text)).toEqual([text, null, null, null]),
  );

  it("have no bounds if the text is not an amount", () => {
    expect(amount("Unascertainable")).toEqual(["Unascertainable", null, null, null]);
    expect(amount("None (or less than $1,001)").slice(1)).toEqual([null, null, null]);
    expect(amount(`$1,001 - $15,000 ${"Spouse ".repeat(20_000)}`).slice(1)).toEqual([null, null, null]);
    expect(amount("--")).toEqual([null, null, null, null]);
  });
});

describe("dates", () => {
  it("are read as month, day and year, and refused if there is no such day", () => {
    expect(calendarDate("02/29/2024")).toBe("2024-02-29");
    expect(calendarDate("4/5/2026")).toBe("2026-04-05");
    for (const text of ["02/29/2023", "13/01/2020", "2020-01-01", "", "1/1/0020"])
      expect(calendarDate(text)).toBeNull();
  });
});
