// Parses IP addresses and CIDR blocks, by one strict rule for callers, proxies and allowlists. Ambiguous forms are
// refused: octal, hexadecimal or shortened IPv4, leading zeros, quotes, ports, a zone on an address that is not
// link-local. Only an IPv4-mapped IPv6 address (::ffff:0:0/96, as a dual-stack socket reports it) counts as the IPv4
// address in it. Other IPv6 forms that contain one (::192.0.2.1, 64:ff9b::/96, 2002::/16) count as IPv6 addresses: any
// client may send them.
import { isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Block = [address: Address, bits: number];

/** The placeholder for a caller's address that could not be read. No allowlist covers it, not even 0.0.0.0/0. */
export const unreadableAddress = "0.0.0.0";

/** undefined = not an address */
export function readAddress(text: string): Address | undefined {
  const address = parse(text);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** A single address is a block of that address only. undefined = neither address nor block */
export function readBlock(text: string): Block | undefined {
  const [, bare = "", length] = /^([^/%]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? [];
  const address = parse(bare);
  if (!address) return undefined;
  const max = address.kind() === "ipv4" ? 32 : 128;
  const bits = length === undefined ? max : Number(length);
  if (bits > max) return undefined;
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96)
    return [address.toIPv4Address(), bits - 96];
  return [address, bits];
}

export const isInBlock = (address: Address, [network, bits]: Block): boolean =>
  address.kind() === network.kind() && address.match(network, bits);

function parse(text: string): Address | undefined {
  if (isIPv4(text)) return ipaddr.IPv4.parse(text);
  if (!isIPv6(text)) return undefined;
  const [bare = "", zone] = text.split("%");
  // the library would read ::192.0.2.1 as ::ffff:192.0.2.1
  const tail = bare.slice(bare.lastIndexOf(":") + 1);
  const plain = tail.includes(".") ? bare.slice(0, -tail.length) + asGroups(tail) : bare;
  const address = ipaddr.IPv6.parse(plain);
  return zone === undefined || address.range() === "linkLocal" ? address : undefined;
}

/** `192.0.2.1` as the last two groups of an IPv6 address, `c000:201`. */
function asGroups(dotted: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split(".").map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}
