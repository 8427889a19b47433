// The pattern of a key in a text, so that no key is ever written down: callers put theirs into paths, parameters and names.

/** What every API key begins with; secret scanners know it. */
export const keyPrefix = "disc_live_";

/** A key is one long word behind its mark; a word about as long as its secret (43 characters) may be one alone. */
const keyText = new RegExp(`${keyPrefix}[0-9A-Za-z]*|[0-9A-Za-z]{40,}`, "g");

/** A text for logs and tables, with *** in the place of whatever may be a key. */
export function withoutKeys(text: string): string {
  return text.replace(keyText, "***");
}
