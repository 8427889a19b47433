// Links GraphQL types to the stored models that they show: a field that is exposed as stored gets its description from
// schema.prisma.
import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from "@pothos/core";
import { isModel, type ModelName, type StoredField, storedFields } from "../store/stored-models.ts";

const name = "storedFields";

/** Option of a type that shows rows of a model; a prismaObject does not need it. */
export const rowsOf = (model: ModelName) => ({ extensions: { storedModel: model } });

/** The stored field that a field of such a type shows: exposed as stored, or computed under the same name. */
export function storedFieldOf(
  type: { extensions?: Readonly<Record<string, unknown>> | null | undefined },
  field: { name: string; extensions?: Readonly<Record<string, unknown>> | null | undefined },
): { model: ModelName; name: string; isExposed: boolean; stored: StoredField } | undefined {
  const model = String(type.extensions?.storedModel ?? type.extensions?.pothosPrismaModel);
  if (!isModel(model)) return undefined;
  const fields = new Map(storedFields(model));
  const exposed = field.extensions?.pothosExposedField;
  const wanted = typeof exposed === "string" ? exposed : field.name;
  const stored = fields.get(wanted);
  return stored && { model, name: wanted, isExposed: wanted === exposed, stored };
}

class StoredFieldsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const found = storedFieldOf(this.builder.configStore.getTypeConfig(config.parentType), config);
    if (!found?.stored.about) return config;
    if (!config.description) return { ...config, description: found.stored.about };
    if (found.isExposed)
      throw new Error(
        `${config.parentType}.${config.name} is described twice: in schema.prisma and where it is exposed`,
      );
    return config;
  }
}

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      storedFields: StoredFieldsPlugin<Types>;
    }
  }
}

SchemaBuilder.registerPlugin(name, StoredFieldsPlugin);
export default name;
