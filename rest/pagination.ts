// The pagination object of lists, and of the one list inside a detail.
import { integer, type Row, shape } from "./fields.ts";

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

export const paginationShape = shape("Pagination", "where this page stands; a page past the end is empty", {
  page: integer("page", "page of the list, from 1", { always: true }),
  pageSize: integer("pageSize", "entries a page", { always: true, example: 25 }),
  total: integer("total", "all matching records, exact", { always: true, example: 2381 }),
  totalPages: integer("totalPages", "pages that hold them", { always: true, example: 96 }),
});
