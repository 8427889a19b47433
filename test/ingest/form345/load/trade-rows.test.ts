// The columns that are computed from one filing: value, change of holding, delay, plan, roles and digest.
import { describe, expect, it } from "vitest";
import { planTrades, tradeRows } from "../../../../src/ingest/form345/load/trade-rows.ts";
import { nameForms, roleTitle } from "../../../../src/ingest/form345/read/names.ts";
import { parseSubmission } from "../../../../src/ingest/form345/read/parse.ts";
import { type FilingOptions, type RowOptions, submission } from "../fixtures.ts";

const rowOf = (options: RowOptions, filing: FilingOptions = {}) =>
  tradeRows(parseSubmission(submission({ ...filing, rows: [options] })))[0];

describe("value", () => {
  it.each([
    [{ shares: "100", price: "10.25" }, "1025"],
    // 33.333 x 3.005 = 100.165665; to the cent
    [{ shares: "33.333", price: "3.005" }, "100.17"],
    // half a cent goes up: 1 x 0.125
    [{ shares: "1", price: "0.125" }, "0.13"],
    // more digits than a double has: 98765432109876.54321 x 3
    [{ shares: "98765432109876.54321", price: "3" }, "296296296329629.63"],
    [{ shares: "100", price: "0" }, "0"],
    [{ shares: "100", price: null }, null],
    [{ shares: null, price: null, totalValue: "5000.00" }, "5000"],
  ])("of %j is %s", (row, value) => {
    expect(rowOf(row)?.value).toBe(value);
  });
});

describe("delta_own_pct: signed shares over the holding before", () => {
  it.each([
    // bought 50, 150 after: 100 before
    [{ shares: "50", after: "150", ad: "A" }, 50],
    // sold 25, 75 after: 100 before
    [{ shares: "25", after: "75", ad: "D" }, -25],
    // sold everything
    [{ shares: "80", after: "0", ad: "D" }, -100],
    // first holding: nothing before
    [{ shares: "100", after: "100", ad: "A" }, null],
    // a filer's error: less after than was bought
    [{ shares: "100", after: "20", ad: "A" }, null],
    [{ shares: "100" }, null],
  ] as [RowOptions, number | null][])("of %j is %s", (row, pct) => {
    expect(rowOf(row)?.delta_own_pct).toBe(pct);
  });
});

it("filing_delay_days counts calendar days, also over a leap day, and is negative for a trade date after the filing date", () => {
  expect(rowOf({ date: "2024-02-28" }, { filed: "2024-03-01" })?.filing_delay_days).toBe(2);
  expect(rowOf({ date: "2024-03-06" }, { filed: "2024-03-06" })?.filing_delay_days).toBe(0);
  expect(rowOf({ date: "2035-03-06" }, { filed: "2024-03-06" })?.filing_delay_days).toBeLessThan(0);
});

describe("is_10b5_1", () => {
  const read = (options: FilingOptions) => planTrades(parseSubmission(submission(options)));
  const plans = (options: FilingOptions) => read(options).map(({ isPlanTrade }) => isPlanTrade);
  const sale: RowOptions = { code: "S", ad: "D" };

  it("the ticked box covers P and S rows only", () => {
    expect(plans({ checkbox: "1", rows: [sale, { code: "M" }, { code: "P" }] })).toEqual([true, null, true]);
  });

  it("where footnotes name rows, the ticked box covers those", () => {
    const footnotes = { F1: "Sold under a Rule 10b5-1 trading plan adopted in May.", F2: "Weighted average price." };
    const rows = [
      { ...sale, notes: ["F1"] },
      { ...sale, notes: ["F2"] },
      { code: "M", notes: ["F1"] },
    ];
    expect(plans({ checkbox: "1", footnotes, rows })).toEqual([true, false, true]);
  });

  it("the empty box denies a plan for P and S rows only", () => {
    expect(plans({ checkbox: "0", rows: [sale, { code: "A" }] })).toEqual([false, null]);
  });

  it("on forms without the box only footnotes decide", () => {
    const footnotes = { F1: "Effected pursuant to a Rule 10b5-1 plan.", F2: "Not pursuant to a Rule 10b5-1 plan." };
    const rows = [{ ...sale, notes: ["F1"] }, { ...sale, notes: ["F2"] }, sale];
    expect(plans({ checkbox: null, footnotes, rows })).toEqual([true, null, null]);
  });

  it("a row's own footnote takes precedence over the box", () => {
    const footnotes = {
      F1: "The sale was effected pursuant to a Rule 10b5-1 trading plan.",
      F2: "This sale was not made pursuant to a Rule 10b5-1 trading plan.",
      F3: "The reporting person terminated a Rule 10b5-1 trading plan in May.",
    };
    const rows = ["F1", "F2", "F3"].map((note) => ({ ...sale, notes: [note] }));
    expect(plans({ checkbox: "0", footnotes, rows })).toEqual([true, false, false]);
    expect(plans({ checkbox: "1", footnotes, rows: rows.slice(1) })).toEqual([false, true]);
  });

  it("is null, and unclear, where the words of a row's footnotes do not decide, or contradict each other", () => {
    const footnotes = {
      F1: "Sold under a Rule 10b5-1 plan.",
      F2: "Not sold under a Rule 10b5-1 plan.",
      F3: "It is unknown whether a Rule 10b5-1 plan was used.",
      F4: "Sold under a pre-arranged trading plan.",
    };
    const rows = [{ ...sale, notes: ["F1", "F2"] }, ...["F3", "F4"].map((note) => ({ ...sale, notes: [note] }))];
    const unclear = { isPlanTrade: null, isUnclear: true };
    const plan = { isPlanTrade: true, isUnclear: false };
    expect(read({ checkbox: "0", footnotes, rows })).toEqual([unclear, unclear, unclear]);
    // the ticked box decides which kind of plan it was
    expect(read({ checkbox: "1", footnotes, rows })).toEqual([unclear, unclear, plan]);
  });
});

describe("roles and names", () => {
  const owner = {
    cik: "",
    name: "",
    isDirector: false,
    isOfficer: false,
    isTenPercentOwner: false,
    isOther: false,
    officerTitle: null,
    otherText: null,
  };
  it.each([
    [{ isDirector: true }, "Director"],
    [{ isDirector: true, isTenPercentOwner: true }, "Director, 10% Owner"],
    [{ isOfficer: true, officerTitle: "Chief Executive Officer" }, "Chief Executive Officer"],
    [{ isDirector: true, isOfficer: true, officerTitle: "CEO" }, "Director, CEO"],
    [{ isOfficer: true }, "Officer"],
    [{ isOther: true, otherText: "Former director" }, "Former director"],
    [{ officerTitle: "President" }, "President"],
    [{}, null],
  ])("%j is %s", (flags, title) => {
    expect(roleTitle({ ...owner, ...flags })).toBe(title);
  });

  it.each([
    ["COOK TIMOTHY D", "timothy d cook"],
    ["SMITH JOHN A JR", "john a smith jr"],
    ["VAN DER BERG JOHN", "john van der berg"],
    ["O'Neil, Pat", "pat o'neil"],
  ])("%s is also found as %s", (name, reordered) => {
    expect(nameForms(name)).toContain(reordered);
    expect(nameForms(name)).toContain(name.toLowerCase());
  });
});

it("the digest identifies the content: equal for equal rows, different after any change", () => {
  const hash = (row: RowOptions, filing: FilingOptions = {}) => rowOf(row, filing)?.content_hash;
  expect(hash({})).toBe(hash({}));
  expect(hash({ price: "11" })).not.toBe(hash({}));
  expect(hash({}, { symbol: "OTHR" })).not.toBe(hash({}));
});
