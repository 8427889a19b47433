// /account/webhooks: the account's webhooks, feeds and mail with the state of their delivery, and the health of each channel.
import { Alert, Button } from "@mantine/core";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { count } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import {
  ChannelTable,
  channelNames,
  LastDelivery,
  listNames,
  StateOf,
  type Subscription,
} from "../../frame/subscriptions/words.tsx";
import { type Column, DataTable } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import { type AccountHomeQuery, Subscriptions } from "../../generated/operations.ts";
import { CreateSubscription } from "./create.tsx";

const at = "/account/webhooks";

export function SubscriptionsPage() {
  const query = useRead(Subscriptions, {}, { every: () => 30_000 });
  const navigate = useNavigate();
  const creating = (useSearch({ strict: false }) as { create?: string }).create === "true";
  const show = (create: string | undefined) => void navigate({ to: at, search: { create }, replace: true });
  const viewer = query.data?.viewer;
  return (
    <Page
      waiting={query.isPending}
      title="Subscriptions"
      summary={
        viewer
          ? `${count(viewer.subscriptions.length)} of ${count(viewer.plan.subscriptions)} subscriptions of the plan ${viewer.plan.name}.`
          : " "
      }
      actions={<Button onClick={() => show("true")}>Create subscription</Button>}
    >
      <Panel
        title="All subscriptions"
        query={query}
        height={90}
        empty={{
          when: (data) => data.viewer.subscriptions.length === 0,
          say: (
            <>
              You have no subscriptions yet. They send you the changes of a list, so that you need not poll it.{" "}
              <a href="/docs/guides/webhooks">Read more</a>
            </>
          ),
        }}
      >
        {(data) => (
          <DataTable
            label="Subscriptions"
            rows={data.viewer.subscriptions}
            columns={columns}
            keyOf={({ id }) => id}
            onOpen={({ id }) => void navigate({ to: `${at}/${id}` })}
          />
        )}
      </Panel>
      {viewer && viewer.channels.length > 0 && (
        <Panel title="Channels" query={query} height={60}>
          {(data) => <ChannelTable channels={data.viewer.channels} />}
        </Panel>
      )}
      {creating && <CreateSubscription onClose={() => show(undefined)} />}
    </Page>
  );
}

const columns: Column<Subscription>[] = [
  {
    id: "name",
    head: "Name",
    narrow: "first",
    cell: ({ id, name }) => (
      <Link to={`${at}/${id}`}>
        <ForeignText>{name || "unnamed"}</ForeignText>
      </Link>
    ),
  },
  { id: "channel", head: "Channel", narrow: "second", cell: ({ channel }) => channelNames[channel] ?? channel },
  { id: "list", head: "List", narrow: "second", cell: ({ list }) => listNames[list] },
  {
    id: "filters",
    head: "Filters",
    cell: ({ filters }) => (filters ? <code>{filters}</code> : "every row"),
  },
  { id: "state", head: "State", narrow: "second", cell: (row) => <StateOf subscription={row} /> },
  {
    id: "waiting",
    head: "Waiting events",
    number: true,
    narrow: ({ waitingEvents }) => (waitingEvents > 0 ? "second" : undefined),
    cell: ({ channel, waitingEvents }) => (channel === "feed" ? "–" : count(waitingEvents)),
  },
  {
    id: "reached",
    head: "Reached data version",
    number: true,
    cell: ({ channel, reachedVersion }) => (channel === "feed" ? "–" : reachedVersion),
  },
  { id: "last", head: "Last delivery", narrow: "second", cell: (row) => <LastDelivery of={row} /> },
];

/** On the account's home page: webhooks that are paused after failure, and those that missed events. */
export function SubscriptionNotices({ subscriptions }: Pick<AccountHomeQuery["viewer"], "subscriptions">) {
  const paused = subscriptions.filter(({ state }) => state === "paused_after_failure");
  const missing = subscriptions.filter(({ missedSince }) => missedSince !== null);
  if (paused.length + missing.length === 0) return null;
  return (
    <Alert color="warn" variant="default" title="! Webhooks need your attention">
      <ul>
        {paused.map((row) => (
          <li key={row.id}>
            <NameLink {...row} /> is paused because its receiver failed for 72 hours. Its events wait for 30 days.
          </li>
        ))}
        {missing.map((row) => (
          <li key={row.id}>
            <NameLink {...row} /> has missed events.
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function NameLink({ id, name }: { id: string; name: string }) {
  return (
    <Link to={`${at}/${id}`}>
      <ForeignText>{name || "unnamed"}</ForeignText>
    </Link>
  );
}
