// The account's keys. An administrator can revoke them and create keys for partners, who call from known IP addresses.
import { Button, Modal, Stack, Textarea, TextInput } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { maxKeyName } from "../../../domain/key-name.ts";
import { FormFailure } from "../../frame/form-failure.tsx";
import { arrivedWith, type IssuedKey, KeySecret } from "../../frame/keys/key-secret.tsx";
import { KeyTable } from "../../frame/keys/key-table.tsx";
import { RevokeKey } from "../../frame/keys/revoke-key.tsx";
import { Panel } from "../../frame/panel.tsx";
import { useChange, useRead } from "../../frame/use-operation.ts";
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
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate({ accountId: id, name, allowlist: addresses.split(/[\s,;]+/).filter(Boolean) });
  };
  return (
    <Modal opened onClose={onClose} title="Create a partner key">
      <form onSubmit={submit}>
        <Stack>
          <div>
            For <strong>{email}</strong>; it counts against this account's budget.
          </div>
          <TextInput
            label="Name"
            description="Who calls with it"
            required
            maxLength={maxKeyName}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Textarea
            label="Works from"
            description="IPv4 and IPv6 addresses and CIDR blocks, one a line"
            placeholder={"203.0.113.7\n2001:db8::/32"}
            required
            rows={3}
            value={addresses}
            onChange={(event) => setAddresses(event.currentTarget.value)}
          />
          <FormFailure error={change.error} />
          <Button type="submit" loading={change.isPending}>
            Create partner key
          </Button>
        </Stack>
      </form>
    </Modal>
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
          say: "It has no key yet. Its owner makes one at /account/keys; a partner key is made here.",
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
          It belongs to {account?.email}, who is not told of it. This cannot be undone.
        </RevokeKey>
      )}
      {creating && account && <CreatePartnerKey account={account} onClose={() => setCreating(false)} />}
    </>
  );
}
