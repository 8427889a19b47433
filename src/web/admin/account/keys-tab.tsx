// The account's keys. An administrator can revoke them and create keys for partners, who call from known IP addresses.
import { Button, Textarea } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "../../frame/forms.tsx";
import { arrivedWith, type IssuedKey, KeySecret } from "../../frame/keys/key-secret.tsx";
import { KeyName, KeyTable, RevokeKey } from "../../frame/keys/key-table.tsx";
import { useChange, useRead } from "../../frame/operation.ts";
import { Panel } from "../../frame/panel.tsx";
import {
  Account,
  type AccountQuery,
  CreatePartnerKey as createPartnerKey,
  RevokeAccountKey,
} from "../../generated/operations.ts";

// Creates a key for a partner. The key works only from the given IP addresses and is shown once.
interface CreatePartnerKeyProps {
  account: { id: string; email: string };
  onClose(): void;
}

function CreatePartnerKey({ account: { id, email }, onClose }: CreatePartnerKeyProps) {
  const [name, setName] = useState("");
  const [addresses, setAddresses] = useState("");
  const change = useChange(createPartnerKey);
  if (change.data) return <PartnerKeySecret accountId={id} issued={change.data.createPartnerKey} onClose={onClose} />;
  const submit = () => change.mutate({ accountId: id, name, allowlist: addresses.split(/[\s,;]+/).filter(Boolean) });
  return (
    <FormDialog
      title="Create a partner key"
      action="Create partner key"
      change={change}
      onSubmit={submit}
      onClose={onClose}
    >
      <div>
        For <strong>{email}</strong>; it counts towards this account's limits.
      </div>
      <KeyName description="Used by" value={name} onChange={setName} />
      <Textarea
        label="Allowed addresses"
        description="IPv4 and IPv6 addresses and CIDR blocks, one per line"
        placeholder={"203.0.113.7\n2001:db8::/32"}
        required
        rows={3}
        value={addresses}
        onChange={(event) => setAddresses(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

function PartnerKeySecret({ accountId, issued, onClose }: { accountId: string; issued: IssuedKey; onClose(): void }) {
  const read = useRead(
    Account,
    { id: accountId },
    { every: (data) => (arrivedWith(data?.account ?? undefined, issued.key) ? false : 2_000) },
  );
  return <KeySecret issued={issued} account={read.data?.account ?? undefined} onClose={onClose} />;
}

type Shown = NonNullable<AccountQuery["account"]>;
type Key = Shown["keys"][number];

export function KeysTab({ query }: { query: UseQueryResult<AccountQuery, Error> }) {
  const [revoked, setRevoked] = useState<Key>();
  const [creating, setCreating] = useState(false);
  const account = query.data?.account;
  return (
    <>
      <Panel
        title="Keys"
        query={query}
        height={120}
        actions={
          <Button size="compact-md" variant="default" onClick={() => setCreating(true)}>
            Create partner key
          </Button>
        }
        empty={{
          when: (data) => data.account?.keys.length === 0,
          say: "This account has no keys yet. Its owner creates keys at /account/keys; create a partner key here.",
        }}
      >
        {(data) => (
          <KeyTable
            keys={data.account?.keys ?? []}
            label="Keys of the account"
            actions={(key) => (
              <Button
                size="compact-sm"
                variant="default"
                color="bad"
                aria-label={`Revoke ${key.name}`}
                onClick={() => setRevoked(key)}
              >
                Revoke
              </Button>
            )}
          />
        )}
      </Panel>
      {revoked && (
        <RevokeKey apiKey={revoked} operation={RevokeAccountKey} onClose={() => setRevoked(undefined)}>
          It belongs to {account?.email}, who is not notified. This cannot be undone.
        </RevokeKey>
      )}
      {creating && account && <CreatePartnerKey account={account} onClose={() => setCreating(false)} />}
    </>
  );
}
