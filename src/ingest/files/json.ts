// JSON from outside. The parser keeps eight bytes and more for each value outside of the heap, where the limits of a thread do not
// see them: twenty megabytes of `1,1,1` take three hundred before they could be stopped.

/** The largest real file, ten megabytes of legislators, has a quarter of this. */
const mostValues = 2_000_000;

/** What the bytes hold. Throws an Error for what is no JSON, and for more than two million commas. */
export function parseJson(bytes: Uint8Array): unknown {
  let values = 1;
  for (let at = bytes.indexOf(comma); at >= 0; at = bytes.indexOf(comma, at + 1))
    if (++values > mostValues) throw new Error(`it holds more than ${mostValues} values, which no real file does`);
  return JSON.parse(new TextDecoder().decode(bytes));
}

const comma = ",".charCodeAt(0);
