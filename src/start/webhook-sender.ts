// What sends webhooks in a process, by the setting WEBHOOKS_SENDER: matching, which finds the events of each subscription
// among the changes of a data version, and the sender, with its metrics.
import type { Registry } from "prom-client";
import type { Config } from "../config/config.ts";
import type { Store } from "../store/store.ts";
import { startChannel } from "./channel-sender.ts";
import { createSenderMetrics, type LoggedReport } from "./sender-metrics.ts";

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
