// Rows of an index are in serving order, however many of them a day has: small days and large ones are sorted differently.
import { expect, test } from "vitest";
import { Columns } from "../../../src/fast/index/load/columns.ts";
import { Chance } from "../../../src/ingest/sample/random.ts";

const largestId = Number.MAX_SAFE_INTEGER;

test.each([1, 2, 40, 2047, 2048, 5000])("the newest day first, in a day the highest id, with %i rows a day", (size) => {
  const chance = new Chance(size);
  const came = [largestId, 1, 2 ** 32, 2 ** 32 - 1, 2 ** 42].map((id) => ({ id, day: 9 }));
  for (let n = 0; n < size * 3; n++) {
    // of all sizes, and now and then one twice, as a row and what it was before
    const again = chance.next() < 0.2 ? came[Math.floor(chance.next() * came.length)]?.id : undefined;
    came.push({ id: again ?? Math.floor(largestId ** chance.next()), day: 5 - 4 * (n % 3) });
  }
  const columns = new Columns([]);
  for (const { id, day } of came) {
    columns.ids.push(id);
    columns.days.push(day);
  }
  const { data, positions: places } = columns.build();

  const served = came.map((row, n) => ({ ...row, n })).sort((a, b) => b.day - a.day || b.id - a.id || a.n - b.n);
  expect([...data.ids]).toEqual(served.map(({ id }) => id));
  expect(served.map(({ n }) => places[n])).toEqual(served.map((_row, position) => position));
  expect([...data.days]).toEqual([9, 5, 1, -3]);
});
