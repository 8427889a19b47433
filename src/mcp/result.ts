// Converts the body of an API response into a tool's result.
import type { Route } from "../../rest/define-route.ts";
import { isList } from "../../rest/envelope.ts";
import { detailOf, tableOf } from "./compact.ts";

type Row = Record<string, unknown>;

interface Pagination {
  page: number;
  total: number;
  totalPages: number;
  next: string | null;
}

const nothingFound =
  "No row matches. This alone does not mean that there were no trades: getCoverage says which days are held.";

/** A tool's result for the API's response: the rows of a list as a table, a single object without nulls. */
export function resultOf(route: Route, body: Row): Row {
  const meta = metaOf(body.meta as Row | undefined);
  if (!isList(route)) return { ...detailOf(body.data as Row), ...(meta && { meta }) };
  const { page, total, totalPages, next } = body.pagination as Pagination;
  return {
    total,
    page,
    pages: totalPages,
    ...(next !== null && { next: argumentsOf(next) }),
    ...tableOf(body.data as Row[]),
    meta,
    ...(total === 0 && { note: nothingFound }),
  };
}

/** Without nulls and without the sentence about sample data, which is in the server's instructions. */
function metaOf(meta: Row | undefined): Row | undefined {
  if (!meta) return undefined;
  return Object.fromEntries(Object.entries(meta).filter(([name, value]) => name !== "message" && value !== null));
}

/** The arguments that a call needs for the next page, beside its own, from the URL of that page. */
function argumentsOf(next: string): Row {
  const query = new URL(next, "http://localhost").searchParams;
  const version = query.get("dataVersion");
  return { page: Number(query.get("page")), ...(version !== null && { dataVersion: version }) };
}
