// The text of a PDF as lines of words with their positions: House reports are tables, and the position of a word gives
// its column. Uses pdf.js without a canvas; nothing is rendered. Runs in the thread of src/ingest/isolated.
import { getDocument, OPS, type PDFPageProxy } from "unpdf/pdfjs";
import { drawnBox, type Line, type Word } from "./text.ts";

// unpdf brings what pdf.js needs of newer versions of Node, except for this, with which fonts are sent from one part of
// pdf.js to another: without it, a page loses its fonts and most of its shapes. Node has it from version 22 on.
if (!("transferToFixedLength" in ArrayBuffer.prototype))
  Object.defineProperty(ArrayBuffer.prototype, "transferToFixedLength", {
    value(this: ArrayBuffer, length = this.byteLength) {
      const copy = new ArrayBuffer(length);
      new Uint8Array(copy).set(new Uint8Array(this, 0, Math.min(length, this.byteLength)));
      return copy;
    },
  });

// Finds the check boxes on a page of a House report: since 2021 they are shapes, not text. A box is a filled square of
// 9 to 9.9 points, and a smaller stroke within it is the tick. Boxes of other kinds are not recognised, and their state
// is unknown.
type Matrix = readonly [number, number, number, number, number, number];
/** in points from the left and the bottom of the page */
interface Shape {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface DrawnBox extends Shape {
  text: string;
}

/** distance from the bottom of a box to the baseline of the text beside it, in points */
const baseOffset = 3.6;
const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** The boxes of a page, each as a text item on the baseline of the text beside it. */
async function readBoxes(page: PDFPageProxy): Promise<DrawnBox[]> {
  const { fills, strokes } = shapesOf(await page.getOperatorList());
  const boxes: Shape[] = [];
  for (const fill of fills) if (isBox(fill) && !boxes.some((known) => isWithin(fill, known))) boxes.push(fill);
  return boxes.map((box) => {
    const isTicked = strokes.some((stroke) => isTick(stroke) && isWithin(stroke, box));
    return { ...box, y: box.y + baseOffset, text: isTicked ? drawnBox.ticked : drawnBox.empty };
  });
}

const isBox = ({ width, height }: Shape) => isBetween(width, 9, 9.9) && isBetween(height, 9, 9.9);
const isTick = ({ width, height }: Shape) => isBetween(width, 3, 8) && isBetween(height, 3, 8);
const isBetween = (length: number, min: number, max: number) => length >= min && length <= max;

/** True if the centre of `inner` is within `outer`. */
function isWithin(inner: Shape, outer: Shape): boolean {
  const x = inner.x + inner.width / 2 - outer.x;
  const y = inner.y + inner.height / 2 - outer.y;
  return x > 0 && x < outer.width && y > 0 && y < outer.height;
}

/** Bounding boxes of the paths that the page fills and strokes. */
function shapesOf({ fnArray, argsArray }: { fnArray: number[]; argsArray: unknown[] }) {
  const fills: Shape[] = [];
  const strokes: Shape[] = [];
  const saved: Matrix[] = [];
  let matrix = identity;
  for (const [at, operation] of fnArray.entries()) {
    const args = argsArray[at] as unknown[];
    if (operation === OPS.save) saved.push(matrix);
    else if (operation === OPS.transform) matrix = product(matrix, args as unknown as Matrix);
    else if (operation === OPS.paintFormXObjectBegin) {
      saved.push(matrix);
      if (args[0]) matrix = product(matrix, args[0] as Matrix);
    } else if (operation === OPS.restore || operation === OPS.paintFormXObjectEnd) matrix = saved.pop() ?? matrix;
    else if (operation === OPS.constructPath) {
      const [painted, , bounds] = args as [number, unknown, ArrayLike<number> | null];
      if (!bounds || bounds.length < 4) continue;
      const shape = toPageCoordinates(matrix, bounds);
      if (painted === OPS.fill || painted === OPS.eoFill) fills.push(shape);
      else if (painted === OPS.stroke) strokes.push(shape);
    }
  }
  return { fills, strokes };
}

function product(a: Matrix, b: Matrix): Matrix {
  return [
    a[0] * b[0] + a[2] * b[1],
    a[1] * b[0] + a[3] * b[1],
    a[0] * b[2] + a[2] * b[3],
    a[1] * b[2] + a[3] * b[3],
    a[0] * b[4] + a[2] * b[5] + a[4],
    a[1] * b[4] + a[3] * b[5] + a[5],
  ];
}

/**
 * The bounds of a path (left, bottom, right, top in its own coordinates) on the page; pages of reports are not rotated.
 */
function toPageCoordinates([a, , , d, e, f]: Matrix, bounds: ArrayLike<number>): Shape {
  const [left = 0, bottom = 0, right = 0, top = 0] = Array.from(bounds);
  const xs = [a * left + e, a * right + e];
  const ys = [d * bottom + f, d * top + f];
  return {
    x: Math.min(...xs),
    y: Math.min(...ys),
    width: Math.abs(a * (right - left)),
    height: Math.abs(d * (top - bottom)),
  };
}

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
