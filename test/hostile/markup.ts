// Ownership documents, House indexes and Senate pages that attack a reader of XML or HTML.
import type { Damage } from "./damage.ts";

/** Puts text behind the first `mark` of the file. */
const behind = (mark: string | RegExp, text: string | (() => string)) => (bytes: Buffer) =>
  Buffer.from(
    bytes.toString("latin1").replace(mark, (found) => found + (typeof text === "string" ? text : text())),
    "latin1",
  );
const before = (mark: string, text: string) => (bytes: Buffer) =>
  Buffer.from(
    bytes.toString("latin1").replace(mark, () => text + mark),
    "latin1",
  );

const laughs = `<!DOCTYPE lolz [<!ENTITY l0 "lol">${Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join("")}]>`;
const quadratic = `<!DOCTYPE q [<!ENTITY a "${"a".repeat(100_000)}">]>`;
const outside = `<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd"><!ENTITY net SYSTEM "http://127.0.0.1:9/x">]>`;

/** For `<ownershipDocument>`, in a submission or alone. */
export const ownershipBombs: Damage[] = [
  ...[
    ["billion laughs", laughs, "&l9;"],
    ["quadratic entities", quadratic, "&a;".repeat(10_000)],
    ["outside entities", outside, "&file;&net;"],
  ].map(
    ([name = "", declared = "", used = ""]): Damage => ({
      name,
      expects: "refused",
      apply: (bytes) => before("<ownershipDocument>", declared)(behind("<issuerName>", used)(bytes)),
    }),
  ),
  { name: "entities declared inside", expects: "refused", apply: behind("<ownershipDocument>", laughs) },
  {
    name: "elements nested 100,000 deep",
    expects: "refused",
    apply: behind("<ownershipDocument>", "<a>".repeat(100_000)),
  },
  {
    name: "tables nested in tables",
    expects: "either",
    apply: behind("<nonDerivativeTable>", `${"<nonDerivativeTable>".repeat(40)}${"</nonDerivativeTable>".repeat(40)}`),
  },
  {
    name: "a million empty elements",
    expects: "refused",
    apply: behind("<ownershipDocument>", () => "<a/>".repeat(1_000_000)),
  },
  {
    name: "a million attributes",
    expects: "refused",
    apply: behind(
      "<ownershipDocument>",
      () => `<a ${Array.from({ length: 1_000_000 }, (_, n) => `b${n}=""`).join(" ")}/>`,
    ),
  },
  {
    name: "one attribute of 6 MB",
    expects: "either",
    apply: behind("<ownershipDocument>", () => `<a b="${"x".repeat(6_000_000)}"/>`),
  },
  { name: "a name of 6 MB", expects: "either", apply: behind("<issuerName>", () => "X".repeat(6_000_000)) },
  { name: "a footnote of spaces", expects: "either", apply: behind(/<footnote id="F1">/, () => " ".repeat(5_000_000)) },
  {
    name: "a footnote of almost-rules",
    expects: "either",
    apply: behind(/<footnote id="F1">/, () => "10b5 not pursuant to ".repeat(100_000)),
  },
  {
    name: "a footnote of digits and brackets",
    expects: "either",
    apply: behind(/<footnote id="F1">/, () => "10((((((b((((".repeat(100_000)),
  },
  {
    name: "hostile names of properties",
    expects: "either",
    apply: behind(
      "<ownershipDocument>",
      "<__proto__><polluted>1</polluted></__proto__><constructor><prototype><polluted>1</polluted></prototype></constructor><toString>x</toString>",
    ),
  },
  { name: "an unfinished CDATA section", expects: "refused", apply: behind("<ownershipDocument>", "<![CDATA[ x") },
  { name: "an unfinished comment", expects: "refused", apply: behind("<ownershipDocument>", "<!-- x") },
  {
    name: "a hundred thousand start tags",
    expects: "either",
    apply: (bytes) => Buffer.concat([Buffer.from("<ownershipDocument>\n".repeat(100_000)), bytes]),
  },
  {
    name: "a hundred thousand submissions",
    expects: "refused",
    apply: () => Buffer.from("<SUBMISSION>\n".repeat(100_000)),
  },
  {
    name: "a document without end, repeated",
    expects: "refused",
    apply: (bytes) =>
      Buffer.from(
        bytes.toString("latin1").replaceAll("</ownershipDocument>", "<ownershipDocument>").repeat(50),
        "latin1",
      ),
  },
  {
    name: "a title of 10 MB without spaces",
    expects: "refused",
    apply: () => Buffer.from(`<html><title>${"x".repeat(10_000_000)}`),
  },
  {
    name: "ten thousand transactions",
    expects: "either",
    apply: (bytes) =>
      Buffer.from(
        bytes
          .toString("latin1")
          .replace(/<nonDerivativeTransaction>.*?<\/nonDerivativeTransaction>/s, (row) => row.repeat(3000)),
        "latin1",
      ),
  },
  {
    name: "footnotes that refer to a million notes",
    expects: "either",
    apply: behind("<transactionPricePerShare>", () => '<footnoteId id="F1"/>'.repeat(50_000)),
  },
];

/** For the House Clerk's index. */
export const indexBombs: Damage[] = [
  ...[laughs, quadratic, outside].map(
    (declared, n): Damage => ({
      name: `index with entities (${n + 1})`,
      expects: "refused",
      apply: (bytes) => before("<FinancialDisclosure>", declared)(behind("<Last>", "&l9;&a;&file;")(bytes)),
    }),
  ),
  { name: "index nested 100,000 deep", expects: "refused", apply: behind("<Member>", "<a>".repeat(100_000)) },
  {
    name: "index with a million empty rows",
    expects: "refused",
    apply: behind("<FinancialDisclosure>", () => "<Member/>".repeat(1_000_000)),
  },
  {
    name: "index with hostile properties",
    expects: "either",
    apply: behind("<Member>", "<__proto__><DocID>1</DocID></__proto__>"),
  },
  {
    name: "index that is text",
    expects: "refused",
    apply: () => Buffer.from(`<?xml version="1.0"?><FinancialDisclosure>${"text ".repeat(10)}`),
  },
];

/** For a Senate page. */
export const pageBombs: Damage[] = [
  { name: "a million nested elements", expects: "refused", apply: behind("<body>", () => "<div>".repeat(1_000_000)) },
  {
    name: "a million nested tables",
    expects: "refused",
    apply: behind("<body>", () => "<table><tr><td>".repeat(333_000)),
  },
  { name: "a million formatting elements", expects: "refused", apply: behind("<body>", () => "<b>".repeat(1_000_000)) },
  { name: "a million paragraphs", expects: "refused", apply: behind("<body>", () => "<p>".repeat(1_000_000)) },
  { name: "a million opening brackets", expects: "either", apply: behind("<body>", () => "<".repeat(1_000_000)) },
  {
    name: "a million attributes",
    expects: "refused",
    apply: behind("<body>", () => `<p ${Array.from({ length: 1_000_000 }, (_, n) => `b${n}`).join(" ")}>`),
  },
  { name: "a million columns", expects: "refused", apply: behind("<thead><tr>", () => "<th>x</th>".repeat(1_000_000)) },
  { name: "a heading of spaces", expects: "either", apply: behind(/<h1[^>]*>/, () => " ".repeat(5_000_000)) },
  { name: "a heading of commas", expects: "either", apply: behind(/<h2[^>]*>/, () => ", ".repeat(1_000_000)) },
  { name: "stamps without number", expects: "either", apply: behind("<body>", () => "Filed  ".repeat(500_000)) },
  { name: "totals without end", expects: "either", apply: behind("<body>", () => `(${"1".repeat(2_000_000)}`) },
  {
    name: "a script and frames",
    expects: "either",
    apply: behind(
      "<body>",
      "<script>while(1);</script><iframe src='file:///etc/passwd'></iframe><style>*{}</style><plaintext>",
    ),
  },
  { name: "an unfinished comment", expects: "refused", apply: behind("<body>", "<!-- ") },
  {
    name: "entities without end",
    expects: "either",
    apply: behind("<body>", () => "&".repeat(500_000) + "&amp".repeat(100_000)),
  },
  { name: "a page of 20 MB", expects: "refused", apply: behind("<body>", () => "x".repeat(20_000_000)) },
];
