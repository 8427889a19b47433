// `disclosed mail`: subscriptions whose events are sent to a mail address.
import { type Command, Option } from "commander";
import {
  type Cadence,
  cadences,
  createMailSubscription,
  deleteMailSubscription,
  listMailSubscriptions,
  type MailSummary,
  pauseMailSubscription,
  resumeMailSubscription,
} from "../accounts/mail-subscriptions.ts";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/start-errors.ts";
import { type TitledList, titledLists } from "../domain/row-titles.ts";
import { actor, type OutputOptions, printResult, say, table, withJson } from "./output.ts";
import { checkedFilters } from "./saved-filters.ts";
import { withStore } from "./with-store.ts";

interface CreateOptions extends OutputOptions {
  account: string;
  list: TitledList;
  address?: string;
  cadence: Cadence;
  filters: string;
  name: string;
}

export function defineMail(mail: Command): void {
  withJson(mail.command("create"))
    .description("create a subscription by mail; an address that is not confirmed gets a mail with a link first")
    .requiredOption("--account <account>", "email or id of the account that it belongs to")
    .addOption(new Option("--list <list>", "list whose changes are sent").choices(titledLists).makeOptionMandatory())
    .option("--address <address>", "address to which mail is sent (default: the account's own address)")
    .addOption(new Option("--cadence <cadence>", "at once, or once a day").choices(cadences).default("at_once"))
    .option("--filters <query>", "the list's filters, as in the URL of its route: tradeTypes=P&minValue=100k", "")
    .option("--name <name>", "name of the subscription", "")
    .action(async ({ list, ...options }: CreateOptions) => {
      const filters = await checkedFilters(list, options.filters);
      const input = { ...options, list, filters, actor: actor() };
      const made = await withStore(async ({ store, config }) => {
        mailOf(config);
        return await createMailSubscription(store, input);
      });
      printResult(options, toJson(made), () => made.id);
      const state = made.confirmedAt ? "is active" : "waits until the address is confirmed";
      if (!options.json) say(`Mail ${made.id} of ${made.email} to ${made.address} ${state}.`);
    });
  withJson(mail.command("list"))
    .description("list subscriptions by mail with the state of their delivery")
    .option("--account <account>", "only those of this account (email or id)")
    .action(async (options: OutputOptions & { account?: string }) => {
      const rows = await withStore(({ store }) => listMailSubscriptions(store, options.account));
      printResult(options, rows.map(toJson), () => asTable(rows));
    });
  registerTest(mail);
  registerChanges(mail);
}

/** The settings that a mail needs besides its text. Throws ConfigError if no mail server is set. */
function mailOf({ mail, publicUrl }: Config) {
  if (!mail || publicUrl === undefined) throw new ConfigError("SMTP_URL is not set: no mail is sent");
  return { ...mail, publicUrl };
}

function registerTest(mail: Command): void {
  withJson(mail.command("test <id>"))
    .description("send a test to the address now, and print the mail server's response")
    .action(async (id: string, options: OutputOptions) => {
      const posted = await withStore(async ({ store, config }) => {
        const { publicUrl, ...server } = mailOf(config);
        const { openSmtp } = await import("../mail/smtp.ts");
        const { sendTestMail } = await import("../mail/subscription-mail.ts");
        return await sendTestMail(store, await openSmtp(server), id, publicUrl);
      });
      const { status, error, durationMs, response } = posted;
      printResult(
        options,
        { status, error, duration_ms: durationMs, response },
        () => `${error ?? `Sent: the mail server responded with ${response}`} (${durationMs} ms)`,
      );
      if (error !== null) process.exitCode = 1;
    });
}

function registerChanges(mail: Command): void {
  const changes = [
    { name: "pause", what: "send nothing until it is resumed; its events wait", change: pauseMailSubscription },
    { name: "resume", what: "continue where delivery stopped", change: resumeMailSubscription },
    { name: "delete", what: "delete a subscription with its waiting events", change: deleteMailSubscription },
  ];
  for (const { name, what, change } of changes)
    withJson(mail.command(`${name} <id>`))
      .description(what)
      .action(async (id: string, options: OutputOptions) => {
        const row = await withStore(({ store }) => change(store, id, actor()));
        const done = { pause: "is paused", resume: "is active", delete: "is deleted" }[name];
        printResult(options, toJson(row), () => `Mail ${row.id} of ${row.email} ${done}.`);
      });
}

const toJson = (mail: MailSummary) => ({
  mail_id: mail.id,
  account_id: mail.accountId,
  email: mail.email,
  name: mail.name,
  list: mail.list,
  filters: mail.filters,
  address: mail.address,
  cadence: mail.cadence,
  confirmed_at: mail.confirmedAt?.toISOString() ?? null,
  state: mail.state,
  reached_version: String(mail.reachedVersion),
  failed_attempts: mail.attempts,
  failing_since: mail.failingSince?.toISOString() ?? null,
  next_attempt_at: mail.nextAttemptAt?.toISOString() ?? null,
  created_at: mail.createdAt.toISOString(),
});

function asTable(rows: MailSummary[]): string {
  if (rows.length === 0) return "No subscriptions by mail yet; `disclosed mail create` creates one.";
  return table(
    ["ID", "ACCOUNT", "NAME", "LIST", "FILTERS", "CADENCE", "STATE", "FAILED", "ADDRESS", "CONFIRMED"],
    rows.map((one) => [
      ...[one.id, one.email, one.name || "-", one.list, one.filters || "-", one.cadence, one.state],
      ...[String(one.attempts), one.address, one.confirmedAt?.toISOString() ?? "no"],
    ]),
  );
}
