// The addresses that a partner key may be used from: IPv4 and IPv6 addresses and CIDR blocks. An IPv4 address in its
// IPv6-mapped form (::ffff:192.0.2.1, as a dual-stack socket reports it) counts as the IPv4 address.
import ipaddr from "ipaddr.js";
import { UsageError } from "../errors.ts";
import { isInBlock, readAddress, readBlock, unreadableAddress } from "../lib/ip-address.ts";

/**
 * Checks entries as an operator writes them and returns them normalised, blocks with their host bits cleared
 * (`192.0.2.7/24` becomes `192.0.2.0/24`). Throws UsageError naming an entry that is neither address nor block.
 */
export function parseAllowlist(entries: string[]): string[] {
  return entries.map((entry) => {
    const block = readBlock(entry.trim());
    if (!block)
      throw new UsageError(`"${entry}" is neither an IP address nor a CIDR block (such as 192.0.2.7 or 2001:db8::/32)`);
    const [address, bits] = block;
    if (bits === (address.kind() === "ipv4" ? 32 : 128)) return address.toString();
    const family = address.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
    return `${family.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
  });
}

/** True when the list is empty (any address) or an entry covers the address. No entry covers a malformed address. */
export function isAllowed(address: string, allowlist: string[]): boolean {
  if (allowlist.length === 0) return true;
  const caller = address === unreadableAddress ? undefined : readAddress(address);
  if (!caller) return false;
  return allowlist.some((entry) => {
    const block = readBlock(entry);
    return block !== undefined && isInBlock(caller, block);
  });
}
