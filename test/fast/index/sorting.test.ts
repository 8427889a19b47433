// A list in any of its orders: its pages are those of all its rows sorted, however many rows share a value, and wherever the rows
// are that match a filter.
import { expect, test } from "vitest";
import { Columns } from "../../../src/fast/index/load/columns.ts";
import { VersionedList } from "../../../src/fast/index/versioned-list.ts";
import { Chance } from "../../../src/ingest/sample/random.ts";

const columns = [
  { name: "common", type: "flag", sql: "" },
  { name: "rare", type: "flag", sql: "" },
  { name: "amount", type: "integer", sql: "", sorts: true },
] as const;

interface Row {
  id: number;
  day: number;
  common: boolean;
  rare: boolean;
  amount: number;
}

/** Unknown amounts are NaN. `common`: rows with high amounts, and one in a hundred of the others. */
function rowsOf(chance: Chance, count: number, different: number): Row[] {
  return Array.from({ length: count }, (_, n) => {
    const amount = chance.next() < 0.1 ? Number.NaN : Math.floor(different * chance.next() ** 3);
    const common = amount > different / 2 || chance.next() < 0.01;
    return {
      id: (n * 7_919_993) % 1_000_000_007,
      day: Math.floor(chance.next() * 300),
      common,
      rare: n % 97 === 0,
      amount,
    };
  });
}

function listOf(rows: readonly Row[]): VersionedList {
  const read = new Columns([...columns]);
  const [common, rare, amounts] = read.values;
  if (common?.type !== "flag" || rare?.type !== "flag" || amounts?.type !== "integer")
    throw new Error("unexpected columns");
  for (const row of rows) {
    read.ids.push(row.id);
    read.days.push(row.day);
    common.values.push(row.common ? 1 : 0);
    rare.values.push(row.rare ? 1 : 0);
    amounts.values.push(row.amount);
  }
  return new VersionedList(read.build().data, [...columns]);
}

function sorted(rows: readonly Row[], by: "amount" | "day", descending: boolean): number[] {
  const sign = descending ? -1 : 1;
  const unknown = ({ amount }: Row) => (by === "amount" && Number.isNaN(amount) ? 1 : 0);
  const compare = (a: Row, b: Row) =>
    unknown(a) - unknown(b) || sign * ((unknown(a) ? 0 : a[by] - b[by]) || a.id - b.id);
  return rows.toSorted(compare).map(({ id }) => id);
}

test.each([3, 90, 1_000_000])("pages have the rows of a full sort, with %i different amounts", (different) => {
  const chance = new Chance(different);
  const rows = rowsOf(chance, 40_000, different);
  const list = listOf(rows);
  for (const filter of ["common", "rare", null] as const)
    for (const [by, descending] of [
      ["amount", true],
      ["amount", false],
      ["day", false],
    ] as const) {
      const expected = sorted(filter ? rows.filter((row) => row[filter]) : rows, by, descending);
      const pages = Math.ceil(expected.length / 50);
      for (const page of [1, 2, Math.ceil(pages / 2), pages - 3, pages, pages + 1]) {
        const found = list.find(1, {
          match: (segment) => ({ sets: filter ? [segment.flag(filter)] : [] }),
          sort: { by: by === "day" ? null : by, descending },
          page,
          pageSize: 50,
        });
        expect(found, `${filter} ${by} ${descending} page ${page}`).toEqual({
          total: expected.length,
          ids: expected.slice((page - 1) * 50, page * 50),
        });
      }
    }
});
