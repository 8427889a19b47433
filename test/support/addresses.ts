// Random addresses and allowlists, and the expected result for them. It is computed with integers alone, independently of the library
// with which the service parses addresses.
import fc from "fast-check";

interface Address {
  /** 32 or 128 bits */
  value: bigint;
  bits: 32 | 128;
}

const v4 = fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }).map((value): Address => ({ value, bits: 32 }));
/** IPv6 addresses that contain an IPv4 address but are not equal to it: compatible, translated (SIIT, NAT64), 6to4. */
const lookalike = v4.chain(({ value }) =>
  fc.constantFrom(value, (0xffffn << 48n) + value, (0x64ff9bn << 96n) + value, (0x2002n << 112n) + (value << 80n)),
);
const v6 = fc
  .oneof(
    lookalike,
    fc.bigInt({ min: 2n ** 125n, max: 2n ** 126n - 1n }),
    // addresses with long runs of zeros, which can be written in many ways
    fc
      .tuple(fc.bigInt({ min: 0x2000n, max: 0x3fffn }), fc.bigInt({ min: 0n, max: 0xffffn }))
      .map(([a, b]) => (a << 112n) + b),
  )
  .map((value): Address => ({ value, bits: 128 }));

export const anyAddress = fc.oneof(v4, v6);

const dotted = (value: bigint) => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join(".");
const groups = (value: bigint) => Array.from({ length: 8 }, (_, i) => (value >> BigInt(112 - 16 * i)) & 0xffffn);

/** Writes `::` for the first run of `length` zeros at or after `from`, if there is one. */
function compressed(parts: string[], isZero: boolean[], from: number, length: number): string {
  for (let at = from; at + length <= parts.length; at++)
    if (isZero.slice(at, at + length).every(Boolean))
      return `${parts.slice(0, at).join(":")}::${parts.slice(at + length).join(":")}`;
  return parts.join(":");
}

/** One of the ways to write an address; an IPv4 address also as IPv4-mapped IPv6. */
export function spellingOf({ value, bits }: Address): fc.Arbitrary<string> {
  if (bits === 32) {
    const low = value & 0xffffn;
    const high = value >> 16n;
    const mapped = `${high.toString(16)}:${low.toString(16)}`;
    return fc.constantFrom(
      dotted(value),
      `::ffff:${dotted(value)}`,
      `::FFFF:${dotted(value)}`,
      `::ffff:${mapped}`,
      `0:0:0:0:0:ffff:${mapped}`,
      `0000:0000:0000:0000:0000:ffff:${mapped}`,
    );
  }
  return fc
    .record({
      dottedTail: fc.boolean(),
      padded: fc.boolean(),
      upper: fc.boolean(),
      from: fc.nat(7),
      length: fc.integer({ min: 1, max: 7 }),
    })
    .map(({ dottedTail, padded, upper, from, length }) => {
      const parts = groups(value).map((group) => group.toString(16).padStart(padded ? 4 : 1, "0"));
      const text = compressed(
        parts,
        groups(value).map((group) => group === 0n),
        from,
        length,
      );
      const low = value & 0xffffffffn;
      const withTail = dottedTail ? text.replace(/[0-9a-f]+:[0-9a-f]+$/, dotted(low)) : text;
      return upper ? withTail.toUpperCase() : withTail;
    });
}

/** A block as operators write it: of any length, and with host bits. */
export const anyBlock = anyAddress.chain((address) =>
  fc.integer({ min: address.bits === 32 ? 1 : 8, max: address.bits }).map((length) => ({ ...address, length })),
);
export type Block = Address & { length: number };

export const blockSpellingOf = (block: Block): fc.Arbitrary<string> =>
  fc.boolean().map((bare) => {
    const text =
      block.bits === 32
        ? dotted(block.value)
        : groups(block.value)
            .map((group) => group.toString(16))
            .join(":");
    return bare && block.length === block.bits ? text : `${text}/${block.length}`;
  });

/** True if the block covers the address: the same family and the same leading bits. */
export function covers(block: Block, address: Address): boolean {
  const hostBits = BigInt(block.bits - block.length);
  return block.bits === address.bits && block.value >> hostBits === address.value >> hostBits;
}

/** An address in the block, or one that differs from it in one bit. */
export const near = (block: Block): fc.Arbitrary<Address> =>
  fc
    .tuple(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), fc.nat(block.length), fc.boolean())
    .map(([noise, bit, flip]) => {
      const hostBits = BigInt(block.bits - block.length);
      const inside = ((block.value >> hostBits) << hostBits) + (noise & ((1n << hostBits) - 1n));
      const value = flip ? inside ^ (1n << BigInt(Math.max(0, block.bits - 1 - bit))) : inside;
      return { value, bits: block.bits };
    });

/** The caller's address: the rightmost one that does not belong to a trusted proxy; null if that one cannot be parsed. */
export function callerOf(socket: Address, hops: (Address | null)[], trusted: Block[]): Address | null {
  let caller = socket;
  for (const hop of hops.toReversed()) {
    if (!trusted.some((block) => covers(block, caller))) return caller;
    if (hop === null) return null;
    caller = hop;
  }
  return caller;
}
