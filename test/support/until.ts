// Waiting for an asynchronous change. A test waits as long as a slow and busy machine may need; benchmarks and failure
// tests check how soon it has to happen.
import { setTimeout as sleep } from "node:timers/promises";

/** for commands, services and pages that have to start first */
export const replyTimeoutMs = 240_000;

/** Resolves when the condition holds; rejects after `ms`. A condition that throws ends the wait. */
export async function until(condition: () => boolean | Promise<boolean>, ms = replyTimeoutMs): Promise<void> {
  for (const end = performance.now() + ms; !(await condition()); await sleep(10))
    if (performance.now() > end) throw new Error(`the condition did not hold within ${ms} ms`);
}
