// Addresses and allowlists made up together with what must come of them, worked out with integers alone: the twin of the library
// that the service reads addresses with.
import fc from "fast-check";

interface Address {
  /** 32 or 128 bits */
  value: bigint;
  bits: 32 | 128;
}

const v4 = fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }).map((value): Address => ({ value, bits: 32 }));
/** IPv6 addresses that hold an IPv4 address and are not it: compatible, translated (SIIT, NAT64), 6to4. */
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

/** `::` in the place of the first run of zeros from `from` on that is `length` long, where there is one. */
function compressed(parts: string[], isZero: boolean[], from: number, length: number): string {
  for (let at = from; at + length <= parts.length; at++)
    if (isZero.slice(at, at + length).every(Boolean))
      return `${parts.slice(0, at).join(":")}::${parts.slice(at + length).join(":")}`;
  return parts.join(":");
}

/** One of the ways to write an address; an IPv4 address also as IPv6 speaks of it. */
export function written({ value, bits }: Address): fc.Arbitrary<string> {
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

/** A block that an operator writes: of any length, host bits and all. */
export const anyBlock = anyAddress.chain((address) =>
  fc.integer({ min: address.bits === 32 ? 1 : 8, max: address.bits }).map((length) => ({ ...address, length })),
);
export type Block = Address & { length: number };

export const writtenBlock = (block: Block): fc.Arbitrary<string> =>
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
  const rest = BigInt(block.bits - block.length);
  return block.bits === address.bits && block.value >> rest === address.value >> rest;
}

/** An address in the block, or a bit beside it. */
export const near = (block: Block): fc.Arbitrary<Address> =>
  fc
    .tuple(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), fc.nat(block.length), fc.boolean())
    .map(([noise, bit, flip]) => {
      const rest = BigInt(block.bits - block.length);
      const inside = ((block.value >> rest) << rest) + (noise & ((1n << rest) - 1n));
      const value = flip ? inside ^ (1n << BigInt(Math.max(0, block.bits - 1 - bit))) : inside;
      return { value, bits: block.bits };
    });

/** The address that a service must take for the caller's: the rightmost one that no trusted proxy has; null where that cannot be read. */
export function callerOf(socket: Address, hops: (Address | null)[], trusted: Block[]): Address | null {
  let caller = socket;
  for (const hop of hops.toReversed()) {
    if (!trusted.some((block) => covers(block, caller))) return caller;
    if (hop === null) return null;
    caller = hop;
  }
  return caller;
}
