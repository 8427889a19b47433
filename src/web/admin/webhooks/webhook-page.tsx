// /admin/webhooks/:id: one subscription with its deliveries; the operator disables and enables it.
import { Button } from "@mantine/core";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { madeVisible } from "../../frame/format.ts";
import { Confirm } from "../../frame/forms.tsx";
import { useChange, useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import { channelNames, eventsIn, MissedEvents } from "../../frame/subscriptions/names-and-states.tsx";
import {
  DeliveryPanel,
  type DeliverySearch,
  deliveryVariables,
  SubscriptionFacts,
} from "../../frame/subscriptions/subscription.tsx";
import { ForeignText } from "../../frame/text.tsx";
import {
  DisableSubscription as disableSubscription,
  EventSubscription,
  type EventSubscriptionQuery,
  EnableSubscription as enableSubscription,
} from "../../generated/operations.ts";

const list = "/admin/webhooks";

export function WebhookPage() {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const search = useSearch({ strict: false }) as DeliverySearch;
  const navigate = useNavigate();
  const query = useRead(EventSubscription, { id, ...deliveryVariables(search) }, { every: () => 10_000 });
  const subscription = query.data?.eventSubscription;
  if (query.data && !subscription)
    return (
      <Page title="Subscription not found">
        <p>
          It was deleted, or the address is wrong. <Link to={list}>All subscriptions</Link>
        </p>
      </Page>
    );
  return (
    <Page
      waiting={query.isPending}
      title={subscription ? madeVisible(subscription.name) || "unnamed" : "Webhooks"}
      summary={
        subscription ? (
          <>
            {channelNames[subscription.channel] ?? subscription.channel} of{" "}
            <Link to={`/admin/accounts/${subscription.account.id}`}>
              <ForeignText>{subscription.account.email}</ForeignText>
            </Link>
          </>
        ) : (
          " "
        )
      }
      actions={subscription && <DisableOrEnable subscription={subscription} />}
    >
      {subscription && <MissedEvents subscription={subscription} />}
      <Panel title="Delivery" query={query} height={180}>
        {(data) => data.eventSubscription && <SubscriptionFacts subscription={data.eventSubscription} />}
      </Panel>
      <DeliveryPanel
        query={query}
        of={(data) => data.eventSubscription}
        search={search}
        show={(next) => void navigate({ to: `${list}/${id}`, search: { ...next }, resetScroll: false })}
      />
    </Page>
  );
}

interface DisableProps {
  subscription: NonNullable<EventSubscriptionQuery["eventSubscription"]>;
}

function DisableOrEnable({ subscription: { id, state, channel, name, waitingEvents } }: DisableProps) {
  const [asks, setAsks] = useState(false);
  const disable = useChange(disableSubscription);
  const enable = useChange(enableSubscription);
  const isDisabled = state === "disabled_by_operator";
  const change = isDisabled ? enable : disable;
  const verb = isDisabled ? "Enable" : "Disable";
  return (
    <>
      <Button color={isDisabled ? undefined : "bad"} variant="outline" onClick={() => setAsks(true)}>
        {verb}
      </Button>
      <Confirm
        opened={asks}
        safe={isDisabled}
        title={`${verb} this ${channel}?`}
        action={`${verb} ${channel}`}
        busy={change.isPending}
        error={change.error}
        onClose={() => setAsks(false)}
        onConfirm={() => change.mutate({ id }, { onSuccess: () => setAsks(false) })}
      >
        <strong>
          <ForeignText>{name || "unnamed"}</ForeignText>
        </strong>{" "}
        {isDisabled
          ? `continues where it stopped; ${eventsIn(waitingEvents)} ${waitingEvents === 1 ? "waits" : "wait"}.`
          : "stops until you enable it; its owner cannot resume it. Its events wait for 30 days."}
      </Confirm>
    </>
  );
}
