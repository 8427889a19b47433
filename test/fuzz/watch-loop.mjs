// Imported by a process before its own code (NODE_OPTIONS=--import): writes down the longest time for which its event loop was
// blocked. The folder LOOP_WATCH takes a file for each process; turns count while the folder has a file `begun`.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

/** how often the loop is checked, in milliseconds */
const every = 10;

/** Milliseconds of processor time of this thread (Linux); elsewhere elapsed time. */
function processorTime() {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/** `clock`: what a turn took by the clock, in which other processes of a busy machine are; `processor`: of this thread alone. */
function watch(folder) {
  const longest = { program: process.argv[1] ?? "", clock: 0, processor: 0 };
  let clock = performance.now();
  let processor = processorTime();
  const timer = setInterval(() => {
    const now = { clock: performance.now(), processor: processorTime() };
    const turn = { clock: now.clock - clock - every, processor: now.processor - processor };
    clock = now.clock;
    processor = now.processor;
    const isLonger = turn.clock > longest.clock || turn.processor > longest.processor;
    if (!isLonger || !existsSync(`${folder}/begun`)) return;
    longest.clock = Math.max(longest.clock, turn.clock);
    longest.processor = Math.max(longest.processor, turn.processor);
    writeFileSync(`${folder}/${process.pid}.json`, JSON.stringify(longest));
  }, every);
  timer.unref();
}

if (isMainThread && process.env.LOOP_WATCH) watch(process.env.LOOP_WATCH);
