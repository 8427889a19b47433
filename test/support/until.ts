// Waiting for an asynchronous change. A test waits as long as a slow and busy machine may need; how soon a thing has to
// happen is for the benchmarks and the failure tests to say.
import { setTimeout as sleep } from "node:timers/promises";

/** for commands, services and pages that have to start first */
export const replyTimeoutMs = 240_000;

/** Resolves when the condition holds; rejects after `ms`. A condition that throws ends the wait. */
export async function until(condition: () => boolean | Promise<boolean>, ms = replyTimeoutMs): Promise<void> {
  for (const end = performance.now() + ms; !(await condition()); await sleep(10))
    if (performance.now() > end) throw new Error(`did not come true within ${ms} ms`);
}
