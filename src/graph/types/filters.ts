// The filters and sorts of the lists: their inputs, built from src/filters, the names that they accept, the number of
// rows for each value, and the lists of people that can be sorted by a rate.
import type { InputRef } from "@pothos/core";
import type { Fields } from "../../filters/define-filters.ts";
import {
  type Choice,
  type Filters,
  type FilterType,
  type FilterValues,
  noSuchType,
} from "../../filters/define-filters.ts";
import { type Sorts, sortNames } from "../../filters/sorts.ts";
import type { ListedByRate } from "../../store/lists/page.ts";
import { builder, listOf, visitor } from "../builder.ts";

const DecimalRange = builder.inputType("DecimalRange", {
  description: "Inclusive range; a missing bound is open. A row without a value matches no range.",
  fields: (t) => ({ min: t.field({ type: "Decimal" }), max: t.field({ type: "Decimal" }) }),
});

type FieldBuilder = PothosSchemaTypes.InputFieldBuilder<typeof builder.$inferSchemaTypes, "InputObject">;

/** The input `name` with a field for each of the filters. */
export function filterInput<F extends Fields, T extends Record<string, FilterType>>(
  name: string,
  filters: Filters<F, T>,
): InputRef<FilterValues<Filters<F, T>>> {
  const fields = (t: FieldBuilder) =>
    Object.fromEntries(
      Object.entries(filters).map(([filter, { type, about }]) => [filter, inputField(t, type, about)]),
    );
  return builder.inputType(name, { fields }) as unknown as InputRef<FilterValues<Filters<F, T>>>;
}

function inputField(t: FieldBuilder, type: FilterType, description: string) {
  switch (type.kind) {
    case "symbols":
    case "sectors":
    case "industries":
    case "transactionCodes":
    case "bioguideIds":
    case "ciks":
    case "choices":
      return t.stringList({ description });
    case "ranges":
      return t.field({ type: [DecimalRange], description });
    case "date":
      return t.field({ type: "Date", description });
    case "timestamp":
      return t.field({ type: "DateTime", description });
    case "amount":
    case "percent":
      return t.field({ type: "Decimal", description });
    case "boolean":
      return t.boolean({ description });
    case "integer":
      return t.int({ description });
    case "month":
    case "text":
    case "transactionCode":
    case "accessionNumber":
      return t.string({ description });
    case "choice":
      return type.enumeration === undefined
        ? t.string({ description })
        : t.field({ type: enumerationOf(type.enumeration, type), description });
    default:
      return noSuchType(type);
  }
}

/** The enumerations by name: several filters may use the same one. */
const enumerations = new Map<string, ReturnType<typeof makeEnumeration>>();

function enumerationOf(name: string, type: Choice<string>) {
  const known = enumerations.get(name) ?? makeEnumeration(name, type);
  enumerations.set(name, known);
  return known;
}

const makeEnumeration = (name: string, { names }: Choice<string>) =>
  builder.enumType(name, { values: [...new Set(Object.values(names))] });

export const SortOrder = builder.enumType("SortOrder", { values: ["ASC", "DESC"] as const });

/** The enumeration `name` of a list's sorts. */
export const sortEnumeration = <Sort extends string>(name: string, sorts: Sorts<Sort>) =>
  builder.enumType(name, { values: sortNames(sorts) });

/** A list with the number of people that it excludes. */
export function listByRate<Row>(name: string, node: Parameters<typeof listOf<Row>>[1]) {
  const list = listOf(name, node);
  builder.objectField(list, "leftOut", (t) =>
    t.int({
      nullable: true,
      description:
        "people that match but are excluded, because too few trades are known for the rate; null if the list is not sorted by a rate",
      resolve: (found) => (found as ListedByRate<Row>).leftOut,
    }),
  );
  return list;
}

// The names that filters accept, for the forms of the dashboard, and the number of rows for each value of a filter, as
// counted by the derivation.

interface Names {
  sectors: string[];
  industries: string[];
}

const Vocabulary = builder.objectRef<Names>("Vocabulary").implement({
  ...visitor,
  fields: (t) => ({
    sectors: t.exposeStringList("sectors"),
    industries: t.exposeStringList("industries", { description: "SIC industry titles" }),
  }),
});

const distinct = (names: string[]) => [...new Set(names)].sort();

builder.queryField("vocabulary", (t) =>
  t.field({
    ...visitor,
    type: Vocabulary,
    resolve: async (_root, _args, { db }) => {
      const rows = await db.sicCode.findMany({ select: { title: true, sector: true } });
      return {
        sectors: distinct(rows.map(({ sector }) => sector)),
        industries: distinct(rows.map(({ title }) => title)),
      };
    },
  }),
);

const VocabularyCount = builder.prismaObject("VocabularyCount", {
  fields: (t) => ({
    list: t.exposeString("list"),
    field: t.exposeString("field"),
    word: t.exposeString("word"),
    rows: t.int({ select: { rows: true }, resolve: ({ rows }) => Number(rows) }),
  }),
});

builder.queryField("vocabularyCounts", (t) =>
  t.field({
    type: [VocabularyCount],
    description: "Counts of all values that rows have; a value without a count has no rows.",
    complexity: { field: 1, multiplier: 1000 },
    resolve: (_root, _args, { db }) =>
      db.vocabularyCount.findMany({ orderBy: [{ list: "asc" }, { field: "asc" }, { word: "asc" }] }),
  }),
);
