// The ledger of one security in one vehicle, computed by hand: which numbers follow from each other, and why others do
// not.
import { expect, it } from "vitest";
import { type LedgerRow, ledgerOf } from "../../src/store/statistics/holdings/ledger.ts";
import { vehicleOf } from "../../src/store/statistics/holdings/vehicle.ts";

let form = 0;
/**
 * A form, filed two days after its last trade: `["2024-03-04", "A", "100", "1100"]` buys 100 and states 1,100
 * afterwards.
 */
function filed(
  rows: [
    on: string,
    acquired: "A" | "D" | null,
    shares: string | null,
    after: string | null,
    more?: Partial<LedgerRow>,
  ][],
  more: Partial<LedgerRow> = {},
): LedgerRow[] {
  form++;
  return rows.map(([on, acquiredDisposed, shares, after, own], rowIndex) => ({
    accessionNumber: `0009999999-24-${String(form).padStart(6, "0")}`,
    isTransaction: acquiredDisposed !== null,
    rowIndex,
    isDerivative: false,
    on,
    filedOn: rows.at(-1)?.[0] ?? on,
    acquiredDisposed,
    shares,
    after,
    securityTitle: "Common Stock",
    ownership: "D",
    natureOfOwnership: null,
    owners: 1,
    notes: "",
    isSuperseded: false,
    ...more,
    ...own,
  }));
}

const causes = (...forms: LedgerRow[][]) => ledgerOf(forms.flat()).entries.map(({ cause }) => cause);
const start = () => filed([["2024-01-02", "A", "100", "1000"]]);

it("computes each position from the one before, exactly", () => {
  const { entries, parts } = ledgerOf([
    ...filed([["2024-01-02", null, null, "0.1"]]),
    ...filed([
      ["2024-02-01", "A", "0.2", "0.3"],
      ["2024-02-02", "A", "1000000000000000000000000.7", "1000000000000000000000001"],
      ["2024-02-03", "D", "1", "1000000000000000000000000"],
    ]),
    ...filed([["2024-03-01", null, null, "1000000000000000000000000"]]),
  ]);
  expect(entries.map(({ cause }) => cause)).toEqual(["first_statement", null, null, null, null]);
  expect(entries.map(({ gap }) => gap)).toEqual([null, "0", "0", "0", "0"]);
  expect(entries[2]?.expected).toBe("1000000000000000000000001");
  expect(parts).toBe(1);
});

it("shows a gap with its size and continues from the stated number", () => {
  const { entries } = ledgerOf([
    ...start(),
    ...filed([["2024-02-01", "D", "100", "880"]]),
    ...filed([["2024-03-01", "A", "20", "900"]]),
    ...filed([["2024-04-01", null, null, "1000"]]),
  ]);
  expect(entries.slice(1)).toMatchObject([
    { expected: "900", gap: "-20", cause: "gap" },
    { expected: "900", gap: "0", cause: null },
    { expected: "900", gap: "100", cause: "gap" },
  ]);
});

it("orders forms by trade date, whatever order they come in", () => {
  const later = filed([["2024-03-01", "A", "5", "1015"]]);
  expect(causes(later, start(), filed([["2024-02-01", "A", "10", "1010"]]))).toEqual(["first_statement", null, null]);
});

it("reports a gap of at most one share as rounding", () => {
  expect(
    causes(start(), filed([["2024-02-01", "A", "0.5", "1000"]]), filed([["2024-03-01", "D", "1", "998"]])),
  ).toEqual(["first_statement", "rounding", "rounding"]);
});

it("finds the order in which the rows of a form follow from each other", () => {
  const day = "2024-02-01";
  expect(
    causes(
      start(),
      filed([
        [day, "D", "10", "970"],
        [day, "D", "20", "980"],
      ]),
    ),
  ).toEqual(["first_statement", "other_order", null]);
  // from the last row to the first, without an earlier position
  expect(
    causes(
      filed([
        [day, "A", "1", "1006"],
        [day, "A", "2", "1005"],
        [day, "A", "3", "1003"],
      ]),
    ),
  ).toEqual(["first_statement", "other_order", "other_order"]);
});

it("recognises a form that states its final number on every row, and checks that number", () => {
  const rows = (after: string) =>
    filed([
      ["2024-02-01", "A", "10", after],
      ["2024-02-02", "A", "20", after],
    ]);
  expect(causes(start(), rows("1030"), filed([["2024-03-01", "A", "1", "1031"]]))).toEqual([
    "first_statement",
    "total_of_form",
    "total_of_form",
    null,
  ]);
  const { entries } = ledgerOf([...start(), ...rows("1044")]);
  expect(entries.at(-1)).toMatchObject({ expected: "1030", gap: "14", cause: "gap" });
});

it("distinguishes lots, vehicles and owners that a form lists with the same title", () => {
  const lots = filed(
    [
      ["2024-02-01", "D", "10", "90", { notes: "Vests in 2025." }],
      ["2024-02-01", "D", "10", "40", { notes: "Vests in 2026." }],
    ],
    { isDerivative: true, securityTitle: "Restricted Stock Units" },
  );
  const next = filed([["2024-03-01", "D", "10", "80", { notes: "Vests in 2025." }]], { isDerivative: true });
  expect(causes(lots, next)).toEqual(["first_statement", "several_lots", null]);
  expect(ledgerOf([...lots, ...next]).parts).toBe(2);
  const two = (more: Partial<LedgerRow>) =>
    causes(
      filed(
        [
          ["2024-02-01", "A", "10", "500"],
          ["2024-02-01", "A", "10", "70"],
        ],
        more,
      ),
    );
  expect(two({ ownership: "I", natureOfOwnership: "See footnote" })).toEqual(["first_statement", "several_vehicles"]);
  expect(two({ owners: 2 })).toEqual(["first_statement", "several_owners"]);
  expect(two({})).toEqual(["first_statement", "gap"]);
});

it("accounts for splits found in the prices", () => {
  const splits = [
    { on: "2023-12-01", shares: 36, outOf: 12 },
    { on: "2024-02-01", shares: 240, outOf: 12 },
    { on: "2024-03-01", shares: 12, outOf: 96 },
  ];
  const { entries } = ledgerOf(
    [
      ...start(),
      ...filed([["2024-02-01", "A", "100", "20100"]]),
      ...filed([["2024-04-02", "D", "12", "2500"]]),
      ...filed([["2024-05-02", "D", "500", "40000"]]),
    ],
    splits,
  );
  expect(entries.map(({ cause, splitRatio, gap }) => [cause, splitRatio, gap])).toEqual([
    ["first_statement", null, null],
    ["split", "20", "19000"],
    ["split", "0.125", "-17588"],
    ["gap", null, "38000"],
  ]);
});

it("names the footnote or the plan as the cause where one of them accounts for a gap", () => {
  const off = (more: Partial<LedgerRow>) => causes(start(), filed([["2024-02-01", null, null, "1100"]], more)).at(-1);
  expect(off({ notes: "Includes shares acquired under the employee stock purchase plan." })).toBe("footnote");
  expect(off({ ownership: "I", natureOfOwnership: "By 401(k) Plan" })).toBe("plan_account");
  expect(off({ notes: "Average price of several trades." })).toBe("gap");
});

it("does not continue from superseded rows, or from rows without a number", () => {
  const wrong = filed([["2024-02-01", "A", "10", "1100"]], { isSuperseded: true });
  const right = filed([["2024-02-01", "A", "10", "1010"]]);
  const valued = filed([["2024-03-01", "A", "10", null]]);
  expect(causes(start(), wrong, right, valued)).toEqual(["first_statement", "superseded", null, "no_shares_stated"]);
});

it.each([
  ["D", null, "direct"],
  ["D", "By Trust", "direct"],
  ["I", "By Trust", "trust"],
  ["I", "Spouse's trust", "trust"],
  ["I", "By wife", "spouse"],
  ["I", "By minor children", "child"],
  ["I", "By 401(k)", "plan"],
  ["I", "Example Family Foundation", "foundation"],
  ["I", "By family", "family"],
  ["I", "By Example Capital, LLC", "entity"],
  ["I", "See footnote", "other"],
  ["I", null, "other"],
  [null, null, null],
])("reads the vehicle of ownership %s and nature %j as %s", (ownership, nature, vehicle) => {
  expect(vehicleOf(ownership, nature)).toBe(vehicle);
});

it("accounts for a split that the row's footnote states, also where every row of a form states the final number", () => {
  const after = (notes: string, ...rows: Parameters<typeof filed>[0]) =>
    ledgerOf([...start(), ...filed(rows, { notes })].flat()).entries.map(({ cause, splitRatio }) => [
      cause,
      splitRatio,
    ]);
  const first = ["first_statement", null];
  const split = (ratio: string) => [first, ["split", ratio]];
  expect(after("Reflects a 3-for-2 stock split.", ["2024-02-01", "A", "10", "1510"])).toEqual(split("1.5"));
  expect(after("Adjusted for the two-for-one split of May.", ["2024-02-01", null, null, "2000"])).toEqual(split("2"));
  expect(after("After the 1-for-20 reverse stock split.", ["2024-02-01", null, null, "50"])).toEqual(split("0.05"));
  expect(after("After the 20:1 reverse split.", ["2024-02-01", null, null, "50"])).toEqual(split("0.05"));
  expect(
    after("Reflects a 2-for-1 stock split.", ["2024-02-01", "A", "5", "2012"], ["2024-02-01", "A", "7", "2012"]),
  ).toEqual([first, ["total_of_form", null], ["split", "2"]]);
  // the number does not follow from that split, or the footnote states no split
  expect(after("Reflects a 3-for-2 stock split.", ["2024-02-01", null, null, "1700"])).toEqual([
    first,
    ["footnote", null],
  ]);
  expect(after("Two shares for one unit.", ["2024-02-01", null, null, "2000"])).toEqual([first, ["gap", null]]);
});
