// The pagination object of lists, and of the one list inside a detail.
import { integer, type Row, shape, text } from "./fields.ts";

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
