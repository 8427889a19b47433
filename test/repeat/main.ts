// `npm run test:repeat -- --times 5 --busy 8`: runs the everyday tests several times. Each run starts at another second of the
// minute, beside busy loops if requested, or with a shifted clock (`--at 23:58:30`, to run across midnight).
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, openSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { InvalidArgumentError } from "commander";
import { commandLine, wholeNumber } from "../../scripts/command-line.mjs";
import { packageRoot } from "../../src/lib/package-root.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";

const day = 24 * 60 * 60;

const { times, busy, at } = commandLine("npm run test:repeat --", "The everyday tests, several times in a row")
  .option("--times <n>", "how often", wholeNumber(1, 1000), 10)
  .option("--busy <n>", "busy loops beside them", wholeNumber(0, 64), 0)
  .option(
    "--at <HH:MM:SS>",
    "the time of day (UTC) at which each run starts, by a shifted clock (Linux, with a C compiler)",
    timeOfDay,
  )
  .parse()
  .opts<{ times: number; busy: number; at?: number }>();

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; message: string; assertionResults: { fullName: string; status: string }[] }[];
}

/** Seconds since midnight. */
function timeOfDay(text: string): number {
  const [, hours, minutes, seconds] = (/^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/.exec(text) ?? []).map(Number);
  if (hours === undefined || minutes === undefined || seconds === undefined)
    throw new InvalidArgumentError("It must be a time such as 23:58:30.");
  return (hours * 60 + minutes) * 60 + seconds;
}

/**
 * Returns the environment of a run whose clock shows `seconds` of a day when it starts, for its processes and its PostgreSQL. Only the
 * calendar clock is shifted: Node's timers and PostgreSQL's timeouts go by the monotonic one.
 */
function shiftedTo(seconds: number): () => Record<string, string> {
  const library = join(folder, "shifted-clock.so");
  const source = join(packageRoot, "test/repeat/shifted-clock.c");
  try {
    execFileSync("cc", ["-shared", "-fPIC", "-O2", "-o", library, source], { stdio: ["ignore", "ignore", "inherit"] });
  } catch (error) {
    fail(`--at needs Linux and a C compiler (cc): ${error instanceof Error ? error.message : error}`);
  }
  // the user that PostgreSQL runs as must be able to read it
  chmodSync(folder, 0o755);
  return () => {
    const now = Math.floor(Date.now() / 1000);
    return { LD_PRELOAD: library, CLOCK_SHIFT: String((seconds - (now % day) + day) % day) };
  };
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

/** Waits until the clock shows this second of a minute. */
const secondOfMinute = (second: number): Promise<void> =>
  sleep(((second * 1000 - (Date.now() % 60_000) + 60_000) % 60_000) + 1);

let running: ChildProcess | undefined;
let postgres: TestPostgres | undefined;
/** Runs the suite once, with what it prints in a file beside its report. */
async function runOnce(name: string): Promise<{ code: number | null; seconds: number; report: Report | undefined }> {
  const log = openSync(join(folder, `${name}.log`), "w");
  const clock = shiftedClock?.();
  // the embedded PostgreSQL does not get the environment of the tests, so a run with a shifted clock needs one of its own
  postgres = clock && (await startPostgres(undefined, clock));
  const database = postgres && { TEST_DATABASE_URL: postgres.url };
  const file = join(folder, `${name}.json`);
  const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const begun = performance.now();
  const child = spawn(process.execPath, [join(packageRoot, "node_modules/vitest/vitest.mjs"), ...args], {
    cwd: packageRoot,
    env: { ...process.env, ...clock, ...database },
    stdio: ["ignore", log, log],
  });
  running = child;
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  await postgres?.close();
  postgres = undefined;
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Report) : undefined;
  return { code, seconds: (performance.now() - begun) / 1000, report };
}

const failedTests = ({ testResults }: Report): string[] =>
  testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [name] : []),
    ...assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => `${name}: ${fullName}`),
  ]);

const folder = mkdtempSync(join(tmpdir(), "disclosed-repeat-"));
const shiftedClock = at === undefined ? undefined : shiftedTo(at);
const loops = Array.from({ length: busy }, () => spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }));
const end = () => {
  for (const child of [...loops, running]) child?.kill();
  if (postgres) process.kill(postgres.pid, "SIGINT");
};
process.once("exit", end);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

let green = 0;
for (let run = 1; run <= times; run++) {
  if (at === undefined) await secondOfMinute(Math.floor((60 * (run - 1)) / times));
  const started = new Date(at === undefined ? Date.now() : at * 1000).toISOString().slice(11, 19);
  const { code, seconds, report } = await runOnce(`run-${run}`);
  if (code === 0) green += 1;
  const counts = report ? `${report.numPassedTests} passed, ${report.numFailedTests} failed` : "no report";
  console.log(`run ${run}, started at ${started}: ${counts}, ${seconds.toFixed(0)} s, exit code ${code}`);
  for (const name of report ? failedTests(report) : []) console.log(`  FAILED ${name}`);
}
const beside = busy > 0 ? ` beside ${busy} busy loops` : "";
const shift = at === undefined ? "" : ", with a shifted clock";
console.log(`${green} of ${times} runs green${beside}${shift}; what they printed is in ${folder}`);
// the busy loops end with this process
process.exit(green === times ? 0 : 1);
