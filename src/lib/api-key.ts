// The form of an API key: `disc_live_`, 32 random bytes in base62 padded to 43 characters, and six characters of base62
// CRC-32 over everything before. The checksum lets secret scanners recognise a real key, and a mistyped key is refused
// without a look-up.
import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/** Secret scanners recognise it. */
export const keyPrefix = "disc_live_";

const secretBytes = 32;
const secretLength = 43;
const checksumLength = 6;
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const anywhere = new RegExp(`${keyPrefix}[0-9A-Za-z]{${secretLength + checksumLength}}`);
const form = new RegExp(`^${anywhere.source}$`);

function base62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; rest > 0n; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text;
  return text.padStart(length, alphabet.charAt(0));
}

/** CRC-32 in base62, without BigInt, because every request computes it. */
function checksum(text: string): string {
  let result = "";
  let rest = crc32(text);
  for (let position = 0; position < checksumLength; position++) {
    result = alphabet.charAt(rest % 62) + result;
    rest = Math.floor(rest / 62);
  }
  return result;
}

/** A new key. `random` replaces the random source in tests. */
export function generateKey(random: (bytes: number) => Buffer = randomBytes): string {
  const secret = base62(BigInt(`0x${random(secretBytes).toString("hex")}`), secretLength);
  return `${keyPrefix}${secret}${checksum(keyPrefix + secret)}`;
}

// RFC 6750 with the scheme in any case (RFC 9110, 11.1)
const bearer = /^bearer +(\S+)$/i;

/** The bearer token of an Authorization header, whatever its form. */
export const keyIn = (authorization = ""): string | undefined => bearer.exec(authorization)?.[1];

/** True for a text of the right form whose checksum is correct; the key need not have been issued. */
export function isWellFormed(key: string): boolean {
  return form.test(key) && checksum(key.slice(0, -checksumLength)) === key.slice(-checksumLength);
}

/** True where a text contains something of the form of a key. */
export const containsKey = (text: string): boolean => anywhere.test(text);

/** Hex SHA-256 of the whole key: the store holds only this hash. A secret of 256 bits needs no slow hash. */
export function hashKey(key: string): string {
  return hash("sha256", key, "hex");
}

// Masks API keys in texts, so that no key is ever logged or stored: callers put keys into paths, parameters and names.

/**
 * A key is its prefix and one long word; a word about as long as its secret (43 characters) may be a key without
 * prefix.
 */
// linear time: an attempt fails only within 40 characters
const keyText = new RegExp(`${keyPrefix}[0-9A-Za-z]*|[0-9A-Za-z]{40,}`, "g");

/** The text for logs and tables, with *** instead of everything that may be a key. */
export function withoutKeys(text: string): string {
  return text.replace(keyText, "***");
}
