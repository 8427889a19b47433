// Adds up vitest's JSON reports, names what failed, and prints the closing line. Arguments: the reports, then `--` and the names of the stages that ended badly, those of vitest among them. Exit 1 when anything failed.
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";

const border = process.argv.indexOf("--");
const [files, stages] = [process.argv.slice(2, border), process.argv.slice(border + 1)];
const reports = files
  .filter((file) => existsSync(file))
  .map((file) => ({ suite: basename(file, ".json"), ...JSON.parse(readFileSync(file, "utf8")) }));

for (const { suite, testResults } of reports)
  for (const { name, assertionResults } of testResults)
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status !== "failed") continue;
      const [reason = ""] = (failureMessages[0] ?? "").split("\n");
      console.log(`FAILED (${suite}): ${name.replace(/^.*\/test\//, "test/")}: ${fullName}: ${reason}`);
    }

const sum = (key) => reports.reduce((total, report) => total + report[key], 0);
// a run of tests that ended badly without a failed test: an error outside of them, or no report at all
const named = new Set(reports.filter(({ numFailedTests }) => numFailedTests > 0).map(({ suite }) => suite));
const broken = stages.filter((name) => !named.has(name));
for (const name of broken) console.log(`FAILED: the stage ${name}`);
const failed = sum("numFailedTests") + broken.length;
console.log(`\n${sum("numPassedTests")} passed, ${failed} failed, ${sum("numPendingTests")} skipped`);
process.exit(failed > 0 ? 1 : 0);
