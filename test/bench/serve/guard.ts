// `npm run bench:guard`: a benchmark of some seconds whose ratios must not fall below their minimums. Times depend more on the
// machine than on the code, so the service is only compared with contenders of the same run, by processor time. A minimum is
// about half of the lowest ratio that was measured on any machine (docs/performance.md), so that noise stays above it.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { commandLine } from "../../../scripts/command-line.mjs";
import type { ContenderName } from "./contenders.ts";
import type { Cell } from "./measure.ts";
import type { Scenario } from "./questions.ts";

interface Minimum {
  of: ContenderName;
  against: ContenderName;
  scenario: Scenario;
  /** the min ratio of the other's processor time per request to this one's; a busy machine changes it less than speed */
  min: number;
}

const minimums: Minimum[] = [
  { of: "disclosed-warm", against: "raw", scenario: "list", min: 0.26 },
  { of: "disclosed-warm", against: "raw", scenario: "detail", min: 0.2 },
  { of: "disclosed-warm-rows", against: "raw", scenario: "list", min: 0.036 },
  { of: "disclosed-warm-rows", against: "raw", scenario: "detail", min: 0.07 },
  { of: "disclosed-cold", against: "raw", scenario: "list", min: 0.0077 },
  { of: "disclosed-cold", against: "raw", scenario: "detail", min: 0.037 },
  { of: "disclosed-cold", against: "express-pg", scenario: "list", min: 0.35 },
  { of: "disclosed-cold", against: "express-pg", scenario: "detail", min: 0.5 },
];

commandLine("npm run bench:guard", "A short benchmark whose ratios must not fall below their minimums").parse();

const folder = mkdtempSync(join(tmpdir(), "disclosed-guard-"));
try {
  const file = join(folder, "cells.json");
  const contenders = [...new Set(minimums.flatMap(({ of, against }) => [of, against]))];
  const size = ["--rows", "10000", "--seconds", "2", "--connections", "16", "--scenarios", "list,detail"];
  const main = fileURLToPath(new URL("./main.ts", import.meta.url));
  const { status } = spawnSync(
    process.execPath,
    ["--import", "tsx", main, ...size, "--only", contenders.join(","), "--json", file],
    { stdio: ["ignore", "inherit", "inherit"] },
  );
  if (status !== 0) throw new Error(`the benchmark ended with code ${status}`);
  const cells: Cell[] = JSON.parse(readFileSync(file, "utf8"));
  const missed = minimums.filter((minimum) => !holds(cells, minimum));
  if (missed.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function holds(cells: Cell[], { of, against, scenario, min }: Minimum): boolean {
  const costOf = (name: ContenderName) =>
    cells.find(({ contender, scenario: requested }) => contender === name && requested === scenario)?.cpu_us ?? null;
  const [own, other] = [costOf(of), costOf(against)];
  const ratio = own && other ? other / own : 0;
  const verdict = ratio >= min ? "holds" : "TOO LOW";
  console.log(`${scenario}: ${of} is ${ratio.toFixed(3)} of ${against} by processor time, at least ${min}: ${verdict}`);
  return ratio >= min;
}
