// Starts threads of the index. Each runs one of our modules, compiled or not.
import { extname } from "node:path";
import { Worker } from "node:worker_threads";

/** Starts a thread that runs the module at a file URL. */
export function startThread(module: string, workerData: unknown): Worker {
  // uncompiled sources need their loader in the thread too
  const loader = extname(module) === ".ts" ? `(await import("tsx/esm/api")).register();` : "";
  return new Worker(`(async () => { ${loader} await import(${JSON.stringify(module)}); })()`, {
    eval: true,
    workerData,
  });
}
