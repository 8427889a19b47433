// Reads a file in a separate thread, so that a file that loops, or needs more memory than any real file, ends the
// thread and not the run. One file is read at a time, because the limits apply to one file.
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { Readers, Request, Response } from "./thread.ts";

/** Limits for reading one file: several times what ten megabytes of YAML need, the most expensive real file. */
export const bounds = {
  /** CPU time, so that a busy machine does not make a file too slow */
  cpuSeconds: 40,
  /** the same for a PDF: a report takes seconds at most, and its file is chosen by its sender */
  pdfCpuSeconds: 20,
  /** elapsed time, in case the thread waits forever */
  seconds: 900,
  /** heap of the thread (JavaScript objects) */
  heapMiB: 96,
  /** maximum growth of the process memory meanwhile: decoded streams are outside of the heap */
  growthMiB: 144,
  /** growth above which the thread is replaced: its leftover memory would be added to that of the next file */
  leftoverMiB: 48,
};

/** `module` is the URL of the thread's code, if it is not ./thread. */
export const threads: { module?: string } = {};

/** Reading was refused or stopped; `reason` is the stable code for quarantine. */
export class ReadFailed extends Error {
  constructor(
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }
}

type Result<Name extends keyof Readers> = Awaited<ReturnType<Readers[Name]>>;

let thread: Worker | undefined;
/** memory of the process before the thread read its first file, in bytes */
let memoryAtFirst: number | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Returns the reader's result for these arguments. Throws ReadFailed: with the reader's own reason, with `reader_error`
 * if it failed without one, with `too_slow` or `too_much_memory` if it was stopped.
 */
export function readIsolated<Name extends keyof Readers>(
  reader: Name,
  ...args: Parameters<Readers[Name]>
): Promise<Result<Name>> {
  const read = last.then(() => readNow({ reader, args }));
  last = read.catch(() => {});
  return read as Promise<Result<Name>>;
}

/** As readIsolated, but returns a ReadFailed instead of throwing it. */
export function readOrFailure<Name extends keyof Readers>(
  reader: Name,
  ...args: Parameters<Readers[Name]>
): Promise<Result<Name> | ReadFailed> {
  return readIsolated(reader, ...args).catch((error) => {
    if (error instanceof ReadFailed) return error;
    throw error;
  });
}

async function readNow(request: Request): Promise<unknown> {
  const worker = await freshThread();
  worker.ref();
  try {
    const response = await responseOf(worker, request);
    if ("result" in response) return response.result;
    throw response.failed === "without a reason"
      ? readerFailed()
      : new ReadFailed(response.failed.reason, response.failed.message);
  } finally {
    // an idle thread does not keep the process alive
    worker.unref();
  }
}

/** The running thread, or a new one if there is none or it retains too much memory. */
async function freshThread(): Promise<Worker> {
  const memory = process.memoryUsage.rss();
  if (thread && memory - (memoryAtFirst ?? memory) > bounds.leftoverMiB * 1024 * 1024) await endThread(thread);
  thread ??= startThread();
  return thread;
}

/** Ends the thread to release its memory, after the queued files have been read. The next file starts a new thread. */
export function endReading(): Promise<void> {
  const rested = last.then(async () => {
    if (thread) await endThread(thread);
  });
  last = rested.catch(() => {});
  return rested;
}

async function endThread(worker: Worker): Promise<void> {
  thread = undefined;
  memoryAtFirst = undefined;
  await worker.terminate();
}

function startThread(): Worker {
  const module = threads.module ?? new URL(`./thread${extname(import.meta.url)}`, import.meta.url).href;
  const worker = new Worker(`import(${JSON.stringify(module)})`, {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: bounds.heapMiB, maxYoungGenerationSizeMb: 16 },
  });
  // a reader may leave something behind that fails after its file was read: an error without a listener ends the process
  worker.on("error", () => {});
  worker.once("exit", () => {
    if (thread === worker) [thread, memoryAtFirst] = [undefined, undefined];
  });
  return worker;
}

/** The thread's response. Ends the thread if it fails or exceeds a limit, and throws ReadFailed. */
async function responseOf(worker: Worker, request: Request): Promise<Exclude<Response, "reading">> {
  const watch = new Watch(request.reader === "pdfLines" ? bounds.pdfCpuSeconds : bounds.cpuSeconds);
  let received: Listeners | undefined;
  let failure: ReadFailed | undefined;
  try {
    return await new Promise((resolve, reject) => {
      watch.begin(reject);
      const listen: Listeners = {
        message: (response) => {
          if (response !== "reading") return resolve(response);
          memoryAtFirst ??= process.memoryUsage.rss();
          watch.begin(reject);
        },
        // the exit follows, behind a response that was sent before the error and may still be on its way
        error: (error) => {
          failure = asReadFailed(error);
        },
        // also when terminated from outside: the caller must not wait forever
        exit: () => reject(failure ?? new ReadFailed("reader_error", "the reader ended without a result")),
      };
      received = listen;
      for (const [event, listener] of Object.entries(listen)) worker.on(event, listener);
      worker.postMessage(request);
    });
  } catch (error) {
    await endThread(worker);
    throw error;
  } finally {
    watch.end();
    for (const [event, listener] of Object.entries(received ?? {})) worker.off(event, listener);
  }
}

interface Listeners {
  message(response: Response): void;
  error(error: NodeJS.ErrnoException): void;
  exit(): void;
}

function asReadFailed(error: NodeJS.ErrnoException): ReadFailed {
  return error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooMuchMemory() : readerFailed();
}

/** The text of the exception is not in the message: it is about a library, and not about the file. */
function readerFailed(): ReadFailed {
  return new ReadFailed("reader_error", "the file is damaged, or of a kind that its reader does not support");
}

function tooMuchMemory(): ReadFailed {
  return new ReadFailed("too_much_memory", "reading was stopped: it took more memory than any real file needs");
}

/** Checks time and memory of the process while a file is read. */
class Watch {
  #timer: NodeJS.Timeout | undefined;
  readonly #cpuSeconds: number;

  constructor(cpuSeconds: number) {
    this.#cpuSeconds = cpuSeconds;
  }

  /** Starts the checks; a second call starts them again, after the thread has loaded its modules. */
  begin(stop: (reason: ReadFailed) => void): void {
    this.end();
    const began = performance.now();
    const computed = process.cpuUsage();
    const memory = process.memoryUsage.rss();
    this.#timer = setInterval(() => {
      const { user, system } = process.cpuUsage(computed);
      const seconds = (performance.now() - began) / 1000;
      if (process.memoryUsage.rss() - memory > bounds.growthMiB * 1024 * 1024) stop(tooMuchMemory());
      else if ((user + system) / 1e6 > this.#cpuSeconds || seconds > bounds.seconds)
        stop(new ReadFailed("too_slow", `reading was stopped after ${Math.round(seconds)} seconds`));
    }, 10);
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
