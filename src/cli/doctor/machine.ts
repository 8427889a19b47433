// The doctor's checks of the machine: Node, the settings, the home folder.
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { type Config, readSettings } from "../../config/config.ts";
import { diskSpace, nearestExisting, roomOf } from "../../lib/disk.ts";
import { fullHomeAdvice, reasonOf } from "../../lib/reason.ts";
import {
  addressOf,
  checkPort,
  type ListenAddress,
  metricsAddressOf,
  syncMetricsAddressOf,
} from "../../start/address.ts";
import { type Check, failed, notice, ok } from "./check.ts";

/** Checks the version against `engines` in package.json; a test keeps the two equal. */
export function supportedNode(version: string): boolean {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24;
}

export function checkNode(version: string = process.version): Check {
  if (supportedNode(version)) return ok("node", version);
  return failed("node", `${version} is not supported`, "install Node 20.19, 22.12, 24 or newer");
}

/** the settings without which the store cannot be located */
const addresses = ["DISCLOSED_HOME", "DATABASE_URL", "DATABASE_DIRECT_URL"];

/**
 * Checks every setting with the code of start and the other commands. `config` has the default of a setting that they
 * would refuse; `usable`: the settings name the location of the data.
 */
export function checkSettings(env?: NodeJS.ProcessEnv): { checks: Check[]; config: Config; usable: boolean } {
  const { config, problems } = readSettings(env);
  const advice = "correct the environment variable; docs/settings.md lists all of them";
  const checks = problems.map(({ message }) => failed("settings", message, advice));
  if (checks.length === 0) checks.push(ok("settings", "every setting is usable"));
  return { checks, config, usable: !problems.some(({ setting }) => addresses.includes(setting)) };
}

/** Checks the addresses that the service and `sync --watch` listen on. */
export async function checkAddresses(config: Config): Promise<Check[]> {
  const metrics = [metricsAddressOf(config), syncMetricsAddressOf(config)].filter((one) => one !== undefined);
  return [
    await checkAddress("address", addressOf(config)),
    ...(await Promise.all(metrics.map((one) => checkAddress("metrics address", one)))),
  ];
}

/** Checks that an address is free. A port in use is usually in use by the service itself. */
async function checkAddress(name: string, address: ListenAddress): Promise<Check> {
  const endpoint = `${address.host}:${address.port}`;
  try {
    await checkPort(address);
    return ok(name, `${endpoint} is free`);
  } catch (error) {
    if ((error as { cause?: { code?: unknown } }).cause?.code === "EADDRINUSE")
      return ok(name, `${endpoint} is in use, by the service or another program`);
    return failed(name, reasonOf(error), `correct ${address.settings.host} and ${address.settings.port}`);
  }
}

/** The home is created on first use, so the nearest existing folder above it has to be writable. */
export async function checkHome(home: string): Promise<Check> {
  const name = "home";
  const found = await nearestExisting(home);
  const advice = "make this user its owner, or set DISCLOSED_HOME to another folder";
  if (!(await stat(found)).isDirectory()) return failed(name, `${found} is not a folder`, advice);
  const writable = await access(found, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!writable) return failed(name, `${found} is not writable`, advice);
  return ok(name, found === home ? home : `${home} (not created yet)`);
}

/** an embedded PostgreSQL needs space for some WAL segments of 16 MB to start */
const startBytes = 64 * 1024 ** 2;

/** Checks the free space on the disk of the home. */
export async function checkDisk(home: string): Promise<Check> {
  return judgeDisk((await diskSpace(home)).freeBytes);
}

/** The result for a number of free bytes. */
export function judgeDisk(freeBytes: number): Check {
  const message = `${(freeBytes / 1024 ** 3).toFixed(1)} GB are free on the disk of the home`;
  const advice = "free some space: on a full disk PostgreSQL no longer starts. `disclosed prune` removes expired data";
  if (freeBytes < startBytes) return failed("disk", message, `PostgreSQL cannot start; ${fullHomeAdvice}`);
  const room = roomOf(freeBytes);
  if (room === "critical") return failed("disk", message, advice);
  return room === "little" ? notice("disk", message, advice) : ok("disk", message);
}
