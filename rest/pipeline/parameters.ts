// The parameters of a request, read once, when they are needed first.
import type { Match } from "../match-path.ts";
import { readParameters } from "../params/read-parameters.ts";
import type { Facade } from "./context.ts";
import { isRemembered } from "./recall.ts";

export interface RequestParameters {
  /** @throws AppError bad_request */
  read(): Record<string, unknown>;
  areGood(): boolean;
}

export function parametersOf(facade: Facade, url: string, { route, path }: Match): RequestParameters {
  let read: { values: Record<string, unknown> } | { error: unknown } | undefined;
  const readOnce = () => {
    const context = { vocabulary: facade.vocabulary, today: facade.today() };
    try {
      read ??= { values: readParameters(route.params, { path, query: queryOf(url) }, context) };
    } catch (error) {
      read = { error };
    }
    return read;
  };
  return {
    read() {
      const result = readOnce();
      if ("error" in result) throw result.error;
      return result.values;
    },
    // what was answered before had good parameters
    areGood: () => isRemembered(facade, url) || "values" in readOnce(),
  };
}

/** What stands behind the question mark, as it came. */
export const queryOf = (url: string): string => url.split("?").slice(1).join("?");
