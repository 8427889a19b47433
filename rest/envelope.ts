// The envelope of every response: data, pagination of lists, meta, requestId.
import { AppError } from "../src/errors.ts";
import type { QueryResult, SnapshotVersion } from "../src/ports/execution.ts";
import type { DetailRoute, ListRoute, Route } from "./define-route.ts";
import { integer, type ProjectionContext, type Row, shape, text } from "./fields.ts";
import { wantedOf } from "./params/list-parameters.ts";

export interface Envelope {
  data: unknown;
  pagination?: Pagination;
  /** the end of the next page's URL; absent or null where there is no next page */
  endOfNext?: string | null;
  meta?: Row;
}

const sampleMark = {
  sample: true,
  message: "Sample data: the people, companies and trades are invented. Ingest real data to replace them.",
};

/**
 * Projects the result of a query. `madeAt` in Unix seconds: for a response that is cached without a data version, when
 * it was computed. @throws AppError not_found for a detail without a row, and for the list of an entity that does not
 * exist
 */
export function envelopeOf(
  route: ListRoute | DetailRoute,
  executed: QueryResult,
  { params, ...known }: ProjectionContext & { params: Row },
  madeAt?: number,
): Envelope {
  const data = executed.data as Row;
  const fields = params.fields as string[] | undefined;
  const context = { ...known, fields, dataVersion: executed.dataVersion };
  const wanted = wantedOf(fields);
  const rows = rowsOf(route, data);
  if (rows === undefined) throw new AppError("not_found");
  const items = rows.map((row) => route.item.project(row, context, wanted));
  if (!isList(route)) return { data: items[0], ...aroundRow(executed, madeAt) };
  const list = route.list(data) as Row;
  const meta = route.meta?.project(list, context);
  return { data: items, ...aroundList(route, executed, { params, total: Number(list.total), meta }) };
}

/** The rows of a document's data: those of the list, or the one of a detail; undefined if there is none. */
export function rowsOf(route: ListRoute | DetailRoute, data: Row): readonly Row[] | undefined {
  if (isList(route)) return (route.list(data) as { nodes: Row[] } | null)?.nodes;
  const row = route.one(data) as Row | null;
  return row ? [row] : undefined;
}

/** Pagination and meta of a list. */
export function aroundList(
  route: ListRoute,
  executed: SnapshotVersion,
  { params, total, meta }: { params: Row; total: number; meta?: Row | undefined },
): Omit<Envelope, "data"> {
  const pagination = paginate(params, total);
  const version = versionOf(executed, params);
  return {
    pagination,
    endOfNext: endOfNext(pagination, "dataVersion" in route.params ? version.data_version : undefined),
    meta: { ...version, as_of: executed.asOf, ...meta, ...markOf(executed) },
  };
}

/** The meta of one row, if it has any. */
export function aroundRow(executed: SnapshotVersion, madeAt?: number): Omit<Envelope, "data"> {
  const made = madeAt === undefined ? {} : { as_of: new Date(madeAt * 1000).toISOString() };
  const meta = { ...made, ...markOf(executed) };
  return Object.keys(meta).length > 0 ? { meta } : {};
}

const markOf = ({ sample }: SnapshotVersion): Row => (sample ? sampleMark : {});

/**
 * The data version as of which the list is paged: the one that the caller sends back, else the current one. With an
 * older one, `rows_version` is the version of the rows' contents.
 */
function versionOf(
  { dataVersion }: SnapshotVersion,
  { dataVersion: asOf }: Row,
): { data_version: string; rows_version?: string } {
  return asOf === undefined ? { data_version: dataVersion } : { data_version: String(asOf), rows_version: dataVersion };
}

/** Whether a route responds with a list. */
export function isList(route: Route): route is ListRoute {
  return "list" in route;
}

/** If-None-Match by weak comparison: `*`, or a list of tags with or without W/. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  const opaque = tag.replace(/^W\//, "");
  // nearly always decides, without a pass over the quotes
  if (!header.includes(opaque)) return false;
  for (let at = header.indexOf('"'); at >= 0; ) {
    const end = header.indexOf('"', at + 1);
    if (end < 0) return false;
    if (end - at === opaque.length - 1 && header.startsWith(opaque, at)) return true;
    at = header.indexOf('"', end + 1);
  }
  return false;
}

// The pagination object of lists, and of the one list inside a detail.

export interface Pagination {
  page: number;
  pageSize: number;
  total: number;
  totalPages: number;
}

/** `params` hold page and pageSize as read; `total` counts all matching records. */
export function paginate(params: Row, total: number): Pagination {
  const page = Number(params.page);
  const pageSize = Number(params.pageSize);
  return { page, pageSize, total, totalPages: Math.ceil(total / pageSize) };
}

/** Parameters that select the page, and not the list. */
const pageNames = new Set(["page", "dataVersion"]);

/**
 * The beginning of the next page's URL: path and query of this request, without the parameters that select the page.
 * Characters that must be escaped in JSON or in a URL are escaped.
 */
export function beginningOfNext(url: string): string {
  const [address = "", ...query] = url.split("?");
  const others = [...new URLSearchParams(query.join("?"))].filter(([name]) => !pageNames.has(name));
  const rest = new URLSearchParams(others).toString();
  // a proxy may send the absolute URL
  const path = encodeURI(address.replace(/^[a-z]+:\/\/[^/]*/i, "")).replaceAll("%25", "%");
  return `${path}?${rest === "" ? "" : `${rest}&`}`;
}

/** The end of that URL; null on the last page and past the end. `dataVersion`: of a list that takes this parameter. */
export function endOfNext({ page, totalPages }: Pagination, dataVersion: string | undefined): string | null {
  if (page >= totalPages) return null;
  return `page=${page + 1}${dataVersion === undefined ? "" : `&dataVersion=${dataVersion}`}`;
}

export const paginationShape = shape("Pagination", "position of this page in the list; a page past the end is empty", {
  page: integer("page", "page of the list, from 1", { always: true }),
  pageSize: integer("pageSize", "entries per page", { always: true, example: 25 }),
  total: integer("total", "all matching records, exact", { always: true, example: 2381 }),
  totalPages: integer("totalPages", "number of pages", { always: true, example: 96 }),
  next: text(
    "next",
    "path and query of the next page, at the same data version where the list takes `dataVersion`; null on the last page",
    { example: "/api/v1/trades?tradeTypes=P&page=2&dataVersion=42" },
  ),
});
