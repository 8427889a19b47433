// croissant.json: the Parquet files as a Croissant dataset (MLCommons, version 1.1), one set of records per list. Paths
// are relative, so that a copy of the folder can be loaded without the service.
import type { Column } from "../../../rest/forms/columns.ts";
import { exportPath } from "../../filters/exports.ts";
import type { Dataset, DescribedFile, PublishedTable } from "./tables.ts";

/** Parquet as mlcroissant names it; it reads no other name. */
const encodingFormat = "application/x-parquet";

export function croissantOf({ title, about, version, origin, publishedAt, tables, files }: Dataset): object {
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
