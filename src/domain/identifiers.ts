// Ticker symbols and Central Index Keys (of companies and reporting owners) in the stored spelling: symbols in
// capitals with a dot before the class (BRK.B), keys with ten digits. Pure functions; used by every source and by the
// API's parameters, so that both sides use one spelling.

/**
 * Texts that filers write where there is no symbol. `NA` is one too: no US issuer with Section 16 filers trades under
 * it.
 */
const nothing =
  /^(NONE|N\.?\/?A\.?|NULL|NIL|TBD|TBA|UNKNOWN|PRIVATE|NOT ?(YET ?)?(APPLICABLE|LISTED|TRADED|AVAILABLE|PUBLIC)|NO ?(SYMBOL|TICKER|TRADING).*|X{3,}|[-.*_0]+)$/;
/** `NYSE:NYCB`, `NASDAQ: OPI`, `NYSE AMERICAN: AB` */
const exchangePrefix = /^[A-Z][A-Z .&-]*:\s*/;
const symbol = /^(?=.*[A-Z])[A-Z0-9]{1,6}(\.[A-Z0-9]{1,4})?$/;

/**
 * Every symbol in a field as filed, cleaned, in order and without repeats: `PARAA,PARA` -> PARAA, PARA; `(SIRI)` ->
 * SIRI; `BRK-B` and `BRK/B` -> BRK.B; `AMC/APE` -> AMC, APE (after a slash, one or two letters are a class, more are
 * another symbol).
 */
export function symbolsIn(raw: string | null | undefined): string[] {
  const text = (raw ?? "").slice(0, 200).trim().toUpperCase();
  if (text === "" || nothing.test(text)) return [];
  // linear time: the text has at most 200 characters
  const symbols = text
    .split(/[,;|&]|\s+(?:AND|OR)\s+|\/(?=\s*[A-Z]{3,})|\s+\/\s*/)
    .map(cleanOne)
    .filter((one): one is string => one !== null);
  return [...new Set(symbols)];
}

/** The symbol to store for a field as filed (the first one), or null where it names none. */
export function cleanSymbol(raw: string | null | undefined): string | null {
  return symbolsIn(raw)[0] ?? null;
}

/** True for texts that mean that there is no symbol: `NONE`, `N/A`, a dash. */
export const meansNoSymbol = (raw: string): boolean => nothing.test(raw.trim().toUpperCase());

/** The symbols that a caller's text names, read as in a filing; else the text itself, which matches nothing. */
export function symbolKeys(raw: string): string[] {
  const cleaned = symbolsIn(raw);
  return cleaned.length > 0 ? cleaned : [symbolKey(raw)];
}

/**
 * The stored spelling of a caller's symbol: `brk-b`, `BRK/B`, `$BRK.B` -> `BRK.B`. Never null: an unknown symbol
 * matches nothing.
 */
export function symbolKey(raw: string): string {
  return raw
    .trim()
    .toUpperCase()
    .replace(/^\$/, "")
    .replace(/[-/ ]+/g, ".");
}

/**
 * A symbol in the stored spelling and its other spellings, without the dot of a class or with one before any of its last
 * four characters. Which of them mean the same depends on who bears them (ambiguousSymbols in src/store/sql/rules.ts).
 */
export function spellingsOf(key: string): string[] {
  const whole = key.replaceAll(".", "");
  const dotted = [4, 3, 2, 1].map((length) => `${whole.slice(0, -length)}.${whole.slice(-length)}`);
  return [...new Set([key, ...[whole, ...dotted].filter((spelling) => symbol.test(spelling))])];
}

/** The stored spellings that a caller's symbols stand for; an ambiguous one stands for itself alone. */
export const meantSymbols = (raws: readonly string[], isAmbiguous: (symbol: string) => boolean): string[] =>
  raws
    .flatMap(symbolKeys)
    .flatMap((key) => (isAmbiguous(key) ? [key] : spellingsOf(key).filter((one) => !isAmbiguous(one))));

function cleanOne(part: string): string | null {
  const bare = part
    .trim()
    .replace(exchangePrefix, "")
    .replace(/[()[\]"'*$]/g, "")
    .trim();
  if (nothing.test(bare)) return null;
  // `BRK B` names a class; of any other words the first one is the symbol
  const [first = "", second = ""] = bare.split(/\s+/);
  const joined = /^[A-Z]$/.test(second) ? `${first}.${second}` : first;
  const dotted = joined.replace(/[-/.]+/g, ".").replace(/^\.|\.$/g, "");
  return symbol.test(dotted) ? dotted : null;
}

// Central Index Keys, which the SEC gives to companies and reporting owners. They are stored with ten digits.

/** Adds the leading zeros to 1 to 10 digits. */
export const asCik = (digits: string): string => digits.padStart(10, "0");

/** The key that 1 to 10 digits are; null for any other text. */
export const cikOf = (text: string): string | null => (/^[0-9]{1,10}$/.test(text) ? asCik(text) : null);
