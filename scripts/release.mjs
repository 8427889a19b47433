// `npm run release -- patch|minor|major`: starts `npm version`, which makes the commit and the tag and calls this
// script at three points: `before` refuses a state that cannot be released and runs the check (or RELEASE_CHECK
// instead), `version` writes the new version to every place that contains it and stages that, `after` prints the
// remaining steps.
import { execFileSync, execSync, spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const read = (path) => readFileSync(join(root, path), "utf8");
const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" });

const heading = "## Unreleased\n";
/** the text below the heading, up to the previous release */
const unreleased = () => read("CHANGELOG.md").split(heading)[1]?.split("\n## ")[0]?.trim();

/** The files with the version, beside package.json and package-lock.json, which npm writes: the text around it. */
const versionPatterns = [
  ["clients/typescript/package.json", /^( {2}"version": ").*?(",)$/m],
  ["clients/python/pyproject.toml", /^(version = ").*?(")$/m],
  ["clients/openbb/pyproject.toml", /^(version = ").*?(")$/m],
  ["server.json", /^( +"version": ").*?(",)$/gm],
  ["deploy/kubernetes/kustomization.yaml", /^( +newTag: ").*?(")$/m],
];

function refuse(reason) {
  console.error(`release: ${reason}`);
  process.exit(1);
}

const steps = {
  before() {
    // npm reads only files that git tracks; untracked files are part of the check too
    const changed = git("status", "--porcelain").trim();
    if (changed) refuse(`the tree is not clean:\n${changed}`);
    if (!unreleased()) refuse('CHANGELOG.md has nothing under "## Unreleased"');
    for (const [path, pattern] of versionPatterns) if (!pattern.test(read(path))) refuse(`${path} has no version`);
    const check = process.env.RELEASE_CHECK || "npm run check && npm run test:upgrade";
    try {
      execSync(check, { cwd: root, stdio: "inherit" });
    } catch {
      refuse(`\`${check}\` failed; nothing was changed`);
    }
  },
  version() {
    const { version } = JSON.parse(read("package.json"));
    const today = new Date().toISOString().slice(0, 10);
    const write = (path, text) => writeFileSync(join(root, path), text);
    write("CHANGELOG.md", read("CHANGELOG.md").replace(heading, `${heading}\n## ${version} (${today})\n`));
    for (const [path, pattern] of versionPatterns) write(path, read(path).replace(pattern, `$1${version}$2`));
    copyFileSync(join(root, "rest/generated/openapi.json"), join(root, "rest/released/openapi.json"));
    write("rest/released/release.json", `${JSON.stringify({ version, ref: `v${version}` })}\n`);
    git("add", "CHANGELOG.md", "rest/released", ...versionPatterns.map(([path]) => path));
  },
  after() {
    console.log("Committed and tagged. To hand it on: git push --follow-tags");
  },
};

const usage = `Usage: npm run release -- patch|minor|major

Checks, then writes the changelog, the versions and the released contract, commits and tags.`;

function begin(level) {
  const { status } = spawnSync("npm", ["version", level, "--message", "Release %s"], { cwd: root, stdio: "inherit" });
  process.exit(status ?? 1);
}

const [word = "", ...more] = process.argv.slice(2);
if (more.length === 0 && Object.hasOwn(steps, word)) steps[word]();
else if (more.length === 0 && ["patch", "minor", "major"].includes(word)) begin(word);
else if (/^(-h|--help)$/.test(word)) console.log(usage);
else {
  console.error(usage);
  process.exit(2);
}
