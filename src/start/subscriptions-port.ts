// Binds the graph's port for subscriptions to src/accounts and src/events: an account's own, by the functions that the
// commands call. What a command prints for an operator is an error of the caller here.
import { savedFilter } from "../../rest/feeds/saved-filter.ts";
import { AccountError } from "../accounts/accounts.ts";
import { createFeed, renewFeed } from "../accounts/feeds.ts";
import { createMailSubscription, resumeMailSubscription } from "../accounts/mail-subscriptions.ts";
import {
  type Changed,
  disableSubscription,
  dismissMissedEvents,
  enableSubscription,
  pauseSubscription,
  renameSubscription,
  resumeSubscription,
} from "../accounts/subscription-changes.ts";
import { removeSubscription, requireSubscription } from "../accounts/subscriptions.ts";
import { createWebhook, replayWebhook, rotateWebhook } from "../accounts/webhooks.ts";
import { AppError, badParameters, UsageError } from "../errors.ts";
import { newSecret } from "../events/event-message.ts";
import { checkedWebhookAddress, resolveBySystem, WebhookAddressError } from "../events/webhook-address.ts";
import { readVocabulary } from "../export/vocabulary.ts";
import type { OwnSubscription, SentMessage, SubscriptionsPort, WantedSubscription } from "../graph/ports.ts";
import { todayUtc } from "../lib/calendar-date.ts";
import { readVersion } from "../lib/package-root.ts";
import type { Store } from "../store/store.ts";

interface Setup {
  store: Store;
  /** receivers may be on this machine (WEBHOOKS_ALLOW_LOOPBACK) */
  allowsLoopback: boolean;
  /** the service sends mail (SMTP_URL) */
  sendsMail: boolean;
}

export function subscriptionsPort({ store, allowsLoopback, sendsMail }: Setup): SubscriptionsPort {
  const address = { allowsLoopback, resolve: resolveBySystem };

  async function checked<Wanted extends WantedSubscription>(wanted: Wanted): Promise<Wanted> {
    await savedFilter(wanted.list, wanted.filters, { vocabulary: await readVocabulary(), today: todayUtc() });
    return wanted;
  }

  /** Changes a subscription of the account, with its channel. */
  async function own<Result>(which: OwnSubscription, change: (of: Changed) => Promise<Result>): Promise<Result> {
    const { channel, id } = await requireSubscription(store.prisma, which);
    return await asCallerError(change({ channel, id, actor: which.actor }));
  }

  /** Sends one message of a webhook of the account now. */
  async function send(which: OwnSubscription, work: SendOnce): Promise<SentMessage> {
    const { id, channel, state } = await requireSubscription(store.prisma, which);
    if (channel !== "webhook") throw new AppError("bad_request", "Only a webhook has a receiver");
    if (state === "disabled_by_operator") throw new AppError("bad_request", "The operator has disabled this webhook");
    // loaded where it is needed: undici
    const { openPost } = await import("../events/post.ts");
    const once = await import("../events/send-once.ts");
    const post = openPost({ address, version: await readVersion() });
    try {
      const sent = await work(once, { pool: store.pool, post, signal: new AbortController().signal }, id);
      if (sent) return sent;
      throw new AppError("not_found", "The events of this message are no longer stored");
    } finally {
      await post.close();
    }
  }

  const resume = async (of: Changed): Promise<unknown> =>
    of.channel === "mail" ? await resumeMailSubscription(store, of.id, of.actor) : await resumeSubscription(store, of);

  const any = async (id: string, actor: string): Promise<Changed> => ({
    ...(await requireSubscription(store.prisma, { id })),
    actor,
  });

  return {
    async createWebhook({ accountId, actor }, wanted) {
      if (wanted.batchSize < 1 || wanted.batchSize > 100)
        throw badParameters({ parameter: "batchSize", message: "must be 1 to 100" });
      const url = await checkedWebhookAddress(wanted.url, address).catch(asAddressError);
      const input = { ...(await checked(wanted)), account: accountId, actor, url, secret: newSecret() };
      return await asCallerError(createWebhook(store, input));
    },
    async createFeed({ accountId, actor }, wanted) {
      const input = { ...(await checked(wanted)), account: accountId, actor };
      return (await asCallerError(createFeed(store, input))).id;
    },
    async createMail({ accountId, actor }, { isDaily, ...wanted }) {
      if (!sendsMail) throw new AppError("bad_request", "This service sends no mail");
      const cadence = isDaily ? "daily" : "at_once";
      const input = { ...(await checked(wanted)), account: accountId, actor, cadence } as const;
      return (await asCallerError(createMailSubscription(store, input))).id;
    },
    rename: async (which, name) => void (await own(which, (of) => renameSubscription(store, of, name))),
    pause: async (which) => void (await own(which, (of) => pauseSubscription(store, of))),
    resume: async (which) => void (await own(which, resume)),
    dismissMissed: async (which) => void (await own(which, (of) => dismissMissedEvents(store, of))),
    async remove(which) {
      await own(which, ({ channel, id, actor }) => removeSubscription(store, channel, id, actor));
    },
    rotateSecret: async (which) =>
      (await own(which, ({ id, actor }) => rotateWebhook(store, id, { secret: newSecret(), actor }))).secret,
    renewFeed: async (which) => void (await own(which, ({ id, actor }) => renewFeed(store, id, actor))),
    sendTest: (which) => send(which, ({ sendTest }, sending, id) => sendTest(sending, id)),
    sendAgain: (which, messageId) =>
      send(which, async (_, sending, id) => {
        const { sendMessageAgain } = await import("../events/send-once.ts");
        const { openRowsById } = await import("../export/rows.ts");
        const rowsById = openRowsById(store, await readVocabulary());
        return await sendMessageAgain({ ...sending, rowsById }, id, messageId);
      }),
    replay: async (which, sinceVersion) =>
      (await own(which, ({ id, actor }) => replayWebhook(store, id, { sinceVersion, actor }))).events,
    disable: async (id, actor) => void (await disableSubscription(store, await any(id, actor))),
    enable: async (id, actor) => void (await enableSubscription(store, await any(id, actor))),
  };
}

type SendOnceFunctions = typeof import("../events/send-once.ts");

type SendOnce = (
  functions: SendOnceFunctions,
  sending: Parameters<SendOnceFunctions["sendTest"]>[0],
  id: string,
) => Promise<SentMessage | undefined>;

/** Turns messages that commands print for an operator into errors for the caller. */
export async function asCallerError<Result>(work: Promise<Result>): Promise<Result> {
  return await work.catch((error: unknown) => {
    const isTheirs = error instanceof AccountError || error instanceof UsageError;
    throw isTheirs ? new AppError("bad_request", error.message, { cause: error }) : error;
  });
}

function asAddressError(error: unknown): never {
  if (error instanceof WebhookAddressError) throw new AppError("bad_request", error.message);
  throw error;
}
