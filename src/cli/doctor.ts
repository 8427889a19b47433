// `disclosed doctor`: looks at everything that the service stands on and says, for each thing that is wrong, how to mend it.
import type { Command } from "commander";
import type { Config } from "../config.ts";
import { type Check, failed } from "./doctor/check.ts";
import { checkContent } from "./doctor/content.ts";
import { checkDatabase } from "./doctor/database.ts";
import { checkConfig, checkDisk, checkHome, checkNode } from "./doctor/machine.ts";
import { checkRedis } from "./doctor/redis.ts";
import { checkReplicas } from "./doctor/replicas.ts";
import { type OutputOptions, printResult, withJson } from "./output.ts";
import { withDatabase } from "./with-store.ts";

export function registerDoctor(program: Command): void {
  withJson(program.command("doctor"))
    .description("say what is wrong with the set-up and how to mend it; exit code 1 when something is")
    .action(async (options: OutputOptions) => {
      const checks = await examine();
      const healthy = checks.every((check) => check.status !== "failed");
      printResult(options, { ok: healthy, checks }, () => checks.map(asLines).join("\n"));
      if (!healthy) process.exitCode = 1;
    });
}

/** All checks in the order in which they build on each other; what cannot be looked at because of an earlier failure is left out. */
async function examine(): Promise<Check[]> {
  const { check, config } = checkConfig();
  const machine = [checkNode(), check];
  if (!config) return machine;
  const home = await checkHome(config.home);
  machine.push(home, await checkDisk(config.home));
  if (config.redisUrl) machine.push(await checkRedis(config.redisUrl));
  if (home.status === "failed" && !config.databaseUrl) return machine;
  return [...machine, ...(await examineStore(config))];
}

async function examineStore(config: Config): Promise<Check[]> {
  const name = config.databaseUrl ? "database" : "embedded PostgreSQL";
  try {
    return await withDatabase(config, async (databaseUrl, embedded) => {
      const { checks, usable } = await checkDatabase(databaseUrl, embedded);
      if (!usable) return checks;
      return [
        ...checks,
        ...(await checkReplicas(databaseUrl, config.databaseReplicaUrls)),
        ...(await checkContent(databaseUrl)),
      ];
    });
  } catch (error) {
    const message = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    const mend =
      "look at the message and at the log in DISCLOSED_HOME, or set DATABASE_URL to a PostgreSQL 15 or newer";
    return [failed(name, message, mend)];
  }
}

const signs = { ok: "ok     ", notice: "notice ", failed: "FAILED " } as const;

function asLines({ status, check, message, mend }: Check): string {
  return `${signs[status]} ${check}: ${message}${mend ? `\n         -> ${mend}` : ""}`;
}
