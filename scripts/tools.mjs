// Installs what only some commands need: folders with a package.json and a lock file of their own, e.g. `scripts` (linters and
// generators). The commands call this first; a folder that has what its lock file names is left alone.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { commandLine } from "./command-line.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const command = commandLine("node scripts/tools.mjs", "Installs what the commands of these folders need")
  .argument("<folders...>", "for example scripts, test, test/mutation")
  .parse();
for (const folder of command.processedArgs[0]) install(folder);

function install(folder) {
  const at = (name) => join(root, folder, name);
  if (!existsSync(at("package-lock.json"))) fail(`${folder} has no package-lock.json`);
  const lock = readFileSync(at("package-lock.json"), "utf8");
  // written last, so that an interrupted installation is repeated
  const stamp = at("node_modules/.installed");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.error(`installing what ${folder} needs`);
  const args = ["ci", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  // npm tells its scripts of their folder by such variables, which would lead this npm there too
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?!config_)|^npm_config_local_prefix$/i.test(name)),
  );
  const { status } = spawnSync("npm", args, { cwd: at("."), env, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) fail(`npm could not install what ${folder} needs`);
  writeFileSync(stamp, lock);
}

function fail(message) {
  console.error(`tools: ${message}`);
  process.exit(1);
}
