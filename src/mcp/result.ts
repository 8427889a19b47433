// The body of an answer of the API as a tool's result.
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

/** What a tool gives for the API's answer: the rows of a list as a table, a single thing without nulls. */
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

/** Without what is null, and without the sentence about sample data, which the instructions of the server have. */
function metaOf(meta: Row | undefined): Row | undefined {
  if (!meta) return undefined;
  return Object.fromEntries(Object.entries(meta).filter(([name, value]) => name !== "message" && value !== null));
}

/** Of the URL of the next page what a call has to say beside its own arguments. */
function argumentsOf(next: string): Row {
  const query = new URL(next, "http://localhost").searchParams;
  const version = query.get("dataVersion");
  return { page: Number(query.get("page")), ...(version !== null && { dataVersion: version }) };
}
