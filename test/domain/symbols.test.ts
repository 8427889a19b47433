// Ticker symbols as filers and callers write them.
import { describe, expect, it } from "vitest";
import { cleanSymbol, symbolKey, symbolsIn } from "../../src/domain/identifiers.ts";

describe("cleanSymbol", () => {
  it.each([
    ["AAPL", "AAPL"],
    [" aapl ", "AAPL"],
    ["(SIRI)", "SIRI"],
    ["SHFS)", "SHFS"],
    ["NYSE:NYCB", "NYCB"],
    ["NASDAQ:OPI", "OPI"],
    ["NYSE: GLS", "GLS"],
    ["NYSE American: AB", "AB"],
    ["PARAA,PARA", "PARAA"],
    ["WLY, WLYB", "WLY"],
    ["WLY/WLYB", "WLY"],
    ["AMC/APE", "AMC"],
    ["AMC,APE", "AMC"],
    ["DMA; MSFIX", "DMA"],
    ["BRK-B", "BRK.B"],
    ["BRK/B", "BRK.B"],
    ["BRK B", "BRK.B"],
    ["BRK.B", "BRK.B"],
    ["KLR.BC", "KLR.BC"],
    ["PGSS.U", "PGSS.U"],
    ["lunr", "LUNR"],
    ["$TSLA", "TSLA"],
    ["NVDA AAPL", "NVDA"],
    ["none", null],
    ["NONE", null],
    ["N/A", null],
    ["n/a", null],
    ["NA", null],
    ["--", null],
    ["", null],
    ["0", null],
    [null, null],
    [undefined, null],
    ["Not Applicable", null],
    ["#qefy5cx", null],
    ["TRUE", "TRUE"],
    ["X", "X"],
    ["NAN", "NAN"],
  ])("%j is %j", (raw, expected) => {
    expect(cleanSymbol(raw)).toBe(expected);
  });

  it("keeps every symbol of a list, in order", () => {
    expect(symbolsIn("PARAA,PARA")).toEqual(["PARAA", "PARA"]);
    expect(symbolsIn("AMC/APE")).toEqual(["AMC", "APE"]);
    expect(symbolsIn("GOOG, GOOGL, GOOG")).toEqual(["GOOG", "GOOGL"]);
    expect(symbolsIn("BF/A, BF/B")).toEqual(["BF.A", "BF.B"]);
  });

  it("is stable: a cleaned symbol cleans to itself", () => {
    for (const raw of ["BRK/B", "(SIRI)", "NYSE:NYCB", "PGSS.U"]) {
      const once = cleanSymbol(raw);
      expect(cleanSymbol(once)).toBe(once);
    }
  });
});

it("symbolKey is the same for every spelling of a class", () => {
  for (const raw of ["brk.b", "BRK-B", "brk/b", " BRK B ", "$brk.b"]) expect(symbolKey(raw)).toBe("BRK.B");
});
