// Gives memory back that requests have needed, once none has come for a while. V8 does so too, but only after minutes, and
// its young generation, of up to 96 MB, stays as large as it was.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** milliseconds without a request after which garbage is collected */
const idleMs = 10_000;
/** V8 makes the young generation small in a collection before which little was allocated: that is the second one. */
const collections = 2;

export interface IdleMemory {
  /** Notes a request that is over; called for each, so it only sets a flag. */
  noteRequest(): void;
  close(): void;
}

/** Calls `collect` after the start, and after each time of requests, twice each time; never while requests end. */
export function collectWhenIdle(collect: () => void = fullCollection()): IdleMemory {
  let isBusy = false;
  let due = collections;
  const timer = setInterval(() => {
    if (isBusy) due = collections;
    else if (due > 0) {
      due--;
      collect();
    }
    isBusy = false;
  }, idleMs).unref();
  return {
    noteRequest: () => {
      isBusy = true;
    },
    close: () => clearInterval(timer),
  };
}

/** V8's collection of the whole heap, which takes some tens of milliseconds. */
function fullCollection(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}
