// What the owner of a subscription can do: pause and resume it, send a test event, deliver events again, replace its
// secret or address, rename and delete it.
import { Button, Group, TextInput } from "@mantine/core";
import { useState } from "react";
import { Confirm, FormDialog, FormFailure } from "../../frame/forms.tsx";
import { useChange } from "../../frame/operation.ts";
import { eventsIn, type Subscription } from "../../frame/subscriptions/names-and-states.tsx";
import { ForeignText } from "../../frame/text.tsx";
import {
  DeleteSubscription as deleteSubscription,
  PauseSubscription as pauseSubscription,
  RenameSubscription as renameSubscription,
  RenewFeedAddress as renewFeedAddress,
  ReplayEvents as replayEvents,
  ResumeSubscription as resumeSubscription,
  RotateWebhookSecret as rotateWebhookSecret,
  type SentFieldsFragment,
  SendTestEvent as sendTestEvent,
} from "../../generated/operations.ts";
import { SubscriptionName, WebhookSecret } from "./create.tsx";
import classes from "./subscriptions.module.css";

type Dialog = "rename" | "replay" | "rotate" | "renew" | "delete";

interface ActionsProps {
  subscription: Subscription;
  onDeleted(): void;
}

export function SubscriptionActions({ subscription, onDeleted }: ActionsProps) {
  const [dialog, setDialog] = useState<Dialog>();
  const isWebhook = subscription.channel === "webhook";
  const close = () => setDialog(undefined);
  const opens = (name: Dialog, label: string) => (
    <Button variant="default" color={name === "delete" ? "bad" : undefined} onClick={() => setDialog(name)}>
      {label}
    </Button>
  );
  return (
    <>
      <Group gap={8} mt={16}>
        {isWebhook && <SendTest id={subscription.id} />}
        {subscription.channel !== "feed" && <PauseOrResume subscription={subscription} />}
        {isWebhook && opens("replay", "Replay events")}
        {isWebhook && opens("rotate", "Rotate secret")}
        {subscription.channel === "feed" && opens("renew", "Replace address")}
        {opens("rename", "Rename")}
        {opens("delete", "Delete")}
      </Group>
      {dialog === "rename" && <Rename subscription={subscription} onClose={close} />}
      {dialog === "replay" && <Replay subscription={subscription} onClose={close} />}
      {dialog === "rotate" && <RotateSecret subscription={subscription} onClose={close} />}
      {dialog === "renew" && <RenewAddress subscription={subscription} onClose={close} />}
      {dialog === "delete" && <Delete subscription={subscription} onClose={close} onDeleted={onDeleted} />}
    </>
  );
}

function SendTest({ id }: { id: string }) {
  const change = useChange(sendTestEvent);
  return (
    <>
      <Button loading={change.isPending} onClick={() => change.mutate({ id })}>
        Send test event
      </Button>
      {change.data && <Sent sent={change.data.sendTestEvent} />}
      <FormFailure error={change.error} />
    </>
  );
}

/** The result of a message that was sent at once, announced by screen readers. */
export function Sent({ sent: { status, error, durationMs } }: { sent: SentFieldsFragment }) {
  return (
    <p className={classes.sent} role="status">
      {error === null ? `✓ Delivered: the receiver responded with ${status}` : "× "}
      {error !== null && <ForeignText>{error}</ForeignText>} ({durationMs} ms)
    </p>
  );
}

function PauseOrResume({ subscription: { id, state } }: { subscription: Subscription }) {
  const pause = useChange(pauseSubscription);
  const resume = useChange(resumeSubscription);
  if (state === "disabled_by_operator") return null;
  const isActive = state === "active";
  const change = isActive ? pause : resume;
  return (
    <>
      <Button variant="default" loading={change.isPending} onClick={() => change.mutate({ id })}>
        {isActive ? "Pause" : "Resume"}
      </Button>
      <FormFailure error={change.error} />
    </>
  );
}

interface DialogProps {
  subscription: Subscription;
  onClose(): void;
}

function Rename({ subscription, onClose }: DialogProps) {
  const [name, setName] = useState(subscription.name);
  const change = useChange(renameSubscription);
  return (
    <FormDialog
      title="Rename"
      action="Rename"
      change={change}
      onSubmit={() => change.mutate({ id: subscription.id, name }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <SubscriptionName value={name} onChange={setName} />
    </FormDialog>
  );
}

function Replay({ subscription, onClose }: DialogProps) {
  const [since, setSince] = useState(String(subscription.reachedVersion));
  const change = useChange(replayEvents);
  if (change.data)
    return (
      <Confirm
        opened
        safe
        title="Replay events"
        action="Done"
        busy={false}
        error={null}
        onConfirm={onClose}
        onClose={onClose}
      >
        {eventsIn(change.data.replayEvents)} will be delivered again
        {subscription.state === "active" ? "." : " when the webhook is resumed."}
      </Confirm>
    );
  return (
    <FormDialog
      title="Replay events"
      action="Replay"
      change={change}
      onSubmit={() => change.mutate({ id: subscription.id, sinceVersion: Number(since) })}
      onClose={onClose}
    >
      <TextInput
        label="Since data version"
        description={`Stored events of this data version and all later ones are delivered again, in order. Events are stored for 30 days. Reached: ${subscription.reachedVersion}.`}
        inputMode="numeric"
        pattern="[0-9]{1,15}"
        required
        data-autofocus
        value={since}
        onChange={(event) => setSince(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

function RotateSecret({ subscription, onClose }: DialogProps) {
  const change = useChange(rotateWebhookSecret);
  if (change.data) return <WebhookSecret secret={change.data.rotateWebhookSecret.secret} onClose={onClose} />;
  return (
    <Confirm
      opened
      safe
      title="Rotate the secret?"
      action="Create new secret"
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate({ id: subscription.id })}
      onClose={onClose}
    >
      The new secret is shown once. For 24 hours messages are signed with the old secret too, so that you can replace it
      in your receiver.
    </Confirm>
  );
}

function RenewAddress({ subscription, onClose }: DialogProps) {
  const change = useChange(renewFeedAddress);
  return (
    <Confirm
      opened
      title="Replace the address of this feed?"
      action="Replace address"
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate({ id: subscription.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      The current address stops working immediately. Feed readers need the new one.
    </Confirm>
  );
}

function Delete({ subscription, onClose, onDeleted }: DialogProps & { onDeleted(): void }) {
  const change = useChange(deleteSubscription);
  const { channel, name, waitingEvents } = subscription;
  return (
    <Confirm
      opened
      title={`Delete this ${channel}?`}
      action={`Delete ${channel}`}
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate({ id: subscription.id }, { onSuccess: onDeleted })}
      onClose={onClose}
    >
      <strong>
        <ForeignText>{name}</ForeignText>
      </strong>{" "}
      is deleted{channel === "feed" ? ", and its address stops working" : " with its deliveries"}.
      {waitingEvents > 0 &&
        ` ${eventsIn(waitingEvents)} that ${waitingEvents === 1 ? "waits" : "wait"} will not be sent.`}{" "}
      This cannot be undone.
    </Confirm>
  );
}
