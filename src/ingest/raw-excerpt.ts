// The bytes of a refused file, and an excerpt of its beginning that is safe to display.
import type { Refusal } from "../store/refusals.ts";
import { readRaw } from "./raw-store.ts";

/** The raw bytes, or a sentence if they are not on this machine. */
export async function rawBytes({ sha256 }: Pick<Refusal, "sha256">, home: string): Promise<Buffer | string> {
  if (sha256 === null) return "no bytes were stored: the file could not be read at all";
  return await readRaw(home, sha256).catch((error: Error) => `the raw file is not to be had here: ${error.message}`);
}

const excerptLength = 2000;
const dumpLength = 512;
const bytesALine = 16;

/** The beginning of a file: text without control characters, or a hex dump if it is binary. */
export function excerpt(bytes: Buffer): string {
  const head = bytes.subarray(0, excerptLength);
  if (!head.includes(0) && !head.subarray(0, 5).equals(Buffer.from("%PDF-")))
    // control characters of a file must not reach a terminal or a page
    return head.toString("utf8").replace(/[^\P{Cc}\n\t]/gu, "\uFFFD");
  const lines: string[] = [];
  for (let at = 0; at < Math.min(head.length, dumpLength); at += bytesALine)
    lines.push(dumpLine(at, head.subarray(at, at + bytesALine)));
  return lines.join("\n");
}

function dumpLine(at: number, part: Buffer): string {
  const hex = part.toString("hex").replace(/(..)(?=.)/g, "$1 ");
  const text = part.toString("latin1").replace(/[^ -~]/g, ".");
  return `${at.toString(16).padStart(8, "0")}  ${hex.padEnd(bytesALine * 3)} ${text}`;
}
