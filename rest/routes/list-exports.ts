// GET /exports: ready-made files of lists, by month.
import { exportFilters, publishedFormats, publishedLists } from "../../src/filters/exports.ts";
import { defineRoute } from "../define-route.ts";
import { computed, integer, oneOf, selectionOf, shape, text, timestamp } from "../fields.ts";
import { filterParameters } from "../params/filters.ts";
import { paging } from "../params/numbers.ts";

const file = shape("ExportFile", "A ready-made file with the rows of one list that were filed in one month", {
  name: text("name", "under which GET /exports/{name} sends it; another content has another name", {
    always: true,
    example: "trades-2024-01-1f0c2f9e5b7a9d3c.parquet",
  }),
  url: text(
    computed(["name"], ({ name }) => `/api/v1/exports/${String(name)}`),
    "path of the file",
    {
      always: true,
      example: "/api/v1/exports/trades-2024-01-1f0c2f9e5b7a9d3c.parquet",
    },
  ),
  list: oneOf("list", "the list that the rows are of", [...publishedLists], { always: true }),
  month: text("month", "month of the filing date", { always: true, example: "2024-01" }),
  format: oneOf("format", "form of the file", [...publishedFormats], { always: true }),
  rows: integer("rows", "how many", { always: true, example: 21344 }),
  bytes: integer("bytes", "size", { always: true, example: 3480112 }),
  sha256: text("sha256", "SHA-256 of the file in hex", {
    always: true,
    example: "1f0c2f9e5b7a9d3c1f0c2f9e5b7a9d3c1f0c2f9e5b7a9d3c1f0c2f9e5b7a9d3c",
  }),
  data_version: text("dataVersion", "data version that the rows were read at", { always: true, example: "42" }),
  as_of: timestamp("asOf", "when that version came", { always: true }),
  published_at: timestamp("publishedAt", "when the file was made", { always: true }),
});

const filters = filterParameters(exportFilters);

export default defineRoute({
  path: "/exports",
  operationId: "listExports",
  tag: "Service",
  summary: "Ready-made files of lists, by month, to download",
  description:
    "Trades and politician trades with their outcomes as Parquet, CSV and NDJSON, a file for each month of filing dates. A month that has not changed keeps its file. `GET /exports/{name}` sends it.",
  params: { list: filters.list, fileFormat: filters.fileFormat, month: filters.month, ...paging },
  document: `query ListExports($filter: ExportFilter, $page: Int!, $pageSize: Int!) {
  exports(filter: $filter, page: $page, pageSize: $pageSize) {
    total
    nodes { ${selectionOf(file)} }
  }
}`,
  list: (data) => data.exports,
  item: file,
  live: true,
});
