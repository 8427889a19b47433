// The kernel computes the same sets as plain JavaScript, whether they are in its memory or outside.
import { expect, it, test, vi } from "vitest";
import { kernelSpace, plainSpace } from "../../../src/fast/index/bit-space.ts";
import { type BitSpace, type Bits, Counted, hasBit, intersection, setBit } from "../../../src/fast/index/bits.ts";
import { Chance } from "../../../src/ingest/sample/random.ts";

const room = 40;

/** The same random set in each space; with `isOutside`, the kernel's is outside of its memory. */
function sameSets(rows: number, spaces: BitSpace[], chance: Chance, isOutside: boolean): Bits[] {
  const density = [0, 0.001, 0.5, 0.97, 1][Math.floor(chance.next() * 5)] as number;
  const members = Array.from({ length: rows }, (_, row) => row).filter(() => chance.next() < density);
  return [...spaces, plainSpace(rows)].map((space, n) => {
    const bits = isOutside && n === 1 ? plainSpace(rows).make() : space.make();
    for (const member of members) setBit(bits, member);
    return bits;
  });
}

const membersOf = (bits: Bits, rows: number) =>
  Array.from({ length: rows }, (_, row) => row).filter((row) => hasBit(bits, row));

test.each([1, 31, 32, 127, 128, 129, 4096, 4097, 20_011])("kernel and plain sets are equal, of %i rows", (rows) => {
  const chance = new Chance(rows);
  for (let round = 0; round < 12; round++) {
    const spaces = [plainSpace(rows), kernelSpace(rows, room)];
    const sets = Array.from({ length: 6 }, (_, n) => sameSets(rows, spaces, chance, n % 2 === round % 2));
    const [from, to] = [Math.floor(chance.next() * rows), Math.ceil(chance.next() * rows)];
    const results = spaces.map((space, which) => {
      const own = sets.map((set) => set[which] as Bits);
      const [first, second, third] = own as [Bits, Bits, Bits];
      const joined = space.make();
      space.join(joined, first);
      space.join(joined, second);
      const between = space.make();
      space.join(between, third);
      space.joinBetween(between, first, second);
      const met = own.map((_, n) => intersection(space, own.slice(0, n), rows, from, to));
      const over = intersection(space, own.slice(0, 2), rows, 0, rows, third);
      return [joined, between, over, ...met].map((bits) => {
        const counted = new Counted(space, bits);
        return {
          members: membersOf(bits, rows),
          total: counted.total,
          ranks: [0, from, to, rows].map((position) => counted.rank(position)),
          page: counted.select(Math.floor(counted.total / 2), 25),
        };
      });
    });
    expect(results[1]).toEqual(results[0]);
    for (const { members, total, page } of results[1] ?? []) {
      expect(total).toBe(members.length);
      expect(page).toEqual(members.slice(Math.floor(total / 2), Math.floor(total / 2) + 25));
    }
    const [first, second] = sets.map((set) => new Set(membersOf(set[2] as Bits, rows)));
    const inBoth = [...(first ?? [])].filter((row) => second?.has(row));
    expect(results[1]?.[2]?.members).toEqual(inBoth);
  }
});

it("uses plain memory when the kernel's memory is full", () => {
  const space = kernelSpace(1000, 2);
  const [one, other, third, fourth] = [space.make(), space.make(), space.make(), space.make()] as [
    Bits,
    Bits,
    Bits,
    Bits,
  ];
  for (const row of [1, 500, 999]) setBit(one, row);
  space.join(third, one);
  space.joinBetween(fourth, third, other);
  space.meet(other, [fourth, fourth, third], 0, 32);
  expect([one, other, third, fourth].map((bits) => new Counted(space, bits).total)).toEqual([3, 3, 3, 3]);
});

it("uses plain memory where the system gives none to WebAssembly", () => {
  const refused = vi.spyOn(WebAssembly, "Memory").mockImplementation(function refuse() {
    throw new RangeError("WebAssembly.Memory(): could not allocate memory");
  });
  const space = kernelSpace(1000, 2);
  refused.mockRestore();
  const bits = space.make();
  expect(bits.buffer.byteLength).toBe(bits.byteLength);
});
