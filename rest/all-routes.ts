// The routes of the folder rest/routes, in which every file is one endpoint: all of them, the route of a path, and
// their documents. A new endpoint is one new file. Routes execute by the hash of their document;
// rest/generated/persisted.json is the reviewed list of allowed documents.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { Route } from "./define-route.ts";

const folder = new URL("./routes/", import.meta.url);

/** All routes, in the order of their file names. Works in the sources and in dist/. */
export async function loadRoutes(): Promise<Route[]> {
  const names = (await readdir(folder)).filter((name) => /^[a-z0-9-]+\.(ts|js)$/.test(name)).sort();
  const modules = await Promise.all(
    names.map((name) => import(new URL(name, folder).href) as Promise<{ default: Route }>),
  );
  return modules.map((module) => module.default);
}

// Finds the route of a path. Paths are case-sensitive; one trailing slash is ignored, as in common web frameworks.

export interface Match {
  route: Route;
  /** path parameters as they are in the URL */
  path: Record<string, string>;
}

interface Pattern {
  route: Route;
  segments: string[];
}

/**
 * Returns a function from path (below /api/v1, with its leading slash) to route; fixed segments win over parameters.
 */
export function pathMatcher(routes: Route[]): (path: string) => Match | undefined {
  const patterns = routes
    .map((route): Pattern => ({ route, segments: route.path.split("/") }))
    .sort((a, b) => parameterCount(a) - parameterCount(b));
  const fixed = new Map<string, Match>();
  for (const pattern of patterns)
    if (parameterCount(pattern) === 0) fixed.set(pattern.route.path, { route: pattern.route, path: {} });
  return (requested) => {
    const path = withoutTrailingSlash(requested);
    const known = fixed.get(path);
    if (known) return known;
    const segments = path.split("/");
    for (const pattern of patterns) {
      const parameters = fitPath(pattern.segments, segments);
      if (parameters) return { route: pattern.route, path: parameters };
    }
    return undefined;
  };
}

/** `/trades/` is `/trades`. */
const withoutTrailingSlash = (path: string): string => (path.endsWith("/") ? path.slice(0, -1) : path);

function parameterCount({ segments }: Pattern): number {
  return segments.filter((segment) => segment.startsWith("{")).length;
}

function fitPath(pattern: string[], segments: string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, wanted] of pattern.entries()) {
    const segment = segments[index] ?? "";
    if (wanted.startsWith("{") && segment !== "") parameters[wanted.slice(1, -1)] = segment;
    else if (wanted !== segment) return undefined;
  }
  return parameters;
}

// Routes execute by the hash of their document. rest/generated/persisted.json is the reviewed list of allowed
// documents.

/** SHA-256 of a document, in hex. */
export function documentHash(document: string): string {
  return createHash("sha256").update(document).digest("hex");
}

/** hash -> document of all routes, ordered by hash: the content of persisted.json. */
export async function collectPersisted(): Promise<Record<string, string>> {
  const documents = (await loadRoutes()).flatMap((route) => ("document" in route ? [route.document] : []));
  const entries = documents.map((document): [string, string] => [documentHash(document), document]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The committed list. `root` is the package's folder. */
export async function readPersisted(root: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(`${root}/rest/generated/persisted.json`, "utf8"));
}
