// datapackage.json: a Data Package (Frictionless, version 2) with one resource per file. Paths are relative, so that a
// copy of the folder describes itself.
import { exportPath, mediaTypes, type PublishedFormat } from "../../filters/exports.ts";
import type { Dataset, DescribedFile, PublishedTable } from "./tables.ts";

/** NDJSON has the nested rows of the API's responses, which the OpenAPI document describes. */
export const tabularFormats = ["parquet", "csv"] as const satisfies readonly PublishedFormat[];

type TabularFormat = (typeof tabularFormats)[number];

export const schemaPath = (list: string, format: TabularFormat): string => `schemas/${list}-${format}.json`;

const isTabular = (format: string): format is TabularFormat => tabularFormats.some((tabular) => tabular === format);

export function dataPackageOf({ title, about, version, origin, publishedAt, tables, files }: Dataset): object {
  const tableOf = new Map<string, PublishedTable>(tables.map((table) => [table.list, table]));
  return {
    $schema: "https://datapackage.org/profiles/2.0/datapackage.json",
    name: "disclosed",
    title,
    description: about,
    homepage: origin,
    version,
    created: publishedAt,
    licenses: [{ path: `${origin}/docs/guides/use-of-the-data`, title: "Permitted use of the data" }],
    resources: files.map((file) => resourceOf(file, origin, tableOf.get(file.list))),
  };
}

function resourceOf(file: DescribedFile, origin: string, table: PublishedTable | undefined): object {
  const { name, list, month, format, bytes, sha256 } = file;
  return {
    name: `${list}-${month}-${format}`,
    path: exportPath(file),
    title: name,
    description: [table?.about, table?.terms].filter(Boolean).join(". "),
    format,
    mediatype: mediaTypes[format],
    encoding: "utf-8",
    bytes,
    hash: `sha256:${sha256}`,
    ...(isTabular(format)
      ? { type: "table", schema: schemaPath(list, format) }
      : { sources: [{ title: "OpenAPI document", path: `${origin}/api/v1/openapi.json` }] }),
  };
}
