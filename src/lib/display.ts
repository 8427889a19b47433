// Texts and sizes for people. Foreign text is made safe to display: invisible characters and characters that change the
// text direction are written out.

// C0 and C1 controls, zero-width characters, and marks that change the text direction
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const invisible = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** A foreign text with its invisible characters made visible: `⟨U+202E⟩`. */
export function madeVisible(text: string): string {
  return text.replace(invisible, (mark) => `⟨U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}

/** The first `max` characters of a text, followed by `…` where it is longer. */
export function shortened(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}…` : text;
}

const units = ["GB", "MB", "kB"] as const;
const threeDigits = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 });

/** In powers of a thousand, as the limits are stated: `100 MB`, `3.48 MB`, `12 bytes`. */
export function bytes(size: number): string {
  const at = units.findIndex((_unit, index) => size >= 1000 ** (units.length - index));
  const unit = units[at];
  return unit ? `${threeDigits.format(size / 1000 ** (units.length - at))} ${unit}` : `${size} bytes`;
}

/** what is shown for an unknown value */
export const unknown = "–";

const compactNumber = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 3 });

/** `$1.2M`, `$950`, `$55.49`: abbreviated from 1000 on. Also show the exact amount somewhere. */
export function dollars(amount: string | number | null | undefined): string {
  if (amount === null || amount === undefined) return unknown;
  const size = Math.abs(Number(amount));
  const cents = Number.isInteger(size) ? 0 : 2;
  const number = size < 1_000 ? size.toFixed(cents) : compactNumber.format(size);
  return `${Number(amount) < 0 ? "-" : ""}$${number}`;
}

/** `+12.3`, `-0.4`: per cent with its sign; the column head names the unit. */
export function signed(percent: string | number | null | undefined, digits = 1): string {
  if (percent === null || percent === undefined) return unknown;
  const number = Number(percent);
  return `${number > 0 ? "+" : ""}${number.toFixed(digits)}`;
}

/** Whole digits with a comma before each group of three; the sign is left alone. */
export function inGroups(whole: string): string {
  const digits = whole.replace(/^-/, "");
  const first = digits.length % 3 || 3;
  const groups = digits.slice(first).match(/\d{3}/g) ?? [];
  return (digits === whole ? "" : "-") + [digits.slice(0, first), ...groups].join(",");
}
