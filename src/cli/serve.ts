// `disclosed serve`: the same as `npm start`, without the build before it.
import type { Command } from "commander";
import { UsageError } from "../errors.ts";

export function defineServe(command: Command): void {
  command
    .option("--workers <n>", "processes that serve on the same port (default: the setting WORKERS)", workerCount)
    .action(async ({ workers }: { workers?: number }) => {
      const { runService } = await import("../start/run.ts");
      process.exit(await runService({ workers }));
    });
}

function workerCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= 256) return count;
  throw new UsageError(`--workers must be a number of processes from 1 to 256, not ${JSON.stringify(text)}`);
}
