// JSON from untrusted input. The parser allocates eight bytes or more per value outside of the heap, where the memory
// limits of a thread do not apply: twenty megabytes of `1,1,1` allocate three hundred megabytes before they could be
// stopped.

/** The largest real file, ten megabytes of legislators, has a quarter of this number. */
const maxValues = 2_000_000;

/** Parses the bytes. Throws an Error if they are not JSON, or contain more than two million commas. */
export function parseJson(bytes: Uint8Array): unknown {
  let values = 1;
  for (let at = bytes.indexOf(comma); at >= 0; at = bytes.indexOf(comma, at + 1))
    if (++values > maxValues) throw new Error(`it holds more than ${maxValues} values, which no real file does`);
  return JSON.parse(new TextDecoder().decode(bytes));
}

const comma = ",".charCodeAt(0);
