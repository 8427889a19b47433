// Whether a regular expression takes more than linear time on some text, by recheck. An expression costs up to some
// seconds, so that the verdicts are kept in judged.txt beside this file; `npm run generate` writes it.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Diagnostics } from "recheck";
import { packageRoot } from "../../src/lib/package-root.ts";
import { type Call, type Expression, findInProject } from "./find.ts";
import { recordCalls } from "./record.ts";

type Verdict = "linear" | "super-linear";
type Text = Pick<Expression, "source" | "flags">;

/** milliseconds; recheck's own limits are counted in steps, so that every machine comes to the same verdict */
const effort = { timeout: 20_000 };

async function judge({ source, flags }: Text): Promise<{ verdict: Verdict; why: string }> {
  const { check } = await import("recheck");
  let result = await check(source, flags, effort);
  // the automaton of an expression may be too large
  if (result.status === "unknown") result = await check(source, flags, { ...effort, checker: "fuzz" });
  return { verdict: result.status === "safe" ? "linear" : "super-linear", why: describe(result) };
}

function describe(result: Diagnostics): string {
  if (result.status === "vulnerable")
    return `${result.complexity.summary}, for example on ${result.attack.pattern.slice(0, 200)}`;
  return result.status === "unknown" ? `not judged: ${result.error.kind}` : "";
}

interface Judged extends Expression {
  verdict: Verdict;
}

interface Verdicts {
  expressions: Judged[];
  unseen: Call[];
}

/** All expressions of the project with their verdicts: those in judged.txt, and the others judged now. */
export async function judgeProject(): Promise<Verdicts> {
  const { literals, calls } = findInProject();
  const { made, unseen } = await recordCalls(calls);
  const known = readVerdicts();
  // what has a reason is not judged: what it says holds whatever the verdict
  const all = [...literals, ...made].filter(({ reason }) => !reason);
  const unknown = new Map(all.filter((one) => !known.has(keyOf(one))).map((one) => [keyOf(one), one]));
  const waiting = [...unknown];
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) known.set(next[0], (await judge(next[1])).verdict);
  };
  await Promise.all([work(), work()]);
  return { expressions: all.map((one) => ({ ...one, verdict: known.get(keyOf(one)) ?? "super-linear" })), unseen };
}

const keyOf = ({ source, flags }: Text): string =>
  createHash("sha256").update(`/${source}/${flags}`).digest("hex").slice(0, 20);

const judgedPath = "scripts/expressions/judged.txt";
const { version } = createRequire(import.meta.url)("recheck/package.json") as { version: string };
const head = `# SHA-256 of each regular expression of the code, and the verdict of recheck ${version}. Written by npm run generate.\n`;

/** None where another release of recheck has judged. */
function readVerdicts(): Map<string, Verdict> {
  const text = readFileSync(join(packageRoot, judgedPath), { encoding: "utf8", flag: "a+" });
  if (!text.startsWith(head)) return new Map();
  const lines = text.slice(head.length).split("\n").filter(Boolean);
  return new Map(lines.map((line) => line.split(" ") as [string, Verdict]));
}

/** The content of judged.txt. */
export function printVerdicts({ expressions }: Verdicts): string {
  const lines = expressions.map((one) => `${keyOf(one)} ${one.verdict}\n`);
  return head + [...new Set(lines)].sort().join("");
}

/** A line for each fault: super-linear time without a reason, a call that made nothing. */
export async function faultsOf({ expressions, unseen }: Verdicts): Promise<string[]> {
  const faults: string[] = [];
  for (const one of expressions) {
    const { at, source, flags, verdict } = one;
    if (verdict === "super-linear")
      faults.push(
        `${at}: /${source}/${flags} takes super-linear time: ${(await judge(one)).why}. Write it in another way, or say above it why no text can be long: "linear time: ..."`,
      );
  }
  for (const { at, reason } of unseen)
    if (!reason) faults.push(`${at}: RegExp is not called when the module loads, so that its expression is not judged`);
  return faults;
}
