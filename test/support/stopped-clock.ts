// The clocks that count requests, stopped for a test file: Redis's, which its script reads, and the test database's. Windows of a
// minute, a day and a month then never end during a test. The file mocks the script:
//   vi.mock("../../src/quota/redis/window-script.ts", async (original) =>
//     (await import("./stopped-clock.ts")).stopScript(await original()));
import { replaceClock } from "./database-clock.ts";

/** The time at which they stopped: when the test file began. */
export const stoppedAt = new Date();

const timeCall = "redis.call('TIME')";

/** The module of the window script, with a script that does not read the time from Redis. */
export function stopScript<Module extends { windowScript: string }>(module: Module): Module {
  const { windowScript } = module;
  if (windowScript.split(timeCall).length !== 2)
    throw new Error(`the script does not contain ${timeCall} exactly once`);
  const seconds = stoppedAt.getTime() / 1000;
  return { ...module, windowScript: windowScript.replace(timeCall, `{ '${seconds}', '0' }`) };
}

/** Stops the clock of a database that has no connections yet. */
export async function stopDatabase(databaseUrl: string): Promise<void> {
  const clock = await replaceClock(databaseUrl);
  await clock.stopAt(stoppedAt);
}
