// The stored fields as described in schema.prisma: columns, types and documentation. Column lists, history and
// descriptions are derived from here, so that a new field is defined once.
import { storedModels } from "./client/stored-models.ts";

export type ModelName = keyof typeof storedModels;
export type FieldName<Model extends ModelName> = keyof (typeof storedModels)[Model]["fields"] & string;

/** Values by Prisma's scalars, as JSON has them: exact numbers and times are text, a date is YYYY-MM-DD. */
interface Scalars {
  String: string;
  Int: number;
  BigInt: string;
  Float: number;
  Decimal: string;
  Boolean: boolean;
  Date: string;
  Instant: string;
  Json: unknown;
}

/** PostgreSQL's types of the scalars. */
const sqlTypes: Readonly<Record<string, string>> = {
  String: "text",
  Int: "int",
  BigInt: "bigint",
  Float: "double precision",
  Decimal: "numeric",
  Boolean: "boolean",
  Date: "date",
  Instant: "timestamptz",
  Json: "jsonb",
} satisfies Record<keyof Scalars, string>;

export const sqlTypeOf = ({ type, list }: StoredField): string => `${sqlTypes[type]}${list ? "[]" : ""}`;

type Fields<Model extends ModelName> = (typeof storedModels)[Model]["fields"];

type ValueOf<Field> = Field extends { type: keyof Scalars; nullable: boolean; list: boolean }
  ?
      | (Field["list"] extends true ? Scalars[Field["type"]][] : Scalars[Field["type"]])
      | (Field["nullable"] extends true ? null : never)
  : never;

/** A row of a model by the names of its fields, without those that are left out. */
export type StoredRecord<Model extends ModelName, LeftOut extends PropertyKey> = {
  [Name in Exclude<FieldName<Model>, LeftOut>]: ValueOf<Fields<Model>[Name & keyof Fields<Model>]>;
};

type ColumnOf<Field> = Field extends { column: infer Column extends string } ? Column : never;

/** A row of a model by the names of its columns, without the fields that are left out. */
export type StoredRow<Model extends ModelName, LeftOut extends PropertyKey = never> = {
  [Name in Exclude<FieldName<Model>, LeftOut> as ColumnOf<Fields<Model>[Name & keyof Fields<Model>]>]: ValueOf<
    Fields<Model>[Name & keyof Fields<Model>]
  >;
};

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

/** The names of the fields of a model, in the order of the schema, except those in `leftOut`. */
export function fieldNames<Model extends ModelName, LeftOut extends FieldName<Model>>(
  model: Model,
  leftOut: Record<LeftOut, true>,
): Exclude<FieldName<Model>, LeftOut>[] {
  return storedFields(model, leftOut as Partial<Record<FieldName<Model>, true>>).map(
    ([name]) => name as Exclude<FieldName<Model>, LeftOut>,
  );
}
