// The stored fields as described in schema.prisma: columns, types and documentation. Column lists, history and
// descriptions are derived from here, so that a new field is defined once.
import { storedModels } from "./client/stored-models.ts";

export type ModelName = keyof typeof storedModels;
export type FieldName<Model extends ModelName> = keyof (typeof storedModels)[Model]["fields"] & string;

export interface StoredField {
  /** its name in the table */
  column: string;
  /** Prisma's scalar; of a DateTime `Date` (calendar date) or `Instant` */
  type: string;
  nullable: boolean;
  list: boolean;
  /** its documentation, on one line */
  about: string | null;
}

interface StoredModel {
  table: string;
  about: string | null;
  fields: Readonly<Record<string, StoredField>>;
}

export const allModels: Readonly<Record<string, StoredModel>> = storedModels;

export const isModel = (name: string): name is ModelName => Object.hasOwn(storedModels, name);

/** The fields of a model by name, except those in `leftOut`. */
export function storedFields<Model extends ModelName>(
  model: Model,
  leftOut: Partial<Record<FieldName<Model>, true>> = {},
): [name: string, field: StoredField][] {
  return Object.entries((allModels[model] as StoredModel).fields).filter(([name]) => !Object.hasOwn(leftOut, name));
}
