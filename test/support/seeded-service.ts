// A running service over the hand-made store of seed.ts, for the tests of its clients.
import { readPersisted } from "../../rest/persisted.ts";
import { createExecutor } from "../../src/graph/executor.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { type Service, startService } from "../rest/support.ts";
import { seedToday } from "./seed.ts";

export type SeededService = Service;

/** `today` is the store's own day unless the test says otherwise. */
export async function startSeededService({
  today = seedToday,
  ...options
}: {
  trustProxy?: string[];
  today?: string;
  exportsFolder?: string;
} = {}): Promise<SeededService> {
  const persisted = new Map(Object.entries(await readPersisted(packageRoot)));
  return startService({
    seeded: true,
    ...options,
    execute: (store) => createExecutor(store, persisted, { today: () => today }),
  });
}
