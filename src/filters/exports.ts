// The filters of the list of ready-made files, which is read only from PostgreSQL.
import { choice, type FilterValues, filtersOver, month, oneOf, words } from "./define-filters.ts";
import { sorts } from "./sorts.ts";

/** The lists that have ready-made files; the names of `disclosed export`. */
export const publishedLists = ["trades", "politician-trades", "clusters", "late-filings"] as const;
export type PublishedList = (typeof publishedLists)[number];

export const publishedFormats = ["parquet", "csv", "ndjson"] as const;
export type PublishedFormat = (typeof publishedFormats)[number];

export const mediaTypes: Record<PublishedFormat, string> = {
  parquet: "application/vnd.apache.parquet",
  csv: "text/csv",
  ndjson: "application/x-ndjson",
};

/** A ready-made file. */
export interface ExportFile {
  /** `<list>-<month>-<beginning of sha256>.<format>` */
  name: string;
  list: string;
  /** YYYY-MM */
  month: string;
  format: PublishedFormat;
}

/**
 * Path of a file in the tree of a format, with Hive partitions: `parquet/trades/year=2024/month=01/<name>`. A list's
 * branch contains files of one format only, so that `parquet/trades/**` is a table.
 */
export function exportPath({ name, list, month, format }: ExportFile): string {
  const [year, ofYear] = month.split("-");
  return `${format}/${list}/year=${year}/month=${ofYear}/${name}`;
}

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
    label: "List",
    type: choice(words(...publishedLists)),
    about: "list of the rows",
    where: (value) => oneOf("list", [value]),
  },
  fileFormat: {
    label: "Format",
    type: choice(words(...publishedFormats)),
    about: "format of the file",
    where: (value) => oneOf("format", [value]),
  },
  month: {
    label: "Month",
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
