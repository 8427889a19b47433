// The files that describe the ready-made ones, from the columns with which those are written: datapackage.json
// (Frictionless), croissant.json (MLCommons), and the schemas of the tables.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { publishedLists } from "../../filters/exports.ts";
import type { Store } from "../../store/store.ts";
import { tableSchemaOf } from "../table-schema.ts";
import { croissantOf } from "./croissant.ts";
import { dataPackageOf, schemaPath, tabularFormats } from "./data-package.ts";
import { replaceText } from "./files.ts";
import { type Dataset, type DescribedFile, tableOf } from "./tables.ts";

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
