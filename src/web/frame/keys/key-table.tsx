// API keys with their state, the viewer's actions on active keys, the field for a key's name, and the dialog that
// revokes one.
import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { maxKeyName } from "../../../domain/key-name.ts";
import { instant, relative, useNow } from "../format.ts";
import { Confirm } from "../forms.tsx";
import { type Operation, useChange } from "../operation.ts";
import { type Column, DataTable } from "../table/data-table.tsx";
import { ForeignText } from "../text.tsx";

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
