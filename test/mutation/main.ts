// `npm run test:mutation [-- PART…]`: changes the code in small ways, one at a time, and checks that the tests notice (Stryker).
// Exit code 1 where less than 85 % of a part's mutants are noticed. A repeated run continues with what has
// changed since: the results are stored in .mutation/, with reports for the browser. `--group N` runs one group of a part.
import { createRequire } from "node:module";
import { relative } from "node:path";
import pg from "pg";
import { commandLine, oneOf, wholeNumber } from "../../scripts/command-line.mjs";
import { startEmbeddedPostgres } from "../../src/store/embedded/postgres.ts";
import { type Group, parts } from "./parts.ts";

/** The part of Stryker that is used; only this command installs it. */
interface MutantResult {
  fileName: string;
  location: { start: { line: number; column: number } };
  status: string;
  mutatorName: string;
  replacement?: string;
}
interface Mutator {
  Stryker: new (options: object) => { runMutationTest(): Promise<MutantResult[]> };
}
const minScore = 85;

const command = commandLine(
  "npm run test:mutation --",
  "Changes the code in small ways and checks that the tests notice",
)
  .argument("[parts...]", `${Object.keys(parts).join(", ")}; all without`, listedParts)
  .option("--group <n>", "this group of each part alone", wholeNumber(0, 99))
  .option("--force", "judge again what was judged before", false)
  .parse();
const names: string[] = command.processedArgs[0] ?? Object.keys(parts);
const values = command.opts<{ group?: number; force: boolean }>();

// imported late, so that --help works without what this command installs
const mutatorPath = createRequire(import.meta.url).resolve("@stryker-mutator/core");
const { Stryker } = (await import(mutatorPath)) as Mutator;

const postgres = await startEmbeddedPostgres(".mutation");
try {
  await disableSync(postgres.databaseUrl);
  process.env.TEST_DATABASE_URL = postgres.databaseUrl;
  for (const name of names) if (!(await judge(name, parts[name] ?? []))) process.exitCode = 1;
} finally {
  await postgres.release();
}

function listedParts(text: string, before: string[] = []): string[] {
  return [...before, oneOf(Object.keys(parts))(text)];
}

/** Nothing has to survive a crash, and thousands of databases are created. */
async function disableSync(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const setting of ["fsync", "full_page_writes"]) await client.query(`ALTER SYSTEM SET ${setting} = off`);
  await client.query("SELECT pg_reload_conf()");
  await client.end();
}

/** Runs a part and prints its score; true where that is enough. */
async function judge(name: string, groups: Group[]): Promise<boolean> {
  const startedAt = performance.now();
  const mutants: MutantResult[] = [];
  for (const [n, group] of groups.entries())
    if (values.group === undefined || values.group === n) mutants.push(...(await run(`.mutation/${name}-${n}`, group)));
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const { score, text } = scoreOf(mutants);
  console.log(`${name}: ${text}, ${seconds} s`);
  return score >= minScore;
}

async function run(folder: string, { mutate, tests }: Group): Promise<MutantResult[]> {
  const sources = new Set(mutate.map((position) => position.replace(/:.*/, "")));
  process.env.MUTATION_SOURCES = [...sources].join(",");
  process.env.MUTATION_TESTS = ["test/mutation/loads.ts", ...tests].join(",");
  const options = {
    mutate,
    testRunner: "vitest",
    plugins: [createRequire(import.meta.url).resolve("@stryker-mutator/vitest-runner")],
    vitest: { configFile: "test/mutation/vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    concurrency: 2,
    // tests that hang end by their own time limits; this limit is for loops that block the thread
    timeoutMS: 20_000,
    incremental: true,
    incrementalFile: `${folder}/incremental.json`,
    force: values.force,
    tempDirName: `${folder}/sandbox`,
    ignorePatterns: [".disclosed", "dist", ".mutation"],
    // TypeScript 7 has no JavaScript API, with which it would be rewritten for the sandbox; nothing there reads it
    tsconfigFile: "none",
    disableTypeChecks: false,
    reporters: ["html", "progress-append-only"],
    htmlReporter: { fileName: `${folder}/report.html` },
    allowConsoleColors: false,
    logLevel: "warn",
    warnings: false,
  };
  const known = await new Stryker(options).runMutationTest();
  // the stored result of a file that is in another group now belongs to that group
  const mutants = known.filter(({ fileName }) => sources.has(relative(process.cwd(), fileName)));
  for (const mutant of mutants) if (isUnnoticed(mutant)) console.log(describe(mutant));
  console.log(`${mutate.join(" ")}: ${scoreOf(mutants).text}`);
  return mutants;
}

function isUnnoticed({ status }: MutantResult): boolean {
  return status === "Survived" || status === "NoCoverage";
}

function describe({ fileName, location, status, mutatorName, replacement = "" }: MutantResult): string {
  const position = `${relative(process.cwd(), fileName)}:${location.start.line}:${location.start.column}`;
  return `${status} ${position} ${mutatorName}: ${replacement.replace(/\s+/g, " ").slice(0, 120)}`;
}

/** The percentage of mutants that a test noticed, or that ran into the time limit. */
function scoreOf(mutants: MutantResult[]): { score: number; text: string } {
  const killed = mutants.filter(({ status }) => status === "Killed").length;
  const endless = mutants.filter(({ status }) => status === "Timeout").length;
  const all = killed + endless + mutants.filter(isUnnoticed).length;
  const score = (100 * (killed + endless)) / all;
  return { score, text: `${score.toFixed(1)} % of ${all} mutants noticed (${endless} by their time)` };
}
