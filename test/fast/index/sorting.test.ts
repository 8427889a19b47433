// A list in any of its orders: pages begin where they would if all of its rows were sorted, however many rows share a figure, and
// wherever the rows are that match a filter.
import { expect, test } from "vitest";
import { Columns } from "../../../src/fast/index/load/columns.ts";
import { VersionedList } from "../../../src/fast/index/versioned-list.ts";
import { Chance } from "../../../src/ingest/sample/random.ts";

const columns = [
  { name: "wanted", type: "flag", sql: "" },
  { name: "rare", type: "flag", sql: "" },
  { name: "figure", type: "integer", sql: "", sorts: true },
] as const;

interface Row {
  id: number;
  day: number;
  wanted: boolean;
  rare: boolean;
  figure: number;
}

/** Unknown figures are NaN. Rows that are wanted are few, or have high figures alone. */
function rowsOf(chance: Chance, count: number, different: number): Row[] {
  return Array.from({ length: count }, (_, n) => {
    const value = chance.next() < 0.1 ? Number.NaN : Math.floor(different * chance.next() ** 3);
    const isOften = value > different / 2 || chance.next() < 0.01;
    return {
      id: (n * 7_919_993) % 1_000_000_007,
      day: Math.floor(chance.next() * 300),
      wanted: isOften,
      rare: n % 97 === 0,
      figure: value,
    };
  });
}

function listOf(rows: readonly Row[]): VersionedList {
  const read = new Columns([...columns]);
  const [wanted, rare, statistics] = read.values;
  if (wanted?.type !== "flag" || rare?.type !== "flag" || statistics?.type !== "integer")
    throw new Error("the columns are others");
  for (const row of rows) {
    read.ids.push(row.id);
    read.days.push(row.day);
    wanted.values.push(row.wanted ? 1 : 0);
    rare.values.push(row.rare ? 1 : 0);
    statistics.values.push(row.figure);
  }
  return new VersionedList(read.build().data, [...columns]);
}

function sorted(rows: readonly Row[], by: "figure" | "day", descending: boolean): number[] {
  const sign = descending ? -1 : 1;
  const unknown = ({ figure: value }: Row) => (by === "figure" && Number.isNaN(value) ? 1 : 0);
  const compare = (a: Row, b: Row) =>
    unknown(a) - unknown(b) || sign * ((unknown(a) ? 0 : a[by] - b[by]) || a.id - b.id);
  return rows.toSorted(compare).map(({ id }) => id);
}

test.each([3, 90, 1_000_000])("every page of %i different figures: of all rows, of many and of few", (different) => {
  const chance = new Chance(different);
  const rows = rowsOf(chance, 40_000, different);
  const list = listOf(rows);
  for (const filter of ["wanted", "rare", null] as const)
    for (const [by, descending] of [
      ["figure", true],
      ["figure", false],
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
