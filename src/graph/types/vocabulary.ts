// The names that filters accept, for the forms of the dashboard, and the number of rows for each value of a filter, as
// counted by the derivation.
import { builder } from "../builder.ts";
import { visitor } from "./scopes.ts";

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
