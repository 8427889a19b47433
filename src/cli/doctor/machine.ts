// The doctor's look at the machine: Node, the settings, the home folder.
import { constants } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { type Config, ConfigError, loadConfig } from "../../config.ts";
import { type Check, failed, notice, ok } from "./check.ts";

/** The releases of `engines` in package.json; a test holds the two together. */
export function supportedNode(version: string): boolean {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24;
}

export function checkNode(version: string = process.version): Check {
  if (supportedNode(version)) return ok("node", version);
  return failed("node", `${version} is not supported`, "install Node 20.19, 22.12, 24 or newer");
}

/** Without a usable configuration nothing else can be looked at. */
export function checkConfig(): { check: Check; config?: Config } {
  try {
    const config = loadConfig();
    return { check: ok("settings", "every setting is usable"), config };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return {
      check: failed("settings", error.message, "correct the environment variable; the README lists all of them"),
    };
  }
}

/** The home is made on first use, so what has to be writable is the nearest folder above it that exists. */
export async function checkHome(home: string): Promise<Check> {
  const name = "home";
  const found = await nearestExisting(home);
  const mend = "give this user the folder, or set DISCLOSED_HOME to another one";
  if (!(await stat(found)).isDirectory()) return failed(name, `${found} is not a folder`, mend);
  const writable = await access(found, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!writable) return failed(name, `${found} is not writable`, mend);
  return ok(name, found === home ? home : `${home} (not made yet)`);
}

const gigabyte = 1024 ** 3;
/** below the first nothing is safe, below the second it is time to look */
const fewGigabytes = { failed: 1, notice: 5 };

/** What is left on the disk of the home. */
export async function checkDisk(home: string): Promise<Check> {
  const { bavail, bsize } = await statfs(await nearestExisting(home));
  return judgeDisk(bavail * bsize);
}

/** The same of a number of bytes. */
export function judgeDisk(freeBytes: number): Check {
  const free = freeBytes / gigabyte;
  const message = `${free.toFixed(1)} GB are free on the disk of the home`;
  const mend = "make room: PostgreSQL stops writing on a full disk; `disclosed prune` removes what is no longer kept";
  if (free < fewGigabytes.failed) return failed("disk", message, mend);
  return free < fewGigabytes.notice ? notice("disk", message, mend) : ok("disk", message);
}

async function nearestExisting(path: string): Promise<string> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  );
  return exists || dirname(path) === path ? path : await nearestExisting(dirname(path));
}
