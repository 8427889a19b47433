// Subscriptions as people read them: the names of lists and channels, their states, what they missed, and the health of
// each channel.
import { Alert } from "@mantine/core";
import type { ReactNode } from "react";
import type { ChannelFieldsFragment, SubscribedList, SubscriptionFieldsFragment } from "../../generated/operations.ts";
import { count, instant, relative, share, useNow } from "../format.ts";
import { type Column, DataTable } from "../table/data-table.tsx";

export type Subscription = SubscriptionFieldsFragment;

export const listNames: Readonly<Record<SubscribedList, string>> = {
  TRADES: "Insider trades",
  POLITICIAN_TRADES: "Congressional trades",
  CLUSTERS: "Clusters",
  LATE_FILINGS: "Late filings",
};

export const channelNames: Readonly<Record<string, string>> = { webhook: "Webhook", feed: "Feed", mail: "Mail" };

/** When mail is sent. */
export const cadenceNames: Readonly<Record<string, string>> = {
  at_once: "as events come",
  daily: "once a day, in one digest",
};

export const stateNames: Readonly<Record<string, string>> = {
  active: "active",
  paused_by_owner: "paused",
  paused_after_failure: "paused after failure",
  disabled_by_operator: "disabled by the operator",
};

/** `! failing since 2 h, next attempt in 5 min` while attempts fail; otherwise the state. */
export function StateOf({ subscription }: { subscription: Subscription }) {
  const { channel, state, confirmedAt, failingSince, nextAttemptAt } = subscription;
  const now = useNow();
  if (state !== "active") return <span>× {stateNames[state] ?? state}</span>;
  if (channel === "mail" && confirmedAt === null) return <span>! waits for the confirmation of the address</span>;
  if (failingSince === null) return <span>✓ {stateNames.active}</span>;
  return (
    <span title={`${instant(failingSince)} UTC`}>
      ! first failed {relative(failingSince, now)}, next attempt {relative(nextAttemptAt, now)}
    </span>
  );
}

/** The time and the result of the newest attempt. */
export function LastDelivery({ of }: { of: Pick<Subscription, "lastDelivery"> }) {
  const now = useNow();
  const { lastDelivery } = of;
  if (!lastDelivery) return <>–</>;
  const { attemptedAt, status, error } = lastDelivery;
  return (
    <span title={`${instant(attemptedAt)} UTC`}>
      {error === null ? "✓" : "×"} {status ?? "no response"}, {relative(attemptedAt, now)}
    </span>
  );
}

/** `1 event`, `3,000 events`. */
export const eventsIn = (events: number): string => `${count(events)} ${events === 1 ? "event" : "events"}`;

/** Which events the subscription will not get, and how to read the rows instead. */
export function MissedEvents({ subscription, children }: { subscription: Subscription; children?: ReactNode }) {
  const { missedSince, missedFirstVersion: first, missedLastVersion: last } = subscription;
  if (missedSince === null || first === null || last === null) return null;
  return (
    <Alert color="warn" variant="default" title="! Some events were missed">
      {first === last ? `Events of data version ${first}` : `Events of data versions ${first} to ${last}`} cannot be
      delivered: they waited for more than 30 days, more than 100,000 rows changed at once, or the list no longer takes
      the filters. Read the list with <code>updatedSince={missedSince}</code> to get these rows. {children}
    </Alert>
  );
}

const channelColumns: Column<ChannelFieldsFragment>[] = [
  {
    id: "channel",
    head: "Channel",
    narrow: "first",
    cell: ({ channel }) => channelNames[channel] ?? channel,
  },
  { id: "active", head: "Active", number: true, narrow: "second", cell: ({ active }) => count(active) },
  { id: "paused", head: "Paused", number: true, narrow: "second", cell: ({ pausedByOwner }) => count(pausedByOwner) },
  {
    id: "failed",
    head: "Paused after failure",
    number: true,
    narrow: "second",
    cell: ({ pausedAfterFailure }) => count(pausedAfterFailure),
  },
  { id: "disabled", head: "Disabled", number: true, cell: ({ disabled }) => count(disabled) },
  { id: "waiting", head: "Waiting events", number: true, narrow: "second", cell: ({ waiting }) => count(waiting) },
  { id: "attempts", head: "Attempts, 24 h", number: true, narrow: "second", cell: ({ attempts }) => count(attempts) },
  {
    id: "failures",
    head: "Failed, 24 h",
    number: true,
    narrow: "second",
    cell: ({ failures, attempts }) => (attempts === 0 ? "–" : `${count(failures)} (${share(failures, attempts)})`),
  },
  { id: "p50", head: "Latency p50 (ms)", number: true, cell: ({ p50 }) => count(p50) },
  { id: "p95", head: "Latency p95 (ms)", number: true, narrow: "second", cell: ({ p95 }) => count(p95) },
];

export function ChannelTable({ channels }: { channels: ChannelFieldsFragment[] }) {
  return <DataTable label="Channels" rows={channels} columns={channelColumns} keyOf={({ channel }) => channel} />;
}
