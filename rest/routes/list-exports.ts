// GET /exports: ready-made files of lists, by month.
import {
  type ExportFile,
  exportFilters,
  exportPath,
  exportSorts,
  publishedFormats,
  publishedLists,
} from "../../src/filters/exports.ts";
import { defineRoute } from "../define-route.ts";
import { computed, integer, oneOf, shape, text, timestamp } from "../fields.ts";
import { directions, filterParameters, sortOf } from "../params/list-parameters.ts";
import { paging } from "../params/numbers-and-dates.ts";
import { choice } from "../params/texts.ts";
import { selectionOf } from "../selection.ts";

const file = shape("ExportFile", "A ready-made file with the rows of one list that were filed in one month", {
  name: text("name", "name for GET /exports/{name}; it changes with the content", {
    always: true,
    example: "trades-2024-01-1f0c2f9e5b7a9d3c.parquet",
  }),
  path: text(
    computed(["name", "list", "month", "format"], (row) => exportPath(row as unknown as ExportFile)),
    "path of the file in a tree with Hive partitions",
    { always: true, example: "parquet/trades/year=2024/month=01/trades-2024-01-1f0c2f9e5b7a9d3c.parquet" },
  ),
  url: text(
    computed(["name"], ({ name }) => `/api/v1/exports/${String(name)}`),
    "address of the file below the service's own; GET /exports/{path} sends the same file",
    {
      always: true,
      example: "/api/v1/exports/trades-2024-01-1f0c2f9e5b7a9d3c.parquet",
    },
  ),
  list: oneOf("list", "the list of the rows", [...publishedLists], { always: true }),
  month: text("month", "month of the filing date", { always: true, example: "2024-01" }),
  format: oneOf("format", "format of the file", [...publishedFormats], { always: true }),
  rows: integer("rows", "number of rows", { always: true, example: 21344 }),
  bytes: integer("bytes", "size in bytes", { always: true, example: 3480112 }),
  sha256: text("sha256", "SHA-256 of the file in hex", {
    always: true,
    example: "1f0c2f9e5b7a9d3c1f0c2f9e5b7a9d3c1f0c2f9e5b7a9d3c1f0c2f9e5b7a9d3c",
  }),
  data_version: text("dataVersion", "data version at which the rows were read", { always: true, example: "42" }),
  as_of: timestamp("asOf", "when that data version was written", { always: true }),
  published_at: timestamp("publishedAt", "when the file was created", { always: true }),
});

const nothingMade =
  "No file matches. The operator of this service decides whether files are made (EXPORTS_DIR); read the lists themselves where there are none.";

const listMeta = shape("ExportListMeta", "facts about the list", {
  note: text(
    computed(["total"], ({ total }) => (total === 0 ? nothingMade : null)),
    "why there is no file; null if there is one",
    { example: nothingMade },
  ),
});

const filters = filterParameters(exportFilters);

export default defineRoute({
  path: "/exports",
  operationId: "listExports",
  tag: "Service",
  summary: "Ready-made files of lists, by month, to download",
  description:
    "Trades and politician trades with their outcomes, clusters and late filings as Parquet, CSV and NDJSON, one file per month of filing dates. The file of a month is replaced only if the month has changed. `GET /exports/{name}` sends a file; `datapackage.json` and `croissant.json` describe all files. The list has no `dataVersion`: it changes when files are created, not when data are loaded.",
  params: {
    list: filters.list,
    fileFormat: filters.fileFormat,
    month: filters.month,
    sort: sortOf(exportSorts, "sort key: month, then list and format; or name"),
    order: choice("direction; default: asc for a list sorted by name, else desc", directions, { enumerated: true }),
    ...paging,
  },
  document: `query ListExports($filter: ExportFilter, $sort: ExportSort, $order: SortOrder, $page: Int!, $pageSize: Int!) {
  exports(filter: $filter, sort: $sort, order: $order, page: $page, pageSize: $pageSize) {
    total
    nodes { ${selectionOf(file)} }
  }
}`,
  variables: ({ sort, order }, filter) => ({ filter, order: order ?? (sort === "NAME" ? "ASC" : "DESC") }),
  list: (data) => data.exports,
  item: file,
  meta: listMeta,
  live: true,
});
