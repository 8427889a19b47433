// The administrators' overview: items that need attention, counts and latencies of the service, the distribution of
// filing delays.
import { badParameters } from "../../errors.ts";
import { politicianTradeFilters } from "../../filters/politician-trades.ts";
import { now } from "../../lib/calendar-date.ts";
import {
  type DelayBucket as Bucket,
  type FilingDelays as Delays,
  filingDelays,
} from "../../store/lists/politician-trades.ts";
import { attentionItems, attentionKinds, type AttentionItem as Item } from "../../store/statistics/for-operators.ts";
import {
  databaseBytes,
  monthSummary,
  type ServiceSummary as SummaryRow,
  serviceSummary,
} from "../../store/statistics/service-minutes.ts";
import { type SourceFreshness as Freshness, sourceFreshness } from "../../store/statistics/source-ages.ts";
import { admin, builder, visitor } from "../builder.ts";
import type { MachinePort, Ports } from "../ports.ts";
import { filterInput } from "./filters.ts";

const AttentionItem = builder.objectRef<Item>("AttentionItem").implement({
  ...admin,
  fields: (t) => ({
    kind: t.exposeString("kind", { description: attentionKinds.join(", ") }),
    subject: t.exposeString("subject", { nullable: true, description: "source or publisher" }),
    count: t.exposeInt("count", { nullable: true }),
    at: t.expose("at", {
      type: "DateTime",
      nullable: true,
      description:
        "when it began; for publisher_stopped when it ends; for records_old the day of the newest record, null without one",
    }),
    detail: t.exposeString("detail", { nullable: true, description: "error message or details" }),
  }),
});

const redisAway: Item = { kind: "redis_away", subject: null, count: null, at: null, detail: null };

async function fullDisk({ machine }: Ports): Promise<Item[]> {
  const disk = await machine?.disk();
  if (!disk || disk.room === "enough") return [];
  return [{ kind: "disk_full", subject: null, count: null, at: null, detail: null }];
}

type Disk = Awaited<ReturnType<MachinePort["disk"]>>;

const DiskSpace = builder.objectRef<Disk>("DiskSpace").implement({
  ...admin,
  description: "The disk of DISCLOSED_HOME, of the process that responds.",
  fields: (t) => ({
    freeBytes: t.exposeFloat("freeBytes"),
    totalBytes: t.exposeFloat("totalBytes"),
    room: t.exposeString("room", { description: "enough, little or critical" }),
  }),
});

interface State {
  startedAt: Date | null;
  counting: string | null;
  disk: Disk | null;
  databaseBytes: number;
  month: Awaited<ReturnType<typeof monthSummary>>;
}

const ServiceState = builder.objectRef<State>("ServiceState").implement({
  ...admin,
  fields: (t) => ({
    startedAt: t.expose("startedAt", { type: "DateTime", nullable: true, description: "of the process that responds" }),
    counting: t.exposeString("counting", {
      nullable: true,
      description: "what counts requests: postgresql, redis or redis_away (PostgreSQL, because Redis is unavailable)",
    }),
    disk: t.field({ type: DiskSpace, nullable: true, resolve: ({ disk }) => disk }),
    databaseBytes: t.exposeFloat("databaseBytes"),
    monthRequests: t.int({ description: "of the current UTC month", resolve: ({ month }) => month.requests }),
    monthErrors: t.int({ description: "of these, responses with status 5xx", resolve: ({ month }) => month.errors }),
  }),
});

const SourceFreshness = builder.objectRef<Freshness>("SourceFreshness").implement({
  ...admin,
  fields: (t) => ({
    source: t.exposeString("source"),
    newestFiledOn: t.expose("newestFiledOn", { type: "Date", nullable: true }),
    expectedOn: t.expose("expectedOn", {
      type: "Date",
      description: "a record of this date or a later one is expected",
    }),
    behindDays: t.exposeInt("behindDays", {
      nullable: true,
      description: "days from the newest record to expectedOn; 0 where it is not older; null without a record",
    }),
    lastFetchedAt: t.expose("lastFetchedAt", { type: "DateTime", nullable: true }),
    behind: t.exposeBoolean("behind", { nullable: true, description: "null before the first fetch" }),
  }),
});

builder.queryFields((t) => ({
  serviceState: t.field({
    ...admin,
    type: ServiceState,
    resolve: async (_, __, { db, ports: { machine, counting } }) => ({
      startedAt: machine?.startedAt ?? null,
      counting: counting?.by ?? null,
      disk: (await machine?.disk()) ?? null,
      databaseBytes: await databaseBytes(db),
      month: await monthSummary(db, now()),
    }),
  }),
  sourceFreshness: t.field({
    ...admin,
    type: [SourceFreshness],
    description: "how fresh each source is; unlike coverage cheap enough to be polled",
    resolve: (_, __, { db, today }) => sourceFreshness(db, today),
  }),
}));

builder.queryField("attention", (t) =>
  t.field({
    ...admin,
    type: [AttentionItem],
    description: "items that need the operator's attention, most urgent first",
    resolve: async (_, __, { db, today, ports }) => [
      ...(ports.counting?.by === "redis_away" ? [redisAway] : []),
      ...(await fullDisk(ports)),
      ...(await attentionItems(db, today)),
    ],
  }),
);

const Minute = builder.objectRef<SummaryRow["minutes"][number]>("ServiceMinute").implement({
  ...admin,
  fields: (t) => ({ minute: t.expose("minute", { type: "DateTime" }) }),
});

const ServiceSummary = builder.objectRef<SummaryRow>("ServiceSummary").implement({
  ...admin,
  fields: (t) => ({
    minutes: t.field({
      type: [Minute],
      description: "minutes with requests, oldest first; a step of several minutes has the time of its first minute",
      complexity: 20,
      resolve: ({ minutes }) => minutes,
    }),
  }),
});

for (const type of [Minute, ServiceSummary]) {
  builder.objectFields(type as typeof Minute, (t) => ({
    requests: t.exposeInt("requests"),
    clientErrors: t.exposeInt("clientErrors", { description: "responses with status 4xx except 429" }),
    errors: t.exposeInt("errors", { description: "responses with status 5xx" }),
    refusals: t.exposeInt("refusals", { description: "responses with status 429" }),
    cacheHits: t.exposeInt("cacheHits"),
    cacheMisses: t.exposeInt("cacheMisses"),
    p50: t.exposeFloat("p50", { nullable: true, description: "milliseconds, within 20 percent" }),
    p99: t.exposeFloat("p99", { nullable: true }),
  }));
}

const maxMinutes = 7 * 24 * 60;

builder.queryField("serviceSummary", (t) =>
  t.field({
    ...admin,
    type: ServiceSummary,
    args: {
      minutes: t.arg.int({ required: true, defaultValue: 60 }),
      step: t.arg.int({ required: true, defaultValue: 1, description: "number of minutes per step" }),
    },
    resolve: (_, { minutes, step }, { db }) => {
      for (const [name, value] of Object.entries({ minutes, step }))
        if (value < 1 || value > maxMinutes)
          throw badParameters({ parameter: name, message: `must be 1 to ${maxMinutes}` });
      return serviceSummary(db, { minutes, step });
    },
  }),
);

const DelayBucket = builder.objectRef<Bucket>("DelayBucket").implement({
  ...visitor,
  fields: (t) => ({
    from: t.exposeInt("from", { description: "days, inclusive" }),
    to: t.exposeInt("to", { nullable: true, description: "days, inclusive; null: no upper end" }),
    trades: t.exposeInt("trades"),
  }),
});

const FilingDelays = builder.objectRef<Delays>("FilingDelays").implement({
  ...visitor,
  description: "Days from trade to disclosure, in buckets of five days; superseded rows are excluded.",
  fields: (t) => ({
    buckets: t.field({
      type: [DelayBucket],
      complexity: { field: 1, multiplier: 40 },
      resolve: ({ buckets }) => buckets,
    }),
    dated: t.exposeInt("dated", { description: "trades with plausible dates: those in the buckets" }),
    undated: t.exposeInt("undated", { description: "trades without a trade date or with implausible dates" }),
    late: t.exposeInt("late"),
  }),
});

const { chamber, party, politicianId, tickers, tradeKind, minAmount, filedFrom, filedTo } = politicianTradeFilters;
const DelayFilter = filterInput("DelayFilter", {
  ...{ chamber, party, politicianId, tickers },
  ...{ tradeKind, minAmount, filedFrom, filedTo },
});

builder.queryField("filingDelays", (t) =>
  t.field({
    ...visitor,
    type: FilingDelays,
    args: { filter: t.arg({ type: DelayFilter }) },
    resolve: (_, { filter }, { db }) => filingDelays(db, filter ?? {}),
  }),
);
