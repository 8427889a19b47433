// Ready-made files of lists, by month.
import { exportFilters, exportSorts } from "../../filters/exports.ts";
import { type ExportRow, listExports } from "../../store/lists/exports.ts";
import { builder, checkPage, listOf, pageArguments, pageComplexity } from "../builder.ts";
import { rowsOf } from "../stored-fields.ts";
import { filterInput, SortOrder, sortEnumeration } from "./filters.ts";

const PublishedExport = builder.objectRef<ExportRow>("PublishedExport").implement({
  ...rowsOf("PublishedExport"),
  fields: (t) => ({
    name: t.exposeString("name"),
    list: t.exposeString("list"),
    month: t.exposeString("month"),
    format: t.exposeString("format"),
    rows: t.exposeInt("rows"),
    bytes: t.float({ resolve: ({ bytes }) => Number(bytes) }),
    sha256: t.exposeString("sha256"),
    dataVersion: t.string({ resolve: ({ dataVersion }) => String(dataVersion) }),
    asOf: t.expose("asOf", { type: "DateTime" }),
    publishedAt: t.expose("publishedAt", { type: "DateTime" }),
  }),
});

const ExportFilter = filterInput("ExportFilter", exportFilters);
const ExportSort = sortEnumeration("ExportSort", exportSorts);

builder.queryField("exports", (t) =>
  t.field({
    type: listOf("PublishedExportList", PublishedExport),
    args: {
      filter: t.arg({ type: ExportFilter }),
      sort: t.arg({ type: ExportSort, required: true, defaultValue: "MONTH" }),
      order: t.arg({ type: SortOrder, required: true, defaultValue: "DESC" }),
      ...pageArguments,
    },
    complexity: pageComplexity,
    resolve: (_, { filter, sort, order, ...page }, { db }) =>
      listExports(db, filter ?? {}, { sort, order }, checkPage(page)),
  }),
);
