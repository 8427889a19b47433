// The thread in which files are read whose reading cannot be bounded beforehand. Its readers are pure: what goes in and out is
// copied between the threads.
import { parentPort } from "node:worker_threads";
import { boundArrays } from "./arrays.ts";

/** Everything that is read apart, loaded when it is first asked for. Bytes arrive as a plain Uint8Array. */
const loaders = {
  edgarIndex: async () => {
    const { readIndex } = await import("../form345/index-file.ts");
    return (bytes: Uint8Array, path: string) => readIndex(new TextDecoder("latin1").decode(bytes), path);
  },
  houseIndex: async () => {
    const { readIndexFile } = await import("../house/index-file.ts");
    return (bytes: Uint8Array) => readIndexFile(new TextDecoder().decode(bytes));
  },
  housePdf: async () => (await import("../house/pdf-text.ts")).readPdfLines,
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

/** `reading` is said once the reader is loaded: from there on its time and memory count. */
export type Answer = "reading" | { result: unknown } | { failed: { reason: string | null; message: string } };

const tooMuchMemory: Answer = {
  failed: { reason: "too_much_memory", message: "reading was stopped: it unpacks into more than any real file" },
};

const wasRefused = boundArrays();
parentPort?.on("message", async ({ reader, args }: Request) => {
  const say = (answer: Answer) => parentPort?.postMessage(answer);
  try {
    const read = (await loaders[reader]()) as (...args: unknown[]) => unknown;
    say("reading");
    const result = await read(...args);
    say(wasRefused() ? tooMuchMemory : { result });
  } catch (error) {
    if (wasRefused()) return say(tooMuchMemory);
    const reason =
      error instanceof Error && "reason" in error && typeof error.reason === "string" ? error.reason : null;
    say({ failed: { reason, message: error instanceof Error ? error.message : String(error) } });
  }
});
