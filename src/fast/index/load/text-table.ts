// Numbers the distinct texts of a column by their bytes in a COPY stream, without decoding a text that is already
// known.

const firstRoom = 1024;
/**
 * numbers of a slot, adjacent so that the processor loads them together: entry + 1 (0 = free), hash, start and end of
 * its bytes
 */
const slotCounts = 4;

export class TextTable {
  size = 0;
  /** a hash table with open addressing */
  #slots = new Uint32Array(firstRoom * 2 * slotCounts);
  /** where each entry's bytes begin; one more at the end */
  #starts = new Uint32Array(firstRoom + 1);
  #bytes: DataView = new DataView(new ArrayBuffer(firstRoom * 16));
  /** the entry of the previous row: rows of one filing are usually adjacent */
  #last = -1;
  readonly #replaced = new Map<number, (string | null)[]>();

  /** An entry has `fields` texts, each as COPY writes it: four bytes of length (-1 for null), then UTF-8. */
  constructor(readonly fields: number) {}

  /** The number of the entry whose bytes are in [from, to). */
  numberOf(source: DataView, from: number, to: number): number {
    const last = this.#last;
    if (last >= 0 && this.#isIn(this.#starts[last] as number, this.#starts[last + 1] as number, source, from, to))
      return last;
    this.#last = this.#find(source, from, to);
    return this.#last;
  }

  #find(source: DataView, from: number, to: number): number {
    const hash = hashOf(source, from, to);
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = (hash * slotCounts) & mask; ; slot = (slot + slotCounts) & mask) {
      const entry = (slots[slot] as number) - 1;
      if (entry < 0) return this.#add(source, from, to, hash, slot);
      if (slots[slot + 1] !== hash) continue;
      if (this.#isIn(slots[slot + 2] as number, slots[slot + 3] as number, source, from, to)) return entry;
    }
  }

  /** Replaces the texts of a field, one for each entry. */
  replace(field: number, texts: (string | null)[]): void {
    this.#replaced.set(field, texts);
  }

  /** texts[field][entry] */
  texts(): (string | null)[][] {
    const bytes = Buffer.from(this.#bytes.buffer);
    const texts: (string | null)[][] = Array.from({ length: this.fields }, () => []);
    for (let entry = 0; entry < this.size; entry++) {
      let at = this.#starts[entry] as number;
      for (const field of texts) {
        const length = bytes.readInt32BE(at);
        at += 4;
        field.push(length < 0 ? null : bytes.toString("utf8", at, at + length));
        at += Math.max(0, length);
      }
    }
    return texts.map((own, field) => this.#replaced.get(field) ?? own);
  }

  /** True where the table's bytes [start, end) equal the source's bytes [from, to). */
  #isIn(start: number, end: number, source: DataView, from: number, to: number): boolean {
    if (end - start !== to - from) return false;
    const bytes = this.#bytes;
    let at = start;
    let position = from;
    for (; position + 4 <= to; position += 4, at += 4)
      if (source.getInt32(position) !== bytes.getInt32(at)) return false;
    for (; position < to; position++, at++) if (source.getUint8(position) !== bytes.getUint8(at)) return false;
    return true;
  }

  #add(source: DataView, from: number, to: number, hash: number, slot: number): number {
    const entry = this.size++;
    const start = this.#starts[entry] as number;
    const end = start + to - from;
    if (end > this.#bytes.byteLength) this.#bytes = larger(this.#bytes, Math.max(this.#bytes.byteLength * 2, end));
    for (let position = from, at = start; position < to; position++, at++)
      this.#bytes.setUint8(at, source.getUint8(position));
    if (this.size === this.#starts.length) {
      const starts = new Uint32Array(this.#starts.length * 2);
      starts.set(this.#starts);
      this.#starts = starts;
    }
    this.#starts[this.size] = end;
    this.#slots.set([entry + 1, hash, start, end], slot);
    if (this.size * 2 * slotCounts > this.#slots.length) this.#rehash();
    return entry;
  }

  #rehash(): void {
    const before = this.#slots;
    const slots = new Uint32Array(before.length * 2);
    const mask = slots.length - 1;
    for (let from = 0; from < before.length; from += slotCounts) {
      if (before[from] === 0) continue;
      let slot = ((before[from + 1] as number) * slotCounts) & mask;
      while (slots[slot]) slot = (slot + slotCounts) & mask;
      slots.set(before.subarray(from, from + slotCounts), slot);
    }
    this.#slots = slots;
  }
}

function larger(bytes: DataView, length: number): DataView {
  const room = new Uint8Array(length);
  room.set(new Uint8Array(bytes.buffer));
  return new DataView(room.buffer);
}

/** A variant of FNV-1a that reads four bytes at a time. */
function hashOf(source: DataView, from: number, to: number): number {
  let hash = 0x811c9dc5;
  let at = from;
  for (; at + 4 <= to; at += 4) {
    hash = Math.imul(hash ^ source.getInt32(at), 0x01000193);
    hash ^= hash >>> 15;
  }
  for (; at < to; at++) hash = Math.imul(hash ^ source.getUint8(at), 0x01000193);
  return (hash ^ (hash >>> 13)) >>> 0;
}
