// Answers which rows of one built index have something. Results are cached for a while, because callers page.
import { LRUCache } from "lru-cache";
import { kernelSpace, plainSpace } from "./bit-space.ts";
import { type BitSpace, type Bits, countedBlock, fillAll } from "./bits.ts";
import { BitsCache, setsEverCached } from "./bits-cache.ts";
import type { SegmentData } from "./columns.ts";
import { addOrderRanges, type OrderData, type Range } from "./exact-order.ts";
import { NameSearch } from "./name-search.ts";
import { addRowsOf, type PostingData } from "./posting.ts";

const letters = [..."abcdefghijklmnopqrstuvwxyz"];
const letterPairs = letters.flatMap((one) => letters.map((other) => one + other));
/** two letters side by side that so large a part of the rows has are common */
const commonPart = 1 / 10;
/** each takes a bitmap */
const mostCommonPairs = 64;
/** letters and pairs of them, in owners' names, and in these or companies' */
const mostCommonTexts = 2 * letters.length + 3 * mostCommonPairs;
/** none, one that is written over, and one for an answer */
const workingSets = 3;
/** the sectors, those of an older vocabulary too, and the roles that titles say */
const mostParts = 28;

/** Which entries of a posting are wanted: sets 1 in `marks`. */
export type Mark = (marks: Uint8Array, posting: PostingData) => void;

export type Marking = [posting: string, mark: Mark];

export class Segment {
  readonly space: BitSpace;
  readonly #cache: BitsCache;
  /** large parts of all rows, which others are put together from */
  readonly #parts = new LRUCache<string, Bits>({ max: mostParts });
  /** what contains a common text is most of all rows, and computed once in advance, so that no caller has to wait for it */
  readonly #common = new Map<string, ReadonlySet<string>>();
  #commonSets: LRUCache<string, Bits> | undefined;
  /** what is worked in from one question to the next */
  readonly #marks = new Map<string, Uint8Array>();
  readonly #spare: Bits;
  readonly #searches = new Map<string, NameSearch>();
  readonly #entries = new Map<string, Map<string | null, number[]>>();
  readonly #none: Bits;
  /** written over */
  readonly #blocks: Uint32Array;

  /** `isLarge`: there are many rows, and they stay. Its bitmaps are taken over. */
  constructor(
    readonly data: SegmentData,
    { isLarge = false } = {},
  ) {
    this.space = isLarge ? kernelSpace(data.rows, setsOf(data)) : plainSpace(data.rows);
    this.#cache = new BitsCache(this.space, data.rows);
    this.#none = this.space.make();
    this.#spare = this.space.make();
    this.#blocks = new Uint32Array(Math.ceil(this.#spare.length / countedBlock) + 1);
    if (isLarge) for (const [name, bits] of data.bits) data.bits.set(name, this.#own(bits));
  }

  #own(bits: Bits): Bits {
    const own = this.space.make();
    own.set(bits);
    return own;
  }

  get rows(): number {
    return this.data.rows;
  }

  /** Takes beforehand all memory that cached sets need. */
  reserve(): void {
    this.#cache.reserve();
  }

  /** Before each question: the sets that it is given are good until the next one. */
  begin(): void {
    this.#cache.begin();
  }

  /** Rows with a flag, or with a label (`name=label`). Like all sets that come from here it is not to be changed, nor read after the next question has begun. */
  bits(name: string): Bits {
    return this.data.bits.get(name) ?? this.#none;
  }

  /** Rows without a flag. */
  without(name: string): Bits {
    return this.#cache.get(`without ${name}`, (bits) => {
      const flagged = this.bits(name);
      fillAll(bits, this.rows);
      for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] as number) & ~(flagged[word] as number);
    });
  }

  /** Rows with any of the labels. */
  labels(name: string, labels: readonly string[]): Bits {
    return this.anyOf(
      `${name} in ${JSON.stringify(labels)}`,
      labels.map((label) => this.bits(`${name}=${label}`)),
    );
  }

  /** Rows whose entry of the posting is marked; `what` names the marking. */
  marked(posting: string, what: string, mark: Mark): Bits {
    return this.#cache.get(`${posting} ${what}`, (bits) => this.#addMarked([[posting, mark]], bits));
  }

  /** As marked, for a part of all rows that others are put together from: there are few, and they are kept. */
  part(posting: string, what: string, mark: Mark): Bits {
    return this.#forGood(this.#parts, what, (bits) => this.#addMarked([[posting, mark]], bits));
  }

  /** How many rows are in both sets. */
  countBoth(one: Bits, other: Bits): number {
    this.space.meet(this.#spare, [one, other, other], 0, one.length);
    return this.space.count(this.#spare, this.#blocks, countedBlock);
  }

  /** Rows of any of the sets; `what` names them. */
  anyOf(what: string, sets: readonly Bits[]): Bits {
    const [only] = sets;
    if (only && sets.length === 1) return only;
    return this.#cache.get(what, (bits) => {
      for (const set of sets) this.space.join(bits, set);
    });
  }

  /** The letters from a to z, and pairs of them that many rows have in the texts of the posting. */
  commonTexts(posting: string, field: number): string[] {
    const { starts } = this.#posting(posting);
    const rowsOf = (entry: number) => (starts[entry + 1] as number) - (starts[entry] as number);
    return [...letters, ...this.commonPairs(this.#search(posting, field), rowsOf)];
  }

  /** Pairs of letters that many rows have, where so many of them have each of the names. */
  commonPairs(names: NameSearch, rowsOf: (name: number) => number): string[] {
    return names
      .weighed(letterPairs, rowsOf)
      .filter(({ weight }) => weight > this.rows * commonPart)
      .slice(0, mostCommonPairs)
      .map(({ text }) => text);
  }

  /** Sets that answer a question by one of these texts are kept for good from now on. */
  keepFor(question: string, texts: readonly string[]): void {
    this.#common.set(question, new Set(texts));
    const max = [...this.#common.values()].reduce((sum, { size }) => sum + size, 0);
    this.#commonSets = new LRUCache({ max });
  }

  /** How many rows have an entry with the text in `field`. */
  rowsWith(posting: string, field: number, text: string): number {
    const { starts } = this.#posting(posting);
    const entries = this.#entriesOf(posting, field).get(text) ?? [];
    return entries.reduce((sum, entry) => sum + (starts[entry + 1] as number) - (starts[entry] as number), 0);
  }

  /**
   * Rows of a set, and rows whose entry is marked in any of the postings because it has the text that a question is by; `what` names all
   * that.
   */
  markedForText(
    [question, text]: [question: string, text: string],
    what: string,
    markings: () => Marking[],
    set?: () => Bits,
  ): Bits {
    const add = (bits: Bits) => {
      if (set) this.space.join(bits, set());
      this.#addMarked(markings(), bits);
    };
    const sets = this.#common.get(question)?.has(text) ? this.#commonSets : undefined;
    return sets ? this.#forGood(sets, what, add) : this.#cache.get(what, add);
  }

  #forGood(sets: LRUCache<string, Bits>, what: string, add: (bits: Bits) => void): Bits {
    const known = sets.get(what);
    if (known) return known;
    const made = this.space.make();
    add(made);
    sets.set(what, made);
    return made;
  }

  #addMarked(markings: Marking[], bits: Bits): void {
    for (const [posting, mark] of markings) {
      const data = this.#posting(posting);
      const marks = this.#marks.get(posting)?.fill(0) ?? new Uint8Array(data.starts.length - 1);
      this.#marks.set(posting, marks);
      mark(marks, data);
      addRowsOf(this.space, data, marks, bits, this.rows, this.#spare);
    }
  }

  /** Marks the entries whose text in `field` is one of these. */
  oneOf(posting: string, field: number, texts: Iterable<string>): Mark {
    return (marks) => {
      const entries = this.#entriesOf(posting, field);
      for (const text of texts) for (const entry of entries.get(text) ?? []) marks[entry] = 1;
    };
  }

  /** Marks the entries whose text in `field` is as asked. */
  matching(field: number, isWanted: (text: string) => boolean): Mark {
    return (marks, { texts }) => {
      for (const [entry, text] of (texts[field] ?? []).entries()) if (text !== null && isWanted(text)) marks[entry] = 1;
    };
  }

  /** Marks the entries whose text in `field` contains the text. */
  containing(posting: string, field: number, text: string): Mark {
    return (marks) => this.#search(posting, field).mark(text, marks);
  }

  /** Rows whose figure is in any of the inclusive ranges. */
  ranges(order: string, ranges: readonly Range[]): Bits {
    return this.#cache.get(`${order} ${JSON.stringify(ranges)}`, (bits) =>
      addOrderRanges(this.space, this.order(order), ranges, bits),
    );
  }

  order(name: string): OrderData {
    const order = this.data.orders.get(name);
    if (!order) throw new Error(`the index has no order ${name}`);
    return order;
  }

  /** Positions [from, to) of the serving days between two days (since 1970), inclusive; an absent one is open. */
  between(first: number | undefined, last: number | undefined): [number, number] {
    const { days, dayStarts } = this.data;
    const from = last === undefined ? 0 : firstDay(days, (day) => day <= last);
    const to = first === undefined ? days.length : firstDay(days, (day) => day < first);
    return [dayStarts[from] as number, dayStarts[Math.max(from, to)] as number];
  }

  #search(posting: string, field: number): NameSearch {
    const name = `${posting} ${field}`;
    const search = this.#searches.get(name) ?? new NameSearch(this.#posting(posting).texts[field] ?? []);
    this.#searches.set(name, search);
    return search;
  }

  #posting(name: string): PostingData {
    const posting = this.data.postings.get(name);
    if (!posting) throw new Error(`the index has no posting ${name}`);
    return posting;
  }

  #entriesOf(posting: string, field: number): Map<string | null, number[]> {
    const name = `${posting} ${field}`;
    let known = this.#entries.get(name);
    if (!known) {
      known = new Map();
      for (const [entry, text] of (this.#posting(posting).texts[field] ?? []).entries()) {
        const entries = known.get(text);
        if (entries) entries.push(entry);
        else known.set(text, [entry]);
      }
      this.#entries.set(name, known);
    }
    return known;
  }
}

/** Sets that there will be at most: what the data bring, what is kept, and what is worked in. */
const setsOf = ({ rows, bits }: SegmentData) =>
  bits.size + setsEverCached(rows) + mostParts + mostCommonTexts + workingSets;

/** The first of the descending days for which it holds. */
function firstDay(days: Int32Array, holds: (day: number) => boolean): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(days[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}
