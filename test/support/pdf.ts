// Writes PDFs for tests: text in Helvetica and check boxes, at given positions.

export interface DrawnText {
  x: number;
  y: number;
  text: string;
}

/** A check box as the Clerk's forms draw it since 2021; x and y are its lower left corner. */
export interface DrawnBox {
  x: number;
  y: number;
  isTicked: boolean;
}

/** Builds a PDF with one content stream per page. */
export function makePdf(pages: (DrawnText | DrawnBox)[][]): Buffer {
  const streams = pages.map((page) =>
    page.map((one) => ("text" in one ? textOperators(one) : boxOperators(one))).join("\n"),
  );
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...streams.flatMap((stream, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    ]),
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const trailer = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + trailer, "latin1");
}

const textOperators = ({ x, y, text }: DrawnText) => `BT /F1 9 Tf 1 0 0 1 ${x} ${y} Tm (${escaped(text)}) Tj ET`;

function boxOperators({ x, y, isTicked }: DrawnBox): string {
  const edge = `0.66 g ${x} ${y} 9.4 9.4 re f 1 g ${x} ${y} 9.4 9.4 re f`;
  const tick = `${x + 2} ${y + 4} m ${x + 4} ${y + 2} l ${x + 8} ${y + 7} l S`;
  return `q ${edge} ${isTicked ? `0.46 g ${x} ${y} 10 10 re f ${tick}` : `${x} ${y} 9 9 re S`} 0 g Q`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\()]/g, (character) => `\\${character}`);
}
