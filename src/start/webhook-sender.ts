// What sends webhooks in a process, by the setting WEBHOOKS_SENDER: matching, which finds the events of each subscription
// among the changes of a data version, and the sender, with its metrics.
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { Config } from "../config/config.ts";
import type { SenderReport } from "../events/sender.ts";
import type { Store } from "../store/store.ts";

interface WebhookMetrics {
  note(report: SenderReport): void;
  observeInFlight(inFlight: () => number): void;
}

/** seconds; a receiver has 10 s */
const buckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics of a process with a sender, described in docs/metrics.md. */
export function createWebhookMetrics(registry: Registry): WebhookMetrics {
  const registers = [registry];
  const name = (rest: string) => `disclosed_webhook_${rest}`;
  const attempts = new Counter({
    name: name("attempts_total"),
    help: "Attempts to deliver a message, by result",
    labelNames: ["result"],
    registers,
  });
  const seconds = new Histogram({
    name: name("attempt_seconds"),
    help: "Duration of an attempt, until the beginning of the receiver's response is read",
    buckets,
    registers,
  });
  const paused = new Counter({
    name: name("paused_total"),
    help: "Webhooks that were paused after 72 hours of failure",
    registers,
  });
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
        help: "Deliveries that are under way",
        registers,
        collect: () => gauge.set(inFlight()),
      });
    },
  };
}

/** What the process logs: not each attempt, which is stored. */
export type LoggedReport = Exclude<SenderReport, { kind: "sent" }>;

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
  // loaded where it is needed: GraphQL, the routes and undici
  const { openPost } = await import("../events/post.ts");
  const { startMatching } = await import("../events/matching.ts");
  const { startSender } = await import("../events/sender.ts");
  const { resolveBySystem } = await import("../events/webhook-address.ts");
  const { openRowsById } = await import("../export/rows.ts");
  const { readVocabulary } = await import("../export/vocabulary.ts");
  const { openListener } = await import("../store/connections/listen.ts");
  const metrics = createWebhookMetrics(registry);
  const listener = openListener(directUrl);
  const note = (one: SenderReport) => {
    metrics.note(one);
    if (one.kind !== "sent") report(one);
  };
  const sender = startSender({
    store,
    listener,
    rowsById: openRowsById(store, await readVocabulary()),
    post: openPost({ address: { allowsLoopback, resolve: resolveBySystem }, version }),
    report: note,
  });
  const matching = startMatching({ store, listener, failed: (error) => note({ kind: "failed", error }) });
  metrics.observeInFlight(() => sender.inFlight());
  const stop = async () => {
    await Promise.all([matching.close(), sender.close()]);
    await listener.close();
  };
  let closing: Promise<void> | undefined;
  return () => {
    closing ??= stop();
    return closing;
  };
}
