// The reviewed list of share classes: every row applies to its own example, and none is hidden by another.
import { describe, expect, it } from "vitest";
import {
  areOfDifferentClasses,
  ownSymbols,
  shareClassRows,
  symbolClass,
  titleLetter,
} from "../../src/domain/share-class.ts";

describe("the list", () => {
  const rows = (subject: string) => shareClassRows.filter((row) => row.subject === subject);

  it("names each symbol once", () => {
    const symbols = rows("symbol").map(({ pattern }) => pattern);
    expect(symbols).toEqual([...new Set(symbols)]);
    for (const { pattern, kind, class: letter } of rows("symbol"))
      expect(symbolClass(pattern, [])).toEqual({ kind, letter: letter || null });
  });

  it.each(rows("behind"))("$example is $kind", ({ example, kind, class: written }) => {
    const [symbol = "", base] = example.split(" behind ");
    const found = symbolClass(symbol, base ? [symbol, base] : [symbol]);
    expect(found.kind).toBe(kind);
    expect(found.letter === null).toBe(written === "");
  });

  it.each(rows("title"))("$example names a class", ({ example, class: written }) => {
    const letter = titleLetter(example);
    if (written === "$1") expect(letter).toMatch(/^[A-Z]$/);
    else expect(letter).toBe(written);
  });
});

it("a fifth letter has a meaning only beside another symbol of the company", () => {
  expect(symbolClass("SHOPL", ["SHOPL"]).kind).toBe("common");
  expect(symbolClass("SHOPL", ["SHOPL", "SHOP"]).kind).toBe("note");
  expect(symbolClass("SHOPW", ["SHOPW", "SHOPU"]).kind).toBe("warrant");
});

it.each([
  ["GOOG", "GOOGL", true],
  ["UBA", "UBP", true],
  ["ARGO", "ARGD", true],
  ["NEWC", "NEWC.PA", true],
  ["VIAC", "PARA", false],
  ["OLDC", "NEWC", false],
])("%s and %s are of different classes: %s", (one, other, expected) => {
  const symbols = [one, other];
  expect(areOfDifferentClasses(one, other, symbols)).toBe(expected);
  expect(areOfDifferentClasses(other, one, symbols)).toBe(expected);
});

describe("the symbol of a row's own security", () => {
  const google = { all: ["GOOG", "GOOGL"], current: ["GOOG", "GOOGL"], main: "GOOGL" };
  const own = (named: string[], title: string, symbols: Parameters<typeof ownSymbols>[1] = google) =>
    ownSymbols({ named, title, securityClass: "common" }, symbols);

  it("is unknown for a share of no named class under no symbol of the company", () => {
    expect(own(["ZZZZ"], "Common Stock")).toEqual({ own: null, ticker: "GOOGL" });
    expect(own([], "Common Stock")).toEqual({ own: null, ticker: "GOOGL" });
    const oneClass = { all: ["OLDC", "NEWC"], current: ["NEWC"], main: "NEWC" };
    expect(own(["ZZZZ"], "Common Stock", oneClass)).toEqual({ own: "NEWC", ticker: "NEWC" });
  });

  it.each([
    [["GOOG"], "Class C Capital Stock", "GOOG"],
    [["GOOGL"], "Class C Capital Stock", "GOOG"],
    [["GOOG", "GOOGL"], "Class A Common Stock", "GOOGL"],
    [["GOOG"], "Common Stock", "GOOG"],
    [[], "Class C Capital Stock", "GOOG"],
    [["ZZZZ"], "Class A Common Stock", "GOOGL"],
  ])("under %s with the title %s is %s", (named, title, symbol) => {
    expect(own(named, title)).toEqual({ own: symbol, ticker: symbol });
  });

  it("is unknown for a class without a symbol, and the company's is shown", () => {
    expect(own(["GOOGL"], "Class B Common Stock")).toEqual({ own: null, ticker: "GOOGL" });
  });

  it("is the old one of its time, and the current one is shown", () => {
    const renamed = { all: ["NEWC", "OLDC", "NEWC.PA"], current: ["NEWC", "NEWC.PA"], main: "NEWC" };
    expect(own(["OLDC"], "Common Stock", renamed)).toEqual({ own: "OLDC", ticker: "NEWC" });
  });

  it("is a preferred share's own, and the company's where it has none", () => {
    const symbols = { all: ["TRXN", "TRXN.PA"], current: ["TRXN", "TRXN.PA"], main: "TRXN" };
    const shown = (named: string[], title: string) =>
      ownSymbols({ named, title, securityClass: "preferred" }, symbols).ticker;
    expect(shown(["TRXN"], "Series A Preferred Shares")).toBe("TRXN.PA");
    expect(shown(["TRXN"], "Series B Preferred Shares")).toBe("TRXN");
    expect(shown(["TRXN.PA"], "Preferred Shares")).toBe("TRXN.PA");
  });
});
