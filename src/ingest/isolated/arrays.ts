// Bounds the arrays of a thread: they lie outside of its heap, where the limits of a thread do not see them, and a stream that
// unpacks into gigabytes fills them faster than a watcher could react.

/** A file of the largest size that is read, and some; content streams of real PDFs unpack into less than a tenth. */
const maxBytes = 48 * 1024 * 1024;

/**
 * From now on larger arrays are refused with a RangeError. What it returns says whether one was refused since its last call, where the
 * reader has swallowed the error.
 */
export function boundArrays(): () => boolean {
  let refused = false;
  globalThis.Uint8Array = new Proxy(Uint8Array, {
    construct(target, args, made) {
      if (args[0] > maxBytes) {
        refused = true;
        throw new RangeError(`an array of ${args[0]} bytes is more than any real file needs`);
      }
      return Reflect.construct(target, args, made);
    },
  });
  // pdf.js then unpacks streams itself, into such arrays
  Object.assign(globalThis, { DecompressionStream: undefined });
  return () => {
    const answer = refused;
    refused = false;
    return answer;
  };
}
