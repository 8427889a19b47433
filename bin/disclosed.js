#!/usr/bin/env node
// The `disclosed` command: runs the built command line (dist/), and says how to build it where it is missing or older
// than the sources of a checkout.
import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const built = join(root, "dist", "src", "cli", "main.js");
const stamp = join(root, "dist", ".source-hash");

/** Newest change below a folder in milliseconds; 0 where the folder is missing (an installed package has no sources). */
function newestChange(folder) {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .reduce((newest, entry) => Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs), 0);
}

/** Sources with a newer time, e.g. those of another branch and back, may be those of the build all the same: then it gets their time. */
async function isStale() {
  const newest = Math.max(...["src", "rest"].map((folder) => newestChange(join(root, folder))));
  if (newest <= (statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0)) return false;
  const { sourceHash } = await import("../scripts/source-hash.mjs");
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== sourceHash(root)) return true;
  // behind them: a time is stored a little too early
  const time = new Date(Math.ceil(newest) + 1);
  try {
    utimesSync(stamp, time, time);
  } catch {
    // a build of another user: compared again the next time
  }
  return false;
}

if (!existsSync(built)) {
  console.error("disclosed: not built yet; run `npm run build` in the folder of the project");
  process.exitCode = 1;
} else {
  if (await isStale())
    console.error("disclosed: the sources are newer than the build; run `npm run build` to use them");
  const { run } = await import(pathToFileURL(built).href);
  // everything is written and closed: Node would still wait for V8 to optimise the database client's WebAssembly
  process.exit(await run(process.argv.slice(2)));
}
