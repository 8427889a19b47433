// A stored field is described in schema.prisma and shown by GraphQL and by REST; one that no response shows is in a
// list with its reason. So these tests name a new field that is missing somewhere.
import { type GraphQLObjectType, isObjectType, parse, TypeInfo, visit, visitWithTypeInfo } from "graphql";
import { expect, it } from "vitest";
import { readPersisted } from "../../rest/all-routes.ts";
import { schema } from "../../src/graph/schema.ts";
import { storedFieldOf } from "../../src/graph/stored-fields.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { allModels } from "../../src/store/stored-models.ts";
import { hiddenFields, hiddenModels, notInRest } from "./stored-fields.ts";

const types = Object.values(schema.getTypeMap()).filter(
  (type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith("__"),
);
const stored = Object.entries(allModels).flatMap(([model, { fields }]) =>
  Object.keys(fields).map((name) => `${model}.${name}`),
);

/** `Model.field` of every field of these types that shows one. */
const inGraphql = new Set(
  types.flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) => {
      const found = storedFieldOf(type, field);
      return found ? [`${found.model}.${found.name}`] : [];
    }),
  ),
);

/** `Model.field` of everything that a document of the REST API reads. */
async function inRest(): Promise<Set<string>> {
  const read = new Set<string>();
  for (const document of Object.values(await readPersisted(packageRoot))) {
    const info = new TypeInfo(schema);
    const enter = () => {
      const [type, field] = [info.getParentType(), info.getFieldDef()];
      const found = isObjectType(type) && field ? storedFieldOf(type, field) : undefined;
      if (found) read.add(`${found.model}.${found.name}`);
    };
    visit(parse(document), visitWithTypeInfo(info, { Field: { enter } }));
  }
  return read;
}

const isHidden = (name: string) => name in hiddenFields || (name.split(".")[0] ?? "") in hiddenModels;

it("GraphQL shows every stored field except the reviewed ones", () => {
  expect(stored.filter((name) => !inGraphql.has(name) && !isHidden(name))).toEqual([]);
});

it("REST responses show every stored field that GraphQL shows, except the reviewed ones", async () => {
  const read = await inRest();
  const missing = [...inGraphql].filter((name) => !read.has(name));
  expect(missing.filter((name) => !(name in notInRest) && !((name.split(".")[0] ?? "") in notInRest))).toEqual([]);
});

it("the reviewed lists name only fields and models that exist and are not shown", async () => {
  const read = await inRest();
  const outdated = [
    ...Object.keys(hiddenFields).filter((name) => !stored.includes(name) || inGraphql.has(name)),
    ...Object.keys(hiddenModels).filter((model) => !(model in allModels) || models(inGraphql).has(model)),
    ...Object.keys(notInRest).filter((name) => (name.includes(".") ? read.has(name) : models(read).has(name))),
  ];
  expect(outdated).toEqual([]);
});

const models = (names: Set<string>) => new Set([...names].map((name) => name.split(".")[0]));

it("schema.prisma describes every stored field that is shown", () => {
  const undescribed = [...inGraphql].filter((name) => {
    const [model = "", field = ""] = name.split(".");
    return !allModels[model]?.fields[field]?.about;
  });
  expect(undescribed).toEqual([]);
});
