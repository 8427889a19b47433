// Foreign text as it may be shown: what has no shape of its own, or turns the direction of what follows, is written out.

// C0 and C1 controls, and the marks that turn the direction of what follows
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const invisible = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** A foreign text with its invisible characters made visible: `⟨U+202E⟩`. */
export function madeVisible(text: string): string {
  return text.replace(invisible, (mark) => `⟨U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}

/** The beginning of a text of more than so many characters, and a mark that there is more. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
