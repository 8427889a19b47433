// The filters of the list of ready-made files, which is read only from PostgreSQL.
import { oneOf } from "./condition.ts";
import { type FilterValues, filtersOver } from "./define-filters.ts";
import { sorts } from "./sorts.ts";
import { choice, month, words } from "./types.ts";

/** The lists that have ready-made files; the names of `disclosed export`. */
export const publishedLists = ["trades", "politician-trades", "clusters", "late-filings"] as const;
export type PublishedList = (typeof publishedLists)[number];

export const publishedFormats = ["parquet", "csv", "ndjson"] as const;
export type PublishedFormat = (typeof publishedFormats)[number];

export interface ExportFields {
  label: "list" | "format" | "month";
  flag: never;
  number: never;
  day: never;
  instant: never;
  text: never;
}

export const exportFilters = filtersOver<ExportFields>()({
  list: {
    type: choice(words(...publishedLists)),
    about: "list of the rows",
    where: (value) => oneOf("list", [value]),
  },
  fileFormat: {
    type: choice(words(...publishedFormats)),
    about: "format of the file",
    where: (value) => oneOf("format", [value]),
  },
  month: {
    type: month,
    about: "month of the filing date (for clusters, of the latest one), YYYY-MM",
    where: (value) => oneOf("month", [value]),
  },
});

export type ExportFilter = FilterValues<typeof exportFilters>;

export const exportSorts = sorts({
  MONTH: { name: "month", field: "month" },
  NAME: { name: "name", field: "name" },
});

export type ExportSort = keyof typeof exportSorts;
