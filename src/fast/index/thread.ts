// Threads of the index. A module of ours runs in each, compiled or not.
import { extname } from "node:path";
import { Worker } from "node:worker_threads";

/** Starts a thread that runs the module at a file URL. */
export function startThread(module: string, workerData: unknown): Worker {
  // the sources, when they run uncompiled, take their loader along
  const loader = extname(module) === ".ts" ? `(await import("tsx/esm/api")).register();` : "";
  return new Worker(`(async () => { ${loader} await import(${JSON.stringify(module)}); })()`, {
    eval: true,
    workerData,
  });
}
