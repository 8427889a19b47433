// `disclosed doctor`: checks everything that the service depends on and says how to correct each problem.
import type { Command } from "commander";
import type { Config } from "../config/config.ts";
import { reasonOf } from "../lib/reason.ts";
import { hasCluster } from "../store/embedded/location.ts";
import { type Check, failed } from "./doctor/check.ts";
import { checkContent } from "./doctor/content.ts";
import { checkAddresses, checkDisk, checkHome, checkNode, checkSettings } from "./doctor/machine.ts";
import { checkDatabase, checkMail, checkRedis, checkReplicas } from "./doctor/servers.ts";
import { type OutputOptions, printResult, withJson } from "./output.ts";
import { noStoreAdvice, settingsOfHome, withDatabase } from "./with-store.ts";

export function defineDoctor(command: Command): void {
  withJson(command).action(async (options: OutputOptions) => {
    const checks = await examine();
    const healthy = checks.every((check) => check.status !== "failed");
    printResult(options, { ok: healthy, checks }, () => checks.map(asLines).join("\n"));
    if (!healthy) process.exitCode = 1;
  });
}

/**
 * Runs all checks in the order in which they depend on each other; a check that an earlier failure makes impossible is
 * left out.
 */
async function examine(): Promise<Check[]> {
  const { checks, config: given, usable } = checkSettings();
  const config = await settingsOfHome(given);
  const home = await checkHome(config.home);
  const machine = [checkNode(), ...checks, home, await checkDisk(config.home), ...(await checkAddresses(config))];
  if (config.redisUrl) machine.push(await checkRedis(config.redisUrl));
  if (config.mail) machine.push(await checkMail(config.mail));
  // if a setting of the data's location is unusable, the wrong location would be checked
  if (!usable || (home.status === "failed" && !config.databaseUrl)) return machine;
  return [...machine, ...(await examineStore(config))];
}

async function examineStore(config: Config): Promise<Check[]> {
  const name = config.databaseUrl ? "database" : "embedded PostgreSQL";
  if (!config.databaseUrl && !(await hasCluster(config.home)))
    return [failed(name, `there is no store in ${config.home}`, noStoreAdvice)];
  try {
    return await withDatabase(config, async (databaseUrl, embedded) => {
      const direct = embedded ? databaseUrl : (config.databaseDirectUrl ?? databaseUrl);
      const { checks, usable } = await checkDatabase(databaseUrl, { directUrl: config.databaseDirectUrl, embedded });
      if (!usable) return checks;
      return [...checks, ...(await checkReplicas(direct, config.databaseReplicaUrls)), ...(await checkContent(direct))];
    });
  } catch (error) {
    const advice = "read the message and the log in DISCLOSED_HOME, or set DATABASE_URL to a PostgreSQL 15 or newer";
    return [failed(name, reasonOf(error), advice)];
  }
}

const signs = { ok: "ok     ", notice: "notice ", failed: "FAILED " } as const;

function asLines({ status, check, message, advice }: Check): string {
  return `${signs[status]} ${check}: ${message}${advice ? `\n         -> ${advice}` : ""}`;
}
