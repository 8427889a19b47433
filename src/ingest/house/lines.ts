// A page's text as lines of words that know their place, as pdf-text.ts reads them and the parser takes them.

export interface Word {
  /** left edge in points from the left of the page */
  x: number;
  text: string;
  /** right edge */
  end?: number;
}

export interface Line {
  page: number;
  words: Word[];
  /** of the baseline, in points from the bottom of the page */
  y?: number;
  /** of the tallest letters, in points */
  height?: number;
}

/** The text that represents a box which the page draws. */
export const drawnBox = { empty: "\u2610", ticked: "\u2611" } as const;

/** The words of a line with one space between them. */
export function lineText(line: Line): string {
  return line.words.map((word) => word.text).join(" ");
}
