// One row from raw bytes to answer, for the dashboard. Behind the scope `admin`; the reading itself is behind a port.
import { AppError } from "../../errors.ts";
import type { ExplainedFact, ExplainedField, ExplainedRule, Explanation } from "../../provenance/explanation.ts";
import type { StoredRawFile } from "../../provenance/stored-file.ts";
import { builder } from "../builder.ts";
import type { GraphContext } from "../context.ts";
import { admin } from "./scopes.ts";

const ExplainedFile = builder.objectRef<StoredRawFile>("ExplainedFile").implement({
  ...admin,
  fields: (t) => ({
    name: t.exposeString("name", { nullable: true }),
    sha256: t.exposeString("sha256", { nullable: true }),
    bytes: t.exposeInt("bytes", { nullable: true, description: "of the file as it came" }),
    firstSeenAt: t.expose("firstSeenAt", { type: "DateTime", nullable: true }),
    path: t.exposeString("path", { nullable: true, description: "where it is kept, packed by gzip" }),
    state: t.exposeString("state", { description: "intact, changed, missing or none" }),
    problem: t.exposeString("problem", { nullable: true }),
  }),
});

const Field = builder.objectRef<ExplainedField>("ExplainedField").implement({
  ...admin,
  description: "A stored field and where it stands in the file.",
  fields: (t) => ({
    name: t.exposeString("name"),
    place: t.exposeString("place", { nullable: true, description: "or how it follows from other fields" }),
    filed: t.exposeString("filed", { nullable: true, description: "as it stands in the file" }),
    read: t.exposeString("read", { nullable: true, description: "what the present parser makes of it" }),
    stored: t.exposeString("stored", { nullable: true }),
    agrees: t.exposeBoolean("agrees", { description: "the stored value is what is read" }),
  }),
});

const Rule = builder.objectRef<ExplainedRule>("ExplainedRule").implement({
  ...admin,
  fields: (t) => ({ name: t.exposeString("name"), version: t.exposeString("version") }),
});

const Fact = builder.objectRef<ExplainedFact>("ExplainedFact").implement({
  ...admin,
  description: "A value that is not in the file, and what it follows from.",
  fields: (t) => ({
    name: t.exposeString("name"),
    value: t.exposeString("value", { nullable: true }),
    from: t.exposeString("from"),
  }),
});

const ExplainedRow = builder.objectRef<Explanation>("Explanation").implement({
  ...admin,
  description: "One row from raw bytes to answer, as `disclosed explain` says it.",
  fields: (t) => ({
    kind: t.exposeString("kind", { description: "insiderTrade, politicianTrade or cluster" }),
    source: t.exposeString("source", { nullable: true }),
    documentId: t.exposeString("documentId", { nullable: true }),
    url: t.exposeString("url", { nullable: true, description: "the publisher's address of the document" }),
    file: t.field({ type: ExplainedFile, nullable: true, resolve: ({ file }) => file }),
    place: t.exposeString("place", { nullable: true, description: "XPath, page and box, row of a table, or line" }),
    problem: t.exposeString("problem", { nullable: true, description: "why it could not be read again" }),
    fields: t.field({ type: [Field], resolve: ({ fields }) => fields }),
    rules: t.field({ type: [Rule], resolve: ({ rules }) => rules }),
    derived: t.field({ type: [Fact], resolve: ({ derived }) => derived }),
  }),
});

function portOf({ ports: { rawRows } }: GraphContext) {
  if (!rawRows) throw new AppError("bad_request", "This service does not read raw files");
  return rawRows;
}

const explanationOf = (name: "explainTrade" | "explainPoliticianTrade", kind: Explanation["kind"]) =>
  builder.queryField(name, (t) =>
    t.field({
      ...admin,
      type: ExplainedRow,
      nullable: true,
      complexity: 100,
      description: "its raw file is read again",
      args: { id: t.arg({ type: "RowId", required: true }) },
      resolve: async (_, { id }, context) => await portOf(context).explain(String(id), kind),
    }),
  );

explanationOf("explainTrade", "insiderTrade");
explanationOf("explainPoliticianTrade", "politicianTrade");
