// Expensive values: long, repeated, nested, and the worst cases of matchers. A caller may send all of them; code that reads them has to
// bound their cost.
import fc from "fast-check";

/** just below, at and above the bounds of a value, and what a URL can hold at most */
const lengths = fc.constantFrom(20, 100, 101, 199, 200, 201, 1000, 7000);
/** entries of a list */
const counts = fc.constantFrom(9, 10, 25, 26, 99, 100, 101, 1000, 3500);

const letters = [..."abcdefghijklmnopqrstuvwxyz"];

/** characters that are special in LIKE, in regular expressions and to splitters, and letters whose case is irregular */
const characters = [
  ...letters.slice(0, 5),
  ..."09%_\\'\"()[]{}.*+?^$|/&;:,-#~ ",
  "é",
  "Σ",
  "İ",
  "ß",
  "ﬃ",
  "😀",
  "e\u0301",
  "\u200d",
];

/** fragments that are repeated */
const pieces = [
  "a,",
  "a a",
  "aab",
  "NYSE:",
  "A/",
  "A AND ",
  " OR ",
  "A/ B ",
  "-.",
  "1-",
  "-1,",
  "0.",
  "1k-",
  "$",
  "100k+",
  "T00:00:00",
  "services-",
  "services-computer programming, ",
  "Services-Computer Programming, Data Processing, Etc.,",
  "Fire, Marine & Casualty Insurance,",
  "Technology,",
  "P - Purchase,",
  "P -",
  "outcomes,",
  "AAPL,",
  "true",
  "%25",
  "\\%",
  "((a+)+",
  '{"a":',
  "[",
];

const wordsOf = (count: number, of: string[]) => of.slice(0, count).join(" ");
const pairs = letters.flatMap((one) => letters.map((other) => one + other));

/** texts that are expensive to search for: many words that most names have, long words that almost match */
const searches = [
  wordsOf(26, letters),
  wordsOf(50, [...letters, ...letters.map((one) => one.toUpperCase())]),
  wordsOf(33, pairs),
  wordsOf(33, pairs.slice(340)),
  wordsOf(33, ["er", "an", "in", "on", "ar", "le", "or", "en", "co", "in", "nc", "rp", "th", "he", "ll", "ss"]),
  "Σ Σ Σ",
  wordsOf(25, Array(25).fill("ΣΣ")),
  wordsOf(50, [..."0123456789"]),
  "0000000001 ".repeat(9),
  `${"a".repeat(99)}b`,
  "% ".repeat(50),
  "_".repeat(100),
  "\\".repeat(100),
  `${"inc ".repeat(24)}corp`,
];

const moments = [
  `2024-01-01T00:00:00.${"9".repeat(170)}Z`,
  "2024-01-01T00:00:00.999999999+23:59",
  "0001-01-01",
  "9999-12-31",
  `${"0".repeat(190)}2024-01-01`,
];

const numbers = [
  "9".repeat(200),
  "0".repeat(200),
  `0.${"0".repeat(190)}1`,
  `${"9".repeat(21)}.${"9".repeat(30)}`,
  `${"9".repeat(21)}b-`,
  `${"9".repeat(100)}-${"9".repeat(99)}`,
  "2147483647",
  "-2147483647",
  "1e309",
];

/** A value that is expensive for code that does not bound it, before it is encoded. */
export const expensive: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(fc.constantFrom(...characters), lengths).map(([one, length]) => one.repeat(length)),
  fc
    .tuple(fc.constantFrom(...characters), lengths, fc.constantFrom(...characters))
    .map(([one, length, last]) => one.repeat(length) + last),
  fc.tuple(fc.constantFrom(...pieces), counts).map(([piece, count]) => piece.repeat(count)),
  fc
    .tuple(fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }), counts)
    .map(([piece, count]) => Array(count).fill(piece).join(",")),
  fc
    .tuple(counts, fc.nat(1000))
    .map(([count, from]) => Array.from({ length: count }, (_, at) => `x${from + at}`).join(",")),
  fc
    .array(fc.string({ unit: "grapheme", minLength: 150, maxLength: 200 }), { minLength: 1, maxLength: 40 })
    .map((all) => all.join(",")),
  fc.constantFrom(...searches, ...moments, ...numbers),
  fc.shuffledSubarray(letters, { minLength: 10 }).map((all) => all.join(" ")),
  fc.shuffledSubarray(pairs, { minLength: 30, maxLength: 33 }).map((all) => all.join(" ")),
);

/** max length of a request line or a header; the server refuses longer ones unread */
const maxBytes = 14_000;
const filled = (piece: string, max = maxBytes) => piece.repeat(Math.floor(max / piece.length));

const chosen = (name: string, ...texts: string[]) => fc.tuple(fc.constant(name), fc.constantFrom(...texts));

/** A header that is expensive to read: lists, quality values, tags, addresses, cookies, credentials. */
export const expensiveHeader: fc.Arbitrary<[string, string]> = fc.oneof(
  chosen(
    "if-none-match",
    filled('"'),
    filled('"a",'),
    filled("W/"),
    `W/"${filled("a")}`,
    filled('W/"a"'),
    filled("*,"),
  ),
  chosen(
    "x-forwarded-for",
    filled("127.0.0.1,"),
    filled("::1,"),
    filled("[::ffff:127.0.0.1]:1, "),
    filled(":"),
    filled("["),
    filled("1."),
    filled(","),
    filled("::ffff:127.0.0.1%a,"),
  ),
  chosen("accept", filled("a/b,"), filled("text/html;q=0.001,"), `"${filled("a,")}`, filled(";q=0"), filled(",")),
  chosen(
    "accept-encoding",
    filled("gzip;q=0.001,"),
    filled("a,"),
    `${filled("a, ")}gzip`,
    filled("gzip"),
    filled("identity;q=0,"),
  ),
  chosen("accept-language", filled("en;q=0.1,")),
  chosen("cookie", filled("a=b;"), filled("="), filled(";"), filled("%"), `a="${filled("\\")}`, filled("session=1;")),
  chosen("x-request-id", filled("a"), filled("!"), "a".repeat(128)),
  chosen("traceparent", filled("00-"), `00-${filled("a")}-01`),
  chosen("range", filled("bytes=0-1,"), filled("0-")),
  chosen("forwarded", filled("for=127.0.0.1;")),
  chosen("content-type", filled("a/b;"), `application/json;a="${filled("\\")}`, "application/json"),
  chosen("origin", filled("https://a.example"), filled("a")),
  chosen("user-agent", filled("(("), filled("Mozilla/5.0 ")),
);

/** Values of the header Authorization. */
export const expensiveAuthorization: fc.Arbitrary<string> = fc.constantFrom(
  `Bearer ${filled(" ")}x`,
  `Bearer ${filled("a")}`,
  `Bearer disc_live_${filled("0")}`,
  `Bearer disc_live_${"z".repeat(49)}`,
  filled("Bearer "),
  filled("disc_live_"),
  `Bearer ${filled("_")}`,
);

/** Deeply nested JSON: objects, lists, both. */
export const nested: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom<[string, string]>(['{"a":', "}"], ["[", "]"], ['[{"a":', "}]"]),
    fc.constantFrom(10, 1000, 4000),
  )
  .map(([[open, close], depth]) => `${open.repeat(depth)}1${close.repeat(depth)}`);
