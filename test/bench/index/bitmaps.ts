// `npm run bench:bitmaps [-- --rows N]`: the sets of the trade index compared with roaring bitmaps, compiled to WebAssembly
// (roaring-wasm) or, with `--library roaring`, for this machine, by the operations of a query: intersect three, join three, count,
// and read a page in the middle of the rows' order and of another order. Checks that both give the same rows. Processor time; medians.
import { commandLine, oneOf, wholeNumber } from "../../../scripts/command-line.mjs";
import { kernelSpace } from "../../../src/fast/index/bit-space.ts";
import { type BitSpace, Counted, hasBit, intersection, setAll, wordsFor } from "../../../src/fast/index/bits.ts";
import { Chance } from "../../../src/ingest/sample/random.ts";
import { loadLibrary } from "../libraries.ts";
import { median } from "../quantiles.ts";

interface Roaring {
  readonly size: number;
  has(value: number): boolean;
  select(rank: number): number | undefined;
  runOptimize(): boolean;
  shrinkToFit(): number;
  getSerializationSizeInBytes(format: string): number;
  dispose(): boolean;
}

interface RoaringLibrary {
  RoaringBitmap32: {
    new (values: Uint32Array): Roaring;
    and(one: Roaring, other: Roaring): Roaring;
    orMany(sets: Roaring[]): Roaring;
  };
  roaringLibraryInitialize?(): Promise<void>;
}

const {
  rows,
  rounds,
  library: name,
} = commandLine("npm run bench:bitmaps --", "Sets of the trade index compared with roaring bitmaps")
  .option("--rows <n>", "in a set's universe", wholeNumber(100_000, 100_000_000), 10_000_000)
  .option("--rounds <n>", "of each operation; the median counts", wholeNumber(3, 1_000), 41)
  .option("--library <name>", "that has the roaring bitmaps", oneOf(["roaring-wasm", "roaring"]), "roaring-wasm")
  .parse()
  .opts<{ rows: number; rounds: number; library: string }>();

const pageSize = 25;
const chance = new Chance(7);

/** Ascending positions, each of them with the probability `share`. */
function scattered(share: number): Uint32Array {
  const positions: number[] = [];
  // draws the gaps, so that a sparse set takes time for its members only
  for (let at = -1; ; ) {
    at += 1 + Math.floor(Math.log(1 - chance.next()) / Math.log(1 - share));
    if (at >= rows) return Uint32Array.from(positions);
    positions.push(at);
  }
}

/** Ascending positions in runs of `length` rows, as a label has whose rows were loaded together. */
function clustered(share: number, length: number): Uint32Array {
  const positions: number[] = [];
  for (let from = 0; from < rows; from += Math.round(length / share))
    for (let at = from; at < Math.min(rows, from + length); at++) positions.push(at);
  return Uint32Array.from(positions);
}

/** Kinds of sets; a query combines three of one kind. */
const kinds: Record<string, () => Uint32Array> = {
  "half of the rows": () => scattered(0.5),
  "a tenth of the rows": () => scattered(0.1),
  "a thousandth of the rows": () => scattered(0.001),
  "1,000 rows": () => scattered(1000 / rows),
  "a fifth in stretches of 5,000": () => clustered(0.2, 4_000 + Math.floor(chance.next() * 2_000)),
};

/** Processor microseconds of this process, the median of the rounds. */
function medianUs(work: () => void): number {
  work();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    times.push(user + system);
  }
  return median(times) ?? 0;
}

/** The rows of a page of the set in an order, from the middle of all positions on. */
function pageInOrder(has: (row: number) => boolean, order: Uint32Array): number[] {
  const page: number[] = [];
  for (let position = order.length >>> 1; position < order.length && page.length < pageSize; position++)
    if (has(order[position] as number)) page.push(order[position] as number);
  return page;
}

function shuffled(): Uint32Array {
  const order = Uint32Array.from({ length: rows }, (_, at) => at);
  for (let at = rows - 1; at > 0; at--) {
    const other = Math.floor(chance.next() * (at + 1));
    [order[at], order[other]] = [order[other] as number, order[at] as number];
  }
  return order;
}

interface Statistics {
  intersect: number;
  join: number;
  count: number;
  page: number;
  inOrder: number;
  bytes: number;
}

interface Measured {
  statistics: Statistics;
  total: number;
  joined: number;
  page: number[];
}

function ours(space: BitSpace, positions: Uint32Array[], order: Uint32Array): Measured {
  const sets = positions.map((members) => {
    const set = space.make();
    set.fill(0);
    setAll(set, members);
    return set;
  });
  const into = space.make();
  const union = space.make();
  const join = () => {
    union.fill(0);
    for (const set of sets) space.join(union, set);
  };
  const statistics = {
    intersect: medianUs(() => void intersection(space, sets, rows, 0, rows, into)),
    join: medianUs(join),
    count: medianUs(() => void new Counted(space, union)),
    page: 0,
    inOrder: 0,
    bytes: wordsFor(rows) * 4,
  };
  const counted = new Counted(space, union);
  const first = counted.total >>> 1;
  statistics.page = medianUs(() => void counted.select(first, pageSize));
  statistics.inOrder = medianUs(() => void pageInOrder((row) => hasBit(union, row), order));
  const total = new Counted(space, intersection(space, sets, rows, 0, rows, into)).total;
  return { statistics, total, joined: counted.total, page: counted.select(first, pageSize) };
}

function roaring({ RoaringBitmap32 }: RoaringLibrary, positions: Uint32Array[], order: Uint32Array): Measured {
  const sets = positions.map((members) => {
    const set = new RoaringBitmap32(members);
    set.runOptimize();
    set.shrinkToFit();
    return set;
  });
  const [one, other, third] = sets as [Roaring, Roaring, Roaring];
  const intersect = () => {
    const two = RoaringBitmap32.and(one, other);
    const all = RoaringBitmap32.and(two, third);
    two.dispose();
    return all;
  };
  const union = RoaringBitmap32.orMany(sets);
  const first = union.size >>> 1;
  const page = () =>
    Array.from({ length: Math.min(pageSize, union.size - first) }, (_, at) => union.select(first + at) as number);
  const statistics = {
    intersect: medianUs(() => void intersect().dispose()),
    join: medianUs(() => void RoaringBitmap32.orMany(sets).dispose()),
    count: medianUs(() => void union.size),
    page: medianUs(() => void page()),
    inOrder: medianUs(() => void pageInOrder((row) => union.has(row), order)),
    bytes: median(sets.map((set) => set.getSerializationSizeInBytes("portable"))) ?? 0,
  };
  const both = intersect();
  const measured = { statistics, total: both.size, joined: union.size, page: page() };
  for (const set of [...sets, union, both]) set.dispose();
  return measured;
}

const line = (cells: (string | number)[]) => `| ${cells.join(" | ")} |`;
const shown = ({ intersect, join, count, page, inOrder, bytes }: Statistics) => [
  ...[intersect, join, count, page, inOrder].map((time) => Math.round(time)),
  Math.round(bytes / 1024),
];

async function main(): Promise<void> {
  const library = loadLibrary<RoaringLibrary>(name);
  await library.roaringLibraryInitialize?.();
  const order = shuffled();
  console.log(`${rows} rows, processor time in us, the median of ${rounds}; Node ${process.version}\n`);
  console.log(line(["sets", "", "intersect 3", "join 3", "count", "page", "page in another order", "KB a set"]));
  console.log(line(Array.from({ length: 8 }, () => "---")));
  for (const [kind, make] of Object.entries(kinds)) {
    const positions = [make(), make(), make()];
    const own = ours(kernelSpace(rows, 8), positions, order);
    const theirs = roaring(library, positions, order);
    if (
      JSON.stringify([own.total, own.joined, own.page]) !== JSON.stringify([theirs.total, theirs.joined, theirs.page])
    )
      throw new Error(`the index and ${name} give different rows: ${kind}`);
    console.log(line([kind, "index", ...shown(own.statistics)]));
    console.log(line(["", name, ...shown(theirs.statistics)]));
  }
}

await main();
