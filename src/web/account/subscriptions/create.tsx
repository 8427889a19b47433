// The dialog that creates a webhook, a feed or mail. Filters are checked by the service, as those of the list's route.
import { Button, Group, Modal, NativeSelect, Radio, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { maxKeyName } from "../../../domain/account-limits.ts";
import { meanings } from "../../../filters/meanings.ts";
import { FormDialog } from "../../frame/forms.tsx";
import { useChange } from "../../frame/operation.ts";
import { useSession } from "../../frame/session.ts";
import { cadenceNames, listNames, type Subscription } from "../../frame/subscriptions/names-and-states.tsx";
import { CopyButton, ForeignText } from "../../frame/text.tsx";
import {
  CreateFeed as createFeed,
  CreateMail as createMail,
  CreateWebhook as createWebhook,
  type SubscribedList,
} from "../../generated/operations.ts";
import classes from "./subscriptions.module.css";

const channels = {
  webhook: "Webhook: events are sent to an address of yours",
  feed: "Feed: a private address for feed readers (Atom, CSV)",
  mail: "Mail: events are sent to an e-mail address",
} as const;

type Channel = keyof typeof channels;

const actions: Readonly<Record<Channel, string>> = {
  webhook: "Create webhook",
  feed: "Create feed",
  mail: "Create mail",
};

const noPreset = "";

export function CreateSubscription({ onClose }: { onClose(): void }) {
  const [channel, setChannel] = useState<Channel>("webhook");
  const [name, setName] = useState("");
  const [list, setList] = useState<SubscribedList>("TRADES");
  const [preset, setPreset] = useState(noPreset);
  const [text, setText] = useState("");
  const [url, setUrl] = useState("");
  const [batchSize, setBatchSize] = useState("1");
  const session = useSession().data;
  const [address, setAddress] = useState(session?.user?.email ?? "");
  const [cadence, setCadence] = useState("at_once");
  const changes = { webhook: useChange(createWebhook), feed: useChange(createFeed), mail: useChange(createMail) };
  const { webhook, feed, mail } = changes;
  const issued = webhook.data?.createWebhook;
  if (issued) return <WebhookSecret secret={issued.secret} onClose={onClose} />;
  if (feed.data) return <FeedAddress path={feed.data.createFeed.feedAddress ?? ""} onClose={onClose} />;
  if (mail.data) return <MailCreated {...mail.data.createMail} onClose={onClose} />;
  const offered = Object.entries(channels).filter(([value]) => value !== "mail" || session?.mail);
  const filters = [list === "TRADES" && preset && `preset=${preset}`, text.trim().replace(/^\?/, "")]
    .filter(Boolean)
    .join("&");
  const submit = () => {
    const wanted = { list, filters, name };
    if (channel === "webhook") webhook.mutate({ ...wanted, url: url.trim(), batchSize: Number(batchSize) });
    else if (channel === "feed") feed.mutate(wanted);
    else mail.mutate({ ...wanted, address: address.trim(), isDaily: cadence === "daily" });
  };
  return (
    <FormDialog
      title="Create a subscription"
      action={actions[channel]}
      change={changes[channel]}
      onSubmit={submit}
      onClose={onClose}
    >
      <Radio.Group label="Channel" value={channel} onChange={(value) => setChannel(value as Channel)}>
        <Stack gap={8} mt={8}>
          {offered.map(([value, words]) => (
            <Radio key={value} value={value} label={words} />
          ))}
        </Stack>
      </Radio.Group>
      <SubscriptionName value={name} onChange={setName} />
      <NativeSelect
        label="List"
        value={list}
        data={Object.entries(listNames).map(([value, label]) => ({ value, label }))}
        onChange={(event) => setList(event.currentTarget.value as SubscribedList)}
      />
      {list === "TRADES" && <Preset value={preset} onChange={setPreset} />}
      <TextInput
        label="Filters"
        description="As in the address of the list, for example tradeTypes=P&minValue=100k. Empty: every row."
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {channel === "mail" && (
        <MailFields address={address} onAddress={setAddress} cadence={cadence} onCadence={setCadence} />
      )}
      {channel === "webhook" && (
        <>
          <TextInput
            label="Address of the receiver"
            description="Begins with https:// and is on the public internet"
            type="url"
            required
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <TextInput
            label="Events per message"
            description="1 sends single events; more than 1 sends arrays of up to that many events"
            type="number"
            min={1}
            max={100}
            required
            value={batchSize}
            onChange={(event) => setBatchSize(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  );
}

interface FieldProps {
  value: string;
  onChange(value: string): void;
}

export function SubscriptionName({ value, onChange }: FieldProps) {
  return (
    <TextInput
      label="Name"
      required
      maxLength={maxKeyName}
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function Preset({ value, onChange }: FieldProps) {
  return (
    <Radio.Group label="Which trades" value={value} onChange={onChange}>
      <Stack gap={8} mt={8}>
        <Radio value={noPreset} label="all that match the filters" />
        {Object.entries(meanings.preset ?? {}).map(([name, words]) => (
          <Radio key={name} value={name} label={words} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

interface MailFieldsProps {
  address: string;
  onAddress(value: string): void;
  cadence: string;
  onCadence(value: string): void;
}

function MailFields({ address, onAddress, cadence, onCadence }: MailFieldsProps) {
  return (
    <>
      <TextInput
        label="E-mail address"
        description="Its owner confirms it by a link before anything else is sent to it"
        type="email"
        required
        value={address}
        onChange={(event) => onAddress(event.currentTarget.value)}
      />
      <Radio.Group label="When" value={cadence} onChange={onCadence}>
        <Stack gap={8} mt={8}>
          {Object.entries(cadenceNames).map(([value, words]) => (
            <Radio key={value} value={value} label={words} />
          ))}
        </Stack>
      </Radio.Group>
    </>
  );
}

interface MailCreatedProps extends Pick<Subscription, "address" | "confirmedAt"> {
  onClose(): void;
}

function MailCreated({ address, confirmedAt, onClose }: MailCreatedProps) {
  return (
    <Modal opened onClose={onClose} title="Mail created">
      <Stack>
        <div>
          {confirmedAt === null ? "A link was sent to " : "Events are sent to "}
          <ForeignText>{address ?? ""}</ForeignText>
          {confirmedAt === null ? ". Events are sent once the address is confirmed by it." : "."}
        </div>
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** A new secret, shown once. */
export function WebhookSecret({ secret, onClose }: { secret: string; onClose(): void }) {
  return (
    <Modal opened onClose={onClose} size="lg" title="Secret of the webhook" closeOnClickOutside={false}>
      <Stack>
        <div>
          Copy this secret now: it is shown only once. Your receiver verifies messages with it;{" "}
          <a href="/docs/guides/webhooks">Webhooks and streams</a> says how.
        </div>
        <Copied text={secret} label="Copy secret" />
        <Group justify="flex-end">
          <Button onClick={onClose}>I have saved it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function FeedAddress({ path, onClose }: { path: string; onClose(): void }) {
  return (
    <Modal opened onClose={onClose} size="lg" title="Address of the feed">
      <Stack>
        <div>
          Add this address to a feed reader. Everyone who knows it can read the feed, and its requests are yours.
        </div>
        <Copied text={feedUrl(path)} label="Copy address" />
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

export const feedUrl = (path: string): string => `${location.origin}${path}`;

/** A text with the button that copies it. */
export function Copied({ text, label }: { text: string; label: string }) {
  return (
    <Group gap={8} className={classes.copied}>
      <code data-testid="copied">{text}</code>
      <CopyButton text={text} label={label} />
    </Group>
  );
}
