// One home has one service: a file under DISCLOSED_HOME names the process that owns it and, for the commands, where it
// counts and stores its data. It can contain passwords, so only its owner can read it. An entry of a process that no
// longer runs is ignored.
import { randomBytes } from "node:crypto";
import { open, readFile, readlink, rename, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { homeError, openHome } from "../store/embedded/home.ts";
import { processToken, withStartLock } from "../store/embedded/leases.ts";
import { StartError } from "./lifecycle.ts";

const form = z.object({
  pid: z.number().int(),
  token: z.string(),
  /** where `pid` is valid: the machine, its boot, and the container */
  machine: z.string().default(""),
  databaseUrl: z.string().optional(),
  databaseDirectUrl: z.string().optional(),
  redisUrl: z.string().optional(),
  publicUrl: z.string().optional(),
});

type Entry = z.infer<typeof form>;

/** Settings of the service that a command of the same home needs. Absent: the embedded database, no Redis. */
export type ServiceAddress = Pick<Entry, "databaseUrl" | "databaseDirectUrl" | "redisUrl" | "publicUrl">;

export interface HomeClaim {
  /** Tells the commands of this home where the service stores its data. */
  announce(address: ServiceAddress): Promise<void>;
  /** Releases the home; does nothing where another process owns it by now. */
  release(): Promise<void>;
}

/** how often the owner of a home renews its claim */
const heartbeatMs = 3_000;
/**
 * the processes of another machine or container cannot be checked; without a renewal for this long, its claim has
 * expired
 */
const silenceMs = 12_000;

const fileOf = (home: string) => join(home, "service.json");

/**
 * Claims the home for this process, or throws a StartError that names the process that owns it. The home is created
 * where it is missing. Of several simultaneous starts exactly one succeeds. On this machine the claim of a killed
 * process is void immediately, even if another process has its id now; a service of another container or machine owns
 * the home while it renews its claim.
 */
export async function claimHome(
  home: string,
  { say = () => {}, signal }: { say?: (line: string) => void; signal?: AbortSignal } = {},
): Promise<HomeClaim> {
  const folder = await openHome(home);
  const draft = `${fileOf(folder)}.${randomBytes(6).toString("hex")}`;
  const own: Entry = { pid: process.pid, token: processToken(process.pid) ?? "", machine: await machineName() };
  try {
    // an unwritable folder fails here, and not after two minutes of trying to lock it
    await write(draft, own);
    await withStartLock(folder, async () => {
      const found = await read(folder);
      if (found && (await isRunning(found, own, { folder, draft, say, signal })))
        throw alreadyRunning(home, found, own);
      await rename(draft, fileOf(folder));
    });
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw homeError(error, home);
  }
  const heartbeat = setInterval(() => void touch(folder, own), heartbeatMs);
  heartbeat.unref();
  return {
    async announce(address) {
      try {
        await write(draft, { ...address, ...own });
        await rename(draft, fileOf(folder));
      } catch (error) {
        throw homeError(error, home);
      }
    },
    async release() {
      clearInterval(heartbeat);
      if (isSame(await read(folder), own)) await rm(fileOf(folder), { force: true });
    },
  };
}

/** The entry of the running service of this home, or nothing. */
export async function findPosition(home: string): Promise<ServiceAddress> {
  const entry = await read(home);
  if (!entry || processToken(entry.pid) !== entry.token) return {};
  const { pid: _pid, token: _token, machine: _machine, ...address } = entry;
  return address;
}

const isSame = (one: Entry | null, other: Entry) =>
  one?.pid === other.pid && one.token === other.token && one.machine === other.machine;

interface Observation {
  folder: string;
  /** a file that was written within the last seconds */
  draft: string;
  say: (line: string) => void;
  signal?: AbortSignal | undefined;
}

async function isRunning(found: Entry, own: Entry, { folder, draft, say, signal }: Observation): Promise<boolean> {
  if (found.machine === own.machine || found.machine === "") return processToken(found.pid) === found.token;
  const seen = await changedAt(fileOf(folder));
  if ((await changedAt(draft)) - seen > 10 * silenceMs) return false;
  say(
    `the service of another container or machine had this home; waiting ${silenceMs / 1000} s to see whether it is running`,
  );
  for (let waited = 0; waited < silenceMs; waited += 1000) {
    await sleep(1000, undefined, { signal });
    if ((await changedAt(fileOf(folder))) !== seen) return true;
  }
  return false;
}

/** By the clock of the file system, so that two machines need not agree on theirs; 0 where the file is missing. */
async function changedAt(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.mtimeMs ?? 0;
}

function alreadyRunning(home: string, found: Entry, own: Entry): StartError {
  const address = found.publicUrl ? `runs at ${found.publicUrl}` : "is starting";
  const where = found.machine === own.machine || !found.machine ? "" : ` on ${found.machine.split(" ")[0]}`;
  return new StartError(
    `a service of DISCLOSED_HOME=${home} ${address} (process ${found.pid}${where}); stop it, or set DISCLOSED_HOME to another folder for a second one`,
  );
}

async function read(home: string): Promise<Entry | null> {
  try {
    return form.parse(JSON.parse(await readFile(fileOf(home), "utf8")));
  } catch {
    return null;
  }
}

/** Written to a new file, because an existing one would keep its mode; renamed when it is complete. */
const write = (draft: string, entry: Entry) => writeFile(draft, JSON.stringify(entry), { mode: 0o600 });

/**
 * Overwrites the first byte with itself: the file system's clock sets the time. A removed home is not created again.
 */
async function touch(folder: string, own: Entry): Promise<void> {
  if (!isSame(await read(folder), own)) return;
  const handle = await open(fileOf(folder), "r+").catch(() => null);
  await handle?.write("{", 0).catch(() => {});
  await handle?.close().catch(() => {});
}

/**
 * The scope in which process ids are comparable: this boot of the machine and, in a container, its process namespace.
 */
async function machineName(): Promise<string> {
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  const namespace = await readlink("/proc/self/ns/pid").catch(() => "");
  return [hostname(), boot.trim(), namespace].filter(Boolean).join(" ");
}
