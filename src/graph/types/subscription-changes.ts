// Mutations of subscriptions: users change their own, the operator disables and enables any. The work is done by the
// subscriptions port.
import { AppError } from "../../errors.ts";
import { accountOrAdmin, builder, ownChange } from "../builder.ts";
import { actorOf, type GraphContext } from "../context.ts";
import type { OwnSubscription, SentMessage as Sent, SubscriptionsPort } from "../ports.ts";
import { ownAccount } from "./account.ts";
import { EventSubscription, SubscribedList } from "./subscription.ts";

function portOf({ ports }: GraphContext): SubscriptionsPort {
  if (!ports.subscriptions) throw new AppError("unavailable", "subscriptions are not available in this process");
  return ports.subscriptions;
}

const ownerOf = (context: GraphContext) => ({ accountId: ownAccount(context), actor: actorOf(context) });

const ownOf = (context: GraphContext, id: string): OwnSubscription => ({ ...ownerOf(context), id });

const byId = async ({ db }: GraphContext, id: string) => await db.subscription.findUniqueOrThrow({ where: { id } });

const IssuedSecret = builder.objectRef<{ id: string; secret: string }>("IssuedWebhookSecret").implement({
  ...accountOrAdmin,
  fields: (t) => ({
    secret: t.exposeString("secret", {
      description: "what the receiver verifies messages with; it cannot be shown again",
    }),
    subscription: t.field({
      type: EventSubscription,
      resolve: ({ id }, _, context) => byId(context, id),
    }),
  }),
});

const SentMessage = builder.objectRef<Sent>("SentMessage").implement({
  ...accountOrAdmin,
  description: "what came of a message that was sent at once",
  fields: (t) => ({
    messageId: t.exposeString("messageId"),
    status: t.exposeInt("status", { nullable: true, description: "null: no response came" }),
    error: t.exposeString("error", { nullable: true, description: "null: it was delivered" }),
    durationMs: t.exposeInt("durationMs"),
    response: t.exposeString("response", { nullable: true, description: "the first 4 kB of the body" }),
  }),
});

/** Arguments of what is subscribed to. */
const wantedArguments = builder.args((t) => ({
  list: t.field({ type: SubscribedList, required: true }),
  filters: t.string({ required: true, description: "as in the address of the list's route" }),
  name: t.string({ required: true }),
}));

const idArgument = builder.args((t) => ({ id: t.string({ required: true }) }));

builder.mutationFields((t) => ({
  createWebhook: t.field({
    ...ownChange,
    type: IssuedSecret,
    args: {
      ...wantedArguments,
      url: t.arg.string({ required: true }),
      batchSize: t.arg.int({ required: true, description: "events in a message at most, from 1 to 100" }),
    },
    resolve: (_, wanted, context) => portOf(context).createWebhook(ownerOf(context), wanted),
  }),
  createFeed: t.field({
    ...ownChange,
    type: EventSubscription,
    args: wantedArguments,
    resolve: async (_, wanted, context) =>
      await byId(context, await portOf(context).createFeed(ownerOf(context), wanted)),
  }),
  createMail: t.field({
    ...ownChange,
    type: EventSubscription,
    description: "nothing is sent before the owner of the address has confirmed it",
    args: {
      ...wantedArguments,
      address: t.arg.string({ required: true, description: "an e-mail address" }),
      isDaily: t.arg.boolean({ required: true, description: "one digest a day; false: as events come" }),
    },
    resolve: async (_, wanted, context) =>
      await byId(context, await portOf(context).createMail(ownerOf(context), wanted)),
  }),
  rotateWebhookSecret: t.field({
    ...ownChange,
    type: IssuedSecret,
    description: "for 24 hours messages are signed with the previous secret too",
    args: idArgument,
    resolve: async (_, { id }, context) => ({ id, secret: await portOf(context).rotateSecret(ownOf(context, id)) }),
  }),
  sendTestEvent: t.field({
    ...ownChange,
    type: SentMessage,
    args: idArgument,
    resolve: (_, { id }, context) => portOf(context).sendTest(ownOf(context, id)),
  }),
  sendMessageAgain: t.field({
    ...ownChange,
    type: SentMessage,
    args: { ...idArgument, messageId: t.arg.string({ required: true }) },
    resolve: (_, { id, messageId }, context) => portOf(context).sendAgain(ownOf(context, id), messageId),
  }),
  replayEvents: t.int({
    ...ownChange,
    description: "delivers the stored events since a data version again, and returns how many there are",
    args: { ...idArgument, sinceVersion: t.arg({ type: "RowId", required: true }) },
    resolve: (_, { id, sinceVersion }, context) => portOf(context).replay(ownOf(context, id), sinceVersion),
  }),
  deleteSubscription: t.boolean({
    ...ownChange,
    args: idArgument,
    resolve: async (_, { id }, context) => {
      await portOf(context).remove(ownOf(context, id));
      return true;
    },
  }),
}));

/** Changes after which the subscription is read again. */
const ownChanges = {
  pauseSubscription: ["its events wait until it is resumed", "pause"],
  resumeSubscription: ["continues where delivery stopped", "resume"],
  dismissMissedEvents: ["the owner has read which data versions the subscription missed", "dismissMissed"],
  renewFeedAddress: ["the old address of the feed is not found any more", "renewFeed"],
} as const;

builder.mutationFields((t) => ({
  renameSubscription: t.field({
    ...ownChange,
    type: EventSubscription,
    args: { ...idArgument, name: t.arg.string({ required: true }) },
    resolve: async (_, { id, name }, context) => {
      await portOf(context).rename(ownOf(context, id), name);
      return await byId(context, id);
    },
  }),
  ...Object.fromEntries(
    Object.entries(ownChanges).map(([mutation, [description, method]]) => [
      mutation,
      t.field({
        ...ownChange,
        type: EventSubscription,
        description,
        args: idArgument,
        resolve: async (_, { id }, context) => {
          await portOf(context)[method](ownOf(context, id));
          return await byId(context, id);
        },
      }),
    ]),
  ),
  disableSubscription: t.field({
    type: EventSubscription,
    description: "of any account, until it is enabled again; its owner cannot resume it",
    args: idArgument,
    resolve: async (_, { id }, context) => {
      await portOf(context).disable(id, actorOf(context));
      return await byId(context, id);
    },
  }),
  enableSubscription: t.field({
    type: EventSubscription,
    args: idArgument,
    resolve: async (_, { id }, context) => {
      await portOf(context).enable(id, actorOf(context));
      return await byId(context, id);
    },
  }),
}));
