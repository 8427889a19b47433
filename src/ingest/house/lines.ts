// A page's text as lines of words that know their place, as pdf-text.ts reads them and the parser takes them.

export interface Word {
  /** left edge in points from the left of the page */
  x: number;
  text: string;
}

export interface Line {
  page: number;
  words: Word[];
}

/** The words of a line with one space between them. */
export function lineText(line: Line): string {
  return line.words.map((word) => word.text).join(" ");
}
