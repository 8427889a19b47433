// The expressions that calls of RegExp make: the modules with such calls are loaded, and what they make is recorded with
// the line of the call. What is made only later, from a reviewed file, is made here.
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { packageRoot } from "../../src/lib/package-root.ts";
import type { Call, Expression } from "./find.ts";

/** after the modules are loaded */
async function makeTheRest(): Promise<void> {
  const { readOfficerRoles } = await import("../../src/store/reference.ts");
  await readOfficerRoles();
}

/** The expressions that these calls make; `unseen`: those that made none, because they did not run. */
export async function recordCalls(calls: readonly Call[]): Promise<{ made: Expression[]; unseen: Call[] }> {
  const made: Expression[] = [];
  const usual = globalThis.RegExp;
  const note = (expression: RegExp) => {
    const at = callerOf(new Error().stack ?? "");
    const call = calls.find((one) => one.at === at);
    if (call) made.push({ ...call, source: expression.source, flags: expression.flags });
    return expression;
  };
  globalThis.RegExp = new Proxy(usual, {
    construct: (target, given, newTarget) => note(Reflect.construct(target, given, newTarget) as RegExp),
    apply: (target, receiver, given) => note(Reflect.apply(target, receiver, given) as RegExp),
  });
  try {
    for (const path of new Set(calls.map(({ at }) => at.split(":")[0] ?? "")))
      await import(pathToFileURL(join(packageRoot, path)).href);
    await makeTheRest();
  } finally {
    globalThis.RegExp = usual;
  }
  const seen = new Set(made.map(({ at }) => at));
  return { made, unseen: calls.filter(({ at }) => !seen.has(at)) };
}

/** `path:line` of the first entry of a stack that is not in this file. */
function callerOf(stack: string): string | undefined {
  const own = fileURLToPath(import.meta.url);
  for (const line of stack.split("\n")) {
    const [, file = "", at] = /((?:file:\/)?\/[^\s()]+):(\d+):\d+\)?$/.exec(line) ?? [];
    const path = file.startsWith("file:") ? fileURLToPath(file) : file;
    if (path && path !== own) return `${relative(packageRoot, path)}:${at}`;
  }
  return undefined;
}
