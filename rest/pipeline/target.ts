// What a request is for: its route, its parameters, the format of its response, by the parameter `format`, else by the
// header Accept (RFC 9110, section 12.5.1), and the cached response.
import { AppError } from "../../src/errors.ts";
import type { RestRequest } from "../../src/ports/requests.ts";
import type { Match } from "../all-routes.ts";
import type { CachedResponse } from "../cache/cache.ts";
import type { Route } from "../define-route.ts";
import { isList } from "../envelope.ts";
import { type Form, mediaTypes } from "../forms/media-types.ts";
import { readParameters } from "../params/parameter.ts";
import type { Facade } from "./admit.ts";

/** Each part is read once, at its first use: format and parameters are read after the authentication. */
export class Target {
  readonly route: Route;
  /** path parameters as they are in the URL */
  readonly path: Record<string, string>;
  /** the calendar date in UTC with which the parameters are read */
  readonly today: string;
  readonly #facade: Facade;
  readonly #url: string;
  readonly #request: RestRequest | undefined;
  #form: Form | undefined;
  #isNegotiated: boolean;
  #cached: CachedResponse | undefined;
  #isCacheRead = false;
  #read: { values: Record<string, unknown> } | { error: unknown } | undefined;

  /** `by`: the request, or the format if it is given. `url` has its path and query. */
  constructor(facade: Facade, { route, path }: Match, url: string, by: RestRequest | Form) {
    this.route = route;
    this.path = path;
    this.today = facade.today();
    this.#facade = facade;
    this.#url = url;
    this.#request = typeof by === "string" ? undefined : by;
    this.#form = typeof by === "string" ? by : undefined;
    this.#isNegotiated = typeof by === "string";
  }

  /** undefined if the caller accepts no format that the route offers */
  get form(): Form | undefined {
    if (this.#isNegotiated) return this.#form;
    this.#isNegotiated = true;
    this.#form = this.#request && negotiate(this.#request, this.route, queryOf(this.#url));
    return this.#form;
  }

  /** the cached response to the URL for the current day and data version, if the format is JSON */
  get cached(): CachedResponse | undefined {
    if (this.#isCacheRead) return this.#cached;
    this.#isCacheRead = true;
    const { cache, dataVersion, today } = this.#facade;
    const version = dataVersion.current();
    if (version !== undefined && this.form === "json")
      this.#cached = cache.recall(this.#url, { today: today(), version });
    return this.#cached;
  }

  /** The parameters. @throws AppError not_acceptable, bad_request; not_found for a path parameter that names nothing */
  read(): Record<string, unknown> {
    const read = this.#readOnce();
    if ("error" in read) throw read.error;
    const { values } = read;
    if (Object.keys(this.path).some((name) => values[name] === null)) throw new AppError("not_found");
    return values;
  }

  /** A URL with a cached response has valid parameters. */
  areParametersValid(): boolean {
    return this.cached !== undefined || "values" in this.#readOnce();
  }

  #readOnce() {
    this.#read ??= this.#readNow();
    return this.#read;
  }

  #readNow(): { values: Record<string, unknown> } | { error: unknown } {
    const { route, path, today, form } = this;
    if (!form) return { error: notAcceptable(route) };
    const context = { vocabulary: this.#facade.vocabulary, today, form };
    try {
      return { values: readParameters(route.params, { path, query: queryOf(this.#url) }, context) };
    } catch (error) {
      return { error };
    }
  }
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
function negotiate(request: RestRequest, route: Route, query: string): Form | undefined {
  const offered = formsOf(route);
  // a name may be written with percent signs
  if (isList(route) && /format|%/.test(query)) {
    const named = new URLSearchParams(query).getAll("format").map((text) => text.trim().toLowerCase());
    if (named.length > 0) return offered.find((form) => named.includes(form)) ?? "json";
  }
  if (surelyAcceptsJson(request.accept)) return "json";
  const type = request.negotiation?.type(offered.map((form) => mediaTypes[form]));
  return offered.find((form) => mediaTypes[form] === type);
}

/** Whether an Accept header surely selects JSON, as the common ones do; others need `negotiate`. */
const surelyAcceptsJson = (accept: string | undefined): boolean => accept === undefined || usualAccept.test(accept);

const usualAccept = /^(?:application\/json|\*\/\*)(?:, ?(?:application\/json|text\/plain|\*\/\*))*$/;
