// Creates a key for a partner. The key works only from the given IP addresses and is shown once.
import { Button, Modal, Stack, Textarea, TextInput } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import { maxKeyName } from "../../../key-name.ts";
import { FormFailure } from "../../frame/form-failure.tsx";
import { arrivedWith, type IssuedKey, KeySecret } from "../../frame/keys/key-secret.tsx";
import { useChange, useRead } from "../../frame/use-operation.ts";
import { Account, CreatePartnerKey as createPartnerKey } from "../../generated/operations.ts";

interface CreatePartnerKeyProps {
  account: { id: string; email: string };
  onClose(): void;
}

export function CreatePartnerKey({ account: { id, email }, onClose }: CreatePartnerKeyProps) {
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
