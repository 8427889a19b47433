// The envelope of every answer: data, pagination of lists, meta, requestId.
import { createHash } from "node:crypto";
import { AppError } from "../src/errors.ts";
import type { DetailRoute, ListRoute, Route } from "./define-route.ts";
import type { ProjectionContext, Row } from "./fields.ts";
import { type Pagination, paginate } from "./pagination.ts";
import type { Executed } from "./ports.ts";

export interface Answer {
  data: unknown;
  pagination?: Pagination;
  meta?: Row;
}

const sampleMark = {
  sample: true,
  message: "Sample data: the people, companies and trades are invented. Ingest real data to replace them.",
};

/** Projects what a query gave. @throws AppError not_found for a detail that no row has */
export function answerQuery(route: ListRoute | DetailRoute, executed: Executed, context: ProjectionContext): Answer {
  const data = executed.data as Row;
  const mark = executed.sample ? sampleMark : {};
  if ("list" in route) {
    const list = route.list(data) as { total: number; nodes: Row[] };
    return {
      data: list.nodes.map((row) => route.item.project(row, context)),
      pagination: paginate(context.params, list.total),
      meta: { data_version: executed.dataVersion, as_of: executed.asOf, ...mark },
    };
  }
  const row = route.one(data) as Row | null;
  if (row === null) throw new AppError("not_found");
  return { data: route.item.project(row, context), ...(executed.sample ? { meta: sampleMark } : {}) };
}

/** Whether a route answers with a list. */
export function isList(route: Route): route is ListRoute {
  return "list" in route;
}

/** A weak tag over data and pagination: the request id differs from answer to answer, the account does not matter. */
export function weakTag({ data, pagination }: Answer): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([data, pagination ?? null]))
    .digest("base64url");
  return `W/"${digest.slice(0, 22)}"`;
}

/** If-None-Match by weak comparison: `*`, or a list of tags with or without W/. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  const opaque = tag.replace(/^W\//, "");
  return [...header.matchAll(/(?:W\/)?("[^"]*")/g)].some((match) => match[1] === opaque);
}
