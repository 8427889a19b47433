// `disclosed webhooks`: subscriptions whose events are sent to an address.
import { type Command, Option } from "commander";
import { AccountError } from "../accounts/accounts.ts";
import {
  createWebhook,
  type DeliverySummary,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  findWebhook,
  listDeliveries,
  listWebhooks,
  pauseWebhook,
  replayWebhook,
  resumeWebhook,
  rotateWebhook,
  type WebhookSummary,
  type WebhookWithSecret,
} from "../accounts/webhooks.ts";
import { loadConfig } from "../config/config.ts";
import { positionOfEvent } from "../domain/event-id.ts";
import { type TitledList, titledLists } from "../domain/row-titles.ts";
import { UsageError } from "../errors.ts";
import { newSecret } from "../events/event-message.ts";
import type { SentOnce } from "../events/send-once.ts";
import { checkedWebhookAddress, resolveBySystem, WebhookAddressError } from "../events/webhook-address.ts";
import { readVersion } from "../lib/package-root.ts";
import { wholeNumber } from "./checked-options.ts";
import { actor, type OutputOptions, printResult, say, table, withJson } from "./output.ts";
import { checkedFilters } from "./saved-filters.ts";
import { type CommandContext, withStore } from "./with-store.ts";

interface CreateOptions extends OutputOptions {
  account: string;
  list: TitledList;
  url: string;
  filters: string;
  name: string;
  batchSize: string;
}

export function defineWebhooks(webhooks: Command): void {
  registerCreate(webhooks);
  registerList(webhooks);
  registerSending(webhooks);
  registerChanges(webhooks);
}

function registerCreate(webhooks: Command): void {
  withJson(webhooks.command("create"))
    .description("create a webhook and print the secret with which its receiver verifies messages")
    .requiredOption("--account <account>", "email or id of the account that it belongs to")
    .addOption(new Option("--list <list>", "list whose changes are sent").choices(titledLists).makeOptionMandatory())
    .requiredOption("--url <url>", "address of the receiver, which begins with https://")
    .option("--filters <query>", "the list's filters, as in the URL of its route: tradeTypes=P&minValue=100k", "")
    .option("--name <name>", "name of the webhook", "")
    .option("--batch-size <n>", "max number of events in a message, from 1 to 100; more than 1 sends arrays", "1")
    .action(async ({ list, url, ...options }: CreateOptions) => {
      const batchSize = wholeNumber("--batch-size", options.batchSize);
      if (batchSize > 100) throw new UsageError(`--batch-size must be a whole number from 1 to 100, not ${batchSize}`);
      const filters = await checkedFilters(list, options.filters);
      const input = { ...options, list, filters, url: await checkedUrl(url), batchSize };
      const made = await withStore(({ store }) =>
        createWebhook(store, { ...input, secret: newSecret(), actor: actor() }),
      );
      printSecret(options, made, `Webhook ${made.id} of ${made.email} sends to ${made.url}; its secret is above.`);
    });
}

async function checkedUrl(url: string): Promise<string> {
  const { allowsLoopback } = loadConfig().webhooks;
  try {
    return await checkedWebhookAddress(url, { allowsLoopback, resolve: resolveBySystem });
  } catch (error) {
    if (error instanceof WebhookAddressError) throw new UsageError(`--url: ${error.message}`);
    throw error;
  }
}

/** The secret alone on standard output, so that it can be passed on. */
function printSecret(options: OutputOptions, webhook: WebhookWithSecret, words: string): void {
  const { secret, previousUntil } = webhook;
  const until = previousUntil?.toISOString() ?? null;
  printResult(options, { ...toJson(webhook), secret, previous_secret_until: until }, () => secret);
  if (!options.json) say(words);
}

function registerList(webhooks: Command): void {
  withJson(webhooks.command("list"))
    .description("list webhooks with the state of their delivery")
    .option("--account <account>", "only those of this account (email or id)")
    .action(async (options: OutputOptions & { account?: string }) => {
      const rows = await withStore(({ store }) => listWebhooks(store, options.account));
      printResult(options, rows.map(toJson), () => asTable(rows));
    });
  withJson(webhooks.command("deliveries <id>"))
    .description("list the newest attempts to deliver, newest first")
    .option("--limit <n>", "max number of attempts", "20")
    .action(async (id: string, options: OutputOptions & { limit: string }) => {
      const limit = wholeNumber("--limit", options.limit);
      const rows = await withStore(({ store }) => listDeliveries(store, id, limit));
      printResult(options, rows.map(deliveryToJson), () => deliveryTable(rows));
    });
}

function registerSending(webhooks: Command): void {
  withJson(webhooks.command("test <id>"))
    .description("send a signed event of type `test` now, and print the receiver's response")
    .action(async (id: string, options: OutputOptions) => {
      printSent(options, await withStore((context) => sendNow(context, id)));
    });
  withJson(webhooks.command("replay <id>"))
    .description("deliver stored events again: one now, or all since a data version; events are stored for 30 days")
    .option("--event <id>", "id of one event (evt_...), which is sent now")
    .option("--since <version>", "data version: its events and all later ones are delivered again, in order")
    .action(async (id: string, options: OutputOptions & { event?: string; since?: string }) => {
      const { event, since } = options;
      if ((event === undefined) === (since === undefined)) throw new UsageError("name either --event or --since");
      if (event !== undefined) {
        const position = positionOf(event);
        return printSent(options, await withStore((context) => sendNow(context, id, { event, position })));
      }
      if (!/^\d{1,18}$/.test(since ?? "")) throw new UsageError("--since must be a data version, a whole number");
      const sinceVersion = BigInt(since ?? "");
      const row = await withStore(({ store }) => replayWebhook(store, id, { sinceVersion, actor: actor() }));
      const when = row.state === "active" ? "are being delivered again" : "will be delivered again when it is resumed";
      printResult(options, { ...toJson(row), events: row.events }, () => `${row.events} events of ${row.id} ${when}.`);
    });
}

function positionOf(event: string): string {
  const found = positionOfEvent(event);
  if (!found) throw new UsageError(`--event must be the id of an event, not ${JSON.stringify(event)}`);
  return found.position;
}

/** Sends a test, or one stored event. Throws AccountError where the webhook or the event does not exist. */
async function sendNow(
  { store, config }: CommandContext,
  id: string,
  again?: { event: string; position: string },
): Promise<SentOnce> {
  await findWebhook(store, id);
  const { openPost } = await import("../events/post.ts");
  const { sendEventAgain, sendTest } = await import("../events/send-once.ts");
  const address = { allowsLoopback: config.webhooks.allowsLoopback, resolve: resolveBySystem };
  const post = openPost({ address, version: await readVersion() });
  const sending = { pool: store.pool, post, signal: new AbortController().signal };
  try {
    const sent = again
      ? await sendEventAgain({ ...sending, rowsById: await rowsOf(store) }, id, again.position)
      : await sendTest(sending, id);
    if (!sent) throw new AccountError(`The webhook has no stored event ${again?.event ?? ""}`);
    return sent;
  } finally {
    await post.close();
  }
}

async function rowsOf(store: CommandContext["store"]) {
  const { openRowsById } = await import("../export/rows.ts");
  const { readVocabulary } = await import("../export/vocabulary.ts");
  return openRowsById(store, await readVocabulary());
}

function printSent(options: OutputOptions, { messageId, status, error, durationMs, response }: SentOnce): void {
  const value = { message_id: messageId, status, error, duration_ms: durationMs, response };
  printResult(
    options,
    value,
    () => `${error ?? `Delivered: the receiver responded with ${status}`} (${durationMs} ms)`,
  );
  if (error !== null) process.exitCode = 1;
}

function registerChanges(webhooks: Command): void {
  withJson(webhooks.command("rotate <id>"))
    .description("replace the secret; for 24 hours messages are signed with the previous one too")
    .action(async (id: string, options: OutputOptions) => {
      const made = await withStore(({ store }) => rotateWebhook(store, id, { secret: newSecret(), actor: actor() }));
      const until = made.previousUntil?.toISOString();
      printSecret(
        options,
        made,
        `The new secret is above; messages are signed with the previous one too until ${until}.`,
      );
    });
  const changes = [
    {
      name: "pause",
      what: "send nothing until it is resumed; its events wait",
      change: pauseWebhook,
      done: "is paused",
    },
    { name: "resume", what: "continue where delivery stopped", change: resumeWebhook, done: "is active" },
    {
      name: "disable",
      what: "send nothing until the operator enables it; its owner cannot resume it",
      change: disableWebhook,
      done: "is disabled",
    },
    {
      name: "enable",
      what: "continue a disabled webhook where delivery stopped",
      change: enableWebhook,
      done: "is enabled",
    },
    {
      name: "delete",
      what: "delete a webhook with its waiting events",
      change: deleteWebhook,
      done: "is deleted",
    },
  ];
  for (const { name, what, change, done } of changes)
    withJson(webhooks.command(`${name} <id>`))
      .description(what)
      .action(async (id: string, options: OutputOptions) => {
        const row = await withStore(({ store }) => change(store, id, actor()));
        printResult(options, toJson(row), () => `Webhook ${row.id} of ${row.email} ${done}.`);
      });
}

const toJson = (webhook: WebhookSummary) => ({
  webhook_id: webhook.id,
  account_id: webhook.accountId,
  email: webhook.email,
  name: webhook.name,
  list: webhook.list,
  filters: webhook.filters,
  url: webhook.url,
  batch_size: webhook.batchSize,
  state: webhook.state,
  reached_version: String(webhook.reachedVersion),
  failed_attempts: webhook.attempts,
  failing_since: webhook.failingSince?.toISOString() ?? null,
  next_attempt_at: webhook.nextAttemptAt?.toISOString() ?? null,
  missed_since: webhook.missed?.since.toISOString() ?? null,
  missed_versions: webhook.missed && [String(webhook.missed.firstVersion), String(webhook.missed.lastVersion)],
  created_at: webhook.createdAt.toISOString(),
});

function asTable(webhooks: WebhookSummary[]): string {
  if (webhooks.length === 0) return "No webhooks yet; `disclosed webhooks create` creates one.";
  return table(
    ["ID", "ACCOUNT", "NAME", "LIST", "FILTERS", "STATE", "FAILED", "URL"],
    webhooks.map((one) => [
      ...[one.id, one.email, one.name || "-", one.list, one.filters || "-", one.state, String(one.attempts), one.url],
    ]),
  );
}

const deliveryToJson = ({ messageId, attemptedAt, durationMs, ...delivery }: DeliverySummary) => ({
  message_id: messageId,
  attempted_at: attemptedAt.toISOString(),
  duration_ms: durationMs,
  ...delivery,
});

function deliveryTable(deliveries: DeliverySummary[]): string {
  if (deliveries.length === 0) return "Nothing has been sent yet.";
  return table(
    ["TIME", "MESSAGE", "EVENTS", "ATTEMPT", "STATUS", "MS", "ERROR"],
    deliveries.map(({ attemptedAt, messageId, events, attempt, status, durationMs, error }) => [
      ...[attemptedAt.toISOString(), messageId, String(events), String(attempt)],
      ...[String(status ?? "-"), String(durationMs), error ?? "-"],
    ]),
  );
}
