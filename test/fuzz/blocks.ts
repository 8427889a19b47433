// The longest time for which the event loops of a service's processes were blocked, as test/fuzz/watch-loop.mjs records it.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { packageRoot } from "../../src/lib/package-root.ts";

interface LoopBlock {
  /** path of what the process runs */
  program: string;
  /** includes the time of other processes on a busy machine */
  elapsedMs: number;
  /** of the loop's thread alone */
  processorMs: number;
}

export interface LoopWatch {
  /** environment variables of the processes to measure */
  environment: Record<string, string>;
  /** Starts to measure; what comes before is start and warm-up. */
  begin(): void;
  /** The longest block of each process. */
  longest(): LoopBlock[];
  close(): void;
}

export function watchLoops(): LoopWatch {
  const folder = mkdtempSync(join(tmpdir(), "disclosed-loops-"));
  const module = pathToFileURL(join(packageRoot, "test", "fuzz", "watch-loop.mjs")).href;
  return {
    environment: { LOOP_WATCH: folder, NODE_OPTIONS: `--import=${module}` },
    begin: () => writeFileSync(join(folder, "begun"), ""),
    longest: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith(".json"))
        .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8"))),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
