// The reviewed list of security classes: every example gives its class, and every distinct title and asset of the real material is covered.
import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { parseHousePdf } from "../../src/ingest/house/parse.ts";
import { parseSenatePage } from "../../src/ingest/senate/parse.ts";
import { assetClass, coveredAsset, coveredTitle, securityPatterns, titleClass } from "../../src/security-class.ts";
import { cleanSymbol } from "../../src/symbols.ts";
import { hasRecords, sharedData } from "../publishers/shared-data.ts";

/** Files under a folder of the real material, by their ends. */
const files = (folder: string, ...ends: string[]): string[] =>
  readdirSync(`${sharedData}/${folder}`, { recursive: true, encoding: "utf8" })
    .filter((name) => ends.some((end) => name.endsWith(end)))
    .map((name) => `${sharedData}/${folder}/${name}`);

const classOfExample = (subject: (typeof securityPatterns)[number]["subject"], text: string) => {
  const [type = "", symbol = "", name = ""] = /^(.*), (with|without) a symbol: (.*)$/.exec(text)?.slice(1) ?? [];
  switch (subject) {
    case "title":
    case "derivative":
      return coveredTitle(text, subject === "derivative");
    case "asset_type":
      return coveredAsset({ type: text, name: "Invented", symbol: null });
    case "symbol":
      return coveredAsset({ type: "ST", name: "Invented", symbol: text });
    case "asset_name":
      return coveredAsset({ type: null, name: text, symbol: null });
    case "asset_type_else":
      return coveredAsset({
        type: type === "no type" ? null : type,
        name,
        symbol: symbol === "with" ? "INVT" : null,
      });
  }
};

describe("the list", () => {
  it.each(securityPatterns)("$subject: $example is $class", ({ subject, pattern, class: wanted, example }) => {
    expect(pattern.test(example)).toBe(true);
    expect(classOfExample(subject, example)).toBe(wanted);
  });

  it("never calls a row of the derivative table a listed share", () => {
    const classes = new Set(securityPatterns.filter(({ subject }) => subject === "derivative").map((row) => row.class));
    expect([...classes].filter((name) => name === "common" || name === "fund")).toEqual([]);
    expect(titleClass("Common Stock", true)).toBe("other");
  });

  it("calls an unreviewed title other, and reads no text to its end", () => {
    expect(titleClass("Invented Thing", false)).toBe("other");
    expect(coveredTitle("Invented Thing", false)).toBeNull();
    expect(assetClass({ type: "Invented", name: "Thing", symbol: null })).toBe("other");
    // of a text longer than any title only the beginning is read
    expect(titleClass(`${"x".repeat(1e6)} common stock`, false)).toBe("other");
    expect(assetClass({ type: "x".repeat(1e6), name: "fund, ".repeat(1e5), symbol: "y".repeat(1e5) })).toBe("fund");
  });

  it.each([
    ["Depositary Shares", "preferred"],
    ["Series C Depositary Shares", "preferred"],
    ["Depositary Shares - 8.375% B Cumulative Stock", "preferred"],
    ["AMC Preferred Equity Units", "preferred"],
    ["UMH Properties, Inc. (Preferred D)", "preferred"],
    ["UMH Properties, Inc.", "common"],
    ["Adjustable Rate MuniFund Term Preferred Shares", "preferred"],
    ["American Depositary Shares", "common"],
    ["Japanese Depositary Shares Representing Equity Stock", "common"],
    ["Class A Ordinary Shares", "common"],
    ["Common Units", "common"],
    ["Units", "unit"],
    ["Commom Stock", "common"],
    ["Common Sotck", "common"],
    ["Common Stok", "common"],
    ["NDSN", "common"],
    ["Phantom Stock", "other"],
    ["10000", "other"],
  ])("non-derivative %s is %s", (title, wanted) => {
    expect(titleClass(title, false)).toBe(wanted);
  });
});

describe.skipIf(!hasRecords())("real material", () => {
  it("covers every distinct title of the forms", () => {
    const titles = new Set<string>();
    const note = (derivative: boolean, title: string) => titles.add(JSON.stringify([derivative, title]));
    for (const file of [...files("form4", ".txt", ".xml"), ...files("form345-fixtures", ".txt", ".xml")]) {
      for (const [, table, rows = ""] of readFileSync(file, "utf8").matchAll(
        /<(nonDerivative|derivative)Table>(.*?)<\/\1Table>/gs,
      ))
        for (const [, title = ""] of rows.matchAll(/<securityTitle>\s*<value>(.*?)<\/value>/gs))
          note(table === "derivative", title.replaceAll("&amp;", "&").trim());
    }
    for (const name of ["DERIV_HOLDING", "DERIV_TRANS", "NONDERIV_HOLDING"]) {
      const text = gunzipSync(readFileSync(`${sharedData}/sec-form345-tsv-2024q3/${name}.tsv.gz`));
      for (const row of parse(text, { columns: true, delimiter: "\t", quote: null }) as Record<string, string>[])
        if (row.SECURITY_TITLE) note(name.startsWith("DERIV"), row.SECURITY_TITLE);
    }
    expect(titles.size).toBeGreaterThan(900);
    const uncovered = [...titles].filter((text) => {
      const [derivative, title] = JSON.parse(text) as [boolean, string];
      return coveredTitle(title, derivative) === null;
    });
    console.log(`${titles.size} distinct titles, ${uncovered.length} that no pattern covers`);
    expect(uncovered).toEqual([]);
  });

  it("covers every distinct asset that members disclosed", { timeout: 300_000 }, async () => {
    const assets = new Map<string, Parameters<typeof coveredAsset>[0]>();
    const reports = [
      ...files("senate-efd", ".html").map((file) => parseSenatePage(readFileSync(file), file)),
      ...(await Promise.all(
        files("house-ptr-pdf/efiled", ".pdf").map((file) =>
          parseHousePdf(readFileSync(file), file, async () => undefined),
        ),
      )),
    ];
    for (const parsed of reports) {
      if (parsed.kind !== "report") continue;
      for (const { assetType, assetName, tickerAsFiled } of parsed.report.transactions) {
        const asset = { type: assetType, name: assetName, symbol: cleanSymbol(tickerAsFiled) };
        assets.set(JSON.stringify(asset), asset);
      }
    }
    expect(assets.size).toBeGreaterThan(1500);
    const uncovered = [...assets.values()].filter((asset) => coveredAsset(asset) === null);
    console.log(`${assets.size} distinct assets, ${uncovered.length} that no pattern covers`);
    expect(uncovered).toEqual([]);
  });
});
