// The definition of an endpoint. One record contains everything: parameters, query, response and documentation.
import type { AccessPort, Principal } from "../src/ports/access.ts";
import type { Row, Shape } from "./fields.ts";
import { fieldNames, filterOf, wantedOf } from "./params/list-parameters.ts";
import { pageSizeInForms } from "./params/numbers-and-dates.ts";
import type { Parameters, Values } from "./params/parameter.ts";
import { choice } from "./params/texts.ts";
import { relationsReader } from "./selection.ts";

// `format` of every list: the format of the response, for callers that cannot set a header.
const format = choice(
  "format of the response, takes precedence over the header Accept. json: the envelope; csv: a table with one line per row, nested fields by their paths (`outcomes.return_30d_pct`) and lists as JSON text; ndjson: one JSON object per line",
  { json: "json", csv: "csv", ndjson: "ndjson" },
  { enumerated: true },
);

interface RouteBase<P extends Parameters> {
  /** below /api/v1, path parameters in braces */
  path: string;
  /** unique, verb and noun */
  operationId: string;
  tag: "Insiders" | "Congress" | "Service";
  summary: string;
  /** details that the summary leaves out */
  description: string;
  params: P;
  /** set on a deprecated route; both are dates YYYY-MM-DD, at least 12 months apart */
  ends?: { announcedOn: string; endsOn: string };
}

interface QueryParts<P extends Parameters> extends RouteBase<P> {
  /** the GraphQL document; it runs by its persisted hash only */
  document: string;
  item: Shape;
  /** optional parts that are attached without `include`, unless `fields` chooses others */
  attached?: readonly string[];
  /**
   * the response changes without a new data version (data about the service itself), so it is cached only for seconds
   */
  live?: boolean;
}

/** Responds with `data: [...]` and pagination by `params.page` and `params.pageSize`; null is 404. */
interface ListParts<P extends Parameters> extends QueryParts<P> {
  list(data: Row): unknown;
  /** further fields of `meta`, from the fields of the list */
  meta?: Shape;
}

/** Responds with `data: {...}`; null is 404. */
interface DetailParts<P extends Parameters> extends QueryParts<P> {
  one(data: Row): unknown;
}

interface Declared<P extends Parameters> {
  /**
   * Checks that concern several parameters, and returns the document's variables (of a list, without those in
   * `listVariables`; without those of relations, which `fields` and `include` decide). `filter` contains the values of the parameters that are filters, by filter name. A list without
   * this function has the variable `filter`.
   */
  variables(params: Values<P>, filter: Record<string, unknown>): Record<string, unknown>;
}

/** Parameters that are variables of a list's document under the same name. */
const listVariables = ["sort", "order", "page", "pageSize", "dataVersion"] as const;

interface Executable {
  /** the document's variables */
  variables(params: Record<string, unknown>): Record<string, unknown>;
}

export interface ListRoute extends ListParts<Parameters>, Executable {}

export interface DetailRoute extends DetailParts<Parameters>, Executable {}

/** Responds with data about the caller's own account, from the access ports; not charged. */
export interface AccountRoute<P extends Parameters = Parameters> extends RouteBase<P> {
  account(access: AccessPort, principal: Principal): Promise<Row>;
  item: Shape;
}

export type Route = ListRoute | DetailRoute | AccountRoute;

/** The route responds about the caller's own account: its requests are not charged. */
export const isUncounted = (route: Route): boolean => "account" in route;

/** Declares a route; `variables` gets the parameters' types. Every route accepts `fields`, and every list `format`. */
export function defineRoute<P extends Parameters>(
  route: (ListParts<P> & Partial<Declared<P>>) | (DetailParts<P> & Declared<P>) | AccountRoute<P>,
): Route {
  const fields = fieldNames(route.item, "include" in route.params);
  const params = { ...route.params, fields, ...("list" in route && { pageSize: pageSizeInForms, format }) };
  if ("account" in route) return { ...route, params } as unknown as AccountRoute;
  const relations = relationsOf(route);
  const variables = ({ fields, include, format: _, ...given }: Record<string, unknown>) => {
    const filter = filterOf(route.params, given);
    const own = route.variables ? route.variables(given as Values<P>, filter) : { filter };
    const read = relations(fields as string[] | undefined, include as string[] | undefined);
    return { ...("list" in route && listVariablesOf(route.params, given)), ...own, ...read };
  };
  return { ...route, params, variables } as unknown as ListRoute | DetailRoute;
}

/**
 * The variables of relations that differ from their defaults in the document. Chosen fields alone decide what is read:
 * `include` adds nothing to them.
 */
function relationsOf({ item, attached = [] }: { item: Shape; attached?: readonly string[] }) {
  const relationsRead = relationsReader(item);
  const defaults = relationsRead({ parts: attached });
  return (fields: string[] | undefined, include: string[] | undefined): Record<string, boolean> => {
    if (!fields && !include) return {};
    const read = relationsRead({ wanted: wantedOf(fields), parts: [...attached, ...(include ?? [])] });
    return Object.fromEntries(Object.entries(read).filter(([name, isRead]) => isRead !== defaults[name]));
  };
}

function listVariablesOf(params: Parameters, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(listVariables.filter((name) => name in params).map((name) => [name, values[name]]));
}

/** The names in braces of a route's path. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
}
