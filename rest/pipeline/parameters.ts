// The parameters of a request, read once at their first use, and the format of its response: by the parameter
// `format`, else by the header Accept (RFC 9110, section 12.5.1).
import type { Request } from "express";
import { AppError } from "../../src/errors.ts";
import type { Match } from "../all-routes.ts";
import type { Route } from "../define-route.ts";
import { isList } from "../envelope.ts";
import { type Form, mediaTypes } from "../forms/media-types.ts";
import { readParameters } from "../params/parameter.ts";
import type { Facade } from "./admit.ts";

export interface RequestParameters {
  /** the calendar date in UTC with which they are read */
  readonly today: string;
  /** undefined if no accepted format is offered; negotiated at its first use, which is after the authentication */
  readonly form: Form | undefined;
  /** @throws AppError not_acceptable, bad_request; not_found for a path parameter that names nothing */
  read(): Record<string, unknown>;
  areValid(): boolean;
  /** whether `read` returns values */
  canRespond(): boolean;
}

/** `isCached`: whether the URL has a cached response, so that its parameters are valid. */
export function parametersOf(
  facade: Facade,
  request: Request,
  { route, path }: Match,
  isCached: () => boolean,
): RequestParameters {
  const query = queryOf(request.originalUrl);
  let negotiated: { form: Form | undefined } | undefined;
  const formOf = () => {
    negotiated ??= { form: negotiate(request, route, query) };
    return negotiated.form;
  };
  return parametersIn(facade, { route, path, query }, formOf, isCached);
}

/** Parameters of a route from a path and a query string; `formOf` may be called several times. */
export function parametersIn(
  facade: Facade,
  { route, path, query }: Match & { query: string },
  formOf: () => Form | undefined,
  isCached: () => boolean = () => false,
): RequestParameters {
  let read: { values: Record<string, unknown> } | { error: unknown } | undefined;
  const today = facade.today();
  const readOnce = () => {
    try {
      const form = formOf();
      if (!form) throw notAcceptable(route);
      const context = { vocabulary: facade.vocabulary, today, form };
      read ??= { values: readParameters(route.params, { path, query }, context) };
    } catch (error) {
      read = { error };
    }
    return read;
  };
  const namesNothing = (values: Record<string, unknown>) => Object.keys(path).some((name) => values[name] === null);
  return {
    today,
    get form() {
      return formOf();
    },
    read() {
      const result = readOnce();
      if ("error" in result) throw result.error;
      if (namesNothing(result.values)) throw new AppError("not_found");
      return result.values;
    },
    areValid: () => (formOf() === "json" && isCached()) || "values" in readOnce(),
    canRespond() {
      const result = readOnce();
      return "values" in result && !namesNothing(result.values);
    },
  };
}

function notAcceptable(route: Route): AppError {
  const offered = formsOf(route).map((form) => mediaTypes[form].split(";")[0]);
  return new AppError(
    "not_acceptable",
    `None of the types in the Accept header is available; use one of: ${offered.join(", ")}`,
  );
}

/** The URL after the question mark, not decoded. */
export function queryOf(url: string): string {
  const mark = url.indexOf("?");
  return mark < 0 ? "" : url.slice(mark + 1);
}

// The format of a response.

/** In order of preference: if the caller accepts several equally, the first one is sent. */
const formsOfLists: readonly Form[] = ["json", "csv", "ndjson"];
const formsOfDetails: readonly Form[] = ["json"];

/** The formats that a route offers. */
const formsOf = (route: Route): readonly Form[] => (isList(route) ? formsOfLists : formsOfDetails);

/**
 * The format of a response; undefined if none of the types in Accept is offered. `query`: the URL after the question
 * mark. For an unknown `format` it returns JSON; reading the parameters refuses it.
 */
function negotiate(request: Request, route: Route, query: string): Form | undefined {
  const offered = formsOf(route);
  if (isList(route)) {
    const named = new URLSearchParams(query).getAll("format").map((text) => text.trim().toLowerCase());
    if (named.length > 0) return offered.find((form) => named.includes(form)) ?? "json";
  }
  const type = request.accepts(offered.map((form) => mediaTypes[form]));
  return offered.find((form) => mediaTypes[form] === type);
}

/** Whether an Accept header surely selects JSON, as the common ones do; others need `negotiate`. */
export const surelyAcceptsJson = (accept: string | undefined): boolean =>
  accept === undefined || usualAccept.test(accept);

const usualAccept = /^(?:application\/json|\*\/\*)(?:, ?(?:application\/json|text\/plain|\*\/\*))*$/;
