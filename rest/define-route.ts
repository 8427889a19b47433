// What an endpoint is. Everything about it follows from its record: parameters, the query, the answer, the documentation.
import type { Row, Shape } from "./fields.ts";
import type { Parameters, Values } from "./params/parameter.ts";
import type { AccessPorts, Principal } from "./ports.ts";

interface RouteBase<P extends Parameters> {
  /** below /api/v1, path parameters in braces */
  path: string;
  /** unique, verb and noun */
  operationId: string;
  tag: "Insiders" | "Congress" | "Service";
  summary: string;
  description?: string;
  params: P;
  /** set on a route that is going to end; both are dates YYYY-MM-DD, at least 12 months apart */
  ends?: { announcedOn: string; endsOn: string };
}

interface QueryRoute<P extends Parameters> extends RouteBase<P> {
  /** the GraphQL document; it runs by its persisted hash only */
  document: string;
  /** checks that concern several parameters and the document's variables */
  variables(params: Values<P>): Record<string, unknown>;
  item: Shape;
  /** the answer changes without a new data version (figures of the service itself), so it is worked out each time */
  live?: boolean;
}

/** Answers with `data: [...]` and pagination by `params.page` and `params.pageSize`. */
export interface ListRoute<P extends Parameters = Parameters> extends QueryRoute<P> {
  list(data: Row): unknown;
}

/** Answers with `data: {...}`; null is 404. */
export interface DetailRoute<P extends Parameters = Parameters> extends QueryRoute<P> {
  one(data: Row): unknown;
}

/** Answers from the access ports about the caller's own account; not charged. */
export interface AccountRoute<P extends Parameters = Parameters> extends RouteBase<P> {
  account(access: AccessPorts, principal: Principal): Promise<Row>;
  item: Shape;
}

export type Route = ListRoute | DetailRoute | AccountRoute;

/** Declares a route; the parameters' types reach `variables`. */
export function defineRoute<P extends Parameters>(route: ListRoute<P> | DetailRoute<P> | AccountRoute<P>): Route {
  return route as unknown as Route;
}

/** The names in braces of a route's path. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
}
