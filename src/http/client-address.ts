// The caller's address: the socket's address, or the one in X-Forwarded-For where the socket's is a proxy in
// TRUST_PROXY.
import { LRUCache } from "lru-cache";
import { UsageError } from "../errors.ts";
import { type Block, isInBlock, readAddress, readBlock, unreadableAddress } from "../lib/ip-address.ts";

const loopback = ["127.0.0.0/8", "::1/128"];

/** The address in its shortest form, an IPv4-mapped IPv6 one as IPv4; null for a text that is not an address. */
export function normaliseAddress(text: string | undefined): string | null {
  return readAddress(text ?? "")?.toString() ?? null;
}

/**
 * A function that tells whether a socket's address is a proxy in TRUST_PROXY. @throws UsageError as clientAddress does
 */
export function trustedProxies(trusted: string[]): (address: string | undefined) => boolean {
  const blocks = trusted.flatMap((entry) => (entry === "loopback" ? loopback : [entry])).map(parseBlock);
  return (text) => {
    const address = readAddress(text ?? "");
    return address !== undefined && blocks.some((block) => isInBlock(address, block));
  };
}

/**
 * A function from the socket's address and X-Forwarded-For to the caller's address: the rightmost one that is not a
 * trusted proxy. A hop from a trusted proxy that cannot be read (`unknown`, an empty one, 0x7f.1) makes the caller's
 * address unreadable: neither the proxy's own address nor an entry to the left of the hop is used instead.
 * @throws UsageError for an entry of TRUST_PROXY that is neither address nor CIDR block nor `loopback`, or that trusts
 * every address
 */
export function clientAddress(trusted: string[]): (socketAddress: string | undefined, forwarded?: string) => string {
  const isTrusted = trustedProxies(trusted);
  // cached, because it is called for every request of a connection
  const normalised = new LRUCache<string, string>({ max: 10_000 });
  const ofSocket = (text = ""): string => {
    const known = normalised.get(text);
    if (known !== undefined) return known;
    const address = normaliseAddress(text) ?? unreadableAddress;
    normalised.set(text, address);
    return address;
  };
  return (socketAddress, forwarded) => {
    let address = ofSocket(socketAddress);
    if (!forwarded?.trim()) return address;
    let end = forwarded.length;
    for (let hops = 0; end >= 0 && isTrusted(address); hops++) {
      const before = forwarded.lastIndexOf(",", end - 1);
      const next = hops < maxHops ? readHop(forwarded.slice(before + 1, end)) : null;
      if (next === null) return unreadableAddress;
      address = next;
      end = before;
    }
    return address;
  };
}

function parseBlock(entry: string): Block {
  const block = readBlock(entry);
  if (!block) throw new UsageError(`TRUST_PROXY: "${entry}" is neither an address, a CIDR block nor loopback`);
  const [network, bits] = block;
  if (bits < minBits[network.kind()])
    throw new UsageError(`TRUST_PROXY: "${entry}" trusts every address; name only the addresses of the proxies`);
  return block;
}

/** The largest blocks of private networks are 10.0.0.0/8 and fc00::/7: larger ones contain addresses of any caller. */
const minBits = { ipv4: 8, ipv6: 7 };
/** trusted proxies in a row; more are a header made to cost, and make the address unreadable */
const maxHops = 30;

/** characters; the longest address with brackets, zone and port is shorter */
const maxHop = 100;

/** An address as proxies write it: `192.0.2.1`, `192.0.2.1:443`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:443`. */
function readHop(hop: string): string | null {
  // trim() removes more than HTTP's whitespace
  const text = /[^\t\x20-\x7e]/.test(hop) ? "" : hop.trim();
  if (text.length > maxHop) return null;
  const inBrackets = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1];
  if (inBrackets !== undefined) return inBrackets.includes(":") ? normaliseAddress(inBrackets) : null;
  return normaliseAddress(/^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text);
}
