// Ingestion for the dashboard: runs and their progress, watched sources, and administrators' requests. Needs the scope
// `admin`.
import { AppError } from "../../errors.ts";
import { isUuid } from "../../lib/text.ts";
import { sliceOf } from "../../store/lists/page.ts";
import {
  type RunLine as Line,
  type RunProgress as Progress,
  runLives,
  runRefusals,
  toDerive,
  watchedSources,
} from "../../store/runs.ts";
import { admin, builder, checkPage, listOf, pageArguments, pageComplexity } from "../builder.ts";
import { actorOf, type GraphContext } from "../context.ts";
import type { IngestionPort } from "../ports.ts";
import { QuarantineReason } from "./coverage-listing.ts";

const RunProgress = builder.objectRef<Progress>("RunProgress").implement({
  ...admin,
  description: "Progress of a sync, in documents that the publisher lists for the requested days.",
  fields: (t) => ({
    phase: t.exposeString("phase", { description: "listing or fetching" }),
    listed: t.exposeInt("listed"),
    fetched: t.exposeInt("fetched", { description: "during this run" }),
    stored: t.exposeInt("stored"),
    quarantined: t.exposeInt("quarantined"),
    due: t.exposeInt("due"),
    secondsLeft: t.exposeInt("secondsLeft", { nullable: true }),
    perSecond: t.exposeFloat("perSecond", { nullable: true, description: "documents per second" }),
    atLeast: t.exposeBoolean("atLeast", {
      description: "true: some listings are missing, so there may be more documents",
    }),
  }),
});

const RunLine = builder.objectRef<Line>("RunLine").implement({
  ...admin,
  fields: (t) => ({ at: t.expose("at", { type: "DateTime" }), line: t.exposeString("line") }),
});

const IngestionRun = builder.prismaObject("IngestionRun", {
  ...admin,
  fields: (t) => ({
    id: t.exposeString("id"),
    source: t.exposeString("source"),
    arguments: t.expose("arguments", { type: "JSON" }),
    status: t.exposeString("status"),
    startedAt: t.expose("startedAt", { type: "DateTime" }),
    finishedAt: t.expose("finishedAt", { type: "DateTime", nullable: true }),
    files: t.exposeInt("files"),
    quarantinedFiles: t.exposeInt("quarantinedFiles"),
    found: t.exposeInt("found"),
    new: t.exposeInt("new"),
    unchanged: t.exposeInt("unchanged"),
    amended: t.exposeInt("amended"),
    quarantinedRecords: t.exposeInt("quarantinedRecords"),
    message: t.exposeString("message", { nullable: true }),
    stopRequestedBy: t.exposeString("stopRequestedBy", { nullable: true }),
    progress: t.field({
      type: RunProgress,
      nullable: true,
      description: "null for runs that are not a sync, and for runs before progress was stored",
      resolve: ({ progress }) => progress as unknown as Progress | null,
    }),
    log: t.field({
      type: [RunLine],
      description: "the newest lines, oldest first",
      resolve: ({ log }) => log as unknown as Line[],
    }),
    lives: t.boolean({
      description: "whether its process is alive: after a crash the status remains running",
      resolve: ({ id, status }, _, { db }) => (status === "running" ? runLives(db, id) : false),
    }),
    refusals: t.field({
      type: [QuarantineReason],
      description: "reasons of the files and records that it refused, without those that a later run refused again",
      resolve: ({ id }, _, { db }) => runRefusals(db, id),
    }),
    toDerive: t.int({
      description:
        "number of companies, symbols and members with data loaded until the end of the run whose derivation is pending",
      resolve: ({ finishedAt }, _, { db }) => toDerive(db, finishedAt ?? new Date()),
    }),
  }),
});

const RunRequest = builder.prismaObject("RunRequest", {
  ...admin,
  description:
    "A sync of a range of days that an administrator requested. The process of `disclosed sync --watch` performs it.",
  fields: (t) => ({
    id: t.exposeString("id"),
    source: t.exposeString("source"),
    from: t.expose("fromOn", { type: "Date" }),
    to: t.expose("toOn", { type: "Date" }),
    requestedBy: t.exposeString("requestedBy"),
    requestedAt: t.expose("requestedAt", { type: "DateTime" }),
    state: t.exposeString("state"),
    notBefore: t.expose("notBefore", { type: "DateTime" }),
    message: t.exposeString("message", { nullable: true }),
    runId: t.exposeString("runId", { nullable: true }),
  }),
});

function portOf({ ports }: GraphContext): IngestionPort {
  if (!ports.ingestion) throw new AppError("unavailable", "runs cannot be requested in this process");
  return ports.ingestion;
}

async function runById({ db }: GraphContext, id: string) {
  const run = isUuid(id) ? await db.ingestionRun.findUnique({ where: { id } }) : null;
  if (!run) throw new AppError("not_found", "Run not found");
  return run;
}

/** finished requests are listed too, with their result */
const newestRequests = 20;

builder.queryFields((t) => ({
  ingestionRuns: t.field({
    ...admin,
    complexity: pageComplexity,
    type: listOf("IngestionRunList", IngestionRun),
    args: { source: t.arg.string(), status: t.arg.string(), ...pageArguments },
    resolve: async (_, { source, status, ...page }, { db }) => {
      const slice = sliceOf(checkPage(page));
      const where = { source: source ?? undefined, status: status ?? undefined };
      return {
        total: await db.ingestionRun.count({ where }),
        nodes: await db.ingestionRun.findMany({
          ...slice,
          where,
          orderBy: [{ startedAt: "desc" }, { id: "desc" }],
        }),
      };
    },
  }),
  ingestionRun: t.field({
    ...admin,
    type: IngestionRun,
    args: { id: t.arg.string({ required: true }) },
    resolve: (_, { id }, context) => runById(context, id),
  }),
  runRequests: t.field({
    ...admin,
    type: [RunRequest],
    description: "the newest ones, in any state",
    complexity: { field: 1, multiplier: newestRequests },
    resolve: (_, __, { db }) =>
      db.runRequest.findMany({ orderBy: [{ requestedAt: "desc" }, { id: "asc" }], take: newestRequests }),
  }),
  watchedSources: t.stringList({
    ...admin,
    description: "sources that a process watches now (`disclosed sync --watch`)",
    resolve: (_, __, context) => watchedSources(context.db, portOf(context).sources),
  }),
}));

builder.mutationFields((t) => ({
  requestRun: t.field({
    type: RunRequest,
    description: "requests a sync of some days from the process that watches the source",
    args: {
      source: t.arg.string({ required: true }),
      from: t.arg({ type: "Date", required: true }),
      to: t.arg({ type: "Date", required: true }),
    },
    resolve: async (_, wanted, context) => {
      const id = await portOf(context).requestRun(wanted, actorOf(context));
      return await context.db.runRequest.findUniqueOrThrow({ where: { id } });
    },
  }),
  withdrawRunRequest: t.boolean({
    description: "withdraws a request that no process has started",
    args: { id: t.arg.string({ required: true }) },
    resolve: async (_, { id }, context) => {
      if (!isUuid(id)) throw new AppError("not_found", "Request not found");
      await portOf(context).withdraw(id, actorOf(context));
      return true;
    },
  }),
  stopRun: t.field({
    type: IngestionRun,
    description: "requests that a run stops; the data that it has loaded remain",
    args: { id: t.arg.string({ required: true }) },
    resolve: async (_, { id }, context) => {
      await runById(context, id);
      await portOf(context).stop(id, actorOf(context));
      return await runById(context, id);
    },
  }),
}));
