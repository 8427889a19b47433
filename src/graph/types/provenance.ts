// Where rows come from: the processing status of a filing (its five stages, refusals and resulting rows), and the
// explanation of one row, from raw bytes to the response. Needs the scope `admin`; the raw file is read by a port.
import { AppError } from "../../errors.ts";
import type {
  ExplainedFact,
  ExplainedField,
  ExplainedRule,
  Explanation,
  StoredRawFile,
} from "../../provenance/explanation.ts";
import { readFilingRef } from "../../sources/sources.ts";
import { type TraceCandidate as Candidate, filingsByName } from "../../store/filing-search.ts";
import {
  daysAround,
  type TraceFacts as Facts,
  filingFacts,
  type TraceRefusal as Refusal,
  type TraceRow as Row,
  type TraceStage as Stage,
  stagesOf,
} from "../../store/filing-trace.ts";
import { admin, builder } from "../builder.ts";
import type { GraphContext } from "../context.ts";

const TraceStage = builder.objectRef<Stage>("TraceStage").implement({
  ...admin,
  fields: (t) => ({
    name: t.exposeString("name", { description: "listed, fetched, parsed, loaded or derived" }),
    state: t.exposeString("state", { description: "done, broken, waiting or unknown" }),
    at: t.expose("at", { type: "DateTime", nullable: true }),
    words: t.exposeString("words"),
  }),
});

const TraceRefusal = builder.objectRef<Refusal>("TraceRefusal").implement({
  ...admin,
  fields: (t) => ({
    id: t.exposeInt("id"),
    reason: t.exposeString("reason"),
    message: t.exposeString("message"),
    status: t.exposeString("status"),
    recordRef: t.exposeString("recordRef"),
  }),
});

const TraceRow = builder.objectRef<Row>("TraceRow").implement({
  ...admin,
  fields: (t) => ({
    id: t.expose("id", { type: "RowId" }),
    kind: t.exposeString("kind", { description: "insiderTrade or politicianTrade" }),
    who: t.exposeString("who"),
    what: t.exposeString("what"),
    tradeType: t.exposeString("tradeType"),
    tradedOn: t.expose("tradedOn", { type: "Date", nullable: true }),
    isSuperseded: t.exposeBoolean("isSuperseded"),
  }),
});

const TraceRelative = builder.objectRef<Facts["relatives"][number]>("TraceRelative").implement({
  ...admin,
  fields: (t) => ({
    relation: t.exposeString("relation", { description: "superseded by, supersedes, amends or amended by" }),
    documentId: t.exposeString("documentId"),
    filedOn: t.expose("filedOn", { type: "Date", nullable: true }),
  }),
});

const TraceCandidate = builder.objectRef<Candidate>("TraceCandidate").implement({
  ...admin,
  fields: (t) => ({
    source: t.exposeString("source"),
    documentId: t.exposeString("documentId"),
    filedOn: t.expose("filedOn", { type: "Date", nullable: true }),
    kind: t.exposeString("kind"),
    name: t.exposeString("name"),
    state: t.exposeString("state", { description: "stored or not stored" }),
  }),
});

interface Trace {
  source: string;
  documentId: string;
  facts: Facts;
  around: { from: Date | null; to: Date | null };
}

const FilingTrace = builder.objectRef<Trace>("FilingTrace").implement({
  ...admin,
  fields: (t) => ({
    source: t.exposeString("source"),
    documentId: t.exposeString("documentId"),
    kind: t.string({ nullable: true, resolve: ({ facts: { held, listed } }) => held?.kind ?? listed?.kind ?? null }),
    filedOn: t.field({
      type: "Date",
      nullable: true,
      resolve: ({ facts: { held, listed } }) => held?.filedOn ?? listed?.on ?? null,
    }),
    url: t.string({ nullable: true, resolve: ({ facts: { held, listed } }) => held?.url ?? listed?.url ?? null }),
    isKnown: t.boolean({
      description: "false: no listing contains it, and no file of it was loaded or refused",
      resolve: ({ facts: { held, listed, refusals } }) => held !== null || listed !== null || refusals.length > 0,
    }),
    retryAt: t.field({ type: "DateTime", nullable: true, resolve: ({ facts }) => facts.listed?.retryAt ?? null }),
    fromCopyOf: t.int({
      nullable: true,
      description: "id of the refusal whose corrected copy it was read from",
      resolve: ({ facts }) => facts.held?.fromCopyOf ?? null,
    }),
    stages: t.field({ type: [TraceStage], resolve: ({ facts }) => stagesOf(facts) }),
    refusals: t.field({ type: [TraceRefusal], resolve: ({ facts }) => facts.refusals }),
    rowCount: t.int({ resolve: ({ facts }) => facts.rowCount }),
    rows: t.field({ type: [TraceRow], description: "the first 50", resolve: ({ facts }) => facts.rows }),
    relatives: t.field({ type: [TraceRelative], resolve: ({ facts }) => facts.relatives }),
    aroundFrom: t.field({
      type: "Date",
      nullable: true,
      description:
        "for an unlisted document: filed on this day or later, estimated from documents with neighbouring numbers",
      resolve: ({ around }) => around.from,
    }),
    aroundTo: t.field({ type: "Date", nullable: true, resolve: ({ around }) => around.to }),
  }),
});

const FilingSearch = builder.objectRef<{ trace: Trace | null; candidates: Candidate[] }>("FilingSearch").implement({
  ...admin,
  fields: (t) => ({
    trace: t.field({ type: FilingTrace, nullable: true, resolve: ({ trace }) => trace }),
    candidates: t.field({
      type: [TraceCandidate],
      description: "for a search by name: the newest 50 filings of filers with that name",
      resolve: ({ candidates }) => candidates,
    }),
  }),
});

const maxRefLength = 200;

builder.queryField("filingTrace", (t) =>
  t.field({
    ...admin,
    type: FilingSearch,
    complexity: 100,
    args: {
      ref: t.arg.string({ required: true, description: "accession number, House DocID, Senate uuid, or a name" }),
    },
    resolve: async (_, { ref }, { db }) => {
      if (ref.length > maxRefLength)
        throw new AppError("bad_request", `ref must have at most ${maxRefLength} characters`);
      const read = readFilingRef(ref);
      if ("name" in read) return { trace: null, candidates: await filingsByName(db, read.name) };
      const facts = await filingFacts(db, read);
      const around = facts.listed ? { from: null, to: null } : await daysAround(db, read);
      return { trace: { ...read, facts, around }, candidates: [] };
    },
  }),
);

// The explanation of one row, from raw bytes to the response, for the dashboard. Needs the scope `admin`; the raw file
// is read by a port.

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
  description: "A stored field and its position in the file.",
  fields: (t) => ({
    name: t.exposeString("name"),
    position: t.exposeString("position", {
      nullable: true,
      description: "position in the file, or how the value follows from other fields",
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
