// A whole run of the service, from its settings to its end: `npm start` and `disclosed serve`.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { issueDemoKey } from "../accounts/demo-key.ts";
import { type Config, ConfigError, isBegunByNpm, loadConfig } from "../config.ts";
import { UsageError } from "../errors.ts";
import { packageRoot } from "../package-root.ts";
import { EmbeddedPostgresError } from "../store/embedded/postgres.ts";
import type { Store } from "../store/store.ts";
import { checkPort, isLoopback } from "./address.ts";
import { Closers } from "./closers.ts";
import { openDatabase } from "./database.ts";
import { StartError } from "./failure.ts";
import { fillWithSample, holdingOf } from "./sample.ts";
import { type Service, startService } from "./service.ts";
import { stopSignal } from "./stop-signal.ts";
import { welcome } from "./words.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Serves until SIGINT, SIGTERM or SIGHUP and returns the exit code: 0 after an orderly end, 1 when it could not start, 2 for a
 * bad setting. What it started is ended in every case.
 */
export async function runService(): Promise<number> {
  const closers = new Closers();
  const destination = pino.destination({ dest: 2, sync: false });
  const log = pino({ level: "info", redact: ["databaseUrl", "*.databaseUrl"] }, destination);
  const stop = stopSignal(isBegunByNpm());
  let code = 0;
  try {
    const config = loadConfig();
    log.level = config.logLevel;
    const starting = start(config, closers, log);
    const service = await Promise.race([starting, stop.asked]);
    // interrupted while starting: what fails from here on fails because it is being ended
    starting.catch(() => {});
    await stop.asked;
    if (service) stop.again(() => service.hurry());
    say("stopping");
  } catch (error) {
    code = explain(error);
  }
  await closers.closeAll((error) => log.error({ err: error }, "could not be ended in order"));
  destination.flushSync();
  return code;
}

async function start(config: Config, closers: Closers, log: pino.Logger): Promise<Service> {
  const { version } = JSON.parse(await readFile(join(packageRoot, "package.json"), "utf8")) as { version: string };
  await checkPort(config);
  const store = await openDatabase(config, closers, say);
  const embedded = config.databaseUrl === undefined;
  if (embedded && (await holdingOf(store)) === "empty")
    await fillWithSample(store, new Date().toISOString().slice(0, 10), say);
  const service = await startService(config, store, { version, log, closers });
  const holding = await holdingOf(store);
  // only now that the port is ours: a second start must not revoke the key of the service that runs
  const demoKey = await demoKeyFor(config, store);
  say(welcome({ version, publicUrl: service.publicUrl, holding, demoKey }));
  return service;
}

/** The demo key is for the person at this machine: never on a database or an address that others reach. */
async function demoKeyFor(config: Config, store: Store): Promise<string | undefined> {
  if (config.databaseUrl !== undefined || !isLoopback(config.host)) return undefined;
  return (await issueDemoKey(store)).key;
}

/** Prints what went wrong and returns the exit code. An error that we did not foresee keeps its stack. */
function explain(error: unknown): number {
  const isSetting = error instanceof ConfigError || error instanceof UsageError;
  const isForeseen = isSetting || error instanceof StartError || error instanceof EmbeddedPostgresError;
  const text = error instanceof Error ? (isForeseen ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`disclosed: ${text}\n`);
  return isSetting ? 2 : 1;
}
