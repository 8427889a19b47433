// The release before this one, made from history in an empty folder as its own install makes it.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageRoot } from "../../src/lib/package-root.ts";

export interface PreviousRelease {
  folder: string;
  /** where it stands in history */
  ref: string;
  remove(): void;
}

/**
 * The release that rest/released/release.json names (`npm run release` writes it), installed and built; that needs the registry of npm, or
 * npm's own cache. Throws where the history here does not reach so far.
 */
export function makePrevious(): PreviousRelease {
  const { ref } = JSON.parse(readFileSync(join(packageRoot, "rest/released/release.json"), "utf8"));
  if (spawnSync("git", ["cat-file", "-e", `${ref}^{commit}`], { cwd: packageRoot }).status !== 0)
    throw new Error(`the history here does not hold ${ref}: fetch all of it, with its tags`);
  const folder = mkdtempSync(join(tmpdir(), "disclosed-previous-"));
  try {
    const archive = execFileSync("git", ["archive", ref], { cwd: packageRoot, maxBuffer: 512 * 1024 * 1024 });
    execFileSync("tar", ["-x"], { cwd: folder, input: archive });
    execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"], {
      cwd: folder,
      // not that of the npm that has started us
      env: { PATH: process.env.PATH, HOME: process.env.HOME },
      stdio: ["ignore", "ignore", "inherit"],
    });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return { folder, ref, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
