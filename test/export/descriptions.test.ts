// The files that describe the ready-made ones: the rules of Data Package 2.0 and of Croissant 1.1, written down from
// their specifications, and their content compared with the files themselves.
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { asyncBufferFromFile, parquetMetadataAsync, parquetSchema } from "hyparquet";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publishExports } from "../../src/export/published/publish.ts";
import { readVocabulary } from "../../src/export/vocabulary.ts";
import { type Service, startSeededService } from "../support/service.ts";

type Json = Record<string, unknown>;

const folder = mkdtempSync(join(tmpdir(), "disclosed-described-"));
let service: Service;
let key: string;
beforeAll(async () => {
  service = await startSeededService({ exportsFolder: folder });
  key = (await service.newKey("plus")).key;
  await service.store.pool.query("TRUNCATE published_exports");
  const vocabulary = await readVocabulary();
  const publicUrl = "https://disclosed.example/";
  await publishExports(service.store, { folder, version: "1.2.3", publicUrl, vocabulary, now: () => new Date() });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const read = (path: string): Json => JSON.parse(readFileSync(join(folder, path), "utf8"));
const columnsOf = async (path: string): Promise<string[]> => {
  const metadata = await parquetMetadataAsync(await asyncBufferFromFile(join(folder, path)));
  return parquetSchema(metadata).children.map(({ element }) => element.name);
};

// https://datapackage.org/standard/data-package/, data-resource/ and table-schema/, as far as these files use them
const relativePath = { type: "string", pattern: "^(?![./~])(?!.*\\.\\./)(?!.*://)[^\\\\]+$" };
const tableSchema = {
  type: "object",
  required: ["fields"],
  properties: {
    fields: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["name"],
        properties: {
          name: { type: "string" },
          description: { type: "string", minLength: 3 },
          type: {
            enum: [
              ...["string", "number", "integer", "boolean", "object", "array", "list", "datetime", "date", "time"],
              ...["year", "yearmonth", "duration", "geopoint", "geojson", "any"],
            ],
          },
        },
      },
    },
  },
};
const dataPackage = {
  type: "object",
  required: ["resources", "$schema"],
  properties: {
    $schema: { const: "https://datapackage.org/profiles/2.0/datapackage.json" },
    name: { type: "string", pattern: "^[a-z0-9._-]+$" },
    homepage: { type: "string", format: "uri" },
    version: { type: "string" },
    created: { type: "string", format: "date-time" },
    licenses: {
      type: "array",
      minItems: 1,
      items: { type: "object", anyOf: [{ required: ["name"] }, { required: ["path"] }] },
    },
    resources: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["name", "path"],
        properties: {
          name: { type: "string", pattern: "^[a-z0-9._-]+$" },
          path: relativePath,
          type: { const: "table" },
          format: { type: "string" },
          mediatype: { type: "string", pattern: "^[^/]+/[^/]+$" },
          bytes: { type: "integer" },
          hash: { type: "string", pattern: "^sha256:[0-9a-f]{64}$" },
          schema: relativePath,
        },
      },
    },
  },
};

const ajv = formats.default(new Ajv({ allErrors: true, strict: false }));
const problems = (schema: object, value: unknown) => (ajv.validate(schema, value) ? [] : ajv.errors);

describe("datapackage.json", () => {
  it("follows the standard, and names each current file with its size and hash", async () => {
    const described = read("datapackage.json");
    expect(problems(dataPackage, described)).toEqual([]);
    const resources = described.resources as Record<string, string | number>[];
    expect(new Set(resources.map(({ name }) => name)).size).toBe(resources.length);
    expect(resources.length).toBe(await service.store.prisma.publishedExport.count());
    for (const { path, bytes, hash } of resources) {
      const content = readFileSync(join(folder, String(path)));
      const sha256 = createHash("sha256").update(content).digest("hex");
      expect([bytes, hash]).toEqual([content.length, `sha256:${sha256}`]);
    }
  });

  it("has a schema for each table, with the columns of its files in their order", async () => {
    const resources = (read("datapackage.json").resources as Record<string, string>[]).filter(({ schema }) => schema);
    expect(new Set(resources.map(({ format }) => format))).toEqual(new Set(["parquet", "csv"]));
    for (const { path = "", schema = "", format } of resources) {
      expect(problems(tableSchema, read(schema))).toEqual([]);
      const names = (read(schema).fields as { name: string }[]).map(({ name }) => name);
      const header = () =>
        readFileSync(join(folder, path), "utf8")
          .replace(/^\uFEFF/, "")
          .split(/\r?\n/)[0]
          ?.split(",");
      expect(names).toEqual(format === "csv" ? header() : await columnsOf(path));
    }
  });

  it("has the statute's note on congressional files, and on no other", () => {
    const resources = read("datapackage.json").resources as Record<string, string>[];
    const withNote = resources.filter(({ description }) => description?.includes("5 U.S.C. 13107(c)"));
    const lists = new Set(withNote.map(({ path }) => path?.split("/")[1]));
    expect(lists).toEqual(new Set(["politician-trades", "late-filings"]));
    expect(withNote.length).toBe(resources.filter(({ path }) => lists.has(path?.split("/")[1])).length);
  });
});

describe("croissant.json", () => {
  it("has what the specification requires of a dataset", () => {
    const dataset = read("croissant.json");
    expect(dataset).toMatchObject({
      "@type": "sc:Dataset",
      conformsTo: "http://mlcommons.org/croissant/1.1",
      "@context": { conformsTo: "dct:conformsTo", dct: "http://purl.org/dc/terms/" },
      url: "https://disclosed.example",
      license: "https://disclosed.example/docs/guides/use-of-the-data",
      creator: expect.objectContaining({ name: expect.any(String) }),
      datePublished: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    expect(String(dataset.description)).toContain("5 U.S.C. 13107(c)");
  });

  it("has unique ids, references only to what exists, and a meaning for each of its terms", () => {
    const { "@context": context, ...dataset } = read("croissant.json") as { "@context": Json };
    const all = [...objectsIn(dataset)];
    const ids = all.filter((one) => "@id" in one && "@type" in one).map((one) => String(one["@id"]));
    expect(new Set(ids).size).toBe(ids.length);
    const references = all.filter((one) => Object.keys(one).join() === "@id").map((one) => String(one["@id"]));
    expect(references.filter((id) => !ids.includes(id))).toEqual([]);
    // a term of Croissant that the context does not have would become one of schema.org
    const ofCroissant = ["column", "extract", "field", "fileSet", "includes", "isArray", "arrayShape", "isLiveDataset"];
    for (const term of [...ofCroissant, "key", "recordSet", "source", "subField", "transform", "jsonPath"]) {
      expect([term, all.some((one) => term in one) || term in dataset]).toEqual([term, true]);
      expect(context[term]).toBe(`cr:${term}`);
    }
  });

  it("describes each Parquet file, and all columns of a list by one data type or by their fields", async () => {
    const { distribution, recordSet } = read("croissant.json") as { distribution: Json[]; recordSet: Json[] };
    const files = distribution.filter((one) => one["@type"] === "cr:FileObject");
    const parquet = await service.store.prisma.publishedExport.findMany({ where: { format: "parquet" } });
    expect(files.map(({ name, sha256 }) => [name, sha256]).sort()).toEqual(
      parquet.map(({ name, sha256 }) => [name, sha256]).sort(),
    );
    for (const { name, field } of recordSet as { name: string; field: Json[] }[]) {
      const file = files.find(({ contentUrl }) => String(contentUrl).startsWith(`parquet/${name}/`));
      expect(field.map((one) => one.name)).toEqual(await columnsOf(String(file?.contentUrl)));
      for (const one of field) {
        const types = [one.dataType, ...((one.subField as Json[] | undefined) ?? []).map(({ dataType }) => dataType)];
        const known = /^sc:(Text|Integer|Float|Boolean|Date|DateTime)$/;
        expect([one.name, types.filter(Boolean).every((type) => known.test(String(type)))]).toEqual([one.name, true]);
        expect(types.filter(Boolean).length).toBeGreaterThan(0);
        expect(String(one.description).length).toBeGreaterThan(2);
      }
    }
  });
});

function* objectsIn(value: unknown): Generator<Json> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Json;
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}

describe("over HTTP", () => {
  const get = (path: string) => service.get(`/api/v1/exports/${path}`, key);

  it("a file is served under its name, its path and its encoded path", async () => {
    const { body } = await service.get("/api/v1/exports?list=trades&fileFormat=csv&pageSize=1", key);
    const [file] = body.data as Record<string, string>[];
    const month = String(file?.month).split("-");
    expect(file?.path).toBe(`csv/trades/year=${month[0]}/month=${month[1]}/${file?.name}`);
    expect(file?.url).toBe(`/api/v1/exports/${file?.name}`);
    const expected = [200, `"${file?.sha256}"`, "text/csv; charset=utf-8"];
    for (const path of [file?.name ?? "", file?.path ?? "", `${file?.path?.replaceAll("=", "%3D")}/`]) {
      const { status, headers } = await get(path);
      expect([status, headers.get("etag"), headers.get("content-type")]).toEqual(expected);
    }
  });

  it("the descriptions are sent, and their relative paths lead to the files", async () => {
    const { status, body, headers } = await get("datapackage.json");
    expect([status, headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
    const [resource] = (body as { resources: { path: string; schema: string }[] }).resources;
    expect((await get(resource?.path ?? "")).status).toBe(200);
    expect((await get("schemas/trades-parquet.json")).body).toEqual(read("schemas/trades-parquet.json"));
    expect((await get("croissant.json")).body).toEqual(read("croissant.json"));
  });

  it("a path that no file has is refused", async () => {
    const { name } = await service.store.prisma.publishedExport.findFirstOrThrow({ where: { format: "csv" } });
    for (const path of [
      `parquet/${name}`,
      `x/${name}`,
      `../${name}`,
      "schemas/none.json",
      "schemas/",
      "parquet/trades",
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    const inAnotherMonth = `csv/trades/year=1999/month=01/${name}`;
    expect((await get(inAnotherMonth)).status).toBe(404);
  });
});
