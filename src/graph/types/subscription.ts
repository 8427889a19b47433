// Subscriptions to the changes of lists, with what waits and what was sent: the account's own as part of `viewer`, all
// for administrators. Secrets are not among the fields; a feed's address is, because its owner copies it from the page.
import { type TitledList, titledLists } from "../../domain/row-titles.ts";
import { isUuid } from "../../lib/text.ts";
import { sliceOf } from "../../store/lists/page.ts";
import {
  type Channel,
  channelHealth,
  type FailingReceiver,
  subscriptionsWhere,
  worstReceivers,
} from "../../store/subscriptions.ts";
import { accountOrAdmin, admin, builder, checkPage, listOf, pageArguments, pageComplexity } from "../builder.ts";
import { Account } from "./account.ts";

/** Names of GraphQL have no hyphens: `politician-trades` is POLITICIAN_TRADES. */
const enumName = (list: string) => list.replaceAll("-", "_").toUpperCase();

export const SubscribedList = builder.enumType("SubscribedList", {
  values: Object.fromEntries(titledLists.map((value) => [enumName(value), { value }])),
});

const Delivery = builder.prismaObject("Delivery", {
  ...accountOrAdmin,
  fields: (t) => ({
    messageId: t.exposeString("messageId"),
    events: t.exposeInt("events"),
    attempt: t.exposeInt("attempt"),
    attemptedAt: t.expose("attemptedAt", { type: "DateTime" }),
    status: t.exposeInt("status", { nullable: true }),
    error: t.exposeString("error", { nullable: true }),
    durationMs: t.exposeInt("durationMs"),
    response: t.exposeString("response", { nullable: true }),
    isTest: t.boolean({
      description: "a test event, which cannot be sent again",
      resolve: ({ lastPosition }) => lastPosition === 0n,
    }),
  }),
});

export const EventSubscription = builder.prismaObject("Subscription", {
  name: "EventSubscription",
  ...accountOrAdmin,
  fields: (t) => ({
    id: t.exposeString("id"),
    list: t.field({ type: SubscribedList, resolve: ({ list }) => list as TitledList }),
    channel: t.exposeString("channel"),
    name: t.exposeString("name"),
    filters: t.exposeString("filters"),
    url: t.exposeString("url", { nullable: true }),
    batchSize: t.exposeInt("batchSize"),
    feedAddress: t.string({
      nullable: true,
      description: "feed: the path of its Atom document; with .csv in place of .atom it is a table",
      // the token of mail is known to the owner of its address alone
      resolve: ({ channel, token }) => (channel === "feed" ? token && `/feeds/${token}.atom` : null),
    }),
    address: t.exposeString("address", { nullable: true }),
    cadence: t.exposeString("cadence", { nullable: true }),
    confirmedAt: t.expose("confirmedAt", { type: "DateTime", nullable: true }),
    previousSecretUntil: t.expose("previousUntil", { type: "DateTime", nullable: true }),
    state: t.exposeString("state"),
    reachedVersion: t.expose("reachedVersion", { type: "RowId" }),
    missedSince: t.expose("missedSince", { type: "DateTime", nullable: true }),
    missedFirstVersion: t.expose("missedFirstVersion", { type: "RowId", nullable: true }),
    missedLastVersion: t.expose("missedLastVersion", { type: "RowId", nullable: true }),
    failedAttempts: t.exposeInt("attempts"),
    failingSince: t.expose("failingSince", { type: "DateTime", nullable: true }),
    nextAttemptAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "the next attempt after a failed one",
      resolve: ({ attempts, state, attemptAt }) => (attempts > 0 && state === "active" ? attemptAt : null),
    }),
    waitingEvents: t.int({
      description: "events that are stored and not delivered",
      resolve: async ({ id }, _, { loaders }) => (await loaders.waitingEvents.load(id))?.events ?? 0,
    }),
    waitingSince: t.field({
      type: "DateTime",
      nullable: true,
      description: "time of the oldest event that waits",
      resolve: async ({ id }, _, { loaders }) => (await loaders.waitingEvents.load(id))?.since ?? null,
    }),
    lastDelivery: t.field({
      type: Delivery,
      nullable: true,
      description: "the newest attempt",
      resolve: async ({ id }, _, { loaders }) => await loaders.lastDeliveries.load(id),
    }),
    deliveries: t.field({
      type: listOf("DeliveryList", Delivery),
      args: pageArguments,
      complexity: pageComplexity,
      description: "attempts of the last 30 days, newest first",
      resolve: async ({ id }, page, { db }) => {
        const slice = sliceOf(checkPage(page));
        const where = { subscriptionId: id };
        return {
          total: await db.delivery.count({ where }),
          nodes: await db.delivery.findMany({
            where,
            orderBy: [{ attemptedAt: "desc" }, { id: "desc" }],
            ...slice,
          }),
        };
      },
    }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    account: t.relation("account"),
  }),
});

const ChannelHealth = builder.objectRef<Channel>("ChannelHealth").implement({
  ...accountOrAdmin,
  description: "subscriptions of one channel; attempts are those of the last 24 hours",
  fields: (t) => ({
    channel: t.exposeString("channel"),
    active: t.exposeInt("active"),
    pausedByOwner: t.exposeInt("pausedByOwner"),
    pausedAfterFailure: t.exposeInt("pausedAfterFailure"),
    disabled: t.exposeInt("disabled"),
    waiting: t.exposeInt("waiting", { description: "events that wait" }),
    attempts: t.exposeInt("attempts"),
    failures: t.exposeInt("failures"),
    p50: t.exposeInt("p50", { nullable: true, description: "milliseconds of an attempt" }),
    p95: t.exposeInt("p95", { nullable: true }),
  }),
});

builder.prismaObjectFields(Account, (t) => ({
  subscriptions: t.field({
    type: [EventSubscription],
    description: "newest first",
    resolve: ({ id }, _, { db }) =>
      db.subscription.findMany({ where: { accountId: id }, orderBy: [{ createdAt: "desc" }, { id: "desc" }] }),
  }),
  subscription: t.field({
    type: EventSubscription,
    nullable: true,
    args: { id: t.arg.string({ required: true }) },
    resolve: (account, { id }, { db }) =>
      isUuid(id) ? db.subscription.findUnique({ where: { id, accountId: account.id } }) : null,
  }),
  channels: t.field({
    type: [ChannelHealth],
    description: "the account's subscriptions by channel",
    resolve: ({ id }, _, { db }) => channelHealth(db, id),
  }),
}));

const WorstReceiver = builder.objectRef<FailingReceiver>("WorstReceiver").implement({
  ...admin,
  description: "a webhook whose receiver has failed in the last 24 hours",
  fields: (t) => ({
    subscription: t.field({
      type: EventSubscription,
      resolve: ({ subscriptionId }, _, { db }) => db.subscription.findUniqueOrThrow({ where: { id: subscriptionId } }),
    }),
    attempts: t.exposeInt("attempts"),
    failures: t.exposeInt("failures"),
    p95: t.exposeInt("p95", { description: "milliseconds of an attempt" }),
  }),
});

const shownReceivers = 10;

builder.queryFields((t) => ({
  eventChannels: t.field({
    ...admin,
    type: [ChannelHealth],
    description: "the subscriptions of all accounts by channel",
    resolve: (_, __, { db }) => channelHealth(db),
  }),
  worstReceivers: t.field({
    ...admin,
    type: [WorstReceiver],
    description: "most failed attempts first",
    resolve: (_, __, { db }) => worstReceivers(db, shownReceivers),
  }),
  eventSubscriptions: t.field({
    ...admin,
    type: listOf("EventSubscriptionList", EventSubscription),
    description: "those of all accounts, newest first",
    args: {
      search: t.arg.string({ description: "part of the account's e-mail, of the name or of the address" }),
      channel: t.arg.string(),
      state: t.arg.string(),
      ...pageArguments,
    },
    complexity: pageComplexity,
    resolve: async (_, { search, channel, state, ...page }, { db }) => {
      const slice = sliceOf(checkPage(page));
      const where = subscriptionsWhere({
        search: search ?? undefined,
        channel: channel ?? undefined,
        state: state ?? undefined,
      });
      return {
        total: await db.subscription.count({ where }),
        nodes: await db.subscription.findMany({
          where,
          orderBy: [{ createdAt: "desc" }, { id: "desc" }],
          ...slice,
        }),
      };
    },
  }),
  eventSubscription: t.field({
    ...admin,
    type: EventSubscription,
    nullable: true,
    args: { id: t.arg.string({ required: true }) },
    resolve: (_, { id }, { db }) => (isUuid(id) ? db.subscription.findUnique({ where: { id } }) : null),
  }),
}));
