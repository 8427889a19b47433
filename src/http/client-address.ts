// Whose request it is: the socket's address, unless that is a proxy which TRUST_PROXY lets speak for others.
import ipaddr from "ipaddr.js";
import { UsageError } from "../errors.ts";

type Block = [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

const loopback = ["127.0.0.0/8", "::1/128"];

/** The address in its shortest form, an IPv4-mapped IPv6 one as IPv4; null for what is no address. */
export function normaliseAddress(text: string | undefined): string | null {
  const bare = (text ?? "").trim().replace(/%.*$/, "");
  if (!ipaddr.isValid(bare) || (!bare.includes(":") && !ipaddr.IPv4.isValidFourPartDecimal(bare))) return null;
  return ipaddr.process(bare).toString();
}

/**
 * A function from the socket's address and X-Forwarded-For to the caller's address: the rightmost one that no trusted
 * proxy has. @throws UsageError for an entry of TRUST_PROXY that is neither address nor CIDR block nor `loopback`
 */
export function clientAddress(trusted: string[]): (socketAddress: string | undefined, forwarded?: string) => string {
  const blocks = trusted.flatMap((entry) => (entry === "loopback" ? loopback : [entry])).map(parseBlock);
  const isTrusted = (address: string) => blocks.some((block) => contains(block, ipaddr.process(address)));
  return (socketAddress, forwarded = "") => {
    let address = normaliseAddress(socketAddress) ?? "0.0.0.0";
    for (const hop of forwarded.split(",").reverse()) {
      if (!isTrusted(address)) break;
      const next = normaliseAddress(withoutPort(hop.trim()));
      if (next === null) break;
      address = next;
    }
    return address;
  };
}

function parseBlock(entry: string): Block {
  try {
    if (entry.includes("/")) return ipaddr.parseCIDR(entry);
    const address = ipaddr.process(entry);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  } catch {
    throw new UsageError(`TRUST_PROXY: "${entry}" is neither an address, a CIDR block nor loopback`);
  }
}

function contains([network, bits]: Block, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

/** `192.0.2.1:443` and `[2001:db8::1]:443` without the port. */
function withoutPort(hop: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
}
