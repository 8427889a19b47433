// Limits the size of arrays in a thread. Arrays are allocated outside of the heap, where the memory limits of a thread
// do not apply, and a stream that unpacks into gigabytes fills them faster than a monitor could react.

/** Somewhat more than the largest file that is read; content streams of real PDFs unpack into less than a tenth. */
const maxBytes = 48 * 1024 * 1024;

/**
 * From now on larger arrays are refused with a RangeError. Returns a function that tells whether one was refused since
 * its last call, in case the reader caught the error.
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
  // without DecompressionStream, pdf.js unpacks streams itself, into Uint8Arrays
  Object.assign(globalThis, { DecompressionStream: undefined });
  return () => {
    const wasRefused = refused;
    refused = false;
    return wasRefused;
  };
}
