// API keys with their state, and the viewer's actions on active keys.
import type { ReactNode } from "react";
import { ForeignText } from "../foreign-text.tsx";
import { instant, relative } from "../format.ts";
import { type Column, DataTable } from "../table/data-table.tsx";
import { useNow } from "../use-now.ts";

export interface ShownKey {
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
    { id: "name", head: "name", narrow: "first", cell: ({ name }) => <ForeignText>{name || "–"}</ForeignText> },
    { id: "last4", head: "ends in", narrow: "second", cell: ({ lastFour }) => <code>…{lastFour}</code> },
    { id: "state", head: "state", narrow: "second", cell: (key) => <State apiKey={key} now={now} /> },
    {
      id: "used",
      head: "last used",
      narrow: "second",
      cell: ({ lastUsedAt }) => (
        <span title={`${instant(lastUsedAt)} UTC`}>{lastUsedAt ? relative(lastUsedAt, now) : "never"}</span>
      ),
    },
    {
      id: "created",
      head: "created (UTC)",
      cell: ({ createdAt }) => <time dateTime={createdAt}>{instant(createdAt)}</time>,
    },
    ...(keys.some(({ allowlist }) => allowlist.length > 0) ? [addresses as Column<Key>] : []),
    {
      id: "actions",
      head: "actions",
      actions: true,
      narrow: "second",
      cell: (key) => key.state === "active" && actions(key),
    },
  ];
  return <DataTable label={label} columns={columns} rows={keys} keyOf={({ id }) => id} />;
}

const addresses: Column<ShownKey> = {
  id: "allowlist",
  head: "works from",
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
