// A refused file as shown to an administrator: its text with the offending line (or the text layer of a PDF), and the
// values that were read there. The content is untrusted: control characters are replaced, and the length and number of
// lines are limited.
import type { RefusedContent, RefusedField } from "../ports.ts";
import type { Refusal } from "../store/refusals.ts";
import { readIsolated } from "./isolated/isolated.ts";
import { lineText } from "./pdf/lines.ts";
import { storedPosition } from "./position.ts";
import type { PositionInFile } from "./position-in-file.ts";
import { excerpt, rawBytes } from "./raw-excerpt.ts";

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
