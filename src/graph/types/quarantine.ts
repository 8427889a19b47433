// The quarantine for the dashboard: refused files and records with their raw files, and administrators' actions on
// them. Needs the scope `admin`; the work is done by the quarantine port.
import { AppError } from "../../errors.ts";
import type { RefusedContent as Content, RefusedField } from "../../ports/requests.ts";
import { nameOfActor } from "../../store/audit.ts";
import {
  type QuarantinedFiling as Filing,
  type RefusalGroup as Group,
  type Refusal as Item,
  listFilings,
  openIds,
  refusalGroups,
  refusalsById,
  refusalsOfFiling,
  retriesOf,
} from "../../store/refusals.ts";
import { admin, builder, checkPage, listOf, pageArguments, pageComplexity } from "../builder.ts";
import { actorOf, type GraphContext } from "../context.ts";
import type { RetryOutcome as Outcome, CopyPreview as Preview, QuarantinePort, RawExcerpt as Raw } from "../ports.ts";
import { rowsOf } from "../stored-fields.ts";

const RawExcerpt = builder.objectRef<Raw>("RawExcerpt").implement({
  ...admin,
  fields: (t) => ({
    bytes: t.exposeInt("bytes", { nullable: true }),
    excerpt: t.exposeString("excerpt", { nullable: true, description: "text, or a hex dump of binary data" }),
    missing: t.exposeString("missing", { nullable: true, description: "why there are no bytes" }),
  }),
});

const FieldReading = builder.objectRef<RefusedField>("FieldReading").implement({
  ...admin,
  fields: (t) => ({
    field: t.exposeString("field"),
    read: t.exposeString("read", { nullable: true }),
    problem: t.exposeString("problem", { nullable: true }),
  }),
});

const RefusedContent = builder.objectRef<Content>("RefusedContent").implement({
  ...admin,
  description:
    "Part of a refused file's text with the line that caused the refusal, and the values that were read there.",
  fields: (t) => ({
    bytes: t.exposeInt("bytes", { nullable: true }),
    kind: t.exposeString("kind", { nullable: true, description: "text, pdf (its text layer) or binary (a hex dump)" }),
    lines: t.exposeStringList("lines"),
    firstLine: t.exposeInt("firstLine"),
    totalLines: t.exposeInt("totalLines"),
    markedLine: t.exposeInt("markedLine", { nullable: true }),
    readings: t.field({ type: [FieldReading], resolve: ({ readings }) => readings }),
    missing: t.exposeString("missing", { nullable: true, description: "why there is no text" }),
  }),
});

const QuarantineCopy = builder.prismaObject("QuarantineCopy", {
  ...admin,
  description: "A corrected copy that was attached to a refusal.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    fileName: t.exposeString("fileName"),
    sha256: t.exposeString("sha256"),
    bytes: t.exposeInt("bytes"),
    attachedBy: t.string({
      description: "the administrator's e-mail address, if the account still exists",
      resolve: ({ attachedBy }, _, { db }) => nameOfActor(db, attachedBy),
    }),
    attachedAt: t.expose("attachedAt", { type: "DateTime" }),
    runId: t.exposeString("runId", { nullable: true }),
    refusedAs: t.intList({
      description: "ids of the refusals of the copy itself",
      resolve: async ({ sha256 }, _, { db }) => {
        const refusals = await db.quarantineItem.findMany({ where: { sha256 }, select: { id: true } });
        return refusals.map(({ id }) => id);
      },
    }),
  }),
});

const RefusalGroup = builder.objectRef<Group>("QuarantineGroup").implement({
  ...admin,
  fields: (t) => ({
    source: t.exposeString("source"),
    reason: t.exposeString("reason"),
    count: t.exposeInt("count", { description: "number of filings" }),
    message: t.exposeString("message", { description: "message of the newest refusal" }),
    firstAt: t.expose("firstAt", { type: "DateTime" }),
    lastAt: t.expose("lastAt", { type: "DateTime" }),
  }),
});

const QuarantineItem = builder.objectRef<Item>("QuarantineItem").implement({
  ...rowsOf("QuarantineItem"),
  ...admin,
  fields: (t) => ({
    id: t.exposeInt("id"),
    source: t.exposeString("source"),
    fileName: t.exposeString("fileName"),
    recordRef: t.exposeString("recordRef"),
    documentId: t.exposeString("documentId", { nullable: true }),
    reason: t.exposeString("reason"),
    message: t.exposeString("message"),
    detail: t.expose("detail", { type: "JSON", nullable: true }),
    status: t.exposeString("status"),
    ignoredBecause: t.exposeString("ignoredBecause", { nullable: true }),
    sha256: t.exposeString("sha256", { nullable: true }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    lastSeenAt: t.expose("lastSeenAt", { type: "DateTime" }),
    resolvedAt: t.expose("resolvedAt", { type: "DateTime", nullable: true }),
    runId: t.exposeString("runId", { nullable: true }),
    runArguments: t.field({ type: "JSON", nullable: true, resolve: ({ run }) => run?.arguments ?? null }),
    raw: t.field({ type: RawExcerpt, complexity: 20, resolve: ({ id }, _, context) => portOf(context).raw(id) }),
    content: t.field({
      type: RefusedContent,
      complexity: 50,
      resolve: ({ id }, _, context) => portOf(context).content(id),
    }),
    retries: t.int({ complexity: 20, resolve: ({ id }, _, { db }) => retriesOf(db, id) }),
    copies: t.field({
      type: [QuarantineCopy],
      description: "corrected copies, newest first",
      resolve: ({ id }, _, { db }) =>
        db.quarantineCopy.findMany({ where: { quarantineId: id }, orderBy: { id: "desc" } }),
    }),
  }),
});

const QuarantinedFiling = builder.objectRef<Filing>("QuarantinedFiling").implement({
  ...admin,
  description: "A filing in quarantine, whatever the number of its refused rows, paths and copies.",
  fields: (t) => ({
    item: t.field({
      type: QuarantineItem,
      description: "its oldest refusal that matches the filter",
      resolve: ({ item }) => item,
    }),
    refusals: t.exposeInt("refusals", { description: "number of its refusals that match the filter" }),
  }),
});

builder.objectField(QuarantineItem, "ofFiling", (t) =>
  t.field({
    type: [QuarantineItem],
    description: "all refusals of the same filing, this one included, oldest first, at most 200",
    complexity: { field: 20, multiplier: 10 },
    resolve: (item, _, { db }) => refusalsOfFiling(db, item),
  }),
);

const RefusedFile = builder.objectRef<Outcome["refused"][number]>("StillRefused").implement({
  ...admin,
  fields: (t) => ({
    id: t.exposeInt("id"),
    fileName: t.exposeString("fileName"),
    reason: t.exposeString("reason"),
    message: t.exposeString("message"),
  }),
});

const UnavailableFile = builder.objectRef<Outcome["unavailable"][number]>("WithoutBytes").implement({
  ...admin,
  fields: (t) => ({ id: t.exposeInt("id"), fileName: t.exposeString("fileName"), why: t.exposeString("why") }),
});

const RetryOutcome = builder.objectRef<Outcome>("RetryOutcome").implement({
  ...admin,
  fields: (t) => ({
    tried: t.exposeInt("tried"),
    resolved: t.exposeIntList("resolved", { description: "ids of refusals whose file or record was stored" }),
    refused: t.field({ type: [RefusedFile], resolve: ({ refused }) => refused }),
    unavailable: t.field({ type: [UnavailableFile], resolve: ({ unavailable }) => unavailable }),
  }),
});

const DocumentInCopy = builder.objectRef<Preview["documents"][number]>("DocumentInCopy").implement({
  ...admin,
  fields: (t) => ({
    documentId: t.exposeString("documentId", {
      nullable: true,
      description: "the publisher's name of the document; null if the copy does not state it",
    }),
    about: t.exposeString("about", { description: "in words, with form and filing date" }),
  }),
});

const CorrectedCopyPreview = builder.objectRef<Preview>("CorrectedCopyPreview").implement({
  ...admin,
  description: "A corrected copy compared with the refusal that it is for.",
  fields: (t) => ({
    question: t.exposeString("question", { description: "names the copy, its documents and the refused file" }),
    documents: t.field({ type: [DocumentInCopy], resolve: ({ documents }) => documents }),
    refusedDocument: t.exposeString("refusedDocument", {
      nullable: true,
      description: "the publisher's name of the refused document; null if it is not known",
    }),
    problem: t.exposeString("problem", { nullable: true, description: "why the copy cannot be attached" }),
  }),
});

function portOf({ ports }: GraphContext): QuarantinePort {
  if (!ports.quarantine) throw new AppError("unavailable", "the quarantine is not available in this process");
  return ports.quarantine;
}

function checkedCopy<Copy extends { sha256: string; fileName: string }>(copy: Copy): Copy {
  if (!/^[0-9a-f]{64}$/.test(copy.sha256)) throw new AppError("bad_request", "sha256 is 64 hexadecimal digits");
  if (copy.fileName.length > 200) throw new AppError("bad_request", "The file's name is longer than 200 characters");
  return copy;
}

/** refusals per retry: the request waits for the result */
const maxAtOnce = 500;

builder.queryFields((t) => ({
  quarantine: t.field({
    ...admin,
    type: listOf("QuarantinedFilingList", QuarantinedFiling),
    args: {
      source: t.arg.string(),
      reason: t.arg.string(),
      status: t.arg.string({ description: "open, resolved or ignored" }),
      ...pageArguments,
    },
    complexity: pageComplexity,
    resolve: (_, { source, reason, status, ...page }, { db }) =>
      listFilings(db, { source, reason, status }, checkPage(page)),
  }),
  quarantineGroups: t.field({
    ...admin,
    type: [RefusalGroup],
    args: { source: t.arg.string(), status: t.arg.string({ description: "open, resolved or ignored" }) },
    complexity: { field: 1, multiplier: 50 },
    resolve: (_, filter, { db }) => refusalGroups(db, filter),
  }),
  quarantineItem: t.field({
    ...admin,
    type: QuarantineItem,
    args: { id: t.arg.int({ required: true }) },
    resolve: async (_, { id }, { db }) => (await refusalsById(db, [id]))[0] as Item,
  }),
  correctedCopyPreview: t.field({
    ...admin,
    type: CorrectedCopyPreview,
    description: "what attachCorrectedCopy would do with an uploaded copy; nothing is stored",
    args: {
      id: t.arg.int({ required: true }),
      sha256: t.arg.string({ required: true }),
      fileName: t.arg.string({ required: true }),
    },
    complexity: 50,
    resolve: (_, { id, ...copy }, context) => portOf(context).previewCopy(id, checkedCopy(copy)),
  }),
}));

builder.mutationFields((t) => ({
  retryQuarantine: t.field({
    type: RetryOutcome,
    description: "ingests refused files again from their stored bytes",
    args: { ids: t.arg.intList({ required: true }) },
    resolve: (_, { ids }, context) => portOf(context).retry(ids),
  }),
  retryQuarantineGroup: t.field({
    type: RetryOutcome,
    description: `ingests the open refusals of a source and reason again, at most the oldest ${maxAtOnce}`,
    args: { source: t.arg.string({ required: true }), reason: t.arg.string({ required: true }) },
    resolve: async (_, group, context) => portOf(context).retry(await openIds(context.db, group, maxAtOnce)),
  }),
  attachCorrectedCopy: t.field({
    type: RetryOutcome,
    description:
      "ingests a corrected copy, whose bytes were uploaded to /raw/uploads, instead of a refused file, which remains stored; a copy of another document is refused",
    args: {
      id: t.arg.int({ required: true }),
      sha256: t.arg.string({ required: true }),
      fileName: t.arg.string({ required: true }),
    },
    resolve: (_, { id, ...copy }, context) => portOf(context).attach(id, checkedCopy(copy), actorOf(context)),
  }),
  ignoreQuarantine: t.boolean({
    description: "marks refusals as ignored, with a reason",
    args: { ids: t.arg.intList({ required: true }), because: t.arg.string({ required: true }) },
    resolve: async (_, { ids, because }, context) => {
      await portOf(context).ignore(ids, because, actorOf(context));
      return true;
    },
  }),
  unignoreQuarantine: t.boolean({
    description: "opens ignored refusals again",
    args: { ids: t.arg.intList({ required: true }) },
    resolve: async (_, { ids }, context) => {
      await portOf(context).unignore(ids, actorOf(context));
      return true;
    },
  }),
}));
