// The thread that reads files whose time and memory cannot be limited in advance. Its readers are pure: arguments and
// results are copied between the threads.
import { parentPort } from "node:worker_threads";
import { boundArrays } from "./arrays.ts";

/** All readers that run in the thread, each imported on first use. Bytes arrive as a plain Uint8Array. */
const loaders = {
  edgarIndex: async () => {
    const { readIndex } = await import("../edgar/index-file.ts");
    return (bytes: Uint8Array, path: string) => readIndex(new TextDecoder("latin1").decode(bytes), path);
  },
  houseIndex: async () => {
    const { readIndexFile } = await import("../house/index-file.ts");
    const { decodeText } = await import("../decode-text.ts");
    return (bytes: Uint8Array) => readIndexFile(decodeText(bytes));
  },
  pdfLines: async () => (await import("../pdf/text.ts")).readPdfLines,
  senateVisit: async () => (await import("../senate/har.ts")).readHar,
  senateCells: async () => (await import("../senate/cells.ts")).readSenateCells,
  senatePage: async () => (await import("../senate/parse.ts")).parseSenatePage,
  legislatorsFile: async () => (await import("../legislators/parse-file.ts")).parseFile,
  placeInFile: async () => (await import("../place-in-file.ts")).placeInFile,
  companiesList: async () => (await import("../companies/parse.ts")).parseCompanies,
};

export type Readers = { [Name in keyof typeof loaders]: Awaited<ReturnType<(typeof loaders)[Name]>> };

export interface Request {
  reader: keyof Readers;
  args: unknown[];
}

/** `reading` is sent after the reader is loaded: from then on its time and memory count. */
export type Answer =
  | "reading"
  | { result: unknown }
  | { failed: { reason: string; message: string } | "without a reason" };

const tooMuchMemory: Answer = {
  failed: { reason: "too_much_memory", message: "reading was stopped: it unpacks into more than any real file" },
};

const wasRefused = boundArrays();
parentPort?.on("message", async ({ reader, args }: Request) => {
  const send = (answer: Answer) => parentPort?.postMessage(answer);
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
