// API keys: their table with the viewer's actions on active keys, the field for a key's name, the dialog that revokes a
// key, and the one that shows a new key once with samples and the arrival of its first request. The secret is only in
// that dialog; closing asks for confirmation unless a request with the key has arrived.
import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { maxKeyName } from "../../../domain/account-limits.ts";
import { instant, relative, useNow } from "../format.ts";
import { Confirm } from "../forms.tsx";
import { type Operation, useChange } from "../operation.ts";
import { type Column, DataTable } from "../table/data-table.tsx";
import { CopyButton, ForeignText } from "../text.tsx";
import { Arrival, firstAddress, Samples } from "./first-request.tsx";
import classes from "./key-secret.module.css";

interface ShownKey {
  id: string;
  name: string;
  lastFour: string;
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
  revokedAt: string | null;
  /** empty: any address */
  allowlist: string[];
  state: string;
}

interface KeyTableProps<Key> {
  keys: Key[];
  label: string;
  /** buttons for an active key */
  actions: (key: Key) => ReactNode;
}

export function KeyTable<Key extends ShownKey>({ keys, label, actions }: KeyTableProps<Key>) {
  const now = useNow();
  const columns: Column<Key>[] = [
    { id: "name", head: "Name", narrow: "first", cell: ({ name }) => <ForeignText>{name || "–"}</ForeignText> },
    { id: "last4", head: "Ends in", narrow: "second", cell: ({ lastFour }) => <code>…{lastFour}</code> },
    { id: "state", head: "State", narrow: "second", cell: (key) => <State apiKey={key} now={now} /> },
    {
      id: "used",
      head: "Last used",
      narrow: "second",
      cell: ({ lastUsedAt }) => (
        <span title={`${instant(lastUsedAt)} UTC`}>{lastUsedAt ? relative(lastUsedAt, now) : "never"}</span>
      ),
    },
    {
      id: "created",
      head: "Created (UTC)",
      cell: ({ createdAt }) => <time dateTime={createdAt}>{instant(createdAt)}</time>,
    },
    ...(keys.some(({ allowlist }) => allowlist.length > 0) ? [addresses as Column<Key>] : []),
    {
      id: "actions",
      head: "Actions",
      actions: true,
      narrow: "second",
      cell: (key) => key.state === "active" && actions(key),
    },
  ];
  return <DataTable label={label} columns={columns} rows={keys} keyOf={({ id }) => id} />;
}

const addresses: Column<ShownKey> = {
  id: "allowlist",
  head: "Allowed addresses",
  narrow: "second",
  cell: ({ allowlist }) => (allowlist.length > 0 ? <code>{allowlist.join(", ")}</code> : "any address"),
};

function State({ apiKey: { state, revokedAt, expiresAt }, now }: { apiKey: ShownKey; now: number }) {
  if (state === "revoked") return <span title={`${instant(revokedAt)} UTC`}>× revoked {relative(revokedAt, now)}</span>;
  if (state === "expired") return <span title={`${instant(expiresAt)} UTC`}>× expired {relative(expiresAt, now)}</span>;
  return (
    <span title={expiresAt ? `${instant(expiresAt)} UTC` : undefined}>
      {expiresAt ? `! ends ${relative(expiresAt, now)}` : "✓ active"}
    </span>
  );
}

interface KeyNameProps {
  description?: string;
  placeholder?: string;
  value: string;
  onChange(name: string): void;
}

export function KeyName({ onChange, ...field }: KeyNameProps) {
  return (
    <TextInput
      {...field}
      label="Name"
      required
      maxLength={maxKeyName}
      data-autofocus
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface RevokeKeyProps {
  apiKey: ShownKey;
  operation: Operation<unknown, { id: string }>;
  onClose(): void;
  /** further text of the dialog */
  children: ReactNode;
}

export function RevokeKey({ apiKey, operation, onClose, children }: RevokeKeyProps) {
  const change = useChange(operation);
  const now = useNow();
  return (
    <Confirm
      opened
      title="Revoke this key?"
      action="Revoke key"
      busy={change.isPending}
      error={change.error}
      onClose={onClose}
      onConfirm={() => change.mutate({ id: apiKey.id }, { onSuccess: onClose })}
    >
      <strong>
        <ForeignText>{apiKey.name}</ForeignText>
      </strong>{" "}
      <code>…{apiKey.lastFour}</code> was{" "}
      {apiKey.lastUsedAt ? `last used ${relative(apiKey.lastUsedAt, now)}` : "never used"}. Its requests get 401 from
      now on. {children}
    </Confirm>
  );
}

// Shows a new key once: the secret, samples with it, and the arrival of the first request. The secret is only in this
// component; closing asks for confirmation unless a request with the key has arrived.

export interface IssuedKey {
  secret: string;
  key: { id: string; name: string; createdAt: string };
  /** the key that it replaces */
  replaced?: { lastFour: string; expiresAt: string | null } | null;
}

/** The fields of the key's account that show whether the key has been used. */
interface WatchedAccount {
  keys: { id: string; lastUsedAt: string | null }[];
  lastRequest: { at: string; status: number; milliseconds: number; requestId: string } | null;
  limits: { day: { remaining: number } };
}

interface KeySecretProps {
  issued: IssuedKey;
  /** fetched repeatedly until `arrivedWith` finds the first request */
  account: WatchedAccount | undefined;
  onClose(): void;
}

export function KeySecret({ issued: { secret, key, replaced }, account, onClose }: KeySecretProps) {
  const [requesting, setAsking] = useState(false);
  const mark = arrivedWith(account, key);
  const close = () => (mark || requesting ? onClose() : setAsking(true));
  return (
    <Modal opened onClose={close} size="lg" title="Your new key" closeOnClickOutside={false}>
      <Stack>
        <p className={classes.words}>
          Copy the key <ForeignText>{key.name}</ForeignText> now: it is shown only once. Keep it on a server, not in a
          page or a repository.
          {replaced?.expiresAt && ` The old key …${replaced.lastFour} expires at ${instant(replaced.expiresAt)} UTC.`}
        </p>
        <Group gap={8} wrap="nowrap" className={classes.secret}>
          <code data-testid="secret">{secret}</code>
          <CopyButton text={secret} label="Copy key" data-autofocus />
        </Group>
        <div>
          <Samples request={{ url: firstAddress(), key: secret }} />
          <Arrival mark={mark} remaining={account?.limits.day.remaining ?? 0} />
        </div>
        {requesting && (
          <div role="alert" className={classes.asking}>
            ! The key cannot be shown again. Have you saved it?
            <Group gap={8} mt={8}>
              <Button variant="default" onClick={() => setAsking(false)}>
                Back
              </Button>
              <Button onClick={onClose}>I have saved it</Button>
            </Group>
          </div>
        )}
        {!requesting && (
          <Group justify="flex-end">
            <Button variant={mark ? "filled" : "default"} onClick={close}>
              Done
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}

/** The account's newest request once this key has been used, else null. */
export function arrivedWith(account: WatchedAccount | undefined, key: { id: string; createdAt: string }) {
  const mark = account?.lastRequest;
  if (!mark || Date.parse(mark.at) < Date.parse(key.createdAt)) return null;
  return account.keys.some(({ id, lastUsedAt }) => id === key.id && lastUsedAt) ? mark : null;
}
