// Imported by a process before its own code (NODE_OPTIONS=--import): records the longest time for which its event loop was
// blocked, in a file for each process in the folder LOOP_WATCH. It measures while the folder has a file `begun`.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const intervalMs = 10;

/** Milliseconds of processor time of this thread (Linux); elsewhere elapsed time. */
function processorMs() {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

function watch(folder) {
  const longest = { program: process.argv[1] ?? "", elapsedMs: 0, processorMs: 0 };
  let last = { elapsed: performance.now(), processor: processorMs() };
  const timer = setInterval(() => {
    const now = { elapsed: performance.now(), processor: processorMs() };
    const elapsed = now.elapsed - last.elapsed - intervalMs;
    const processor = now.processor - last.processor;
    last = now;
    const isLonger = elapsed > longest.elapsedMs || processor > longest.processorMs;
    if (!isLonger || !existsSync(`${folder}/begun`)) return;
    longest.elapsedMs = Math.max(longest.elapsedMs, elapsed);
    longest.processorMs = Math.max(longest.processorMs, processor);
    writeFileSync(`${folder}/${process.pid}.json`, JSON.stringify(longest));
  }, intervalMs);
  timer.unref();
}

if (isMainThread && process.env.LOOP_WATCH) watch(process.env.LOOP_WATCH);
