// The explanation of one row, from raw bytes to the response, for the dashboard. Needs the scope `admin`; the raw file
// is read by a port.
import { AppError } from "../../errors.ts";
import type {
  ExplainedFact,
  ExplainedField,
  ExplainedRule,
  Explanation,
  StoredRawFile,
} from "../../provenance/explanation.ts";
import { builder } from "../builder.ts";
import type { GraphContext } from "../context.ts";
import { admin } from "./scopes.ts";

const ExplainedFile = builder.objectRef<StoredRawFile>("ExplainedFile").implement({
  ...admin,
  fields: (t) => ({
    name: t.exposeString("name", { nullable: true }),
    sha256: t.exposeString("sha256", { nullable: true }),
    bytes: t.exposeInt("bytes", { nullable: true, description: "size of the file as fetched" }),
    firstSeenAt: t.expose("firstSeenAt", { type: "DateTime", nullable: true }),
    path: t.exposeString("path", { nullable: true, description: "path of the stored file, compressed with gzip" }),
    state: t.exposeString("state", { description: "intact, changed, missing or none" }),
    problem: t.exposeString("problem", { nullable: true }),
  }),
});

const Field = builder.objectRef<ExplainedField>("ExplainedField").implement({
  ...admin,
  description: "A stored field and its place in the file.",
  fields: (t) => ({
    name: t.exposeString("name"),
    position: t.exposeString("position", {
      nullable: true,
      description: "place in the file, or how the value follows from other fields",
    }),
    filed: t.exposeString("filed", { nullable: true, description: "value in the file" }),
    read: t.exposeString("read", { nullable: true, description: "value as the current parser reads it" }),
    stored: t.exposeString("stored", { nullable: true }),
    agrees: t.exposeBoolean("agrees", { description: "whether the stored value equals the value that was read" }),
  }),
});

const Rule = builder.objectRef<ExplainedRule>("ExplainedRule").implement({
  ...admin,
  fields: (t) => ({ name: t.exposeString("name"), version: t.exposeString("version") }),
});

const Fact = builder.objectRef<ExplainedFact>("ExplainedFact").implement({
  ...admin,
  description: "A derived value that is not in the file, and its basis.",
  fields: (t) => ({
    name: t.exposeString("name"),
    value: t.exposeString("value", { nullable: true }),
    from: t.exposeString("from"),
  }),
});

const ExplainedRow = builder.objectRef<Explanation>("Explanation").implement({
  ...admin,
  description: "The explanation of one row, from raw bytes to the response, as `disclosed explain` prints it.",
  fields: (t) => ({
    kind: t.exposeString("kind", { description: "insiderTrade, politicianTrade or cluster" }),
    source: t.exposeString("source", { nullable: true }),
    documentId: t.exposeString("documentId", { nullable: true }),
    url: t.exposeString("url", { nullable: true, description: "the publisher's address of the document" }),
    file: t.field({ type: ExplainedFile, nullable: true, resolve: ({ file }) => file }),
    position: t.exposeString("position", {
      nullable: true,
      description: "XPath, page and box, row of a table, or line",
    }),
    problem: t.exposeString("problem", { nullable: true, description: "why the file could not be read again" }),
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
      description: "reads the raw file of the row again",
      args: { id: t.arg({ type: "RowId", required: true }) },
      resolve: async (_, { id }, context) => await portOf(context).explain(String(id), kind),
    }),
  );

explanationOf("explainTrade", "insiderTrade");
explanationOf("explainPoliticianTrade", "politicianTrade");
