// The longest time for which the event loops of a service's processes were blocked, as test/fuzz/watch-loop.mjs writes it down.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { packageRoot } from "../../src/lib/package-root.ts";

interface Blocked {
  /** path of what the process runs */
  program: string;
  /** milliseconds by the clock: other processes of a busy machine are in it */
  clock: number;
  /** milliseconds of processor time of the loop's thread */
  processor: number;
}

export interface LoopWatch {
  /** for the environment of the processes that are to be watched */
  settings: Record<string, string>;
  /** From now on turns count: starting and warming up are over. */
  begin(): void;
  /** One for each process that had a turn longer than nothing. */
  longest(): Blocked[];
  close(): void;
}

export function watchLoops(): LoopWatch {
  const folder = mkdtempSync(join(tmpdir(), "disclosed-loops-"));
  const module = pathToFileURL(join(packageRoot, "test", "fuzz", "watch-loop.mjs")).href;
  return {
    settings: { LOOP_WATCH: folder, NODE_OPTIONS: `--import=${module}` },
    begin: () => writeFileSync(join(folder, "begun"), ""),
    longest: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith(".json"))
        .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8"))),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
