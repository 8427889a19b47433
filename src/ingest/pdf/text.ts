// The text of a PDF as lines of words with their positions: House reports are tables, and the position of a word gives
// its column. Uses pdf.js without a canvas; nothing is rendered. Runs in the thread of src/ingest/isolated.
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { readBoxes } from "./boxes.ts";
import type { Line, Word } from "./lines.ts";

interface Item extends Word {
  y: number;
  width: number;
  height: number;
}

/** the longest real reports have a few dozen */
const maxPages = 1000;
/** items whose baselines differ by less than this are on one line, in points */
const lineTolerance = 3;

/**
 * Reads the lines of a PDF from top to bottom, page by page. Rethrows errors of pdf.js for bytes that are not a PDF.
 */
export async function readPdfLines(bytes: Uint8Array): Promise<Line[]> {
  const task = getDocument({
    // pdf.js transfers the buffer, so it gets a copy
    data: new Uint8Array(bytes),
    verbosity: 0,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
  });
  try {
    const document = await task.promise;
    if (document.numPages > maxPages)
      throw Object.assign(new Error(`it has ${document.numPages} pages`), { reason: "too_many_pages" });
    const lines: Line[] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const content = await page.getTextContent();
      const items = content.items.flatMap((item) => ("str" in item ? toItem(item) : []));
      lines.push(...toLines([...items, ...(await readBoxes(page))], number));
      page.cleanup();
    }
    return lines;
  } finally {
    await task.destroy();
  }
}

// The Clerk's newer PDFs set small capitals in a font whose lower-case glyphs map to NUL: they have no text.
function toItem(item: { str: string; transform: number[]; width: number; height: number }): Item[] {
  const text = item.str.replaceAll("\0", "").replaceAll(/\p{Cs}/gu, "\uFFFD");
  if (!text.trim()) return [];
  return [{ x: item.transform[4] ?? 0, y: item.transform[5] ?? 0, width: item.width, height: item.height, text }];
}

function toLines(items: Item[], page: number): Line[] {
  const groups: { y: number; items: Item[] }[] = [];
  for (const item of [...items].sort((a, b) => b.y - a.y || a.x - b.x)) {
    const group = groups.at(-1);
    if (group && group.y - item.y < lineTolerance) group.items.push(item);
    else groups.push({ y: item.y, items: [item] });
  }
  return groups.map((group) => ({
    page,
    words: toWords(group.items.sort((a, b) => a.x - b.x)),
    y: Math.min(...group.items.map(({ y }) => y)),
    height: Math.max(...group.items.map(({ height }) => height)),
  }));
}

/**
 * Splits items at spaces, and joins adjacent ones: small capitals are one item for the initial and one for the rest.
 */
function toWords(items: Item[]): Required<Word>[] {
  const words: Required<Word>[] = [];
  for (const item of items) {
    const perCharacter = item.width / item.text.length;
    for (const match of item.text.matchAll(/\S+/g)) {
      const x = item.x + match.index * perCharacter;
      const end = x + match[0].length * perCharacter;
      const last = words.at(-1);
      if (last && match.index === 0 && x - last.end < 0.8 && x >= last.end - 2) {
        last.text += match[0];
        last.end = end;
      } else words.push({ x, end, text: match[0] });
    }
  }
  return words;
}
