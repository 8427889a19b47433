// /account/webhooks/:id: one subscription, what it sends and how far it is, its deliveries and its actions.
import { Button } from "@mantine/core";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Fact } from "../../frame/facts.tsx";
import { instant, madeVisible } from "../../frame/format.ts";
import { FormFailure } from "../../frame/forms.tsx";
import { useChange, useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import {
  type Delivery,
  DeliveryPanel,
  type DeliverySearch,
  deliveryVariables,
} from "../../frame/subscriptions/deliveries.tsx";
import { SubscriptionFacts } from "../../frame/subscriptions/facts.tsx";
import { channelNames, MissedEvents, type Subscription } from "../../frame/subscriptions/words.tsx";
import {
  DismissMissedEvents as dismissMissedEvents,
  OwnSubscription,
  type OwnSubscriptionQuery,
  SendMessageAgain as sendMessageAgain,
} from "../../generated/operations.ts";
import { Sent, SubscriptionActions } from "./actions.tsx";
import { Copied, feedUrl } from "./create.tsx";

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
