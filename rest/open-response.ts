// A response without a caller, for the example on the landing page. No account is charged, nothing is cached.
import { dateOf } from "../src/lib/calendar-date.ts";
import { envelopeOf } from "./envelope.ts";
import type { FacadeOptions } from "./facade.ts";
import { pathMatcher } from "./match-path.ts";
import { beginningOfNext } from "./pagination.ts";
import { readParameters } from "./params/read-parameters.ts";
import { documentHash } from "./persisted.ts";
import { loadRoutes } from "./routes-folder.ts";

type OpenResponseOptions = Pick<FacadeOptions, "execute" | "vocabulary" | "now">;

/**
 * Returns a function from a path below /api/v1 and a query string to the body that a caller gets, without `requestId`.
 * The function throws AppError for bad parameters and Error for a path whose response is about an account.
 */
export async function createOpenResponse({ execute, vocabulary, now }: OpenResponseOptions) {
  const match = pathMatcher(await loadRoutes());
  return async (path: string, query: string): Promise<Record<string, unknown>> => {
    const found = match(path);
    if (!found || "account" in found.route) throw new Error(`${path} has no response without an account`);
    const { route } = found;
    const today = dateOf(now());
    const params = readParameters(route.params, { path: found.path, query }, { vocabulary, today });
    const variables = route.variables(params);
    const executed = await execute(documentHash(route.document), variables);
    const { endOfNext, pagination, ...response } = envelopeOf(route, executed, { vocabulary, variables, params });
    if (!pagination) return response;
    const next = endOfNext ? `${beginningOfNext(`/api/v1${path}?${query}`)}${endOfNext}` : null;
    return { ...response, pagination: { ...pagination, next } };
  };
}
