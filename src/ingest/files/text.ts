// The text of a file: in the encoding that its bytes are in, as JSON from untrusted input, or as lines of words with
// their positions, which pdf-text.ts reads from a PDF.
import { isUtf8 } from "node:buffer";

/**
 * UTF-8 where the bytes are UTF-8, else Windows-1252, which old filings and files saved by other programs are in. The
 * bytes decide, not the text: a valid U+FFFD, which a filer copied from elsewhere, is a character like others. A
 * byte-order mark is left out.
 */
export const decodeText = (bytes: Uint8Array): string =>
  new TextDecoder(isUtf8(bytes) ? "utf-8" : "windows-1252").decode(bytes);

/** The largest real file, ten megabytes of legislators, has a quarter of this number. */
const maxValues = 2_000_000;

/** Parses the bytes. Throws an Error if they are not JSON, or contain more than two million commas. */
export function parseJson(bytes: Uint8Array): unknown {
  let values = 1;
  for (let at = bytes.indexOf(comma); at >= 0; at = bytes.indexOf(comma, at + 1))
    if (++values > maxValues) throw new Error(`it contains more than ${maxValues} values, which no real file does`);
  return JSON.parse(new TextDecoder().decode(bytes));
}

const comma = ",".charCodeAt(0);

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
