// Reads a file in a thread of its own, so that one that loops, or that needs more memory than any real file, ends the thread
// and not the run. One file at a time: the bounds are those of a file.
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { Answer, Readers, Request } from "./thread.ts";

/** What reading one file may take: several times what ten megabytes of YAML take, the costliest real file. */
export const bounds = {
  /** of computing, so that a busy machine makes no file too slow */
  cpuSeconds: 40,
  /** by the clock, should the thread wait for what never comes */
  seconds: 900,
  /** JavaScript objects of the thread */
  heapMiB: 96,
  /** what the process may grow by meanwhile: decoded streams lie outside of the heap */
  growthMiB: 144,
  /** growth behind which a thread is replaced: what it has left over would come on top of the next file's */
  leftoverMiB: 48,
};

/** `module` is the address of what a thread runs, where that is not ./thread. */
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
/** of the process when the thread was about to read its first file, in bytes */
let memoryAtFirst: number | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * What the reader gives for these arguments. Throws ReadFailed: with the reader's own reason, with `reader_error` where it
 * failed without one, with `too_slow` or `too_much_memory` where it was stopped.
 */
export function readIsolated<Name extends keyof Readers>(
  reader: Name,
  ...args: Parameters<Readers[Name]>
): Promise<Result<Name>> {
  const read = last.then(() => readNow({ reader, args }));
  last = read.catch(() => {});
  return read as Promise<Result<Name>>;
}

async function readNow(request: Request): Promise<unknown> {
  const worker = await freshThread();
  worker.ref();
  try {
    const answer = await answerOf(worker, request);
    if ("result" in answer) return answer.result;
    throw new ReadFailed(answer.failed.reason ?? "reader_error", answer.failed.message);
  } finally {
    // an idle thread keeps no process alive
    worker.unref();
  }
}

/** The running thread, or a new one where there is none or it holds on to too much. */
async function freshThread(): Promise<Worker> {
  const memory = process.memoryUsage.rss();
  if (thread && memory - (memoryAtFirst ?? memory) > bounds.leftoverMiB * 1024 * 1024) await endThread(thread);
  thread ??= startThread();
  return thread;
}

/** Lets go of the thread's memory, once the files before are read: nothing is read for now. The next one begins a new thread. */
export function restReading(): Promise<void> {
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
  return new Worker(`import(${JSON.stringify(module)})`, {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: bounds.heapMiB, maxYoungGenerationSizeMb: 16 },
  });
}

/** The thread's answer. Ends the thread when it fails or goes beyond a bound, and throws ReadFailed. */
async function answerOf(worker: Worker, request: Request): Promise<Exclude<Answer, "reading">> {
  const watch = new Watch();
  try {
    return await new Promise((resolve, reject) => {
      watch.begin(reject);
      worker.on("message", (answer: Answer) => {
        if (answer !== "reading") return resolve(answer);
        memoryAtFirst ??= process.memoryUsage.rss();
        watch.begin(reject);
      });
      worker.once("error", (error) => reject(asReadFailed(error)));
      // ended from outside: no caller may wait for an answer that never comes
      worker.once("exit", () => reject(new ReadFailed("reader_error", "the reader ended before it answered")));
      worker.postMessage(request);
    });
  } catch (error) {
    await endThread(worker);
    throw error;
  } finally {
    watch.end();
    worker.removeAllListeners("message");
    worker.removeAllListeners("error");
    worker.removeAllListeners("exit");
  }
}

function asReadFailed(error: NodeJS.ErrnoException): ReadFailed {
  return error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooMuchMemory() : new ReadFailed("reader_error", error.message);
}

function tooMuchMemory(): ReadFailed {
  return new ReadFailed("too_much_memory", "reading was stopped: it took more memory than any real file needs");
}

/** Checks the clocks and at the memory of the process while a file is read. */
class Watch {
  #timer: NodeJS.Timeout | undefined;

  /** From here on; a second call begins again, once the thread has loaded what it needs. */
  begin(stop: (reason: ReadFailed) => void): void {
    this.end();
    const began = performance.now();
    const computed = process.cpuUsage();
    const memory = process.memoryUsage.rss();
    this.#timer = setInterval(() => {
      const { user, system } = process.cpuUsage(computed);
      const seconds = (performance.now() - began) / 1000;
      if (process.memoryUsage.rss() - memory > bounds.growthMiB * 1024 * 1024) stop(tooMuchMemory());
      else if ((user + system) / 1e6 > bounds.cpuSeconds || seconds > bounds.seconds)
        stop(new ReadFailed("too_slow", `reading was stopped after ${Math.round(seconds)} seconds`));
    }, 10);
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
