// The files that describe the ready-made ones, from the columns with which those are written: datapackage.json (a Data
// Package of Frictionless, version 2, with one resource per file), croissant.json (MLCommons, version 1.1, the Parquet
// files with one set of records per list), and the schemas of the tables. Paths are relative, so that a copy of the
// folder describes itself and can be loaded without the service.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Column } from "../../../rest/forms/table.ts";
import {
  type ExportFile,
  exportPath,
  mediaTypes,
  type PublishedFormat,
  type PublishedList,
  publishedFormats,
  publishedLists,
} from "../../filters/exports.ts";
import type { Store } from "../../store/store.ts";
import { columnsFor, tableSchemaOf } from "../formats.ts";
import { type NounOptions, nouns, partsOf } from "../nouns.ts";
import { type ExportRoute, routeOf, termsOf } from "../rows.ts";
import { replaceText } from "./files.ts";

// datapackage.json: a Data Package (Frictionless, version 2) with one resource per file. Paths are relative, so that a
// copy of the folder describes itself.

/** NDJSON has the nested rows of the API's responses, which the OpenAPI document describes. */
const tabularFormats = ["parquet", "csv"] as const satisfies readonly PublishedFormat[];

type TabularFormat = (typeof tabularFormats)[number];

const schemaPath = (list: string, format: TabularFormat): string => `schemas/${list}-${format}.json`;

const isTabular = (format: string): format is TabularFormat => tabularFormats.some((tabular) => tabular === format);

function dataPackageOf({ title, about, version, origin, publishedAt, tables, files }: Dataset): object {
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

// croissant.json: the Parquet files as a Croissant dataset (MLCommons, version 1.1), one set of records per list. Paths
// are relative, so that a copy of the folder can be loaded without the service.

/** Parquet as mlcroissant names it; it reads no other name. */
const encodingFormat = "application/x-parquet";

function croissantOf({ title, about, version, origin, publishedAt, tables, files }: Dataset): object {
  const use = `${origin}/docs/guides/use-of-the-data`;
  const notes = new Set(tables.flatMap(({ terms }) => terms ?? []));
  return {
    "@context": context,
    "@type": "sc:Dataset",
    conformsTo: "http://mlcommons.org/croissant/1.1",
    name: "disclosed",
    alternateName: title,
    description: [about, ...notes].join(" "),
    url: origin,
    license: use,
    usageInfo: use,
    creator: { "@type": "sc:Organization", name: "Disclosed", url: origin },
    datePublished: publishedAt,
    version,
    isLiveDataset: true,
    distribution: [
      ...files.filter(({ format }) => format === "parquet").map(fileObject),
      ...tables.map(({ list, about }) => ({
        "@type": "cr:FileSet",
        "@id": fileSetOf(list),
        name: fileSetOf(list),
        description: about,
        encodingFormat,
        includes: `parquet/${list}/**/*.parquet`,
      })),
    ],
    recordSet: tables.map(recordSet),
  };
}

const fileSetOf = (list: string): string => `${list}-files`;

const fileObject = (file: DescribedFile): object => ({
  "@type": "cr:FileObject",
  "@id": file.name,
  name: file.name,
  contentUrl: exportPath(file),
  contentSize: `${file.bytes} B`,
  encodingFormat,
  sha256: file.sha256,
});

const recordSet = ({ list, about, terms, columns }: PublishedTable): object => ({
  "@type": "cr:RecordSet",
  "@id": list,
  name: list,
  description: terms ? `${about}. ${terms}` : about,
  key: { "@id": `${list}/id` },
  field: columns.parquet.map((column) => fieldOf(list, column)),
});

const dataTypes: Partial<Record<Column["type"], string>> = {
  string: "sc:Text",
  json: "sc:Text",
  integer: "sc:Integer",
  number: "sc:Float",
  quantity: "sc:Float",
  boolean: "sc:Boolean",
  date: "sc:Date",
  timestamp: "sc:DateTime",
};

/** A column; a list or struct has its fields below it, which are found in the column by a path. */
function fieldOf(list: string, { name, description, type, unit, fields }: Column): object {
  const source = { fileSet: { "@id": fileSetOf(list) }, extract: { column: name } };
  const at = (field: string) => (type === "list" ? `[*].${field}` : field);
  return {
    "@type": "cr:Field",
    "@id": `${list}/${name}`,
    name,
    description,
    ...(unit && { unitText: unit }),
    ...(type === "list" && { isArray: true, arrayShape: "-1" }),
    ...(fields
      ? {
          subField: fields.map((field) => ({
            "@type": "cr:Field",
            "@id": `${list}/${name}/${field.name}`,
            name: field.name,
            description: field.description,
            dataType: dataTypes[field.type] ?? "sc:Text",
            source: { ...source, transform: { jsonPath: at(field.name) } },
          })),
        }
      : { dataType: dataTypes[type], source }),
  };
}

/** The context that the specification recommends, as far as its terms occur here. */
const context = {
  "@language": "en",
  "@vocab": "https://schema.org/",
  sc: "https://schema.org/",
  cr: "http://mlcommons.org/croissant/",
  dct: "http://purl.org/dc/terms/",
  conformsTo: "dct:conformsTo",
  arrayShape: "cr:arrayShape",
  column: "cr:column",
  dataType: { "@id": "cr:dataType", "@type": "@vocab" },
  extract: "cr:extract",
  field: "cr:field",
  fileSet: "cr:fileSet",
  includes: "cr:includes",
  isArray: "cr:isArray",
  isLiveDataset: "cr:isLiveDataset",
  jsonPath: "cr:jsonPath",
  key: "cr:key",
  recordSet: "cr:recordSet",
  source: "cr:source",
  subField: "cr:subField",
  transform: "cr:transform",
};

const croissant = "croissant.json";
const dataPackage = "datapackage.json";
const schemas = publishedLists.flatMap((list) => tabularFormats.map((format) => schemaPath(list, format)));

/** Paths of the describing files in the folder. */
export const descriptionPaths: ReadonlySet<string> = new Set([croissant, dataPackage, ...schemas]);

interface DescribeOptions {
  folder: string;
  version: string;
  publicUrl: string;
}

/** Writes the describing files; removes them where there is no file to describe. */
export async function describeExports(store: Store, options: DescribeOptions): Promise<void> {
  const { folder } = options;
  const dataset = await datasetOf(store, options);
  if (!dataset) {
    for (const path of descriptionPaths) await rm(join(folder, path), { force: true });
    return;
  }
  const write = (path: string, content: object) =>
    replaceText(join(folder, path), `${JSON.stringify(content, null, 2)}\n`);
  for (const { list, columns } of dataset.tables)
    for (const format of tabularFormats) await write(schemaPath(list, format), tableSchemaOf(columns[format]));
  await write(dataPackage, dataPackageOf(dataset));
  await write(croissant, croissantOf(dataset));
}

const title = "Disclosed: trades of insiders and members of Congress";
const about =
  "Trades from SEC Forms 3, 4 and 5 and from reports under the STOCK Act, with their returns, clusters of insiders' trades, and late reports: one file per list, month of filing dates and format.";

/** Undefined where there are no files. */
async function datasetOf({ pool }: Store, { version, publicUrl }: DescribeOptions): Promise<Dataset | undefined> {
  const { rows } = await pool.query<DescribedFile & { publishedAt: Date }>(
    `SELECT name, list, month, format, bytes::float8 AS bytes, sha256, published_at AS "publishedAt"
     FROM published_exports WHERE replaced_at IS NULL ORDER BY list, month, format`,
  );
  if (rows.length === 0) return undefined;
  const newest = Math.max(...rows.map(({ publishedAt }) => publishedAt.getTime()));
  const listed = publishedLists.filter((list) => rows.some((row) => row.list === list));
  return {
    title,
    about,
    version,
    origin: publicUrl.replace(/\/$/, ""),
    publishedAt: new Date(newest).toISOString(),
    tables: await Promise.all(listed.map(tableOf)),
    files: rows.map(({ publishedAt, ...file }) => file),
  };
}

// The published lists as tables: what their files contain in each format, and what has to be said of them.

export interface PublishedTable {
  list: PublishedList;
  route: ExportRoute;
  /** with outcomes, where the list has them */
  wanted: NounOptions;
  columns: Record<PublishedFormat, Column[]>;
  /** a sentence on its rows */
  about: string;
  /** the statute's note; null for a list without congressional data */
  terms: string | null;
}

/** A current file. */
interface DescribedFile extends ExportFile {
  bytes: number;
  sha256: string;
}

/** The files of all lists, and what is the same for all of them. */
interface Dataset {
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
