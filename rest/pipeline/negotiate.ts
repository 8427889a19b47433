// Which form of an answer a caller gets: the parameter `format` decides, else the header Accept (RFC 9110, section 12.5.1).
import type { Request } from "express";
import type { Route } from "../define-route.ts";
import { isList } from "../envelope.ts";
import { type Form, mediaTypes } from "../forms/media-types.ts";

/** Where a caller takes several alike the first one is sent. */
const formsOfLists: readonly Form[] = ["json", "csv", "ndjson"];
const formsOfDetails: readonly Form[] = ["json"];

/** The forms that a route has. */
export const formsOf = (route: Route): readonly Form[] => (isList(route) ? formsOfLists : formsOfDetails);

/**
 * The form of an answer; undefined where nothing that Accept names is offered. `query`: what is behind the question mark. A `format`
 * that is none is JSON here, and refused where the parameters are read.
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

/** Whether an Accept surely gets JSON, as that of the usual callers; of others only `negotiate` can say. */
export const surelyTakesJson = (accept: string | undefined): boolean =>
  accept === undefined || usualAccept.test(accept);

const usualAccept = /^(?:application\/json|\*\/\*)(?:, ?(?:application\/json|text\/plain|\*\/\*))*$/;
