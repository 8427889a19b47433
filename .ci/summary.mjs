// Prints the seconds of each stage and of the slowest test files, names what failed, and prints the closing line. Arguments: the file with
// seconds and name of each stage, vitest's JSON reports, then `--` and the names of the stages that ended badly, those of vitest among
// them. Exit 1 when anything failed.
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";

const border = process.argv.indexOf("--");
const [timesFile, ...files] = process.argv.slice(2, border);
const stages = process.argv.slice(border + 1);
const reports = files
  .filter((file) => existsSync(file))
  .map((file) => ({ suite: basename(file, ".json"), ...JSON.parse(readFileSync(file, "utf8")) }));

const row = (seconds, name) => console.log(`${seconds.toFixed(0).padStart(6)} s  ${name}`);
const shortName = (file) => file.replace(/^.*\/test\//, "test/");

console.log("Stages");
const times = readFileSync(timesFile, "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split("\t"));
for (const [seconds, name] of times) row(Number(seconds), name);
row(
  times.reduce((total, [seconds]) => total + Number(seconds), 0),
  "in all",
);
console.log("The slowest test files");
const durations = reports.flatMap(({ suite, testResults }) =>
  testResults.map(({ name, startTime, endTime }) => [(endTime - startTime) / 1000, `${shortName(name)} (${suite})`]),
);
for (const [seconds, name] of durations.sort(([a], [b]) => b - a).slice(0, 40)) row(seconds, name);

for (const { suite, testResults } of reports)
  for (const { name, assertionResults } of testResults)
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status !== "failed") continue;
      const [reason = ""] = (failureMessages[0] ?? "").split("\n");
      console.log(`FAILED (${suite}): ${shortName(name)}: ${fullName}: ${reason}`);
    }

const sum = (key) => reports.reduce((total, report) => total + report[key], 0);
// a run of tests that ended badly without a failed test: an error outside of them, or no report at all
const named = new Set(reports.filter(({ numFailedTests }) => numFailedTests > 0).map(({ suite }) => suite));
const broken = stages.filter((name) => !named.has(name));
for (const name of broken) console.log(`FAILED: the stage ${name}`);
for (const file of files.map((report) => report.replace(/json$/, "errors")).filter((path) => existsSync(path)))
  for (const line of readFileSync(file, "utf8").split("\n").filter(Boolean))
    console.log(`ERROR outside of a test (${basename(file, ".errors")}): ${line}`);
const failed = sum("numFailedTests") + broken.length;
console.log(`\n${sum("numPassedTests")} passed, ${failed} failed, ${sum("numPendingTests")} skipped`);
process.exit(failed > 0 ? 1 : 0);
