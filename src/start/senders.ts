// What sends events in a process, with metrics and an end: webhooks, by the setting WEBHOOKS_SENDER, and mail, where
// SMTP_URL is set. The sender of webhooks also matches: it finds the events of each subscription among the changes of a
// data version. Mail includes notices.
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { NoticeKind } from "../accounts/notices.ts";
import type { Config } from "../config/config.ts";
import type { SentChannel } from "../events/claims.ts";
import type { Posted } from "../events/event-message.ts";
import type { Courier, SenderReport, SenderSetup } from "../events/sender.ts";
import type { RowsById } from "../export/rows.ts";
import { todayUtc } from "../lib/calendar-date.ts";
import { reasonOf } from "../lib/reason.ts";
import type { Listener } from "../store/connections/listen.ts";
import type { Store } from "../store/store.ts";

interface ChannelSetup {
  channel: SentChannel;
  store: Store;
  /** the same database without a pooler: notifications need that */
  directUrl: string;
  metrics: SenderMetrics;
  courier: Courier;
  limits?: SenderSetup["limits"];
  report(report: LoggedReport): void;
  /** Starts what else the process does for the channel. */
  beside(listener: Listener, failed: (error: unknown) => void): { close(): Promise<void> };
}

/** Compiles the documents of lists with subscriptions, for which the first events after a start would wait. */
async function prepare(rowsById: RowsById, { pool }: Store, channel: SentChannel): Promise<void> {
  const { rows } = await pool.query<{ list: string }>(
    "SELECT DISTINCT list FROM subscriptions WHERE channel = $1 AND state = 'active'",
    [channel],
  );
  for (const { list } of rows) await rowsById(list, [], todayUtc());
}

/** Returns the function that stops all of it; it may be called twice. */
async function startChannel(setup: ChannelSetup): Promise<() => Promise<void>> {
  const { channel, store, directUrl, metrics, courier, limits, report, beside } = setup;
  // loaded where it is needed: GraphQL and the routes
  const { startSender } = await import("../events/sender.ts");
  const { openRowsById } = await import("../export/rows.ts");
  const { readVocabulary } = await import("../export/vocabulary.ts");
  const { openListener } = await import("../store/connections/listen.ts");
  const listener = openListener(directUrl);
  const note = (one: SenderReport) => {
    metrics.note(one);
    if (one.kind !== "sent") report({ ...one, channel });
  };
  const rowsById = openRowsById(store, await readVocabulary());
  prepare(rowsById, store, channel).catch((error) => note({ kind: "failed", error }));
  const sender = startSender({ channel, store, listener, rowsById, courier, report: note, limits });
  const other = beside(listener, (error) => note({ kind: "failed", error }));
  metrics.observeInFlight(() => sender.inFlight());
  const stop = async () => {
    await Promise.all([other.close(), sender.close()]);
    await listener.close();
  };
  let closing: Promise<void> | undefined;
  return () => {
    closing ??= stop();
    return closing;
  };
}

// Metrics of a process that sends events, by webhook or by mail, and what it logs.

interface SenderMetrics {
  note(report: SenderReport): void;
  observeInFlight(inFlight: () => number): void;
}

/** Channel -> the words of its metrics. */
const about: Readonly<Record<SentChannel, { response: string; paused: string }>> = {
  webhook: {
    response: "until the beginning of the receiver's response is read",
    paused: "Webhooks that were paused after 72 hours of failure",
  },
  mail: {
    response: "from the connection to the mail server's response",
    paused: "Mail subscriptions that were paused after 72 hours of failure",
  },
};

/** seconds; a receiver has 10 s, a mail server 20 s */
const buckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Described in docs/metrics.md. */
export function createSenderMetrics(registry: Registry, channel: SentChannel): SenderMetrics {
  const registers = [registry];
  const name = (rest: string) => `disclosed_${channel}_${rest}`;
  const attempts = new Counter({
    name: name("attempts_total"),
    help: "Attempts to deliver a message, by result",
    labelNames: ["result"],
    registers,
  });
  const seconds = new Histogram({
    name: name("attempt_seconds"),
    help: `Duration of an attempt, ${about[channel].response}`,
    buckets,
    registers,
  });
  const paused = new Counter({ name: name("paused_total"), help: about[channel].paused, registers });
  const failures = new Counter({
    name: name("sender_failures_total"),
    help: "Failures of the sender itself, such as an unreachable database; it retries",
    registers,
  });
  for (const result of ["delivered", "failed"]) attempts.inc({ result }, 0);
  return {
    note(report) {
      if (report.kind === "paused") paused.inc();
      else if (report.kind === "failed") failures.inc();
      else {
        attempts.inc({ result: report.error === null ? "delivered" : "failed" });
        seconds.observe(report.durationMs / 1000);
      }
    },
    observeInFlight(inFlight) {
      const gauge: Gauge = new Gauge({
        name: name("in_flight"),
        help: "Deliveries in progress",
        registers,
        collect: () => gauge.set(inFlight()),
      });
    },
  };
}

/** What the process logs: not each attempt, which is stored. */
export type LoggedReport = Exclude<SenderReport, { kind: "sent" }> & { channel: SentChannel };

/** The report as one line. */
export const formatReport = (report: LoggedReport): string =>
  report.kind === "paused"
    ? `${report.channel} ${report.subscriptionId}: paused after 72 hours of failure: ${report.error}`
    : `${report.channel}: ${reasonOf(report.error)}; retrying`;

// What sends webhooks in a process, by the setting WEBHOOKS_SENDER: matching, which finds the events of each subscription
// among the changes of a data version, and the sender, with its metrics.

interface WebhookSenderSetup {
  config: Pick<Config, "webhooks">;
  store: Store;
  /** the same database without a pooler: notifications need that */
  directUrl: string;
  /** of this software */
  version: string;
  registry: Registry;
  report(report: LoggedReport): void;
}

/**
 * Starts the sender if the setting says so for this kind of process. Returns the function that stops it, within a
 * second; it may be called twice.
 */
export async function startWebhookSender(
  by: "watch" | "serve",
  { config, store, directUrl, version, registry, report }: WebhookSenderSetup,
): Promise<() => Promise<void>> {
  const { sender: wanted, allowsLoopback } = config.webhooks;
  if (wanted !== by && wanted !== "both") return async () => {};
  // loaded where it is needed: matching and undici
  const { openPost, webhookCourier } = await import("../events/post.ts");
  const { startMatching } = await import("../events/matching.ts");
  const { resolveBySystem } = await import("../events/webhook-address.ts");
  return await startChannel({
    channel: "webhook",
    store,
    directUrl,
    metrics: createSenderMetrics(registry, "webhook"),
    courier: webhookCourier(openPost({ address: { allowsLoopback, resolve: resolveBySystem }, version })),
    report,
    beside: (listener, failed) => startMatching({ store, listener, failed }),
  });
}

// What sends mail in a process, where SMTP_URL is set: the events of mail subscriptions, and notices, with their metrics.
// The sender of webhooks matches the events.

interface MailMetrics {
  events: ReturnType<typeof createSenderMetrics>;
  noteNotice(kind: NoticeKind, posted: Posted): void;
}

/** Described in docs/metrics.md. */
export function createMailMetrics(registry: Registry): MailMetrics {
  const events = createSenderMetrics(registry, "mail");
  const notices = new Counter({
    name: "disclosed_mail_notices_total",
    help: "Attempts to send a notice, by kind and result",
    labelNames: ["kind", "result"],
    registers: [registry],
  });
  return {
    events,
    noteNotice: (kind, { error }) => notices.inc({ kind, result: error === null ? "delivered" : "failed" }),
  };
}

interface MailSenderSetup {
  config: Pick<Config, "mail" | "publicUrl">;
  store: Store;
  /** the same database without a pooler: notifications need that */
  directUrl: string;
  registry: Registry;
  report(report: LoggedReport): void;
}

/** deliveries at the same time: each is a connection to the one mail server */
const limits = { inAll: 4, perHost: 4, leaseSeconds: 60 };

/** Starts the senders where a mail server is set. Returns the function that stops them; it may be called twice. */
export async function startMailSender({
  config: { mail, publicUrl },
  store,
  directUrl,
  registry,
  report,
}: MailSenderSetup): Promise<() => Promise<void>> {
  if (!mail || publicUrl === undefined) return async () => {};
  // loaded where it is needed: the library of mail
  const { mailCourier } = await import("../mail/subscription-mail.ts");
  const { startNotices } = await import("../mail/notice-sender.ts");
  const { openSmtp } = await import("../mail/smtp.ts");
  const metrics = createMailMetrics(registry);
  const smtp = await openSmtp(mail);
  return await startChannel({
    channel: "mail",
    store,
    directUrl,
    metrics: metrics.events,
    courier: mailCourier(smtp, publicUrl),
    limits,
    report,
    beside: (listener, failed) => startNotices({ store, listener, smtp, publicUrl, sent: metrics.noteNotice, failed }),
  });
}
