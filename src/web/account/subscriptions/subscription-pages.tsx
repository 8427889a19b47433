// /account/webhooks: the account's webhooks, feeds and mail with the state of their delivery, and the health of each
// channel. /account/webhooks/:id: one of them, what it sends and how far it is, its deliveries and its actions.
import { Alert, Button } from "@mantine/core";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Fact } from "../../frame/facts.tsx";
import { count, instant, madeVisible } from "../../frame/format.ts";
import { FormFailure } from "../../frame/forms.tsx";
import { useChange, useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import {
  ChannelTable,
  channelNames,
  LastDelivery,
  listNames,
  MissedEvents,
  StateOf,
  type Subscription,
} from "../../frame/subscriptions/names-and-states.tsx";
import {
  type Delivery,
  DeliveryPanel,
  type DeliverySearch,
  deliveryVariables,
  SubscriptionFacts,
} from "../../frame/subscriptions/subscription.tsx";
import { type Column, DataTable } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import {
  type AccountHomeQuery,
  DismissMissedEvents as dismissMissedEvents,
  OwnSubscription,
  type OwnSubscriptionQuery,
  Subscriptions,
  SendMessageAgain as sendMessageAgain,
} from "../../generated/operations.ts";
import { Sent, SubscriptionActions } from "./actions.tsx";
import { Copied, CreateSubscription, feedUrl } from "./create.tsx";

// /account/webhooks: the account's webhooks, feeds and mail with the state of their delivery, and the health of each channel.

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

const list = "/account/webhooks";

type Shown = NonNullable<OwnSubscriptionQuery["viewer"]["subscription"]>;

export function SubscriptionPage() {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const search = useSearch({ strict: false }) as DeliverySearch;
  const navigate = useNavigate();
  const query = useRead(OwnSubscription, { id, ...deliveryVariables(search) }, { every: () => 10_000 });
  const subscription = query.data?.viewer.subscription;
  const back = <Link to={list}>Subscriptions</Link>;
  if (query.data && !subscription)
    return (
      <Page title="Subscription not found">
        <p>It was deleted, or the address is wrong. {back}</p>
      </Page>
    );
  return (
    <Page
      waiting={query.isPending}
      title={subscription ? madeVisible(subscription.name) || "unnamed" : "Subscriptions"}
      summary={
        subscription ? (
          <>
            {channelNames[subscription.channel] ?? subscription.channel} · {back}
          </>
        ) : (
          " "
        )
      }
    >
      {subscription && <Missed subscription={subscription} />}
      <Panel title="Delivery" query={query} height={180}>
        {(data) => data.viewer.subscription && <About subscription={data.viewer.subscription} />}
      </Panel>
      {subscription?.channel !== "feed" && (
        <DeliveryPanel
          query={query}
          of={(data) => data.viewer.subscription}
          search={search}
          show={(next) => void navigate({ to: `${list}/${id}`, search: { ...next }, resetScroll: false })}
          actions={(delivery) =>
            subscription?.channel === "webhook" && !delivery.isTest && <SendAgain id={id} delivery={delivery} />
          }
        />
      )}
    </Page>
  );
}

function About({ subscription }: { subscription: Shown }) {
  const navigate = useNavigate();
  const { feedAddress, previousSecretUntil } = subscription;
  return (
    <>
      <SubscriptionFacts subscription={subscription}>
        {feedAddress !== null && (
          <Fact name="Address of the feed">
            <Copied text={feedUrl(feedAddress)} label="Copy address" />
          </Fact>
        )}
        {previousSecretUntil !== null && Date.parse(previousSecretUntil) > Date.now() && (
          <Fact name="Old secret">signs messages too until {instant(previousSecretUntil)} UTC</Fact>
        )}
      </SubscriptionFacts>
      <SubscriptionActions subscription={subscription} onDeleted={() => void navigate({ to: list, replace: true })} />
    </>
  );
}

function Missed({ subscription }: { subscription: Subscription }) {
  const change = useChange(dismissMissedEvents);
  return (
    <MissedEvents subscription={subscription}>
      <Button
        mt={8}
        size="compact-md"
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate({ id: subscription.id })}
      >
        Dismiss
      </Button>
      <FormFailure error={change.error} />
    </MissedEvents>
  );
}

/** The events of a message are sent again now, outside of the order of deliveries. */
function SendAgain({ id, delivery: { messageId } }: { id: string; delivery: Delivery }) {
  const change = useChange(sendMessageAgain);
  return (
    <div>
      <Button variant="default" loading={change.isPending} onClick={() => change.mutate({ id, messageId })}>
        Send this message again
      </Button>
      {change.data && <Sent sent={change.data.sendMessageAgain} />}
      <FormFailure error={change.error} />
    </div>
  );
}
