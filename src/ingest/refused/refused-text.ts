// A refused file as shown to an administrator: its text with the offending line (or the text layer of a PDF), and the
// values that were read there, or an excerpt of its beginning. The content is untrusted: control characters are
// replaced, and the length and number of lines are limited.
import type { RefusedContent, RefusedField } from "../../ports/requests.ts";
import type { Refusal } from "../../store/refusals.ts";
import { lineText } from "../files/text.ts";
import { readIsolated } from "../isolated/isolated.ts";
import { readRaw } from "../run/raw-store.ts";
import { type PositionInFile, storedPosition } from "./position.ts";

const maxLines = 400;
const linesBefore = 60;
const maxLineLength = 400;
/** maximum length of the text that is searched for the position */
const maxCharacters = 8 * 1024 * 1024;

/** Never throws because of the content of the file. */
export async function readRefused(item: Refusal, home: string): Promise<RefusedContent> {
  const raw = await rawBytes(item, home);
  const nothing = { lines: [], firstLine: 1, totalLines: 0, markedLine: null, readings: problemAlone(item) };
  if (typeof raw === "string") return { ...nothing, bytes: null, kind: null, missing: raw };
  const read = await readText(raw);
  if ("missing" in read) return { ...nothing, bytes: raw.length, kind: read.kind, missing: read.missing };
  const { line, readings } = await positionIn(read.text, item);
  const all = read.text.split("\n");
  const first = line === null ? 0 : Math.max(0, line - 1 - linesBefore);
  return {
    bytes: raw.length,
    kind: read.kind,
    lines: all.slice(first, first + maxLines).map(shown),
    firstLine: first + 1,
    totalLines: all.length,
    markedLine: read.kind === "binary" ? null : line,
    readings: read.kind === "binary" ? problemAlone(item) : readings,
    missing: null,
  };
}

const problemAlone = ({ message }: Refusal): RefusedField[] => [{ field: "file", read: null, problem: message }];

/** Runs in an isolated thread, like all parsing of untrusted files, so that no file can block the service. */
async function positionIn(text: string, item: Refusal): Promise<PositionInFile> {
  const { reason, message, detail } = item;
  return await readIsolated("positionInFile", text, { reason, message, position: storedPosition(detail) }).catch(
    () => ({
      line: null,
      readings: problemAlone(item),
    }),
  );
}

type Text = { kind: "text" | "pdf" | "binary"; text: string } | { kind: "pdf"; missing: string };

async function readText(bytes: Buffer): Promise<Text> {
  if (bytes.subarray(0, 1024).includes("%PDF-")) return await readPdf(bytes);
  if (bytes.subarray(0, 2000).includes(0)) return { kind: "binary", text: excerpt(bytes) };
  return { kind: "text", text: bytes.toString("utf8").slice(0, maxCharacters).replace(/\r\n?/g, "\n") };
}

async function readPdf(bytes: Buffer): Promise<Text> {
  try {
    const lines = await readIsolated("pdfLines", bytes);
    if (lines.length === 0) return { kind: "pdf", missing: "the PDF has no text: it is a scan" };
    return { kind: "pdf", text: lines.map(lineText).join("\n") };
  } catch (error) {
    return {
      kind: "pdf",
      missing: `the PDF could not be read: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

/** Control characters of a file must not reach a terminal or a page. */
function shown(line: string): string {
  const safe = line.replace(/[^\P{Cc}\t]/gu, "\uFFFD");
  return safe.length > maxLineLength ? `${safe.slice(0, maxLineLength)}…` : safe;
}

/** The raw bytes, or a sentence if they are not on this machine. */
export async function rawBytes({ sha256 }: Pick<Refusal, "sha256">, home: string): Promise<Buffer | string> {
  if (sha256 === null) return "no bytes were stored: the file could not be read at all";
  return await readRaw(home, sha256).catch((error: Error) => `the raw file is not available here: ${error.message}`);
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
