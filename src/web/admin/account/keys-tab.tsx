// The account's keys. An administrator can revoke them and create keys for partners, who call from known IP addresses.
import { Button } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { KeyTable } from "../../frame/keys/key-table.tsx";
import { RevokeKey } from "../../frame/keys/revoke-key.tsx";
import { Panel } from "../../frame/panel.tsx";
import { type AccountQuery, RevokeAccountKey } from "../../generated/operations.ts";
import { CreatePartnerKey } from "./create-partner-key.tsx";

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
