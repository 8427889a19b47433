// The quarantine for the dashboard: what was refused with its raw file, and what people do about it. Behind the scope `admin`;
// the work itself stands behind a port.
import { AppError } from "../../errors.ts";
import { type Refusal as Item, listRefusals, refusalsById } from "../../store/refusals.ts";
import { actorOf } from "../actor.ts";
import { builder, checkPage, listOf, pageArguments, pageComplexity } from "../builder.ts";
import type { GraphContext } from "../context.ts";
import type { RetryOutcome as Outcome, QuarantinePort, RawExcerpt as Raw } from "../ports.ts";

const admin = { authScopes: { admin: true } } as const;

const RawExcerpt = builder.objectRef<Raw>("RawExcerpt").implement({
  ...admin,
  fields: (t) => ({
    bytes: t.exposeInt("bytes", { nullable: true }),
    excerpt: t.exposeString("excerpt", { nullable: true, description: "text, or a hex dump where it is none" }),
    missing: t.exposeString("missing", { nullable: true, description: "why there are no bytes" }),
  }),
});

const QuarantineItem = builder.objectRef<Item>("QuarantineItem").implement({
  ...admin,
  fields: (t) => ({
    id: t.exposeInt("id"),
    source: t.exposeString("source"),
    fileName: t.exposeString("fileName"),
    recordRef: t.exposeString("recordRef"),
    documentId: t.exposeString("documentId", { nullable: true, description: "the publisher's name of the document" }),
    reason: t.exposeString("reason"),
    message: t.exposeString("message"),
    detail: t.expose("detail", { type: "JSON", nullable: true }),
    status: t.exposeString("status", { description: "open, ignored or resolved" }),
    ignoredBecause: t.exposeString("ignoredBecause", { nullable: true }),
    sha256: t.exposeString("sha256", { nullable: true }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    lastSeenAt: t.expose("lastSeenAt", { type: "DateTime" }),
    resolvedAt: t.expose("resolvedAt", { type: "DateTime", nullable: true }),
    runId: t.exposeString("runId", { nullable: true }),
    runArguments: t.field({ type: "JSON", nullable: true, resolve: ({ run }) => run?.arguments ?? null }),
    raw: t.field({ type: RawExcerpt, complexity: 20, resolve: ({ id }, _, context) => portOf(context).raw(id) }),
  }),
});

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
    resolved: t.exposeIntList("resolved", { description: "ids of refusals whose file or record went in" }),
    refused: t.field({ type: [RefusedFile], resolve: ({ refused }) => refused }),
    unavailable: t.field({ type: [UnavailableFile], resolve: ({ unavailable }) => unavailable }),
  }),
});

function portOf({ ports }: GraphContext): QuarantinePort {
  if (!ports.quarantine) throw new AppError("unavailable", "the quarantine is not to be worked on here");
  return ports.quarantine;
}

builder.queryFields((t) => ({
  quarantine: t.field({
    ...admin,
    type: listOf("QuarantineItemList", QuarantineItem),
    args: {
      source: t.arg.string(),
      reason: t.arg.string(),
      status: t.arg.string({ description: "open, resolved or ignored" }),
      ...pageArguments,
    },
    complexity: pageComplexity,
    resolve: (_, { source, reason, status, ...page }, { db }) =>
      listRefusals(db, { source, reason, status }, checkPage(page)),
  }),
  quarantineItem: t.field({
    ...admin,
    type: QuarantineItem,
    args: { id: t.arg.int({ required: true }) },
    resolve: async (_, { id }, { db }) => (await refusalsById(db, [id]))[0] as Item,
  }),
}));

builder.mutationFields((t) => ({
  retryQuarantine: t.field({
    type: RetryOutcome,
    description: "takes refused files again from their kept bytes",
    args: { ids: t.arg.intList({ required: true }) },
    resolve: (_, { ids }, context) => portOf(context).retry(ids),
  }),
  ignoreQuarantine: t.boolean({
    description: "sets refusals aside with a reason",
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
