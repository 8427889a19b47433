// How many rows each word of a filter finds, as the derivation has counted them.
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
    description: "Every word that a row has; a word that is not among them finds none.",
    complexity: { field: 1, multiplier: 1000 },
    resolve: (_root, _args, { db }) =>
      db.vocabularyCount.findMany({ orderBy: [{ list: "asc" }, { field: "asc" }, { word: "asc" }] }),
  }),
);
