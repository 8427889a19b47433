// Finds rows of one built index by flag, label, entry or number. Results are cached, because callers request several
// pages.
import { LRUCache } from "lru-cache";
import type { DecimalRange } from "../../filters/define-filters.ts";
import { BitsCache, kernelSpace, plainSpace, setsEverCached } from "./bit-space.ts";
import { type BitSpace, type Bits, countedBlock, fillAll } from "./bits.ts";
import type { Names, SegmentData } from "./load/columns.ts";
import { NameSearch } from "./name-search.ts";
import { addOrderRanges, type OrderData } from "./orders/exact-order.ts";
import { addScannedRanges } from "./orders/scanned-column.ts";
import { addRowsOf, type PostingData } from "./posting.ts";

const letters = [..."abcdefghijklmnopqrstuvwxyz"];
const letterPairs = letters.flatMap((one) => letters.map((other) => one + other));
/** a pair of adjacent letters is common when more than this part of the rows contains it */
const commonPart = 1 / 10;
/** limited, because each takes a bitmap */
const maxCommonPairs = 64;
/** letters and pairs, once for owners' names and once for names of owners and companies together */
const maxCommonTexts = 2 * letters.length + 3 * maxCommonPairs;
/** the empty set, a spare one, and one for a result */
const workingSets = 3;
/** the sectors, also of an older vocabulary, and the roles found in titles */
const maxParts = 28;

/** Marks entries of a posting: sets 1 in `marks`. */
export type Mark = (marks: Uint8Array, posting: PostingData) => void;

export type Marking<N extends Names = Names> = [posting: N["posting"], mark: Mark];

/** `N`: the names of the list's columns. */
export class Segment<N extends Names = Names> {
  readonly space: BitSpace;
  readonly #cache: BitsCache;
  /** large sets of rows, from which other sets are combined */
  readonly #parts = new LRUCache<string, Bits>({ max: maxParts });
  /**
   * by query field, common texts: their sets hold most rows and are computed in advance, so that no caller waits for
   * them
   */
  readonly #common = new Map<string, ReadonlySet<string>>();
  #commonSets: LRUCache<string, Bits> | undefined;
  /** work arrays that are reused by all queries */
  readonly #marks = new Map<string, Uint8Array>();
  readonly #spare: Bits;
  readonly #searches = new Map<string, NameSearch>();
  readonly #entries = new Map<string, Map<string | null, number[]>>();
  /** no rows */
  readonly none: Bits;
  /** work array of countBoth */
  readonly #blocks: Uint32Array;

  /** `isLarge`: many rows, for a long time; their bitmaps are copied into the kernel's memory. */
  constructor(
    readonly data: SegmentData,
    { isLarge = false } = {},
  ) {
    this.space = isLarge ? kernelSpace(data.rows, setsOf(data), data.scanned.size) : plainSpace(data.rows);
    this.#cache = new BitsCache(this.space, data.rows);
    this.none = this.space.make();
    this.#spare = this.space.make();
    this.#blocks = new Uint32Array(Math.ceil(this.#spare.length / countedBlock) + 1);
    if (!isLarge) return;
    for (const sets of setsIn(data)) for (const [name, bits] of sets) sets.set(name, this.#own(bits));
    for (const column of data.scanned.values()) column.codes = this.space.keep(column.codes);
  }

  #own(bits: Bits): Bits {
    const own = this.space.make();
    own.set(bits);
    return own;
  }

  get rows(): number {
    return this.data.rows;
  }

  /** Allocates in advance all memory for cached sets. */
  reserve(): void {
    this.#cache.reserve();
  }

  /** To be called before each query; the sets that a query gets are valid until the next call. */
  begin(): void {
    this.#cache.begin();
  }

  /**
   * Rows with a flag. Like all sets returned by this class it must not be changed, nor read after the next query has
   * begun. This and all methods below throw for a column that the list does not have: it would find nothing.
   */
  flag(name: N["flag"]): Bits {
    return declared(this.data.flags, "flag", name);
  }

  /** Rows without a flag. */
  without(name: N["flag"]): Bits {
    return this.#cache.get(`without ${name}`, (bits) => {
      const flagged = this.flag(name);
      fillAll(bits, this.rows);
      for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] as number) & ~(flagged[word] as number);
    });
  }

  /** Rows with any of the labels. */
  labels(name: N["label"], labels: readonly string[]): Bits {
    const sets = declared(this.data.labels, "label", name);
    return this.anyOf(
      `${name} in ${JSON.stringify(labels)}`,
      labels.map((label) => sets.get(label) ?? this.none),
    );
  }

  /** Rows whose entry of the posting is marked; `what` identifies the marking in the cache. */
  marked(posting: N["posting"], what: string, mark: Mark): Bits {
    return this.#cache.get(`${posting} ${what}`, (bits) => this.#addMarked([[posting, mark]], bits));
  }

  /** As `marked`, for one of the few large sets from which others are combined; these have a cache of their own. */
  part(posting: N["posting"], what: string, mark: Mark): Bits {
    return this.#cachedIn(this.#parts, what, (bits) => this.#addMarked([[posting, mark]], bits));
  }

  /** Number of rows in both sets. */
  countBoth(one: Bits, other: Bits): number {
    this.space.meet(this.#spare, [one, other, other], 0, one.length);
    return this.space.count(this.#spare, this.#blocks, countedBlock);
  }

  /** The union of the sets; `what` identifies it in the cache. */
  anyOf(what: string, sets: readonly Bits[]): Bits {
    const [only] = sets;
    if (only && sets.length === 1) return only;
    return this.#cache.get(what, (bits) => {
      for (const set of sets) this.space.join(bits, set);
    });
  }

  /** The letters from a to z, and the common pairs of letters in the texts of the posting. */
  commonTexts(posting: N["posting"], field: number): string[] {
    const { starts } = this.#posting(posting);
    const rowsOf = (entry: number) => (starts[entry + 1] as number) - (starts[entry] as number);
    return [...letters, ...this.commonPairs(this.#search(posting, field), rowsOf)];
  }

  /** The common pairs of letters in names; `rowsOf`: the number of rows with a name. */
  commonPairs(names: NameSearch, rowsOf: (name: number) => number): string[] {
    return names
      .weighed(letterPairs, rowsOf)
      .filter(({ weight }) => weight > this.rows * commonPart)
      .slice(0, maxCommonPairs)
      .map(({ text }) => text);
  }

  /** From now on the sets of queries by one of these texts are cached permanently. */
  cacheFor(question: string, texts: readonly string[]): void {
    this.#common.set(question, new Set(texts));
    const max = [...this.#common.values()].reduce((sum, { size }) => sum + size, 0);
    this.#commonSets = new LRUCache({ max });
  }

  /** Number of rows that have an entry with the text in `field`. */
  rowsWith(posting: N["posting"], field: number, text: string): number {
    const { starts } = this.#posting(posting);
    const entries = this.#entriesOf(posting, field).get(text) ?? [];
    return entries.reduce((sum, entry) => sum + (starts[entry + 1] as number) - (starts[entry] as number), 0);
  }

  /**
   * The rows of `set`, and those whose entry is marked in one of the postings, for a query by a text; `what` identifies
   * the result in the cache.
   */
  markedForText(
    [question, text]: [question: string, text: string],
    what: string,
    markings: () => Marking<N>[],
    set?: () => Bits,
  ): Bits {
    const add = (bits: Bits) => {
      if (set) this.space.join(bits, set());
      this.#addMarked(markings(), bits);
    };
    const sets = this.#common.get(question)?.has(text) ? this.#commonSets : undefined;
    return sets ? this.#cachedIn(sets, what, add) : this.#cache.get(what, add);
  }

  #cachedIn(sets: LRUCache<string, Bits>, what: string, add: (bits: Bits) => void): Bits {
    const known = sets.get(what);
    if (known) return known;
    const made = this.space.make();
    add(made);
    sets.set(what, made);
    return made;
  }

  #addMarked(markings: Marking<N>[], bits: Bits): void {
    for (const [posting, mark] of markings) {
      const data = this.#posting(posting);
      const marks = this.#marks.get(posting)?.fill(0) ?? new Uint8Array(data.starts.length - 1);
      this.#marks.set(posting, marks);
      mark(marks, data);
      addRowsOf(this.space, data, marks, bits, this.rows, this.#spare);
    }
  }

  /** Marks the entries whose text in `field` is one of these. */
  oneOf(posting: N["posting"], field: number, texts: Iterable<string>): Mark {
    return (marks) => {
      const entries = this.#entriesOf(posting, field);
      for (const text of texts) for (const entry of entries.get(text) ?? []) marks[entry] = 1;
    };
  }

  /** Marks the entries whose text in `field` meets the condition. */
  matching(field: number, isWanted: (text: string) => boolean): Mark {
    return (marks, { texts }) => {
      for (const [entry, text] of (texts[field] ?? []).entries()) if (text !== null && isWanted(text)) marks[entry] = 1;
    };
  }

  /** Marks the entries whose text in `field` contains the text. */
  containing(posting: N["posting"], field: number, text: string): Mark {
    return (marks) => this.#search(posting, field).mark(text, marks);
  }

  /** Rows whose number is in any of the inclusive ranges. */
  ranges(order: N["order"], ranges: readonly DecimalRange[]): Bits {
    return this.#cache.get(`${order} ${JSON.stringify(ranges)}`, (bits) => {
      const scanned = this.data.scanned.get(order);
      if (scanned) addScannedRanges(this.space, scanned, ranges, bits);
      else addOrderRanges(this.space, this.order(order), ranges, bits);
    });
  }

  order(name: N["order"]): OrderData {
    return declared(this.data.orders, "order", name);
  }

  /** Positions [from, to) of the serving days between two days (since 1970), inclusive; an absent one is open. */
  between(first: number | undefined, last: number | undefined): [number, number] {
    const { days, dayStarts } = this.data;
    const from = last === undefined ? 0 : firstDay(days, (day) => day <= last);
    const to = first === undefined ? days.length : firstDay(days, (day) => day < first);
    return [dayStarts[from] as number, dayStarts[Math.max(from, to)] as number];
  }

  #search(posting: N["posting"], field: number): NameSearch {
    const name = `${posting} ${field}`;
    const search = this.#searches.get(name) ?? new NameSearch(this.#posting(posting).texts[field] ?? []);
    this.#searches.set(name, search);
    return search;
  }

  #posting(name: N["posting"]): PostingData {
    return declared(this.data.postings, "posting", name);
  }

  #entriesOf(posting: N["posting"], field: number): Map<string | null, number[]> {
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

/** The largest number of sets that a segment needs: those of its data, cached ones, and work sets. */
const setsOf = (data: SegmentData) =>
  setsIn(data).reduce((sum, { size }) => sum + size, 0) +
  setsEverCached(data.rows) +
  maxParts +
  maxCommonTexts +
  workingSets;

const setsIn = ({ flags, labels }: SegmentData) => [flags, ...labels.values()];

function declared<Value>(columns: ReadonlyMap<string, Value>, type: string, name: string): Value {
  const column = columns.get(name);
  if (!column) throw new Error(`the index has no ${type} ${name}`);
  return column;
}

/** The index of the first of the descending days for which `holds` is true. */
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
