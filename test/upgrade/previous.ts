// The release before this one, installed and built from the Git history in an empty folder.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageRoot } from "../../src/lib/package-root.ts";

export interface PreviousRelease {
  folder: string;
  /** its commit or tag */
  ref: string;
  remove(): void;
}

/**
 * The release that rest/released/release.json names (`npm run release` writes it), installed and built; that needs the registry of npm, or
 * npm's own cache. Throws where the local history does not contain it.
 */
export function makePrevious(): PreviousRelease {
  const { ref } = JSON.parse(readFileSync(join(packageRoot, "rest/released/release.json"), "utf8"));
  if (spawnSync("git", ["cat-file", "-e", `${ref}^{commit}`], { cwd: packageRoot }).status !== 0)
    throw new Error(`the local history does not contain ${ref}: fetch all of it, with its tags`);
  const folder = mkdtempSync(join(tmpdir(), "disclosed-previous-"));
  try {
    const archive = execFileSync("git", ["archive", ref], { cwd: packageRoot, maxBuffer: 512 * 1024 * 1024 });
    execFileSync("tar", ["-x"], { cwd: folder, input: archive });
    execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"], {
      cwd: folder,
      // without the settings of the npm that has started this process
      env: { PATH: process.env.PATH, HOME: process.env.HOME },
      stdio: ["ignore", "ignore", "inherit"],
    });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return { folder, ref, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
