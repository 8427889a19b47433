// Which row an amendment restates, as properties that hold for rows in any order.
import fc from "fast-check";
import { expect, it } from "vitest";
import type { RestatableRow } from "../../../src/ingest/form345/restatable-row.ts";
import { findRestatements } from "../../../src/ingest/form345/supersede.ts";
import { securityKey } from "../../../src/security-key.ts";

const row = fc.record({
  filing: fc.integer({ min: 1, max: 4 }),
  rowIndex: fc.integer({ min: 0, max: 3 }),
  shares: fc.constantFrom("1", "2", "2.0", null),
  price: fc.constantFrom("10", "11", null),
  ownership: fc.constantFrom("D", "I"),
  tradedOn: fc.constantFrom("2023-12-28", "2023-12-28", "2023-12-29", null),
});

/** filings 1 and 2 are originals, 3 and 4 amendments; filed a day apart */
const rows = fc.uniqueArray(row, { selector: (one) => `${one.filing}#${one.rowIndex}`, maxLength: 12 }).map((list) =>
  list.map(
    ({ filing, rowIndex, ...rest }): RestatableRow => ({
      ...rest,
      id: BigInt(filing * 10 + rowIndex),
      accessionNumber: `A${filing}`,
      rowIndex,
      filedOn: `2024-01-0${filing}`,
      isAmendment: filing > 2,
      formType: filing > 2 ? "4/A" : "4",
      originalSubmittedOn: filing > 2 ? "2024-01-02" : null,
      owners: ["x"],
      securityTitle: "Common",
    }),
  ),
);

it("the answer never depends on the order of the rows", () => {
  fc.assert(
    fc.property(rows, fc.infiniteStream(fc.nat()), (list, random) => {
      const shuffled = list
        .map((one) => [random.next().value as number, one] as const)
        .sort(([a], [b]) => a - b)
        .map(([, one]) => one);
      expect([...findRestatements(shuffled)].sort()).toEqual([...findRestatements(list)].sort());
    }),
  );
});

it("an amendment's row restates at most one row, of an earlier filing, and no row is restated twice or by itself", () => {
  fc.assert(
    fc.property(rows, (list) => {
      const byId = new Map(list.map((one) => [one.id, one]));
      const pairs = [...findRestatements(list)];
      expect(new Set(pairs.map(([, by]) => by)).size).toBe(pairs.length);
      for (const [old, by] of pairs) {
        expect(byId.get(by)?.isAmendment).toBe(true);
        expect((byId.get(old)?.filedOn ?? "") < (byId.get(by)?.filedOn ?? "")).toBe(true);
      }
    }),
  );
});

it.each([
  ["Common Stock", "COMMON STOCK"],
  ["Common Stock, par value $0.01", "Common Stock"],
  ["Common Stock, $0.01 par value", "Common Stock"],
  ["Common Stock ($.001 par value per share)", "Common  Stock"],
  ["Class A Common Stock, no par value", "Class A Common Stock"],
])("%j and %j are one security", (a, b) => {
  expect(securityKey(a)).toBe(securityKey(b));
});

it("classes stay apart", () => {
  expect(securityKey("Class A Common Stock")).not.toBe(securityKey("Class B Common Stock"));
});
