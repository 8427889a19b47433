// What sends mail in a process, where SMTP_URL is set: the events of mail subscriptions, and notices, with their metrics.
// The sender of webhooks matches the events.
import { Counter, type Registry } from "prom-client";
import type { NoticeKind } from "../accounts/notices.ts";
import type { Config } from "../config/config.ts";
import type { Posted } from "../events/event-body.ts";
import type { Store } from "../store/store.ts";
import { startChannel } from "./channel-sender.ts";
import { createSenderMetrics, type LoggedReport } from "./sender-metrics.ts";

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
  const { mailCourier } = await import("../mail/courier.ts");
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
