// Masks API keys in texts, so that no key is ever logged or stored: callers put keys into paths, parameters and names.

/** The prefix of every API key; secret scanners recognise it. */
export const keyPrefix = "disc_live_";

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
