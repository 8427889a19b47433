// The thread that reads files whose time and memory cannot be limited in advance. Its readers are pure: arguments and
// results are copied between the threads.
import { parentPort } from "node:worker_threads";

// Limits the size of arrays in a thread. Arrays are allocated outside of the heap, where the memory limits of a thread
// do not apply, and a stream that unpacks into gigabytes fills them faster than a monitor could react.

/** Somewhat more than the largest file that is read; content streams of real PDFs unpack into less than a tenth. */
const maxBytes = 48 * 1024 * 1024;

/**
 * From now on larger arrays are refused with a RangeError. Returns a function that tells whether one was refused since
 * its last call, in case the reader caught the error.
 */
function boundArrays(): () => boolean {
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

/** All readers that run in the thread, each imported on first use. Bytes arrive as a plain Uint8Array. */
const loaders = {
  edgarIndex: async () => {
    const { readIndex } = await import("../edgar/index-file.ts");
    return (bytes: Uint8Array, path: string) => readIndex(new TextDecoder("latin1").decode(bytes), path);
  },
  houseIndex: async () => {
    const { readIndexFile } = await import("../house/index-file.ts");
    const { decodeText } = await import("../files/text.ts");
    return (bytes: Uint8Array) => readIndexFile(decodeText(bytes));
  },
  pdfLines: async () => (await import("../files/pdf-text.ts")).readPdfLines,
  senateVisit: async () => (await import("../senate/har.ts")).readHar,
  senateBundle: async () => (await import("../senate/bundle.ts")).readBundle,
  senateCells: async () => (await import("../senate/parse.ts")).readSenateCells,
  senatePage: async () => (await import("../senate/parse.ts")).parseSenatePage,
  legislatorsFile: async () => (await import("../legislators/parse-file.ts")).parseFile,
  positionInFile: async () => (await import("../refused/position.ts")).positionInFile,
  companiesList: async () => (await import("../companies/parse.ts")).parseCompanies,
};

export type Readers = { [Name in keyof typeof loaders]: Awaited<ReturnType<(typeof loaders)[Name]>> };

export interface Request {
  reader: keyof Readers;
  args: unknown[];
}

/** `reading` is sent after the reader is loaded: from then on its time and memory count. */
export type Response =
  | "reading"
  | { result: unknown }
  | { failed: { reason: string; message: string } | "without a reason" };

const tooMuchMemory: Response = {
  failed: { reason: "too_much_memory", message: "reading was stopped: it unpacks into more than any real file" },
};

const wasRefused = boundArrays();
parentPort?.on("message", async ({ reader, args }: Request) => {
  const send = (response: Response) => parentPort?.postMessage(response);
  try {
    const read = (await loaders[reader]()) as (...args: unknown[]) => unknown;
    send("reading");
    const result = await read(...args);
    send(wasRefused() ? tooMuchMemory : { result });
  } catch (error) {
    if (wasRefused()) return send(tooMuchMemory);
    const isOwn = error instanceof Error && "reason" in error && typeof error.reason === "string";
    send({ failed: isOwn ? { reason: String(error.reason), message: error.message } : "without a reason" });
  }
});
