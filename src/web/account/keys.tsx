// /account/keys: the account's keys, and the dialogs that create, edit, rotate and revoke one.
import { Button, Group, Radio, Stack, Textarea, TextInput } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { addDays, todayUtc } from "../../lib/calendar-date.ts";
import { FormDialog } from "../frame/forms.tsx";
import { arrivedWith, type IssuedKey, KeyName, KeySecret, KeyTable, RevokeKey } from "../frame/keys/api-keys.tsx";
import { useChange, useRead } from "../frame/operation.ts";
import { Page } from "../frame/page.tsx";
import { Panel } from "../frame/panel.tsx";
import {
  CreateKey as createKey,
  EditKey as editKey,
  type KeyOverlap,
  Keys,
  type KeysQuery,
  RevokeKey as revokeKey,
  RotateKey as rotateKey,
} from "../generated/operations.ts";

// Creates a key: a form for its terms, then the secret, shown once.
function CreateKey({ onClose }: { onClose(): void }) {
  const { terms, fields } = useKeyTerms();
  const change = useChange(createKey);
  if (change.data) return <OwnKeySecret issued={change.data.createKey} onClose={onClose} />;
  return (
    <FormDialog
      title="Create a key"
      action="Create key"
      change={change}
      onSubmit={() => change.mutate(terms)}
      onClose={onClose}
    >
      {fields}
    </FormDialog>
  );
}

export function KeysPage() {
  const keys = useRead(Keys, {});
  const navigate = useNavigate();
  const creating = (useSearch({ strict: false }) as { create?: string }).create === "true";
  const show = (create: string | undefined) =>
    void navigate({ to: "/account/keys", search: { create }, replace: true });
  const create = <Button onClick={() => show("true")}>Create key</Button>;
  const active = keys.data?.viewer.keys.filter(({ state }) => state === "active").length;
  return (
    <Page
      waiting={keys.isPending}
      title="Keys"
      summary={active === undefined ? " " : `${active} of 50 active keys. All keys share your limits.`}
      actions={create}
    >
      <Panel
        title="All keys"
        query={keys}
        height={90}
        empty={{
          when: ({ viewer }) => viewer.keys.length === 0,
          say: "You have no keys yet. Create one: it is shown once, with examples to copy.",
        }}
      >
        {(data) => <OwnKeys keys={data.viewer.keys} label="All keys" />}
      </Panel>
      {creating && <CreateKey onClose={() => show(undefined)} />}
    </Page>
  );
}

/** A key as its owner's operation returns it. */
type OwnKey = KeysQuery["viewer"]["keys"][number];

// Replaces a key by a new one. Old key expires now or after a grace period.
const overlaps: Record<KeyOverlap, string> = {
  NOW: "immediately (leaked or unused)",
  DAY: "in 24 hours",
  WEEK: "in 7 days",
};

function RotateKey({ apiKey, onClose }: { apiKey: OwnKey; onClose(): void }) {
  const [overlap, setOverlap] = useState<KeyOverlap>("DAY");
  const change = useChange(rotateKey);
  if (change.data) return <OwnKeySecret issued={change.data.rotateKey} onClose={onClose} />;
  return (
    <FormDialog
      title={`Rotate key …${apiKey.lastFour}`}
      action="Create new key"
      change={change}
      onSubmit={() => change.mutate({ id: apiKey.id, overlap })}
      onClose={onClose}
    >
      <Radio.Group label="Old key expires" value={overlap} onChange={(value) => setOverlap(value as KeyOverlap)}>
        <Stack gap={8} mt={8}>
          {Object.entries(overlaps).map(([value, words]) => (
            <Radio key={value} value={value} label={words} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}

function EditKey({ apiKey, onClose }: { apiKey: OwnKey; onClose(): void }) {
  const { terms, fields } = useKeyTerms(apiKey);
  const change = useChange(editKey);
  return (
    <FormDialog
      title={`Edit key …${apiKey.lastFour}`}
      action="Save"
      change={change}
      onSubmit={() => change.mutate({ id: apiKey.id, ...terms }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {fields}
    </FormDialog>
  );
}

type Action = { what: "edit" | "rotate" | "revoke"; key: OwnKey };

export function OwnKeys({ keys, label }: { keys: OwnKey[]; label: string }) {
  const [action, setAction] = useState<Action>();
  const done = () => setAction(undefined);
  return (
    <>
      <KeyTable keys={keys} label={label} actions={(key) => <Actions apiKey={key} onChoose={setAction} />} />
      {action?.what === "edit" && <EditKey apiKey={action.key} onClose={done} />}
      {action?.what === "rotate" && <RotateKey apiKey={action.key} onClose={done} />}
      {action?.what === "revoke" && (
        <RevokeKey apiKey={action.key} operation={revokeKey} onClose={done}>
          This cannot be undone. To replace the key without interruption, rotate it instead.
        </RevokeKey>
      )}
    </>
  );
}

function Actions({ apiKey, onChoose }: { apiKey: OwnKey; onChoose(action: Action): void }) {
  const actions = { edit: "Edit", rotate: "Rotate", revoke: "Revoke" } as const;
  return (
    <Group gap={6} wrap="nowrap">
      {(Object.keys(actions) as Action["what"][]).map((what) => (
        <Button
          key={what}
          size="compact-sm"
          variant="default"
          color={what === "revoke" ? "bad" : undefined}
          aria-label={`${actions[what]} ${apiKey.name}`}
          onClick={() => onChoose({ what, key: apiKey })}
        >
          {actions[what]}
        </Button>
      ))}
    </Group>
  );
}

/** A new key of the user, shown once, while the page waits for its first request. */
function OwnKeySecret({ issued, onClose }: { issued: IssuedKey; onClose(): void }) {
  const keys = useRead(Keys, {}, { every: (data) => (arrivedWith(data?.viewer, issued.key) ? false : 2_000) });
  return <KeySecret issued={issued} account={keys.data?.viewer} onClose={onClose} />;
}

// The fields of a key that its owner decides: name, expiry and allowed addresses.

interface Terms {
  name: string;
  expiresAt: string | null;
  allowlist: string[];
}

const noTerms: Terms = { name: "", expiresAt: null, allowlist: [] };

/** The last day on which a key is valid: it expires when the next one begins, or during it. */
const lastDayOf = (expiresAt: string | null): string =>
  expiresAt === null ? "" : new Date(Date.parse(expiresAt) - 1).toISOString().slice(0, 10);

const endOf = (day: string): string | null => (day === "" ? null : `${addDays(day, 1)}T00:00:00Z`);

/** The fields, and what they say; an expiry that is not changed stays exactly as it is. */
function useKeyTerms(given: Terms = noTerms) {
  const [name, setName] = useState(given.name);
  const [lastDay, setLastDay] = useState(lastDayOf(given.expiresAt));
  const [addresses, setAddresses] = useState(given.allowlist.join("\n"));
  const terms: Terms = {
    name,
    expiresAt: lastDay === lastDayOf(given.expiresAt) ? given.expiresAt : endOf(lastDay),
    allowlist: addresses.split(/[\s,;]+/).filter(Boolean),
  };
  const fields = (
    <>
      <KeyName
        description="Where you will use it, so that you recognize it later"
        placeholder="first"
        value={name}
        onChange={setName}
      />
      <TextInput
        type="date"
        label="Last day (UTC)"
        description="Empty: the key does not expire"
        min={todayUtc()}
        value={lastDay}
        onChange={(event) => setLastDay(event.currentTarget.value)}
      />
      <Textarea
        label="Allowed addresses"
        description="IPv4 and IPv6 addresses and CIDR blocks, one per line. Empty: any address"
        placeholder={"203.0.113.7\n2001:db8::/32"}
        rows={3}
        value={addresses}
        onChange={(event) => setAddresses(event.currentTarget.value)}
      />
    </>
  );
  return { terms, fields };
}
