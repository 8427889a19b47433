// The names that filters accept, for the forms of the dashboard.
import { builder } from "../builder.ts";
import { admin } from "./scopes.ts";

interface Names {
  sectors: string[];
  industries: string[];
}

const Vocabulary = builder.objectRef<Names>("Vocabulary").implement({
  ...admin,
  fields: (t) => ({
    sectors: t.exposeStringList("sectors"),
    industries: t.exposeStringList("industries", { description: "SIC industry titles" }),
  }),
});

const distinct = (names: string[]) => [...new Set(names)].sort();

builder.queryField("vocabulary", (t) =>
  t.field({
    ...admin,
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
