// Chooses the format of a response: by the parameter `format`, else by the header Accept (RFC 9110, section 12.5.1).
import type { Request } from "express";
import type { Route } from "../define-route.ts";
import { isList } from "../envelope.ts";
import { type Form, mediaTypes } from "../forms/media-types.ts";

/** In order of preference: if the caller accepts several equally, the first one is sent. */
const formsOfLists: readonly Form[] = ["json", "csv", "ndjson"];
const formsOfDetails: readonly Form[] = ["json"];

/** The formats that a route offers. */
export const formsOf = (route: Route): readonly Form[] => (isList(route) ? formsOfLists : formsOfDetails);

/**
 * The format of a response; undefined if none of the types in Accept is offered. `query`: the URL after the question
 * mark. For an unknown `format` it returns JSON; reading the parameters refuses it.
 */
export function negotiate(request: Request, route: Route, query: string): Form | undefined {
  const offered = formsOf(route);
  if (isList(route)) {
    const named = new URLSearchParams(query).getAll("format").map((text) => text.trim().toLowerCase());
    if (named.length > 0) return offered.find((form) => named.includes(form)) ?? "json";
  }
  const type = request.accepts(offered.map((form) => mediaTypes[form]));
  return offered.find((form) => mediaTypes[form] === type);
}

/** Whether an Accept header surely selects JSON, as the common ones do; others need `negotiate`. */
export const surelyTakesJson = (accept: string | undefined): boolean =>
  accept === undefined || usualAccept.test(accept);

const usualAccept = /^(?:application\/json|\*\/\*)(?:, ?(?:application\/json|text\/plain|\*\/\*))*$/;
