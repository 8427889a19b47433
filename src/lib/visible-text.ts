// Makes foreign text safe to display: invisible characters and characters that change the text direction are written
// out.

// C0 and C1 controls, zero-width characters, and marks that change the text direction
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const invisible = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** A foreign text with its invisible characters made visible: `⟨U+202E⟩`. */
export function madeVisible(text: string): string {
  return text.replace(invisible, (mark) => `⟨U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}

/** The first `most` characters of a text, followed by `…` where it is longer. */
export function shortened(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}…` : text;
}
