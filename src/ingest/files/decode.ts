// The text of a file in the encoding that its bytes are in, and JSON from untrusted input.
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
