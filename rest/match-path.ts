// Finds the route of a path. Paths are case-sensitive; one trailing slash is ignored, as in common web frameworks.
import type { Route } from "./define-route.ts";

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
