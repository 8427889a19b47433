// Finds the check boxes on a page of a House report: since 2021 they are shapes, not text. A box is a filled square of
// 9 to 9.9 points, and a smaller stroke within it is the tick. Boxes of other kinds are not recognised, and their state
// is unknown.
import { OPS, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { drawnBox } from "./lines.ts";

type Matrix = readonly [number, number, number, number, number, number];
/** in points from the left and the bottom of the page */
interface Shape {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface DrawnBox extends Shape {
  text: string;
}

/** distance from the bottom of a box to the baseline of the text beside it, in points */
const baseOffset = 3.6;
const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** The boxes of a page, each as a text item on the baseline of the text beside it. */
export async function readBoxes(page: PDFPageProxy): Promise<DrawnBox[]> {
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
const isBetween = (length: number, least: number, most: number) => length >= least && length <= most;

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
