// The parameters of a tool, and the conversion of a call's arguments to a path and query string of the API.
import { pathParameters, type Route } from "../../rest/define-route.ts";
import { paging } from "../../rest/params/numbers.ts";
import { type Parameters, shorten } from "../../rest/params/parameter.ts";

/** The parameters of the route that its tool accepts: a model reads the JSON form, with the page sizes of JSON. */
export function parametersOf({ params }: Route): Parameters {
  const { format: _, ...taken } = params;
  return "pageSize" in taken ? { ...taken, pageSize: paging.pageSize } : taken;
}

type Address = { path: string } | { problem: string };

/**
 * The path and query string below /api/v1, or what is wrong with the arguments; their values are validated by the API.
 */
export function addressOf(route: Route, given: Record<string, unknown>): Address {
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  const unknown = unknownAmong(
    named.map(([name]) => name),
    Object.keys(parametersOf(route)),
  );
  if (unknown) return { problem: unknown };
  // absent and null are the same: models write null for arguments that they leave out
  const entries = named.filter(([, value]) => value !== null);
  const inPath = pathParameters(route.path);
  let path = route.path;
  const query = new URLSearchParams();
  for (const [name, value] of entries) {
    const texts = (Array.isArray(value) ? value : [value]).map(textOf);
    if (texts.includes(undefined)) return { problem: `${name} takes plain values, not ${JSON.stringify(value)}` };
    if (!inPath.includes(name)) for (const text of texts) query.append(name, text ?? "");
    else if (texts.length !== 1 || /^\.{0,2}$/.test(texts[0] ?? "")) return { problem: `${name} is not usable` };
    else path = path.replace(`{${name}}`, encodeURIComponent(texts[0] ?? ""));
  }
  const missing = pathParameters(path)[0];
  if (missing) return { problem: `${missing} is required` };
  return { path: query.size > 0 ? `${path}?${query}` : path };
}

function unknownAmong(names: string[], known: string[]): string | undefined {
  const unknown = names.filter((name) => !known.includes(name)).map(shorten);
  if (unknown.length === 0) return undefined;
  const taken = known.length > 0 ? `it takes ${known.join(", ")}` : "it takes none";
  return `the tool has no argument ${unknown.join(", ")}; ${taken}`;
}

function textOf(value: unknown): string | undefined {
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
}
