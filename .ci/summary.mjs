// Adds up vitest's JSON reports and prints the closing line; exit 1 when anything failed.
import { readFileSync } from "node:fs";

const reports = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, "utf8")));
const sum = (key) => reports.reduce((total, report) => total + report[key], 0);
const failed = sum("numFailedTests") + reports.filter((report) => !report.success && !report.numFailedTests).length;
console.log(`\n${sum("numPassedTests")} passed, ${failed} failed, ${sum("numPendingTests")} skipped`);
process.exit(failed > 0 ? 1 : 0);
