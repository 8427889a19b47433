// The changes in a new OpenAPI document that would break a caller of an old one: a path, method, parameter value or
// response field that was removed or has another type, a parameter that became required, a tightened bound. Additions
// do not break (specification, part 9).
import fc from "fast-check";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Node = { [key: string]: Json };

const isNode = (value: Json | undefined): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns one line for each break; empty when every caller of `before` also works with `after`. */
export function breakingChanges(before: Node, after: Node): string[] {
  const breaks: string[] = [];
  for (const [path, item] of entries(before.paths)) {
    const next = node(node(after.paths)[path]);
    for (const [method, operation] of entries(item)) {
      const where = `${method.toUpperCase()} ${path}`;
      if (!isNode(next[method])) breaks.push(`${where}: gone`);
      else compareOperation(where, node(operation), node(next[method]), breaks);
    }
  }
  for (const [name, schema] of entries(node(before.components).schemas)) {
    const next = node(node(after.components).schemas)[name];
    if (!isNode(next)) breaks.push(`schema ${name}: gone`);
    else compareSchema(`schema ${name}`, node(schema), next, breaks);
  }
  return breaks;
}

const node = (value: Json | undefined): Node => (isNode(value) ? value : {});
const entries = (value: Json | undefined): [string, Json][] => Object.entries(node(value));
const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

function compareOperation(where: string, before: Node, after: Node, breaks: string[]): void {
  const known = new Map(list(before.parameters).map((parameter) => [node(parameter).name, node(parameter)]));
  const next = new Map(list(after.parameters).map((parameter) => [node(parameter).name, node(parameter)]));
  for (const [name, parameter] of known) {
    const now = next.get(name);
    if (!now) breaks.push(`${where}: parameter ${name} gone`);
    else compareParameter(`${where} ?${name}`, node(parameter.schema), node(now.schema), breaks);
  }
  for (const [name, parameter] of next)
    if (parameter.required === true && known.get(name)?.required !== true)
      breaks.push(`${where}: parameter ${name} became required`);
  for (const [status, response] of entries(before.responses)) {
    const now = node(after.responses)[status];
    if (!isNode(now)) breaks.push(`${where}: status ${status} gone`);
    else compareSchema(`${where} ${status}`, bodySchema(node(response)), bodySchema(now), breaks);
  }
}

function bodySchema(response: Node): Node {
  return node(node(node(response.content)["application/json"]).schema);
}

function compareParameter(where: string, before: Node, after: Node, breaks: string[]): void {
  for (const value of list(before.enum))
    if (after.enum !== undefined && !list(after.enum).includes(value)) breaks.push(`${where}: value ${value} gone`);
  if (before.enum === undefined && after.enum !== undefined) breaks.push(`${where}: became an enumeration`);
  if (Number(after.maximum ?? Infinity) < Number(before.maximum ?? Infinity)) breaks.push(`${where}: maximum lowered`);
  if (Number(after.minimum ?? -Infinity) > Number(before.minimum ?? -Infinity)) breaks.push(`${where}: minimum raised`);
  if (!isNoTighter(before.pattern, after.pattern)) breaks.push(`${where}: pattern changed`);
}

const samples = 1000;

/**
 * Whether the new pattern accepts all that the old one accepts. Patterns cannot be compared, so values generated from the
 * old one are tested.
 */
function isNoTighter(before: Json | undefined, after: Json | undefined): boolean {
  if (after === undefined || after === before) return true;
  if (typeof before !== "string" || typeof after !== "string") return false;
  const next = new RegExp(after);
  return fc.sample(fc.stringMatching(new RegExp(before)), { numRuns: samples, seed: 1 }).every((one) => next.test(one));
}

const typeOf = (schema: Node): string =>
  JSON.stringify(
    schema.$ref ?? (Array.isArray(schema.type) ? [...schema.type].sort() : (schema.type ?? schema.const ?? null)),
  );

function compareSchema(where: string, before: Node, after: Node, breaks: string[]): void {
  if (typeOf(before) !== typeOf(after)) breaks.push(`${where}: ${typeOf(before)} became ${typeOf(after)}`);
  for (const value of list(after.enum))
    if (before.enum !== undefined && !list(before.enum).includes(value)) breaks.push(`${where}: new value ${value}`);
  for (const field of list(before.required))
    if (!list(after.required).includes(field)) breaks.push(`${where}.${field}: no longer always there`);
  for (const [field, schema] of entries(before.properties)) {
    const now = node(after.properties)[field];
    if (!isNode(now)) breaks.push(`${where}.${field}: gone`);
    else compareSchema(`${where}.${field}`, node(schema), now, breaks);
  }
  if (isNode(before.items)) compareSchema(`${where}[]`, before.items, node(after.items), breaks);
  for (const key of ["anyOf", "oneOf", "allOf"])
    for (const [index, schema] of list(before[key]).entries())
      compareSchema(`${where}/${key}/${index}`, node(schema), node(list(after[key])[index]), breaks);
}
