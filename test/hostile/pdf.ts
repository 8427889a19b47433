// PDFs that attack their reader: loops between objects, false counts, streams that expand, contents that never end.
import { deflateSync } from "node:zlib";
import type { Damage } from "./damage.ts";

/** A PDF of numbered objects without a table of offsets, which readers rebuild. */
const pdf = (objects: string[], trailer = "<< /Root 1 0 R >>") =>
  Buffer.from(
    `%PDF-1.7\n${objects.map((object, n) => `${n + 1} 0 obj\n${object}\nendobj\n`).join("")}trailer\n${trailer}\n%%EOF\n`,
    "latin1",
  );
const catalog = "<< /Type /Catalog /Pages 2 0 R >>";
const onePage = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>";
const page = (more = "/Contents 4 0 R") => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${more} >>`;
const stream = (content: string, dictionary = "") =>
  `<< /Length ${content.length} ${dictionary} >>\nstream\n${content}\nendstream`;
const packed = (bytes: Buffer, dictionary = "/Filter /FlateDecode") =>
  stream(deflateSync(bytes, { level: 9 }).toString("latin1"), dictionary);
const font = "/Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R";

const made = (name: string, make: () => Buffer): Damage => ({ name, expects: "refused", apply: make });

export const pdfBombs: Damage[] = [
  made("a PDF whose pages contain themselves", () => pdf([catalog, "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>"])),
  made("a PDF that counts a billion pages", () =>
    pdf([catalog, "<< /Type /Pages /Kids [3 0 R] /Count 1000000000 >>", page("")]),
  ),
  made("a PDF with one page 100,000 times", () =>
    pdf([catalog, `<< /Type /Pages /Kids [${"3 0 R ".repeat(100_000)}] /Count 100000 >>`, page(), stream("BT ET")]),
  ),
  made("a PDF whose catalog is itself", () => pdf(["1 0 R"])),
  made("a PDF without pages", () => pdf(["<< /Type /Catalog >>"])),
  made("a PDF whose stream is as long as itself", () =>
    pdf([catalog, onePage, page(), "<< /Length 4 0 R >>\nstream\nBT ET\nendstream"]),
  ),
  made("a PDF whose tables refer to themselves", () =>
    Buffer.from(
      "%PDF-1.4\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF",
    ),
  ),
  made("a PDF whose object streams extend each other", () =>
    pdf([
      catalog,
      onePage,
      page(),
      stream("5 0 << >>", "/Type /ObjStm /N 1 /First 4 /Extends 5 0 R"),
      stream("4 0 << >>", "/Type /ObjStm /N 1000000 /First 4 /Extends 4 0 R"),
    ]),
  ),
  made("a PDF stream of 300 MB", () => pdf([catalog, onePage, page(), packed(Buffer.alloc(300_000_000, " "))])),
  made("a PDF stream packed twice", () =>
    pdf([
      catalog,
      onePage,
      page(),
      packed(deflateSync(Buffer.alloc(200_000_000, " "), { level: 9 }), "/Filter [/FlateDecode /FlateDecode]"),
    ]),
  ),
  made("a PDF with a hundred filters", () =>
    pdf([catalog, onePage, page(), stream("BT ET", `/Filter [${"/ASCIIHexDecode ".repeat(100)}]`)]),
  ),
  made("a PDF of ten million graphics states", () =>
    pdf([catalog, onePage, page(), packed(Buffer.alloc(20_000_000, "q "))]),
  ),
  made("a PDF of brackets 100,000 deep", () => pdf([catalog, onePage, page(), stream(`${"[".repeat(100_000)}`)])),
  made("a PDF of dictionaries 100,000 deep", () => pdf([catalog, onePage, page(), "<< /A ".repeat(100_000)])),
  made("a PDF whose forms draw each other", () =>
    pdf([
      catalog,
      onePage,
      page("/Resources << /XObject << /X 5 0 R >> >> /Contents 4 0 R"),
      stream("/X Do"),
      stream(
        "/X Do /Y Do",
        "/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << /X 6 0 R /Y 6 0 R >> >>",
      ),
      stream(
        "/X Do /Y Do",
        "/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << /X 5 0 R /Y 5 0 R >> >>",
      ),
    ]),
  ),
  made("a PDF whose font draws itself", () =>
    pdf([
      catalog,
      onePage,
      page(font),
      stream("BT /F1 9 Tf (aaaa) Tj ET"),
      "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 /Widths [1] /Encoding << /Differences [97 /a] >> /CharProcs << /a 4 0 R >> /Resources << /Font << /F1 5 0 R >> >> >>",
    ]),
  ),
  made("a PDF whose font maps four billion codes", () =>
    pdf([
      catalog,
      onePage,
      page(font),
      stream("BT /F1 9 Tf <0001> Tj ET"),
      "<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding 6 0 R /ToUnicode 6 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << >> >>] >>",
      stream(
        "begincmap 1 begincodespacerange <00000000> <FFFFFFFF> endcodespacerange 1 begincidrange <00000000> <FFFFFFFF> 0 endcidrange 1 beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange endcmap",
      ),
    ]),
  ),
  made("a PDF with a JBIG2 picture of garbage", () =>
    pdf([
      catalog,
      onePage,
      page("/Resources << /XObject << /X 5 0 R >> >> /Contents 4 0 R"),
      stream("/X Do"),
      stream(
        "\x00\x00\x00\x00\x30\x00\x01\x7f\xff\xff\xff\x7f\xff\xff\xff".repeat(50),
        "/Type /XObject /Subtype /Image /Width 2000000000 /Height 2000000000 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode",
      ),
    ]),
  ),
  made("a PDF that is encrypted", () =>
    pdf(
      [catalog, onePage, page(), stream("BT ET"), "<< /Filter /Standard /V 5 /R 6 /O (x) /U (x) /P -1 >>"],
      "<< /Root 1 0 R /Encrypt 5 0 R /ID [(a) (b)] >>",
    ),
  ),
  made("a PDF head alone", () => Buffer.from("%PDF-1.7\n")),
  made("a PDF of a million objects", () => Buffer.from(`%PDF-1.7\n${"1 0 obj\n<< >>\nendobj\n".repeat(200_000)}`)),
  made("a PDF of letters in no order", () =>
    pdf([
      catalog,
      onePage,
      page(font),
      packed(
        Buffer.from(
          Array.from(
            { length: 150_000 },
            (_, n) => `BT /F1 9 Tf 1 0 0 1 ${(n * 7919) % 600} ${(n * 104_729) % 790} Tm (x) Tj ET`,
          ).join("\n"),
        ),
      ),
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]),
  ),
];
