// The common part of both senders of a process: the sender of a channel over a listener of its own, with its metrics and its end.
import type { SentChannel } from "../events/claims.ts";
import type { Courier, SenderReport, SenderSetup } from "../events/sender.ts";
import type { RowsById } from "../export/rows.ts";
import { todayUtc } from "../lib/clock.ts";
import type { Listener } from "../store/connections/listen.ts";
import type { Store } from "../store/store.ts";
import type { LoggedReport, SenderMetrics } from "./sender-metrics.ts";

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
export async function startChannel(setup: ChannelSetup): Promise<() => Promise<void>> {
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
