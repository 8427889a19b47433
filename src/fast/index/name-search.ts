// Finds the names that contain a text. An index of adjacent letter pairs (bigrams) selects the few names to check; for
// a single letter all names are checked.

export class NameSearch {
  readonly #starts: Uint32Array;
  readonly #names: Uint32Array;
  /** the pair of letters of a bucket that has only one; else `several` */
  readonly #only: Uint32Array;

  constructor(readonly texts: readonly (string | null)[]) {
    this.#only = onlyPairs(texts);
    const starts = new Uint32Array(pairs + 1);
    const last = new Uint32Array(pairs);
    eachPair(texts, last, (pair) => {
      starts[pair + 1] = (starts[pair + 1] as number) + 1;
    });
    for (let pair = 1; pair <= pairs; pair++) starts[pair] = (starts[pair] as number) + (starts[pair - 1] as number);
    this.#starts = starts;
    this.#names = new Uint32Array(starts[pairs] as number);
    const next = starts.slice();
    eachPair(texts, last.fill(0), (pair, index) => {
      const to = next[pair] as number;
      this.#names[to] = index;
      next[pair] = to + 1;
    });
  }

  /** Marks (1) the names that contain the text. */
  mark(text: string, marks: Uint8Array): void {
    if (text.length < 2) {
      for (let index = 0; index < this.texts.length; index++) if (this.texts[index]?.includes(text)) marks[index] = 1;
      return;
    }
    const pair = this.#rarestPair(text);
    // in a bucket of one pair, names need no check if the text is just that pair
    const isSure = text.length === 2 && this.#only[pair] === codesAt(text, 1);
    for (let at = this.#starts[pair] as number; at < (this.#starts[pair + 1] as number); at++) {
      const index = this.#names[at] as number;
      if (isSure || this.texts[index]?.includes(text)) marks[index] = 1;
    }
  }

  /** The summed weights of the names with each of these pairs of letters, the largest first. */
  weighed(pairs: readonly string[], weightOf: (name: number) => number): { text: string; weight: number }[] {
    const weigh = (text: string) => {
      const pair = pairAt(text, 1);
      let weight = 0;
      for (let at = this.#starts[pair] as number; at < (this.#starts[pair + 1] as number); at++)
        weight += weightOf(this.#names[at] as number);
      return weight;
    };
    return pairs.map((text) => ({ text, weight: weigh(text) })).sort((a, b) => b.weight - a.weight);
  }

  #rarestPair(text: string): number {
    let rarest = 0;
    let min = Number.POSITIVE_INFINITY;
    for (let at = 1; at < text.length; at++) {
      const pair = pairAt(text, at);
      const size = (this.#starts[pair + 1] as number) - (this.#starts[pair] as number);
      if (size < min) [rarest, min] = [pair, size];
    }
    return rarest;
  }
}

/** number of hash buckets for pairs; names of pairs that share a bucket are compared one by one */
const pairs = 65_536;

const pairAt = (text: string, at: number) => ((text.charCodeAt(at - 1) * 251) ^ text.charCodeAt(at)) & (pairs - 1);

const codesAt = (text: string, at: number) => ((text.charCodeAt(at - 1) << 16) | text.charCodeAt(at)) >>> 0;

/** not a pair of letters, since U+FFFF is not a character; also stands for two NULs, whose code would be 0 */
const several = 0xffffffff;

function onlyPairs(texts: readonly (string | null)[]): Uint32Array {
  const only = new Uint32Array(pairs);
  for (const text of texts)
    for (let at = 1; at < (text?.length ?? 0); at++) {
      const pair = pairAt(text as string, at);
      const codes = codesAt(text as string, at);
      if (only[pair] === 0) only[pair] = codes || several;
      else if (only[pair] !== codes) only[pair] = several;
    }
  return only;
}

/** Calls `found` with each pair of each text once; `last`: zeros. */
function eachPair(
  texts: readonly (string | null)[],
  last: Uint32Array,
  found: (pair: number, index: number) => void,
): void {
  for (let index = 0; index < texts.length; index++) {
    const text = texts[index] ?? "";
    for (let at = 1; at < text.length; at++) {
      const pair = pairAt(text, at);
      if (last[pair] === index + 1) continue;
      last[pair] = index + 1;
      found(pair, index);
    }
  }
}
