// Whose request it is: the socket's address, unless that is a proxy which TRUST_PROXY lets speak for others.
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import { UsageError } from "../errors.ts";

type Block = [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

const loopback = ["127.0.0.0/8", "::1/128"];

/** The address in its shortest form, an IPv4-mapped IPv6 one as IPv4; null for what is no address. */
export function normaliseAddress(text: string | undefined): string | null {
  const bare = (text ?? "").trim().replace(/%.*$/, "");
  if (!ipaddr.isValid(bare) || (!bare.includes(":") && !ipaddr.IPv4.isValidFourPartDecimal(bare))) return null;
  return ipaddr.process(bare).toString();
}

/** Whether a socket's address is that of a proxy in TRUST_PROXY. @throws UsageError as clientAddress does */
export function trustedProxies(trusted: string[]): (address: string | undefined) => boolean {
  const blocks = trusted.flatMap((entry) => (entry === "loopback" ? loopback : [entry])).map(parseBlock);
  return (text) => {
    const address = normaliseAddress(text);
    return address !== null && blocks.some((block) => contains(block, ipaddr.process(address)));
  };
}

/**
 * A function from the socket's address and X-Forwarded-For to the caller's address: the rightmost one that no trusted
 * proxy has. @throws UsageError for an entry of TRUST_PROXY that is neither address nor CIDR block nor `loopback`
 */
export function clientAddress(trusted: string[]): (socketAddress: string | undefined, forwarded?: string) => string {
  const isTrusted = trustedProxies(trusted);
  // a connection asks again and again from where it came
  const normalised = new LRUCache<string, string>({ max: 10_000 });
  const ofSocket = (text = ""): string => {
    const known = normalised.get(text);
    if (known !== undefined) return known;
    const address = normaliseAddress(text) ?? "0.0.0.0";
    normalised.set(text, address);
    return address;
  };
  return (socketAddress, forwarded) => {
    let address = ofSocket(socketAddress);
    if (forwarded === undefined) return address;
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
    // inet_aton forms such as `10.1` are valid to the library and a trap to a reader
    if (!entry.includes(":") && !ipaddr.IPv4.isValidFourPartDecimal(entry.split("/")[0] ?? "")) throw new Error();
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
