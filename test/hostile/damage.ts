// What storage, transfer and tools do to any file: cut, flipped, doubled, in another encoding, or not the file at all.
import type { Random } from "./random.ts";

/** `refused`: must be quarantined. `loaded`: must give the rows of the undamaged file. `either`: must be quarantined or give rows. */
export type Expectation = "refused" | "loaded" | "either";

export interface Damage {
  name: string;
  expects: Expectation;
  apply(bytes: Buffer, random: Random): Buffer;
}

const page = Buffer.from(
  "<html><head><title>SEC.gov | Request Rate Threshold Exceeded</title></head><body>Undeclared Automated Tool</body></html>",
);

/** A position in the bytes. */
const at = (bytes: Buffer, random: Random) => random.below(Math.max(1, bytes.length));

function insert(bytes: Buffer, position: number, what: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, position), what, bytes.subarray(position)]);
}

/** Replaces one run of digits by other text. */
function number(bytes: Buffer, random: Random, text: string): Buffer {
  const content = bytes.toString("latin1");
  const runs = [...content.matchAll(/(?<=[>,:"\s])\d+(\.\d+)?(?=[<,"\s])/g)];
  // a file may have none
  const run = runs[random.below(runs.length)];
  if (!run) return bytes;
  return Buffer.from(content.slice(0, run.index) + text + content.slice(run.index + run[0].length), "latin1");
}

export const damages: Damage[] = [
  { name: "empty", expects: "refused", apply: () => Buffer.alloc(0) },
  { name: "white space", expects: "refused", apply: () => Buffer.from(" \r\n\t\r\n") },
  { name: "zeros", expects: "refused", apply: (bytes) => Buffer.alloc(bytes.length) },
  { name: "random bytes", expects: "refused", apply: (_, random) => random.bytes(2000 + random.below(5000)) },
  { name: "an error page", expects: "refused", apply: () => page },
  {
    name: "a program",
    expects: "refused",
    apply: (_, random) => Buffer.concat([Buffer.from("\x7fELF"), random.bytes(4000)]),
  },
  { name: "cut at a random byte", expects: "either", apply: (bytes, random) => bytes.subarray(0, at(bytes, random)) },
  {
    name: "cut in its first bytes",
    expects: "refused",
    apply: (bytes, random) => bytes.subarray(0, 1 + random.below(20)),
  },
  { name: "without its beginning", expects: "either", apply: (bytes, random) => bytes.subarray(at(bytes, random)) },
  {
    name: "a piece is missing",
    expects: "either",
    apply: (bytes, random) => {
      const from = at(bytes, random);
      return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + 1 + random.below(200))]);
    },
  },
  {
    name: "a piece is repeated",
    expects: "either",
    apply: (bytes, random) => {
      const from = at(bytes, random);
      return insert(bytes, from, bytes.subarray(from, from + 1 + random.below(300)));
    },
  },
  {
    name: "flipped bits",
    expects: "either",
    apply: (bytes, random) => {
      const flipped = Buffer.from(bytes);
      for (let n = 1 + random.below(30); n > 0; n--) {
        const position = at(bytes, random);
        flipped[position] = (flipped[position] ?? 0) ^ (1 << random.below(8));
      }
      return flipped;
    },
  },
  {
    name: "NUL bytes",
    expects: "either",
    apply: (bytes, random) => insert(bytes, at(bytes, random), Buffer.alloc(1 + random.below(9))),
  },
  {
    name: "control characters",
    expects: "either",
    apply: (bytes, random) => insert(bytes, at(bytes, random), Buffer.from([1, 2, 8, 11, 27, 127])),
  },
  {
    name: "a lone surrogate",
    expects: "either",
    apply: (bytes, random) => insert(bytes, at(bytes, random), Buffer.from([0xed, 0xa0, 0x80])),
  },
  {
    name: "a lone surrogate, escaped",
    expects: "either",
    apply: (bytes, random) => insert(bytes, at(bytes, random), Buffer.from("\\ud800&#xD800;&#0;")),
  },
  {
    name: "overlong UTF-8",
    expects: "either",
    apply: (bytes, random) => insert(bytes, at(bytes, random), Buffer.from([0xc0, 0xaf, 0xf8, 0x88, 0xff])),
  },
  {
    name: "right-to-left and combining marks",
    expects: "either",
    apply: (bytes, random) => insert(bytes, at(bytes, random), Buffer.from(`\u202e${"\u0300".repeat(500)}`)),
  },
  {
    name: "UTF-16 with a mark",
    expects: "either",
    apply: (bytes) => Buffer.from(`\uFEFF${bytes.toString("latin1")}`, "utf16le"),
  },
  {
    name: "UTF-16 without a mark",
    expects: "either",
    apply: (bytes) => Buffer.from(bytes.toString("latin1"), "utf16le"),
  },
  {
    name: "a number of 100,000 digits",
    expects: "either",
    apply: (bytes, random) => number(bytes, random, "9".repeat(100_000)),
  },
  ...[
    "1e400",
    "-1e400",
    "NaN",
    "Infinity",
    "-5",
    "0x1F",
    "1,00,0",
    "\u0661\u0662",
    "9".repeat(400),
    `0.${"0".repeat(400)}1`,
  ].map(
    (text): Damage => ({
      name: `a number that reads ${text.slice(0, 12)}`,
      expects: "either",
      apply: (bytes, random) => number(bytes, random, text),
    }),
  ),
  ...["0000-00-00", "2024-02-30", "9999-12-31", "-2024-01-01", "2024-01-01T25:00:00Z", "99999999999-01-01"].map(
    (text): Damage => ({
      name: `a date that reads ${text}`,
      expects: "either",
      apply: (bytes) => Buffer.from(bytes.toString("latin1").replace(/2024-03-0\d|0\d\/0\d\/2025/, text), "latin1"),
    }),
  ),
  {
    name: "words of SQL and HTML",
    expects: "either",
    apply: (bytes) =>
      Buffer.from(
        bytes
          .toString("latin1")
          .replace(/invented|quartz/i, `'); DROP TABLE filings; --&lt;script&gt;alert(1)&lt;/script&gt;\${1}%s%n`),
        "latin1",
      ),
  },
];
