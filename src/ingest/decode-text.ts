// The text of a file in the encoding that its bytes are in.
import { isUtf8 } from "node:buffer";

/**
 * UTF-8 where the bytes are UTF-8, else Windows-1252, which old filings and files saved by other programs are in. The
 * bytes decide, not the text: a valid U+FFFD, which a filer copied from elsewhere, is a character like others. A
 * byte-order mark is left out.
 */
export const decodeText = (bytes: Uint8Array): string =>
  new TextDecoder(isUtf8(bytes) ? "utf-8" : "windows-1252").decode(bytes);
