// Numbers texts that occur again and again, straight from the bytes of a COPY stream: no text is made of what is known already.

const firstRoom = 1024;

export class TextTable {
  size = 0;
  /** open addressing; entry + 1, 0 is free */
  #slots = new Uint32Array(firstRoom * 2);
  #hashes = new Uint32Array(firstRoom);
  /** where an entry's bytes begin; one more at the end */
  #starts = new Uint32Array(firstRoom + 1);
  #bytes: DataView = new DataView(new ArrayBuffer(firstRoom * 16));
  /** the entry of the row before: rows of one filing stand side by side */
  #last = -1;

  /** An entry has `fields` texts, each as COPY writes it: four bytes of length (-1 for null), then UTF-8. */
  constructor(readonly fields: number) {}

  /** The number of the entry whose bytes stand in [from, to). */
  numberOf(source: DataView, from: number, to: number): number {
    if (this.#last < 0 || !this.#isEntry(this.#last, source, from, to)) this.#last = this.#find(source, from, to);
    return this.#last;
  }

  #find(source: DataView, from: number, to: number): number {
    const hash = hashOf(source, from, to);
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = (this.#slots[slot] as number) - 1;
      if (entry < 0) return this.#add(source, from, to, hash, slot);
      if (this.#hashes[entry] === hash && this.#isEntry(entry, source, from, to)) return entry;
    }
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
    return texts;
  }

  #isEntry(entry: number, source: DataView, from: number, to: number): boolean {
    const bytes = this.#bytes;
    let at = this.#starts[entry] as number;
    if ((this.#starts[entry + 1] as number) - at !== to - from) return false;
    let place = from;
    for (; place + 4 <= to; place += 4, at += 4) if (source.getInt32(place) !== bytes.getInt32(at)) return false;
    for (; place < to; place++, at++) if (source.getUint8(place) !== bytes.getUint8(at)) return false;
    return true;
  }

  #add(source: DataView, from: number, to: number, hash: number, slot: number): number {
    const entry = this.size++;
    if (this.size === this.#hashes.length) this.#grow();
    const start = this.#starts[entry] as number;
    const end = start + to - from;
    if (end > this.#bytes.byteLength) this.#bytes = larger(this.#bytes, Math.max(this.#bytes.byteLength * 2, end));
    for (let place = from, at = start; place < to; place++, at++) this.#bytes.setUint8(at, source.getUint8(place));
    this.#starts[entry + 1] = end;
    this.#hashes[entry] = hash;
    if (this.size * 2 > this.#slots.length) this.#rehash();
    else this.#slots[slot] = entry + 1;
    return entry;
  }

  #grow(): void {
    const hashes = new Uint32Array(this.#hashes.length * 2);
    hashes.set(this.#hashes);
    const starts = new Uint32Array(hashes.length + 1);
    starts.set(this.#starts);
    this.#hashes = hashes;
    this.#starts = starts;
  }

  #rehash(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    const mask = this.#slots.length - 1;
    for (let entry = 0; entry < this.size; entry++) {
      let slot = (this.#hashes[entry] as number) & mask;
      while (this.#slots[slot]) slot = (slot + 1) & mask;
      this.#slots[slot] = entry + 1;
    }
  }
}

function larger(bytes: DataView, length: number): DataView {
  const room = new Uint8Array(length);
  room.set(new Uint8Array(bytes.buffer));
  return new DataView(room.buffer);
}

/** FNV-1a, four bytes at a time while there are four. */
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
