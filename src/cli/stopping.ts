// An orderly end of a long command: the first signal requests it, the second one ends the process immediately.
import { isBegunByNpm } from "../config/config.ts";
import { stopSignal } from "../start/stop-signal.ts";

export interface Stopping {
  signal: AbortSignal;
  /** 130 after Ctrl-C, 143 after SIGTERM (128 + the signal's number) */
  exitCode(): number;
}

/** Handles the signals from now on. `words` tell what happens to the work done so far. */
export function stoppable(words = "what was stored so far stays"): Stopping {
  const controller = new AbortController();
  let code = 143;
  process.once("SIGINT", () => {
    code = 130;
  });
  const stop = stopSignal(isBegunByNpm());
  stop.requested.then(() => {
    process.stderr.write(`Stopping; ${words}. Once more ends it at once.\n`);
    controller.abort(new Error("stopped by a signal"));
  });
  stop.again(() => process.exit(code));
  return { signal: controller.signal, exitCode: () => code };
}
