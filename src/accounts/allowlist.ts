// The addresses that a partner key may be used from: IPv4 and IPv6 addresses and CIDR blocks. An IPv4 address in its
// IPv6-mapped form (::ffff:192.0.2.1, as a dual-stack socket reports it) is the IPv4 address.
import ipaddr from "ipaddr.js";
import { UsageError } from "../errors.ts";

type Block = [ipaddr.IPv4 | ipaddr.IPv6, number];

function parseBlock(entry: string): Block | undefined {
  // inet_aton forms such as `127.1` or `0x7f.1` are valid to the library and a trap to a reader
  if (!entry.includes(":") && !ipaddr.IPv4.isValidFourPartDecimal(entry.split("/")[0] ?? "")) return undefined;
  if (entry.includes("%")) return undefined;
  if (ipaddr.isValidCIDR(entry)) return unmapped(ipaddr.parseCIDR(entry));
  if (!ipaddr.isValid(entry)) return undefined;
  const address = ipaddr.process(entry);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

function unmapped([address, bits]: Block): Block {
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96)
    return [address.toIPv4Address(), bits - 96];
  return [address, bits];
}

/**
 * Checks entries as an operator writes them and returns them in one form, blocks with their host bits cleared
 * (`192.0.2.7/24` becomes `192.0.2.0/24`). Throws UsageError naming the entry that is none.
 */
export function parseAllowlist(entries: string[]): string[] {
  return entries.map((entry) => {
    const block = parseBlock(entry.trim());
    if (!block)
      throw new UsageError(`"${entry}" is neither an IP address nor a CIDR block (such as 192.0.2.7 or 2001:db8::/32)`);
    const [address, bits] = block;
    if (bits === (address.kind() === "ipv4" ? 32 : 128)) return address.toString();
    const family = address.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
    return `${family.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
  });
}

/** True when the list is empty (any address) or one of its entries covers the address. What is no address is covered by none. */
export function isAllowed(address: string, allowlist: string[]): boolean {
  if (allowlist.length === 0) return true;
  // a zone (fe80::1%eth0) names the interface, not the address
  const bare = address.split("%")[0] ?? "";
  if (!ipaddr.isValid(bare)) return false;
  const caller = ipaddr.process(bare);
  return allowlist.some((entry) => {
    const block = parseBlock(entry);
    return block !== undefined && block[0].kind() === caller.kind() && caller.match(block);
  });
}
