// The thread that renders public pages, as the service uses it: started for the first page, replaced when it ends or a
// page takes too long. Rendering takes tens of milliseconds, for which no other request of the process has to wait.
// Rendered pages are cached by address, viewer and data version, bounded in bytes; concurrent requests for a page wait
// for one rendering of it.
import { Worker } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { AppError } from "../../errors.ts";
import type { FromRenderer, PageRead, PageRequest, RenderedPage, ToRenderer } from "./rendering.ts";

/** Gives the data of a persisted query. */
type ReadData = (read: PageRead) => Promise<unknown>;

export interface Renderer {
  /** Rejects with AppError `unavailable` where too many pages wait, with that of a failed query, and with Error otherwise. */
  render(page: PageRequest, read: ReadData): Promise<RenderedPage>;
  close(): Promise<void>;
}

interface Job {
  read: ReadData;
  settle(result: RenderedPage | Error): void;
}

const maxJobs = 32;
const timeoutMs = 15_000;
const memoryMb = 256;

/** `file` is the built src/web/render-worker.ts. */
export function createRenderer(file: string): Renderer {
  const jobs = new Map<number, Job>();
  let worker: Worker | undefined;
  let lastId = 0;

  function open(): Worker {
    const opened = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    opened.unref();
    opened.on("message", (message: FromRenderer) => void receive(opened, message));
    opened.on("error", (error) => end(opened, error instanceof Error ? error : new Error(String(error))));
    opened.on("exit", () => end(opened, new Error("the thread that renders pages has ended")));
    return opened;
  }

  /** Every page that the thread was rendering fails; the next page starts another thread. */
  function end(ended: Worker, error: Error): void {
    if (worker !== ended) return;
    worker = undefined;
    for (const job of [...jobs.values()]) job.settle(error);
  }

  async function receive(from: Worker, message: FromRenderer): Promise<void> {
    const job = jobs.get(message.id);
    if (!job) return;
    if ("rendered" in message) job.settle(message.rendered);
    else if ("failure" in message) job.settle(new Error(message.failure));
    else
      await Promise.all(message.needs.map(job.read)).then(
        (results) => from.postMessage({ id: message.id, results } satisfies ToRenderer),
        (error) => {
          from.postMessage({ id: message.id, isGivenUp: true } satisfies ToRenderer);
          job.settle(error);
        },
      );
  }

  return {
    render(page, read) {
      if (jobs.size >= maxJobs) throw new AppError("unavailable", undefined, { retryAfter: 1 });
      worker ??= open();
      const used = worker;
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          end(used, new AppError("unavailable", undefined, { cause: new Error(`${page.path} took too long`) }));
          void used.terminate();
        }, timeoutMs);
        const settle = (result: RenderedPage | Error) => {
          clearTimeout(timer);
          jobs.delete(id);
          if (result instanceof Error) reject(result);
          else resolve(result);
        };
        jobs.set(id, { read, settle });
        used.postMessage({ id, page } satisfies ToRenderer);
      });
    },
    async close() {
      await worker?.terminate();
    },
  };
}

// Rendered pages by address, viewer and data version, bounded in bytes. Concurrent requests for a page wait for one
// rendering of it.

export interface CachedPage {
  status: number;
  /** the document, with the placeholder of its nonce */
  text: string;
}

interface Made extends CachedPage {
  /** false: it was not read at the version for which it was asked */
  isOfVersion: boolean;
}

export interface PageCache {
  /** `version` is undefined while the current one is not known: then nothing is cached. */
  get(key: string, version: string | undefined, make: () => Promise<Made>): Promise<CachedPage>;
  statistics: { hits: number; misses: number; bytes(): number };
}

export function createPageCache(maxBytes: number): PageCache {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ text }, key) => text.length + key.length,
  });
  const making = new Map<string, Promise<CachedPage>>();
  const statistics = { hits: 0, misses: 0, bytes: () => pages.calculatedSize };
  return {
    statistics,
    async get(key, version, make) {
      const name = `${version} ${key}`;
      const known = version === undefined ? undefined : pages.get(name);
      if (known) {
        statistics.hits++;
        return known;
      }
      const coming = making.get(name);
      if (coming) return await coming;
      statistics.misses++;
      const made = make().then(({ isOfVersion, ...page }) => {
        if (version !== undefined && isOfVersion && maxBytes > 0) pages.set(name, page);
        return page;
      });
      making.set(name, made);
      return await made.finally(() => making.delete(name));
    },
  };
}
