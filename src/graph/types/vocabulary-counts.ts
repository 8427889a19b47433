// Number of rows for each value of a filter, as counted by the derivation.
import { builder } from "../builder.ts";

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
