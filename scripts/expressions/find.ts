// Finds the regular expressions of the code: literals, and where RegExp is called with a text.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Node, parseSync } from "oxc-parser";
import { packageRoot } from "../../src/lib/package-root.ts";

export interface Expression {
  /** `path:line` */
  at: string;
  source: string;
  flags: string;
  /** why it may stay although it takes super-linear time on some text */
  reason: string | undefined;
}

/** A call of RegExp; the expressions that it makes are known only when it runs. */
export interface Call {
  at: string;
  reason: string | undefined;
}

export interface Found {
  literals: Expression[];
  calls: Call[];
}

/** Foreign text meets these; scripts read only this project's. */
const searched = ["src", "rest", "bin", "clients/typescript/src"];
const isCode = /\.(?:ts|tsx|js|mjs)$/;
/** the database client, which Prisma writes */
const isGenerated = /^src\/store\/client\//;

/** The comment directly above an expression or its statement, that gives the reason of an exception. */
const reasonForm = /^[\s*]*linear time: (\S[\s\S]*)/;
/** the same for all expressions of a file */
const fileReasonForm = /^[\s*]*linear time in this file: (\S[\s\S]*)/;

export function findInProject(): Found {
  const files = searched
    .flatMap((folder) =>
      readdirSync(join(packageRoot, folder), { recursive: true }).map((path) => `${folder}/${String(path)}`),
    )
    .filter((path) => isCode.test(path) && !isGenerated.test(path))
    .sort();
  const found = files.map((path) => findIn(path, readFileSync(join(packageRoot, path), "utf8")));
  return { literals: found.flatMap(({ literals }) => literals), calls: found.flatMap(({ calls }) => calls) };
}

/** @throws Error for text that is not TypeScript or JavaScript */
function findIn(path: string, text: string): Found {
  const { program, comments, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const lineOf = lines(text);
  const reasons = new Map<number, string>();
  const ofFile = comments.map(({ value }) => fileReasonForm.exec(value)?.[1]).find(Boolean);
  // the lines of a comment are comments of their own; the reason may go on in the next ones
  for (const { value, start, end } of comments) {
    const before = reasons.get(lineOf(start));
    const reason = reasonForm.exec(value)?.[1] ?? (before && `${before} ${value.trim()}`);
    if (reason) reasons.set(lineOf(end) + 1, reason);
  }
  const found: Found = { literals: [], calls: [] };
  const visit = (node: unknown, statement: number): void => {
    if (Array.isArray(node)) for (const one of node) visit(one, statement);
    if (!isNode(node)) return;
    const line = lineOf(node.start);
    const around = /(?:Declaration|Statement)$/.test(node.type) ? line : statement;
    const position = { at: `${path}:${line}`, reason: reasons.get(line) ?? reasons.get(around) ?? ofFile };
    if (node.type === "Literal" && "regex" in node)
      found.literals.push({ ...position, source: node.regex.pattern, flags: node.regex.flags });
    else if (isCall(node)) found.calls.push(position);
    for (const inner of Object.values(node)) if (typeof inner === "object") visit(inner, around);
  };
  visit(program.body, 1);
  return found;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

const isCall = (node: Node): boolean =>
  (node.type === "NewExpression" || node.type === "CallExpression") &&
  node.callee.type === "Identifier" &&
  node.callee.name === "RegExp";

/** A function from the offset in a text to its line, from 1. */
function lines(text: string): (offset: number) => number {
  const begins = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) begins.push(at + 1);
  return (offset) => {
    let [low, high] = [0, begins.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((begins[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
