// The text of a page as lines of words with their positions: the output of pdf-text.ts and the input of parsers.

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
  /** position of the baseline, in points from the bottom of the page */
  y?: number;
  /** height of the tallest letters, in points */
  height?: number;
}

/** The text that represents a check box drawn on the page. */
export const drawnBox = { empty: "\u2610", ticked: "\u2611" } as const;

/** The words of a line with one space between them. */
export function lineText(line: Line): string {
  return line.words.map((word) => word.text).join(" ");
}
