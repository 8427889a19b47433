#!/usr/bin/env node
// A Prisma generator: writes the description of every stored field in schema.prisma as data: column, type, nullability,
// documentation.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import generatorHelper from "@prisma/generator-helper";

generatorHelper.generatorHandler({
  onManifest: () => ({ prettyName: "stored models", defaultOutput: "../src/store/client/stored-models.ts" }),
  async onGenerate({ dmmf, generator }) {
    const models = Object.fromEntries(dmmf.datamodel.models.map((model) => [model.name, described(model)]));
    const file = generator.output.value;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `export const storedModels = ${JSON.stringify(models, null, 2)} as const;\n`);
  },
});

function described({ name, dbName, documentation, fields }) {
  const stored = fields.filter(({ kind }) => kind === "scalar" || kind === "enum");
  return {
    table: dbName ?? name,
    about: oneLine(documentation),
    fields: Object.fromEntries(stored.map((field) => [field.name, describedField(field)])),
  };
}

const describedField = (field) => ({
  column: field.dbName ?? field.name,
  type: typeOf(field),
  nullable: !field.isRequired,
  list: field.isList,
  about: oneLine(field.documentation),
});

/** Prisma's scalar; for a DateTime, a calendar date or an instant. */
function typeOf({ type, nativeType }) {
  if (type !== "DateTime") return type;
  return nativeType?.[0] === "Date" ? "Date" : "Instant";
}

const oneLine = (text) => text?.replace(/\s+/g, " ").replaceAll("`", "").trim() ?? null;
