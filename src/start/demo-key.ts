// The demo key of a start. It is a convenience for the person at the terminal: a service that is ready neither waits for
// it nor ends because of it.
import { setTimeout as sleep } from "node:timers/promises";
import { issueDemoKey } from "../accounts/demo-key.ts";
import type { Config } from "../config.ts";
import { reasonOf } from "../reason.ts";
import type { Store } from "../store/store.ts";
import { isLoopback } from "./address.ts";
import { type DemoKey, keyLines, ownKeyLines } from "./words.ts";

/** how long the words of a start wait for the key */
const patienceMs = 3_000;

/** The demo key is for the person at this machine: never with a database or an address that others can reach. */
const hasDemoKey = ({ databaseUrl, host }: Config): boolean => databaseUrl === undefined && isLoopback(host);

/**
 * Issues the demo key. Where the database needs longer than a few seconds, the key is printed by `say` when it comes.
 * Where it cannot be issued, `say` prints the reason and how to create a key. Never rejects.
 */
export async function offerDemoKey(
  config: Config,
  store: Store,
  { publicUrl, say }: { publicUrl: string; say: (line: string) => void },
): Promise<DemoKey> {
  if (!hasDemoKey(config)) return undefined;
  let isLate = false;
  const issuing = issueDemoKey(store).then(
    ({ key }) => {
      if (isLate) say(keyLines(publicUrl, key).join("\n"));
      return { key };
    },
    (error) => {
      say([`There is no demo key: ${reasonOf(error)}`, ...(isLate ? ownKeyLines : [])].join("\n"));
      return undefined;
    },
  );
  const waiting = new AbortController();
  const late = sleep(patienceMs, "later" as const, { signal: waiting.signal, ref: false }).catch(() => undefined);
  const first = await Promise.race([issuing, late]);
  waiting.abort();
  isLate = first === "later";
  return first;
}
