// The published lists as tables: what their files contain in each format, and what has to be said of them.
import type { Column } from "../../../rest/forms/columns.ts";
import { type ExportFile, type PublishedFormat, type PublishedList, publishedFormats } from "../../filters/exports.ts";
import { columnsFor } from "../formats.ts";
import { nouns, partsOf, type Wanted } from "../nouns.ts";
import { type ExportRoute, routeOf, termsOf } from "../rows.ts";

export interface PublishedTable {
  list: PublishedList;
  route: ExportRoute;
  /** with outcomes, where the list has them */
  wanted: Wanted;
  columns: Record<PublishedFormat, Column[]>;
  /** a sentence on its rows */
  about: string;
  /** the statute's note; null for a list without congressional data */
  terms: string | null;
}

/** A current file. */
export interface DescribedFile extends ExportFile {
  bytes: number;
  sha256: string;
}

/** The files of all lists, and what is the same for all of them. */
export interface Dataset {
  title: string;
  about: string;
  version: string;
  /** base URL that callers see, without a slash at the end */
  origin: string;
  /** RFC 3339: when the newest of the files was created */
  publishedAt: string;
  tables: PublishedTable[];
  files: DescribedFile[];
}

export async function tableOf(list: PublishedList): Promise<PublishedTable> {
  const noun = nouns[list];
  if (!noun) throw new Error(`there is no export of ${list}`);
  const route = await routeOf(noun);
  const wanted = { outcomes: "include" in route.params };
  const columns = publishedFormats.map((format) => [format, columnsFor(format, route.item, partsOf(wanted))]);
  return {
    list,
    route,
    wanted,
    columns: Object.fromEntries(columns),
    about: String(route.item.schema.description),
    terms: termsOf(route),
  };
}
