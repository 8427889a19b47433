// Which addresses webhooks may be sent to. A caller chooses the address, and this service can reach networks that the
// caller cannot: so only addresses of the public internet are allowed, and the socket connects to an address that was
// checked, because a name may resolve to another one at the second look.
import { lookup as systemLookup } from "node:dns/promises";
import { isIP } from "node:net";
import { type Block, isInBlock, readAddress, readBlock } from "../lib/ip-address.ts";

/** The addresses of a name. Rejects where it has none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export interface AddressRules {
  /** also http and https to this machine, for development */
  allowsLoopback: boolean;
  resolve: Resolve;
}

/** Why an address is refused, as a sentence for its owner. */
export class WebhookAddressError extends Error {
  override name = "WebhookAddressError";
}

export const resolveBySystem: Resolve = async (hostname) =>
  (await systemLookup(hostname, { all: true })).map(({ address }) => address);

const maxLength = 2048;

/**
 * The address in canonical form, after its first resolution. @throws WebhookAddressError where it is not allowed or its
 * name does not resolve
 */
export async function checkedWebhookAddress(text: string, rules: AddressRules): Promise<string> {
  const url = readUrl(text, rules);
  const hostname = bare(url.hostname);
  const allowed = await allowedAddresses(hostname, url.protocol, rules);
  if (allowed.length === 0) throw refusalOf(hostname, url.protocol);
  return url.href;
}

function readUrl(text: string, { allowsLoopback }: AddressRules): URL {
  if (text.length > maxLength) throw new WebhookAddressError(`The address has more than ${maxLength} characters`);
  // a URL parser drops line breaks, and spaces at both ends
  if (/\s/.test(text) || !URL.canParse(text)) throw new WebhookAddressError("The address is not a URL");
  const url = new URL(text);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && allowsLoopback))
    throw new WebhookAddressError("The address must begin with https://");
  if (url.username !== "" || url.password !== "")
    throw new WebhookAddressError("The address must not contain a user or a password");
  url.hash = "";
  return url;
}

/** The addresses of a name, or the address itself, that may be connected to. @throws WebhookAddressError */
export async function allowedAddresses(hostname: string, protocol: string, rules: AddressRules): Promise<string[]> {
  const addresses = isIP(hostname) ? [hostname] : await resolved(hostname, rules.resolve);
  return addresses.filter((address) => {
    if (rules.allowsLoopback && isLoopback(address)) return true;
    return protocol === "https:" && isPublic(address);
  });
}

async function resolved(hostname: string, resolve: Resolve): Promise<readonly string[]> {
  const addresses = await resolve(hostname).catch(() => []);
  if (addresses.length === 0) throw new WebhookAddressError(`The name ${hostname} does not resolve to an address`);
  return addresses;
}

export const refusalOf = (hostname: string, protocol: string) =>
  new WebhookAddressError(
    protocol === "http:"
      ? `Only https:// is allowed for ${hostname}`
      : `${hostname} is not an address of the public internet`,
  );

const isLoopback = (address: string): boolean => !isMapped(address) && readAddress(address)?.range() === "loopback";

/** An IPv4-mapped IPv6 address, ::ffff:0:0/96. */
const isMapped = (address: string): boolean => address.includes(":") && readAddress(address)?.kind() === "ipv4";

const block = (text: string): Block => {
  const read = readBlock(text);
  if (!read) throw new Error(`${text} is not a block`);
  return read;
};

const globalUnicast = block("2000::/3");

/** Blocks that are unicast by the library, and do not belong to a receiver. */
const closedBlocks = [
  // Azure's address for metadata and health checks
  block("168.63.129.16/32"),
  // documentation (RFC 9637)
  block("3fff::/20"),
];

/**
 * Whether the address is one of the public internet: not private, loopback, link-local, of a carrier, multicast or
 * reserved, and not an IPv6 address that contains an IPv4 address (mapped, 6to4, Teredo, NAT64).
 */
function isPublic(text: string): boolean {
  const address = readAddress(text);
  if (!address || isMapped(text) || address.range() !== "unicast") return false;
  // the library calls every block unicast that it does not know
  if (address.kind() === "ipv6" && !isInBlock(address, globalUnicast)) return false;
  return !closedBlocks.some((closed) => isInBlock(address, closed));
}

/** A host of a URL without the brackets of IPv6. */
export const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, "$1");
