// Ingestion for the dashboard: runs and how far they are, who watches, and what administrators request. Behind the scope `admin`.
import { AppError } from "../../errors.ts";
import {
  type RunLine as Line,
  type RunProgress as Progress,
  runLives,
  runRefusals,
  toDerive,
  watchedSources,
} from "../../store/run-facts.ts";
import { actorOf } from "../actor.ts";
import { builder, checkPage, listOf, pageArguments, pageComplexity } from "../builder.ts";
import type { GraphContext } from "../context.ts";
import type { IngestionPort } from "../ports.ts";
import { isUuid } from "./account.ts";
import { QuarantineReason } from "./coverage-listing.ts";
import { admin } from "./scopes.ts";

const RunProgress = builder.objectRef<Progress>("RunProgress").implement({
  ...admin,
  description: "How far a sync is; documents that the publisher lists of the wanted days.",
  fields: (t) => ({
    phase: t.exposeString("phase", { description: "listing or fetching" }),
    listed: t.exposeInt("listed"),
    fetched: t.exposeInt("fetched", { description: "during this run" }),
    stored: t.exposeInt("stored"),
    quarantined: t.exposeInt("quarantined"),
    due: t.exposeInt("due"),
    secondsLeft: t.exposeInt("secondsLeft", { nullable: true }),
    perSecond: t.exposeFloat("perSecond", { nullable: true, description: "documents a second" }),
    atLeast: t.exposeBoolean("atLeast", { description: "listings are missing: there may be more to do than is known" }),
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
    stopAskedBy: t.exposeString("stopAskedBy", { nullable: true }),
    progress: t.field({
      type: RunProgress,
      nullable: true,
      description: "null for what is no sync, and for runs of before this was kept",
      resolve: ({ progress }) => progress as unknown as Progress | null,
    }),
    log: t.field({
      type: [RunLine],
      description: "the newest lines, oldest first",
      resolve: ({ log }) => log as unknown as Line[],
    }),
    lives: t.boolean({
      description: "whether its process is there: one that was killed leaves a run that says running",
      resolve: ({ id, status }, _, { db }) => (status === "running" ? runLives(db, id) : false),
    }),
    refusals: t.field({
      type: [QuarantineReason],
      description: "why it refused files and records, where no later run has refused them again",
      resolve: ({ id }, _, { db }) => runRefusals(db, id),
    }),
    toDerive: t.int({
      description:
        "companies, symbols and members whose derived values are still to be renewed, of all that came in so far",
      resolve: ({ finishedAt }, _, { db }) => toDerive(db, finishedAt ?? new Date()),
    }),
  }),
});

const RunRequest = builder.prismaObject("RunRequest", {
  ...admin,
  description: "A sync of some days that an administrator asked for, to be done by the process that watches.",
  fields: (t) => ({
    id: t.exposeString("id"),
    source: t.exposeString("source"),
    from: t.expose("fromOn", { type: "Date" }),
    to: t.expose("toOn", { type: "Date" }),
    askedBy: t.exposeString("askedBy"),
    askedAt: t.expose("askedAt", { type: "DateTime" }),
    state: t.exposeString("state"),
    notBefore: t.expose("notBefore", { type: "DateTime" }),
    message: t.exposeString("message", { nullable: true }),
    runId: t.exposeString("runId", { nullable: true }),
  }),
});

function portOf({ ports }: GraphContext): IngestionPort {
  if (!ports.ingestion) throw new AppError("unavailable", "runs are not to be asked for here");
  return ports.ingestion;
}

async function runById({ db }: GraphContext, id: string) {
  const run = isUuid(id) ? await db.ingestionRun.findUnique({ where: { id } }) : null;
  if (!run) throw new AppError("not_found", "There is no such run");
  return run;
}

/** those that are settled are shown for a while, with what became of them */
const newestRequests = 20;

builder.queryFields((t) => ({
  ingestionRuns: t.field({
    ...admin,
    complexity: pageComplexity,
    type: listOf("IngestionRunList", IngestionRun),
    args: { source: t.arg.string(), status: t.arg.string(), ...pageArguments },
    resolve: async (_, { source, status, ...page }, { db }) => {
      const { page: number, pageSize } = checkPage(page);
      const where = { source: source ?? undefined, status: status ?? undefined };
      return {
        total: await db.ingestionRun.count({ where }),
        nodes: await db.ingestionRun.findMany({
          skip: (number - 1) * pageSize,
          take: pageSize,
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
    description: "the newest ones, whatever became of them",
    complexity: { field: 1, multiplier: newestRequests },
    resolve: (_, __, { db }) =>
      db.runRequest.findMany({ orderBy: [{ askedAt: "desc" }, { id: "asc" }], take: newestRequests }),
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
    description: "requests that the process that watches a source brings some of its days up to date",
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
    description: "takes a request back that no process has begun",
    args: { id: t.arg.string({ required: true }) },
    resolve: async (_, { id }, context) => {
      if (!isUuid(id)) throw new AppError("not_found", "There is no such request");
      await portOf(context).withdraw(id, actorOf(context));
      return true;
    },
  }),
  stopRun: t.field({
    type: IngestionRun,
    description: "requests that a run ends; what it has loaded stays",
    args: { id: t.arg.string({ required: true }) },
    resolve: async (_, { id }, context) => {
      await runById(context, id);
      await portOf(context).stop(id, actorOf(context));
      return await runById(context, id);
    },
  }),
}));
