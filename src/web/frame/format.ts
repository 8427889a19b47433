// Figures, dates and times as all pages write them: ISO dates, UTC, a dash for what is unknown.

const unknown = "–";

export function count(value: number | null | undefined): string {
  return value === null || value === undefined ? unknown : value.toLocaleString("en-US");
}

/** A share of a whole as `93.1 %`; unknown where the whole is nothing. */
export function share(part: number, whole: number): string {
  return whole > 0 ? `${((100 * part) / whole).toFixed(1)} %` : unknown;
}

/** `2026-11-21 16:05:09`, in UTC; the column says so. */
export function instant(time: string | null | undefined): string {
  return time ? new Date(time).toISOString().slice(0, 19).replace("T", " ") : unknown;
}

const spans: [seconds: number, unit: string][] = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
  [1, "s"],
];

/** `2 min ago`, `in 3 h`; `now` is in milliseconds. */
export function relative(time: string | null | undefined, now: number): string {
  if (!time) return unknown;
  const seconds = Math.round((Date.parse(time) - now) / 1000);
  const [size, unit] = spans.find(([least]) => Math.abs(seconds) >= least) ?? [1, "s"];
  const amount = `${Math.floor(Math.abs(seconds) / size)} ${unit}`;
  if (Math.abs(seconds) < 1) return "now";
  return seconds < 0 ? `${amount} ago` : `in ${amount}`;
}

const compactFigure = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 3 });

/** `$1.2M`, `$950`: a decimal text, short; the exact figure belongs beside it or in the drawer. */
export function dollars(amount: string | null | undefined): string {
  if (amount === null || amount === undefined) return unknown;
  const figure = Number(amount);
  return `${figure < 0 ? "-" : ""}$${compactFigure.format(Math.abs(figure))}`;
}

/** A decimal text in full, with its thousands set off: `12,345.0625`. */
export function exact(amount: string | null | undefined): string {
  if (amount === null || amount === undefined) return unknown;
  const [whole = "", fraction] = amount.split(".");
  return whole.replace(/\B(?=(\d{3})+$)/g, ",") + (fraction === undefined ? "" : `.${fraction}`);
}

/** `+12.3`, `-0.4`: per cent with its sign; the head says the unit. */
export function signed(percent: string | null | undefined, digits = 1): string {
  if (percent === null || percent === undefined) return unknown;
  const figure = Number(percent);
  return `${figure > 0 ? "+" : ""}${figure.toFixed(digits)}`;
}

/** US dollars a month. */
export function price(amount: string | number | null): string {
  if (amount === null) return "by arrangement";
  return Number(amount) === 0 ? "free" : `$${count(Number(amount))}`;
}

/** The beginning of a text of more than so many characters, and a mark that there is more. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

// C0 and C1 controls, and the marks that turn the direction of what follows
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const invisible = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** A foreign text with its invisible characters made visible: `⟨U+202E⟩`. */
export function madeVisible(text: string): string {
  return text.replace(invisible, (mark) => `⟨U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}
