// Erases an account. This is irreversible, so the administrator must type the account's e-mail.
import { TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Confirm } from "../../frame/confirm.tsx";
import { useChange } from "../../frame/use-operation.ts";
import { RemoveAccount } from "../../generated/operations.ts";

interface CloseAccountProps {
  account: { id: string; email: string };
  onClose(): void;
}

export function CloseAccount({ account: { id, email }, onClose }: CloseAccountProps) {
  const [typed, setTyped] = useState("");
  const navigate = useNavigate();
  const change = useChange(RemoveAccount);
  return (
    <Confirm
      opened
      title="Close this account?"
      action="Close account"
      busy={change.isPending}
      blocked={typed.trim() !== email}
      error={change.error}
      onClose={onClose}
      onConfirm={() => change.mutate({ id }, { onSuccess: () => void navigate({ to: "/admin/accounts" }) })}
    >
      <p>
        <strong>{email}</strong> is erased with its keys, its sign-in and its usage. The audit log keeps its id alone.
        Nothing brings it back; to shut it out for a time, suspend it.
      </p>
      <TextInput
        label="Type its e-mail to go on"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </Confirm>
  );
}
