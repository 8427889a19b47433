// The envelope of every answer: data, pagination of lists, meta, requestId.
import { AppError } from "../src/errors.ts";
import type { DetailRoute, ListRoute, Route } from "./define-route.ts";
import type { ProjectionContext, Row } from "./fields.ts";
import { endOfNext, type Pagination, paginate } from "./pagination.ts";
import { picker } from "./params/field-names.ts";
import type { Executed } from "./ports.ts";

export interface Answer {
  data: unknown;
  pagination?: Pagination;
  /** how the URL of the next page ends; absent and null where there is none */
  endOfNext?: string | null;
  meta?: Row;
}

const sampleMark = {
  sample: true,
  message: "Sample data: the people, companies and trades are invented. Ingest real data to replace them.",
};

/**
 * Projects what a query gave. `madeAt` in Unix seconds: a detail that may be given again without a data version says when it was
 * computed. @throws AppError not_found for a detail that no row has, and for the list of what does not exist
 */
export function answerQuery(
  route: ListRoute | DetailRoute,
  executed: Executed,
  context: ProjectionContext,
  madeAt?: number,
): Answer {
  const data = executed.data as Row;
  const mark = executed.sample ? sampleMark : {};
  const picked = picker(context.params.fields as string[] | undefined);
  if ("list" in route) {
    const list = route.list(data) as { total: number; nodes: Row[] } | null;
    if (list === null) throw new AppError("not_found");
    const pagination = paginate(context.params, list.total);
    const version = versionOf(executed, context.params);
    return {
      data: list.nodes.map((row) => picked(route.item.project(row, context))),
      pagination,
      endOfNext: endOfNext(pagination, "dataVersion" in route.params ? version.data_version : undefined),
      meta: {
        ...version,
        as_of: executed.asOf,
        ...route.meta?.project(list as unknown as Row, context),
        ...mark,
      },
    };
  }
  const row = route.one(data) as Row | null;
  if (row === null) throw new AppError("not_found");
  const made = madeAt === undefined ? {} : { as_of: new Date(madeAt * 1000).toISOString() };
  const meta = { ...made, ...mark };
  return { data: picked(route.item.project(row, context)), ...(Object.keys(meta).length > 0 ? { meta } : {}) };
}

/** A caller sends back the version as of which the list is paged; where it is an older one, the rows are of `rows_version`. */
function versionOf(
  { dataVersion }: Executed,
  { dataVersion: cutAt }: Row,
): { data_version: string; rows_version?: string } {
  return cutAt === undefined
    ? { data_version: dataVersion }
    : { data_version: String(cutAt), rows_version: dataVersion };
}

/** Whether a route answers with a list. */
export function isList(route: Route): route is ListRoute {
  return "list" in route;
}

/** If-None-Match by weak comparison: `*`, or a list of tags with or without W/. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  const opaque = tag.replace(/^W\//, "");
  return [...header.matchAll(/(?:W\/)?("[^"]*")/g)].some((match) => match[1] === opaque);
}
