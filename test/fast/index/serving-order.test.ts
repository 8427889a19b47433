// Rows of an index are in serving order, however many of them a day has: small days and large ones are sorted by different code.
import { expect, test } from "vitest";
import { Columns } from "../../../src/fast/index/load/columns.ts";
import { Chance } from "../../../src/ingest/sample/random.ts";

const largestId = Number.MAX_SAFE_INTEGER;

test.each([1, 2, 40, 2047, 2048, 5000])(
  "sorts rows by the newest day, then by the highest id, with %i rows a day",
  (size) => {
    const chance = new Chance(size);
    const rows = [largestId, 1, 2 ** 32, 2 ** 32 - 1, 2 ** 42].map((id) => ({ id, day: 9 }));
    for (let n = 0; n < size * 3; n++) {
      // ids of all sizes, some of them twice, as a row and its earlier version
      const repeated = chance.next() < 0.2 ? rows[Math.floor(chance.next() * rows.length)]?.id : undefined;
      rows.push({ id: repeated ?? Math.floor(largestId ** chance.next()), day: 5 - 4 * (n % 3) });
    }
    const columns = new Columns([]);
    for (const { id, day } of rows) {
      columns.ids.push(id);
      columns.days.push(day);
    }
    const { data, positions } = columns.build();

    const served = rows.map((row, n) => ({ ...row, n })).sort((a, b) => b.day - a.day || b.id - a.id || a.n - b.n);
    expect([...data.ids]).toEqual(served.map(({ id }) => id));
    expect(served.map(({ n }) => positions[n])).toEqual(served.map((_row, index) => index));
    expect([...data.days]).toEqual([9, 5, 1, -3]);
  },
);
